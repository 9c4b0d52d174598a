"use strict";
// The page of one episode. All texts come from games and models: they become text nodes, and nothing else.
(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const last = data.steps.length - 1;
  const PACE = 1000;
  const LONG = 1500;
  const state = { step: 0, chosen: null, timer: null, zoom: null };

  // A text is stored as runs of lines: the first's number, how many, and so on.
  const text = (runs) => {
    const lines = [];
    for (let at = 0; at < runs.length; at += 2)
      for (let line = runs[at]; line < runs[at] + runs[at + 1]; line += 1) lines.push(data.lines[line]);
    return lines.join("\n");
  };

  const make = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);
  const draw = (name, attributes = {}, ...children) =>
    filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
  function filled(node, attributes, children) {
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children.filter((child) => child !== null));
    return node;
  }
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
    const long = words.length > LONG ? { class: "long", tabindex: "0", role: "region", "aria-label": label } : {};
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

  const isValid = (edge, step) => edge.since <= step && (edge.until === null || step < edge.until);
  const lines = data.edges.map((edge) => {
    const [x1, y1, x2, y2] = edge.line;
    return draw("line", { x1, y1, x2, y2 }, draw("title", {}, text(edge.text)));
  });
  const labels = data.vertices.map((vertex, number) => {
    const node = draw("text", { x: vertex.x, y: vertex.y + 4 }, vertex.label, draw("title", {}, vertex.name));
    node.addEventListener("click", () => choose(number === state.chosen ? null : number));
    return node;
  });
  const dots = data.vertices.map((vertex) => draw("circle", { cx: vertex.x - 4, cy: vertex.y, r: 2 }));
  const boxes = data.cards.map(({ box: [x, y, width, height] }) => draw("rect", { x, y, width, height, rx: 5 }));
  const heads = new Set(data.cards.map((card) => card.head));
  const isRoom = (number) => number !== undefined && data.vertices[number].room !== null;
  const isWay = (edge) => isRoom(edge.ends[0]) && (edge.ends.length === 1 || isRoom(edge.ends[1]));

  function setUpGraph() {
    const [width, height] = data.size;
    const ways = lines.filter((_, number) => isWay(data.edges[number]));
    const others = lines.filter((_, number) => !isWay(data.edges[number]));
    const plain = dots.filter((_, number) => !heads.has(number));
    byId("drawing").setAttribute("viewBox", `0 0 ${width} ${height}`);
    byId("drawing").append(...[ways, boxes, others, plain, labels].map((nodes) => draw("g", {}, ...nodes)));
    const names = data.vertices.map((vertex) => vertex.name).sort();
    byId("names").append(...names.map((name) => make("option", { value: name })));
    byId("graph-side").classList.toggle("empty", !data.vertices.length);
    byId("graph-side").classList.toggle("bare", !data.edges.length);
  }

  const flag = (node, names) => {
    const wanted = names.filter(Boolean).join(" ");
    if (node.getAttribute("class") !== wanted) node.setAttribute("class", wanted);
  };

  function showGraph(now) {
    const step = state.step;
    const bold = new Set(now.bold);
    const marks = data.vertices.map(() => ({}));
    let known = 0;
    data.edges.forEach((edge, number) => {
      const valid = isValid(edge, step);
      const dropped = edge.until === step;
      known += valid;
      const fresh = valid && edge.since === step;
      const chosen = state.chosen !== null && edge.ends.includes(state.chosen) && valid;
      const way = isWay(edge);
      const kind = [valid || dropped ? "" : "off", way && "way", edge.inner && "inner", edge.held !== null && "holds", fresh && "new", dropped && "dropped"];
      flag(lines[number], [...kind, valid && bold.has(number) && "bold", chosen && "chosen"]);
      if (valid && edge.held !== null) marks[edge.held][edge.inner ? "home" : "away"] = true;
      for (const end of edge.ends) {
        const mark = marks[end];
        mark.shown ||= valid || dropped;
        mark.known ||= valid && !fresh;
        mark.fresh ||= fresh;
        mark.bold ||= valid && bold.has(number);
        mark.dropped ||= dropped;
        mark.near ||= chosen;
      }
    });
    data.vertices.forEach((vertex, number) => {
      const mark = marks[number];
      const entered = vertex.room !== null && vertex.room <= step;
      mark.shown ||= entered;
      const here = number === now.here;
      const fresh = mark.fresh && !mark.known && !(vertex.room < step && entered);
      const names = [!mark.shown && "off", fresh && "new", mark.bold && "bold", heads.has(number) && "head"];
      names.push(mark.away && !mark.home && "away", here && "here", mark.near && "near", number === state.chosen && "chosen");
      names.push(mark.dropped && !mark.known && !mark.fresh && !entered && "dropped");
      flag(labels[number], names);
      flag(dots[number], [!mark.shown && "off"]);
    });
    data.cards.forEach((card, number) => {
      const shown = card.members.some((member) => marks[member].shown);
      const room = card.head !== null && isRoom(card.head);
      flag(boxes[number], [!shown && "off", room && "room", room && card.head === now.here && "here"]);
    });
    const shown = marks.filter((mark) => mark.shown).length;
    byId("graph-words").textContent = data.edges.length
      ? `${counted(shown, "vertex").replace("vertexs", "vertices")}, ${counted(known, "fact")}`
      : data.vertices.length
        ? "This memory keeps no graph; these are the rooms that the player has been in."
        : "This memory keeps no graph.";
    tellFacts();
    follow(now.here);
  }

  function fact(edge) {
    const until = edge.until === null ? "" : `, dropped at ${edge.until}`;
    const mark = edge.since === state.step ? "added" : edge.until === state.step ? "removed" : "";
    const about = make("span", { class: "note" }, ` learned at ${edge.since}${until}`);
    return make("li", { class: isValid(edge, state.step) ? mark : `${mark} past` }, text(edge.text), about);
  }

  function tellFacts() {
    const details = byId("facts").parentElement;
    const valid = details.open ? data.edges.filter((edge) => isValid(edge, state.step)) : [];
    fill("facts", ...valid.map(fact));
    const node = byId("vertex");
    node.hidden = state.chosen === null;
    if (node.hidden) return;
    const name = data.vertices[state.chosen].name;
    const about = data.edges.filter((edge) => edge.ends.includes(state.chosen));
    const close = make("button", { type: "button" }, "Close");
    close.addEventListener("click", () => choose(null));
    fill("vertex", make("h3", {}, name), make("ul", { class: "plain" }, ...about.map(fact)), close);
  }

  function choose(number) {
    state.chosen = number;
    byId("found").textContent = number === null ? "" : `${data.vertices[number].name} is marked`;
    showGraph(data.steps[state.step]);
  }

  function search() {
    const wanted = byId("search").value.trim().toLowerCase();
    if (!wanted) return choose(null);
    const names = data.vertices.map((vertex) => vertex.name);
    const exact = names.indexOf(wanted);
    const found = exact >= 0 ? exact : names.findIndex((name) => name.includes(wanted));
    choose(found >= 0 ? found : null);
    if (found < 0) byId("found").textContent = "no vertex is called so";
  }

  // A drawing that is much wider than its place keeps its letters readable, and scrolls.
  function zoom(factor) {
    const pane = byId("pane");
    const fit = Math.min(1.25, pane.clientWidth / data.size[0]);
    state.zoom = factor === null ? Math.max(fit, 0.6) : factor === 0 ? fit : Math.min(3, Math.max(0.2, state.zoom * factor));
    byId("drawing").style.width = `${Math.floor(state.zoom * data.size[0])}px`;
    follow(data.steps[state.step].here);
  }

  function follow(number) {
    if (number === null) return;
    const pane = byId("pane");
    const { x, y } = data.vertices[number];
    if (x * state.zoom < pane.scrollLeft || x * state.zoom + 80 > pane.scrollLeft + pane.clientWidth)
      pane.scrollLeft = x * state.zoom - pane.clientWidth / 2;
    if (y * state.zoom < pane.scrollTop || y * state.zoom + 40 > pane.scrollTop + pane.clientHeight)
      pane.scrollTop = y * state.zoom - pane.clientHeight / 2;
  }

  // Steps

  function show(step) {
    state.step = Math.min(last, Math.max(0, step));
    const now = data.steps[state.step];
    byId("slider").value = String(state.step);
    byId("number").textContent = `${state.step} / ${last}`;
    const action = now.action ? text(now.action).slice(0, 200) : state.step ? "no action" : "the start";
    const changes = `${now.added.length} learned, ${now.removed.length} dropped`;
    byId("slider").setAttribute("aria-valuetext", `step ${state.step} of ${last}`);
    byId("status").textContent =
      `Step ${state.step} of ${last}: ${action}. Score ${now.score} of ${now.maximum}; ${changes}.`;
    tellSeen(now);
    tellLearned(now);
    tellRecalled(now);
    tellPlan(now);
    tellAction(now);
    tellQuestions(now);
    showGraph(now);
    if (linked() !== state.step) history.replaceState(null, "", `#step=${state.step}`);
    if (state.step === last) pause();
  }

  function linked() {
    const match = /^#step=(\d{1,9})$/.exec(location.hash);
    return match ? Number(match[1]) : null;
  }

  function pause() {
    clearInterval(state.timer);
    state.timer = null;
    byId("play").textContent = "Play";
    byId("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (state.timer !== null) return pause();
    if (state.step === last) show(0);
    state.timer = setInterval(() => show(state.step + 1), PACE);
    byId("play").textContent = "Pause";
    byId("play").setAttribute("aria-pressed", "true");
  }

  function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "INPUT") return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) {
      event.preventDefault();
      show(state.step + by);
    }
  }

  setUpGraph();
  zoom(null);
  byId("slider").addEventListener("input", (event) => show(Number(event.target.value)));
  byId("back").addEventListener("click", () => show(state.step - 1));
  byId("on").addEventListener("click", () => show(state.step + 1));
  byId("play").addEventListener("click", play);
  byId("search").addEventListener("input", search);
  byId("search-form").addEventListener("submit", (event) => event.preventDefault());
  byId("smaller").addEventListener("click", () => zoom(0.8));
  byId("larger").addEventListener("click", () => zoom(1.25));
  byId("fit").addEventListener("click", () => zoom(0));
  byId("facts").parentElement.addEventListener("toggle", tellFacts);
  document.addEventListener("keydown", key);
  window.addEventListener("hashchange", () => show(linked() ?? 0));
  if (data.clipped) {
    byId("clipped").hidden = false;
    byId("clipped").textContent = `To keep this page small, ${counted(data.clipped, "long text")} lost the end; the events have all of it.`;
  }
  show(linked() ?? 0);
})();
