"use strict";
// The page of one episode. Texts come from games and models and are untrusted: they become text nodes only.
(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const end = data.steps.length - 1;
  const last = data.ended ? end - 1 : end;
  const LONG = 1500;
  const state = { step: 0, chosen: null };
  const story = [...document.querySelectorAll("#story li")].map((each) => each.textContent);

  // A text is stored as runs of lines: [7, 3, 0, 1] means lines 7, 8, 9, then line 0.
  const text = (runs) => {
    const lines = [];
    for (let at = 0; at < runs.length; at += 2)
      for (let line = runs[at]; line < runs[at] + runs[at + 1]; line += 1) lines.push(data.lines[line]);
    return lines.join("\n");
  };

  const fill = (id, ...children) => byId(id).replaceChildren(...children.filter((child) => child !== null));
  const nothing = (words) => make("p", { class: "note" }, words);
  const counted = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;
  const list = (kind, items) => make("ul", { class: `plain ${kind}` }, ...items.map((item) => make("li", {}, item)));
  const folded = (title, open, ...children) => {
    const node = make("details", {}, make("summary", {}, title), ...children);
    node.open = open;
    return node;
  };

  // A long text scrolls in its own box, which the keyboard can reach.
  function prose(words, label, children = [words]) {
    const long = words.length > LONG ? { class: "long", tabindex: "0", role: "group", "aria-label": label } : {};
    return make("pre", long, ...children);
  }

  // The step in words

  function turn(seen) {
    return make(
      "div",
      { class: "turn" },
      seen.command ? make("p", { class: "command" }, `> ${text(seen.command)}`) : null,
      prose(text(seen.observation), "observation"),
      seen.inventory ? make("p", { class: "note" }, text(seen.inventory)) : null,
    );
  }

  // `subject, relation, object` as a sentence.
  const fact = (runs) => {
    const words = text(runs);
    return words.split(words.includes(" | ") ? " | " : ", ").join(" ");
  };

  function tellSeen(now) {
    const turns = state.step ? now.seen : now.turns;
    fill("seen", ...(turns.length ? turns.map(turn) : [nothing("nothing")]));
  }

  function tellLearned(now) {
    if (state.step > last) return fill("learned", nothing("The episode was over: the memory learned nothing more."));
    const [facts, ways] = [now.added.slice(0, now.added.length - now.ways), now.added.slice(now.added.length - now.ways)];
    fill(
      "learned",
      now.added.length + now.removed.length ? null : nothing("nothing"),
      now.removed.length ? list("removed", now.removed.map(fact)) : null,
      facts.length ? list("added", facts.map(fact)) : null,
      ways.length ? folded(`${counted(ways.length, "fact")} about ways`, false, list("added", ways.map(fact))) : null,
    );
  }

  function tellRecalled(now) {
    const { facts = [], episodes = [], exits = [], text: words = null } = now.recalled ?? {};
    const counts = [[facts, "fact"], [episodes, "episode"], [exits, "untried exit"]].filter(([each]) => each.length);
    byId("recalled-count").textContent = counts.map(([each, name]) => counted(each.length, name)).join(", ") || (words ? "" : "nothing");
    fill(
      "recalled",
      facts.length ? list("facts", facts.map(fact)) : null,
      exits.length ? list("facts", exits.map(fact)) : null,
      ...episodes.map((each) => prose(text(each), "episode")),
      words ? prose(text(words), "what the memory tells") : null,
    );
  }

  const planAt = (step) => data.steps.slice(0, Math.min(step, last) + 1).findLast((each) => each.plan);

  function tellPlan(now) {
    const planned = planAt(state.step);
    if (!planned) return fill("plan", nothing("no plan yet"));
    const goals = planned.plan.map(([goal, reason], place) => {
      const isNew = planned === now && now.gained.includes(place);
      const why = text(reason) ? make("span", { class: "note" }, ` — ${text(reason)}`) : null;
      return make("li", isNew ? { class: "added" } : {}, make("b", {}, text(goal)), why);
    });
    const was = state.step > last ? nothing("Before the last action:") : null;
    fill("plan", was, make("ol", {}, ...goals), planned.explore ? nothing("exploration is needed") : null);
  }

  function tellAction(now) {
    if (!state.step) return fill("action", nothing("Nothing yet. The game begins:"), ...now.turns.map(turn));
    if (state.step > last) return fill("action", nothing("The game is over. Its last answer:"), ...now.seen.slice(-1).map(turn));
    const rest = now.others.map(([kind, told]) => folded(kind, false, prose(text(told), kind)));
    const isGoTo = now.commands.length > 1 || (now.commands.length && text(now.commands[0]) !== text(now.action));
    const answers = now.turns.map((each) => prose(text(each.observation).trim(), "answer"));
    fill(
      "action",
      now.action ? make("p", { class: "act" }, make("b", {}, text(now.action))) : nothing("nothing"),
      now.reason ? make("p", { class: "note" }, text(now.reason)) : null,
      isGoTo ? make("p", { class: "note" }, `commands: ${now.commands.map(text).join(", ")}`) : null,
      ...rest,
      answers.length ? nothing("The game then answers:") : null,
      ...answers.slice(-1),
    );
  }

  // The differences between this step and another one, from the earlier to the later.
  function tellCompared() {
    const other = byId("other").value === "" ? null : Number(byId("other").value);
    if (other === null || !data.steps[other] || other === state.step)
      return fill("compared", nothing(`Name another step, 0 to ${end}.`));
    const [from, to] = [other, state.step].sort((one, two) => one - two);
    const facts = (here, there) => house.edges.filter((edge) => house.isValid(edge, here) && !house.isValid(edge, there)).map(house.said);
    const [goals, then] = [to, from].map((step) => (planAt(step)?.plan ?? []).map(([goal]) => text(goal)));
    const beside = (title, came, went) => [
      make("h3", {}, title),
      came.length + went.length ? null : nothing("no difference"),
      went.length ? list("removed", went) : null,
      came.length ? list("added", came) : null,
    ];
    fill(
      "compared",
      make("p", {}, `From step ${from} to step ${to}: score ${data.steps[from].score} to ${data.steps[to].score}.`),
      ...beside("Facts", facts(to, from), facts(from, to)),
      ...beside("Plan", goals.filter((goal) => !then.includes(goal)), then.filter((goal) => !goals.includes(goal))),
    );
  }

  // The map

  const house = houseIn(byId("pane"), data.house, (name) => choose(name === state.chosen ? null : name));
  const { names } = data.house;
  // Hide the future: facts learned later, and when a fact will be given up.
  const known = () => house.edges.filter((edge) => edge.since <= state.step);

  function showHouse() {
    byId("graph-side").classList.toggle("bare", !house.edges.length);
    byId("graph-words").textContent = house.edges.length
      ? `${counted(data.house.steps[state.step].facts, "fact")} known. Point at a thing to see what else is known about it.`
      : data.house.rooms.length
        ? "This memory keeps no graph; these are the rooms that the player has visited."
        : "This memory keeps no graph.";
    const isAbout = (edge) => [edge.subject, edge.object].some((name) => names[name] === state.chosen);
    if (!known().some(isAbout)) state.chosen = null;
    tellFacts();
  }

  function line(edge) {
    const isPast = edge.until !== null && edge.until <= state.step;
    const until = isPast ? `, given up at ${edge.until}` : "";
    const mark = edge.since === state.step ? "added" : edge.until === state.step ? "removed" : "";
    const about = make("span", { class: "note" }, ` learned at ${edge.since}${until}`);
    return make("li", { class: isPast ? `${mark} past` : mark }, make("span", {}, house.said(edge)), about);
  }

  function tellFacts() {
    house.show(state.step, state.chosen);
    const isShown = byId("facts").parentElement.open;
    fill("facts", ...(isShown ? known().filter((edge) => house.isValid(edge) || edge.until === state.step).map(line) : []));
    const node = byId("vertex");
    node.hidden = state.chosen === null;
    if (node.hidden) return;
    const about = known().filter((edge) => [edge.subject, edge.object].some((name) => names[name] === state.chosen));
    const close = make("button", { type: "button" }, "Close");
    close.addEventListener("click", () => choose(null));
    fill("vertex", make("h3", {}, state.chosen), make("ul", { class: "plain" }, ...about.map(withTheOther)), close);
  }

  // A fact about the chosen thing, with a button that selects the other thing in it.
  function withTheOther(edge) {
    const item = line(edge);
    const other = [edge.subject, edge.object].find((name) => names[name] !== state.chosen);
    if (edge.kind === "value" || other === undefined) return item;
    const next = make("button", { type: "button", class: "thing" }, names[other]);
    next.addEventListener("click", () => choose(names[other]));
    item.append(" ", next);
    return item;
  }

  function choose(name) {
    const before = state.chosen;
    state.chosen = name;
    tellFacts();
    // The map is redrawn: without this, its button would lose the focus.
    document.querySelector(`#graph-side [data-name="${CSS.escape(name ?? before)}"]`)?.focus({ preventScroll: true });
  }

  // Steps

  function show(step) {
    state.step = step;
    const now = data.steps[state.step];
    const isEnd = state.step > last;
    byId("number").textContent = isEnd ? "the end" : `${state.step} / ${last}`;
    byId("slider").setAttribute("aria-valuetext", isEnd ? "the end" : `step ${state.step} of ${last}`);
    byId("status").textContent = `${isEnd ? "The end" : `Step ${state.step} of ${last}`}. ` + (now.maximum ? `Score ${now.score} of ${now.maximum}.` : "");
    byId("narration").textContent = story[state.step];
    tellAction(now);
    tellLearned(now);
    tellPlan(now);
    tellSeen(now);
    tellRecalled(now);
    prompts.show(state.step);
    tellCompared();
    showHouse();
  }

  const prompts = promptsIn(data, { text, folded, counted, prose });
  byId("other").max = String(end);
  byId("other").addEventListener("input", tellCompared);
  byId("smaller").addEventListener("click", () => house.zoom(0.85));
  byId("larger").addEventListener("click", () => house.zoom(1 / 0.85));
  window.addEventListener("beforeprint", () => (byId("story").open = true));
  byId("facts").parentElement.addEventListener("toggle", tellFacts);
  if (data.clipped) {
    byId("clipped").hidden = false;
    byId("clipped").textContent = `To keep this page small, ${counted(data.clipped, "long text")} lost the end; the events have the whole text.`;
  }
  stepsOf(end, 0, show, data.steps.flatMap((each, step) => each.marks.map((mark) => [step, mark])));
})();
