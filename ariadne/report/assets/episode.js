"use strict";
// The page of one episode. All texts come from games and models: they become text nodes, and nothing else.
(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const end = data.steps.length - 1;
  const last = data.ended ? end - 1 : end;
  const LONG = 1500;
  const state = { step: 0, chosen: null };

  // A text is stored as runs of lines: the first's number, how many, and so on.
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

  // A long text scrolls in a box of its own, which keys can reach.
  function prose(words, label) {
    const long = words.length > LONG ? { class: "long", tabindex: "0", role: "group", "aria-label": label } : {};
    return make("pre", long, words);
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

  function tellSeen(now) {
    const turns = state.step ? now.seen : now.turns;
    fill("seen", ...(turns.length ? turns.map(turn) : [nothing("nothing")]));
  }

  function tellLearned(now) {
    if (state.step > last) return fill("learned", nothing("The episode was over: the memory was told nothing more."));
    const added = list("added", now.added.map(text));
    const removed = list("removed", now.removed.map(text));
    const none = now.added.length + now.removed.length === 0;
    fill("learned", none ? nothing("nothing") : null, now.added.length ? added : null, now.removed.length ? removed : null);
  }

  function tellRecalled(now) {
    const { facts = [], episodes = [], exits = [], text: words = null } = now.recalled ?? {};
    if (!facts.length && !episodes.length && !exits.length && !words) return fill("recalled", nothing("nothing"));
    fill(
      "recalled",
      facts.length ? folded(counted(facts.length, "fact"), true, list("facts", facts.map(text))) : null,
      episodes.length
        ? folded(counted(episodes.length, "episode"), false, ...episodes.map((each) => prose(text(each), "episode")))
        : null,
      exits.length ? folded(counted(exits.length, "untried exit"), false, list("facts", exits.map(text))) : null,
      words ? folded("what the memory tells", false, prose(text(words), "what the memory tells")) : null,
    );
  }

  function tellPlan(now) {
    if (!now.plan) return fill("plan", nothing("as before"));
    const goals = now.plan.map(([goal, reason]) =>
      make("li", {}, make("b", {}, text(goal)), text(reason) ? ` — ${text(reason)}` : ""),
    );
    fill("plan", make("ol", {}, ...goals), now.explore ? nothing("exploration is needed") : null);
  }

  function tellAction(now) {
    const rest = now.others.map(([kind, told]) => folded(kind, true, prose(text(told), kind)));
    const answers = state.step ? now.turns.map(turn) : [];
    fill(
      "action",
      now.action ? make("p", { class: "act" }, make("b", {}, text(now.action))) : nothing("nothing"),
      now.reason ? make("p", {}, text(now.reason)) : null,
      now.commands.length ? make("p", { class: "note" }, `sent: ${now.commands.map(text).join(", ")}`) : null,
      ...rest,
      answers.length ? folded(`What the world answers (score ${now.score} of ${now.maximum})`, true, ...answers) : null,
    );
  }

  function question(asked) {
    const marks = [asked.repair ? "repair" : "", asked.cached ? "cached" : "", asked.error ? "failed" : ""];
    const [prompt, completion] = asked.tokens;
    const cost = asked.cost ? `, $${asked.cost.toPrecision(3)}` : "";
    const title = [asked.kind, ...marks.filter(Boolean)].join(" · ");
    const node = folded(`${title}: ${prompt} + ${completion} tokens, ${asked.seconds.toFixed(2)} s${cost}`, false);
    node.classList.add("question");
    // A prompt is long: it is written when it is looked at.
    node.addEventListener("toggle", () => {
      if (!node.open || node.children.length > 1) return;
      for (const [role, content] of asked.prompt) node.append(make("h3", {}, role), prose(text(content), role));
      node.append(make("h3", {}, "reply"), prose(text(asked.reply), "reply"));
      if (asked.error) node.append(make("h3", {}, "error"), prose(text(asked.error), "error"));
    });
    return node;
  }

  function tellQuestions(now) {
    fill("questions", ...(now.questions.length ? now.questions.map(question) : [nothing("nobody")]));
  }

  // The graph

  const graph = graphIn(byId("pane"), data.graph, 0.7, (name) => choose(name === state.chosen ? null : name));
  const isValid = (edge) => edge.since <= state.step && (edge.until === null || state.step < edge.until);
  const isDropped = (edge) => edge.until === state.step;
  // What is learned later is not known yet, and neither is when something will be dropped.
  const known = () => data.edges.filter((edge) => edge.since <= state.step);
  const names = () => [...new Set(known().flatMap((edge) => edge.ends.map(text)))].sort();

  function showGraph() {
    graph.show(state.step);
    const facts = data.graph.steps[state.step].facts;
    byId("graph-side").classList.toggle("bare", !data.edges.length);
    byId("graph-words").textContent = data.edges.length
      ? `${counted(facts, "fact")} known at this step`
      : data.graph.groups.length
        ? "This memory keeps no graph; these are the rooms that the player has been in."
        : "This memory keeps no graph.";
    byId("names").replaceChildren(...names().map((name) => make("option", { value: name })));
    if (state.chosen !== null && !names().includes(state.chosen)) state.chosen = null;
    tellFacts();
  }

  function fact(edge) {
    const isPast = edge.until !== null && edge.until <= state.step;
    const until = isPast ? `, dropped at ${edge.until}` : "";
    const mark = edge.since === state.step ? "added" : isDropped(edge) ? "removed" : "";
    const about = make("span", { class: "note" }, ` learned at ${edge.since}${until}`);
    return make("li", { class: isPast ? `${mark} past` : mark }, make("span", {}, text(edge.text)), about);
  }

  function tellFacts() {
    graph.mark(state.chosen);
    const shown = byId("facts").parentElement.open ? known().filter((edge) => isValid(edge) || isDropped(edge)) : [];
    fill("facts", ...shown.map(fact));
    const node = byId("vertex");
    node.hidden = state.chosen === null;
    if (node.hidden) return;
    const about = known().filter((edge) => edge.ends.some((name) => text(name) === state.chosen));
    const close = make("button", { type: "button" }, "Close");
    close.addEventListener("click", () => choose(null));
    fill("vertex", make("h3", {}, state.chosen), make("ul", { class: "plain" }, ...about.map(fact)), close);
  }

  function choose(name) {
    state.chosen = name;
    byId("found").textContent = name === null ? "" : `${name} is marked`;
    tellFacts();
  }

  function search() {
    const wanted = byId("search").value.trim().toLowerCase();
    const found = wanted ? names().find((name) => name === wanted) ?? names().find((name) => name.includes(wanted)) : undefined;
    choose(found ?? null);
    if (wanted && found === undefined) byId("found").textContent = "nothing that is known at this step is called so";
  }

  // Steps

  function show(step) {
    state.step = step;
    const now = data.steps[state.step];
    const isEnd = state.step > last;
    const action = now.action ? text(now.action).slice(0, 200) : state.step ? "no action" : "the start";
    byId("number").textContent = `${isEnd ? "end" : state.step} / ${last}`;
    byId("slider").setAttribute("aria-valuetext", isEnd ? "the end" : `step ${state.step} of ${last}`);
    byId("status").textContent = isEnd
      ? `The end, after step ${last}. Score ${now.score} of ${now.maximum}.`
      : `Step ${state.step} of ${last}: ${action}. Score ${now.score} of ${now.maximum}; ` +
        `${now.added.length} learned, ${now.removed.length} dropped.`;
    tellSeen(now);
    tellLearned(now);
    tellRecalled(now);
    tellPlan(now);
    tellAction(now);
    tellQuestions(now);
    showGraph();
  }

  byId("search").addEventListener("input", search);
  byId("search-form").addEventListener("submit", (event) => event.preventDefault());
  byId("smaller").addEventListener("click", () => graph.zoom(0.8));
  byId("larger").addEventListener("click", () => graph.zoom(1.25));
  byId("fit").addEventListener("click", () => graph.zoom(0));
  byId("facts").parentElement.addEventListener("toggle", tellFacts);
  if (data.clipped) {
    byId("clipped").hidden = false;
    byId("clipped").textContent = `To keep this page small, ${counted(data.clipped, "long text")} lost the end; the events have all of it.`;
  }
  stepsOf(end, data.opens, show);
})();
