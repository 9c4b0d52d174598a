"use strict";
// Draws what is known at a step: rooms on a grid, their contents as lists, ways and facts as lines. A house too large
// for the window is drawn dense: rooms list only what matters at the step, and a strip below lists all of one room.
// Texts come from games and models and are untrusted: they become text nodes only.
const make = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);
const draw = (name, attributes = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
function filled(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children.filter((child) => child !== null));
  return node;
}

function houseIn(pane, house, onChoose = () => {}) {
  const MOST_LINES = 12;
  const GONE = -2;
  const SIZES = [15, 14, 13, 12];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const state = { step: -1, under: new Map(), ways: [], untried: [], chosen: null, pointed: null, spots: new Map(), isDense: false };
  const edges = house.edges.map(([subject, relation, object, since, until, kind]) => ({ subject, relation, object, since, until, kind }));
  const between = edges.filter((edge) => edge.kind === "fact");
  const rooms = new Map(house.rooms.map(([room, column, row]) => [room, { column, row }]));
  const about = new Map();
  for (const edge of edges)
    for (const end of new Set([edge.subject, edge.object])) about.set(end, [...(about.get(end) ?? []), edge]);

  const ways = draw("svg", { class: "ways", "aria-hidden": "true" });
  const facts = draw("svg", { class: "facts", "aria-hidden": "true" });
  const board = make("div", { class: "board" });
  const spot = make("div", { class: "hand spot" });
  const hand = make("div", { class: "hand" });
  const elsewhere = make("div", { class: "elsewhere" });
  const whole = make("div", { class: "house" }, ways, hand, board, spot, elsewhere, facts);
  pane.replaceChildren(whole);
  board.style.setProperty("--columns", 1 + Math.max(0, ...house.rooms.map(([, column]) => column)));
  const cards = new Map(
    house.rooms.map(([room, column, row]) => {
      const card = make("section", { class: "room" });
      card.style.gridArea = `${row + 1} / ${column + 1}`;
      const lines = house.lines.find(([name]) => name === room);
      card.style.setProperty("--lines", lines ? lines[1] : 0);
      board.append(card);
      return [room, card];
    }),
  );

  const isValid = (edge, step = state.step) => edge.since <= step && (edge.until === null || step < edge.until);
  const isRecalled = (edge) => state.recalled.has(edge);
  const said = (edge) => [edge.subject, edge.object].map((end) => house.names[end]).join(` ${edge.relation} `);

  // Advance the state to a step: from the current one, or from the start if that is later.
  function forward(step) {
    if (step < state.step) [state.step, state.under, state.ways, state.untried] = [-1, new Map(), [], []];
    while (state.step < step) {
      state.step += 1;
      const now = house.steps[state.step];
      for (const [name, parent] of now.under) {
        if (parent === GONE) state.under.delete(name);
        else state.under.set(name, parent);
      }
      state.ways = now.ways ?? state.ways;
      state.untried = now.untried ?? state.untried;
    }
  }

  // The states of a thing, such as `locked`; a state that has just ended is struck out.
  function notes(name) {
    const values = (about.get(name) ?? []).filter((edge) => edge.kind === "value" && edge.subject === name);
    return values
      .filter((edge) => isValid(edge) || edge.until === state.step)
      .flatMap((edge, place) => {
        const mark = edge.until === state.step ? "ended" : edge.since === state.step ? "new" : "";
        const relation = edge.relation === "is" ? "" : `${edge.relation} `;
        // The space precedes the first state, so that it is not struck out.
        return [place ? "" : " ", make("small", { class: `value ${mark}` }, `${relation}${house.names[edge.object]}`)];
      });
  }

  // A thing, or the name of a room; a room's name is marked only when chosen.
  function thing(name, parent) {
    const now = (about.get(name) ?? []).filter((edge) => isValid(edge));
    const link = now.find((edge) => edge.subject === parent || edge.object === parent);
    const relation = link && link.kind !== "held" ? link.relation : "";
    // The relation reads from the upper thing to the lower one, or the reverse.
    const [before, after] = !relation ? [] : link.subject === parent ? [`${relation} `, ""] : ["", ` ${relation} it`];
    const told = (words) => (words ? make("small", { class: "relation" }, words) : null);
    const marks = rooms.has(name) ? [] : [
      now.length && now.every((edge) => edge.since === state.step) ? "new" : "",
      now.some((edge) => edge.kind === "held" && edge.subject === name && edge.since === state.step) ? "new" : "",
      now.some(isRecalled) ? "recalled" : "",
    ];
    if (name === state.chosen) marks.push("chosen");
    const node = make("button", { type: "button", class: ["thing", ...marks].join(" ").trim() }, told(before), house.names[name], told(after), ...notes(name));
    node.dataset.matters = marks.some(Boolean) || node.querySelector("small.new, small.ended") !== null ? "yes" : "";
    node.dataset.name = house.names[name];
    node.addEventListener("click", () => onChoose(house.names[name]));
    node.addEventListener("pointerenter", () => point(name));
    node.addEventListener("pointerleave", () => point(null));
    state.nodes.set(name, node);
    return node;
  }

  function listed(parent, below) {
    const children = below.get(parent) ?? [];
    if (!children.length) return null;
    return make("ul", { class: "plain" }, ...children.map((name) => make("li", {}, thing(name, parent), listed(name, below))));
  }

  const isWhole = (room, below) => !state.isDense || (within(room, below).length <= state.few && innerWidth > 900);

  // The things that a room lists: all; in a dense house those that matter now, and others as far as there is space.
  function contents(room, below) {
    if (!below.has(room)) return [];
    const all = listed(room, below);
    if (isWhole(room, below)) return [all];
    const count = within(room, below).length;
    const some = make("ul", { class: "plain" });
    const matter = [...all.querySelectorAll(".thing")].filter((node) => node.dataset.matters);
    // A narrow card only takes the colour of the things that do not fit.
    const others = [...all.querySelectorAll(".thing")].filter((node) => !node.dataset.matters);
    const few = [...matter, ...others.slice(0, Math.max(0, state.few - 1 - matter.length))];
    if (innerWidth > 900) some.append(...few.map((node) => make("li", {}, node)));
    else for (const kind of ["new", "recalled"]) cards.get(room).classList.toggle(kind, matter.some((node) => node.classList.contains(kind)));
    const [shown, rest] = [some.children.length, count - some.children.length];
    for (const name of within(room, below)) if (!some.contains(state.nodes.get(name))) state.nodes.delete(name);
    return [some, make("small", {}, !rest ? "" : shown ? `${rest} more` : rest === 1 ? "1 thing" : `${rest} things`)];
  }

  const within = (parent, below) => (below.get(parent) ?? []).flatMap((name) => [name, ...within(name, below)]);

  // The largest font with which the whole house fits the window; if none does, the dense drawing.
  function fit() {
    const rows = [];
    for (const [room, , row] of house.rooms) rows[row] = Math.max(rows[row] ?? 0, 2.6 + 1.75 * (house.lines.find(([name]) => name === room)?.[1] ?? 0));
    const columns = Number(board.style.getPropertyValue("--columns"));
    const isWide = innerWidth > 900;
    const high = Math.max(300, isWide ? innerHeight - 410 : innerHeight * 0.65);
    const fits = (size) =>
      rows.reduce((sum, row) => sum + (row + 1.5) * size, 0) <= high && pane.clientWidth / columns >= 9.5 * size;
    const size = state.size ?? SIZES.find(fits);
    state.isDense = !state.size && size === undefined;
    // The number of lines below a room's name in a dense house. In a narrow room each thing takes several.
    state.few = pane.clientWidth / columns < 11 * 14 ? 2 : Math.max(2, Math.floor((high / rows.length - 4.3 * 14) / (2.1 * 14)));
    whole.style.fontSize = `${size ?? (isWide ? 14 : 12)}px`;
    whole.classList.toggle("dense", state.isDense);
  }

  function show(step, chosen = null) {
    state.chosen = chosen === null ? null : house.names.indexOf(chosen);
    const isNext = step === state.step + 1;
    const before = state.spots;
    forward(step);
    state.nodes = new Map();
    const { here, recalled = [] } = house.steps[step];
    state.recalled = new Set(recalled.map((number) => edges[number]));
    const below = new Map();
    const known = [...state.under.keys()].sort((one, other) => one - other);
    for (const name of known) {
      const parent = name === house.carried || rooms.has(name) ? -1 : state.under.get(name);
      below.set(parent, [...(below.get(parent) ?? []), name]);
    }
    const focus = cards.has(state.chosen) && state.under.has(state.chosen) ? state.chosen : here;
    spot.hidden = focus === null || isWhole(focus, below);
    if (!spot.hidden) spot.replaceChildren(make("h3", {}, house.names[focus]), listed(focus, below) ?? make("p", { class: "note" }, "nothing"));
    for (const [room, card] of cards) {
      const isKnown = state.under.has(room);
      card.className = `room${room === here ? " here" : ""}${isKnown ? "" : " unseen"}`;
      const exits = state.untried.filter(([from]) => from === room);
      card.replaceChildren(
        make("h3", {}, isKnown ? thing(room) : ""),
        ...contents(room, below),
        ...exits.map(([, way]) => make("span", { class: `exit ${way}`, title: `${way}: not tried yet` }, /^(up|down|in|out)$/.test(way) ? `${way} ?` : "?")),
      );
      state.nodes.set(room, card);
    }
    const carried = listed(house.carried, below);
    hand.hidden = !rooms.size || !house.edges.length;
    hand.replaceChildren(make("h3", {}, "Carries"), carried ?? make("p", { class: "note" }, "nothing"));
    const loose = (below.get(-1) ?? []).filter((name) => !rooms.has(name) && name !== house.carried);
    const heading = rooms.size ? [make("h3", {}, "Not in a known room")] : [];
    elsewhere.hidden = !loose.length;
    elsewhere.replaceChildren(
      ...heading,
      ...loose.map((name) => make("div", { class: "block" }, thing(name, -1), ...[listed(name, below)].filter(Boolean))),
    );
    lines();
    if (isNext && !still.matches) glide(before);
  }

  const boxOf = (node, home) => {
    const box = node.getBoundingClientRect();
    return { left: box.left - home.left, top: box.top - home.top, width: box.width, height: box.height };
  };
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

  // Things that have moved glide to their new places.
  function glide(before) {
    const glides = document.documentElement.style.getPropertyValue("--glide") || "600ms";
    for (const [name, spot] of state.spots) {
      const was = before.get(name);
      if (!was || rooms.has(name) || (was.left === spot.left && was.top === spot.top)) continue;
      const from = { transform: `translate(${was.left - spot.left}px, ${was.top - spot.top}px)` };
      state.nodes.get(name).animate([from, { transform: "none" }], { duration: parseFloat(glides), easing: "ease-in-out" });
    }
  }

  function lines() {
    // Measure everything before drawing: measuring in between would lay out the page again each time.
    const home = whole.getBoundingClientRect();
    state.spots = new Map([...state.nodes].map(([name, node]) => [name, boxOf(node, home)]));
    state.width = whole.scrollWidth;
    ways.replaceChildren(...state.ways.flatMap(way));
    const hangs = (one, other) => state.under.get(one) === other || state.under.get(other) === one;
    const focus = state.pointed ?? state.chosen;
    const isFocused = (edge) => isValid(edge) && (edge.subject === focus || edge.object === focus);
    const matters = (edge) =>
      edge.until === state.step ? "ended" : !isValid(edge) ? "" : edge.since === state.step ? "new" : isRecalled(edge) ? "recalled" : "";
    const isShown = (edge) => !hangs(edge.subject, edge.object) && placeOf(edge.subject) && placeOf(edge.object);
    const drawn = between.map((edge) => [edge, isFocused(edge) ? "focused" : matters(edge)]).filter(([edge, kind]) => kind && isShown(edge));
    const taken = [];
    facts.replaceChildren(...drawn.slice(0, MOST_LINES).flatMap(([edge, kind]) => curve(edge, kind, taken)));
  }

  // The spot of a vertex, or of the thing that it is in.
  function placeOf(vertex) {
    let at = vertex;
    while (!state.spots.has(at) && state.under.get(at) >= 0) at = state.under.get(at);
    return state.spots.get(at);
  }

  // A line behind the rooms from centre to centre; around a room between them.
  function way([one, other, word]) {
    if (!rooms.has(one) || !rooms.has(other)) return [];
    const [a, b] = [rooms.get(one), rooms.get(other)];
    const isBetween = ({ column, row }) =>
      (a.column - column) * (b.row - row) === (b.column - column) * (a.row - row) &&
      (a.column - column) * (b.column - column) + (a.row - row) * (b.row - row) < 0;
    const isBlocked = [...rooms].some(([room, cell]) => state.under.has(room) && isBetween(cell));
    const [[ax, ay], [bx, by]] = [one, other].map((room) => middle(state.spots.get(room)));
    const [cx, cy] = [(ax + bx) / 2, (ay + by) / 2];
    const bow = isBlocked ? (a.row === b.row ? [0, state.spots.get(one).height] : [state.spots.get(one).width, 0]) : [0, 0];
    const path = draw("path", { d: `M${ax},${ay} Q${cx + bow[0] * 1.1},${cy + bow[1] * 1.1} ${bx},${by}` });
    return word ? [path, draw("text", { x: cx, y: cy + 4 }, word)] : [path];
  }

  function curve(edge, kind, taken) {
    const [one, other] = [edge.subject, edge.object].map(placeOf);
    if (one === other) return [];
    const [right, left] = [one, other].map((box) => box.left + box.width);
    const apart = one.left > left ? [one.left, left] : other.left > right ? [right, other.left] : [right, left];
    const [ay, by] = [middle(one)[1], middle(other)[1]];
    const [ax, bx] = apart;
    const sign = (box, x) => (x > box.left ? 1 : -1);
    // Several facts about the same two things are drawn side by side.
    const pair = taken.filter(({ ends }) => ends.has(edge.subject) && ends.has(edge.object)).length;
    const bow = 30 * pair + Math.max(24, Math.abs(bx - ax) / 2.5, ax === right && bx === left ? 40 : 0);
    const [px, qx] = [ax + sign(one, ax) * bow, bx + sign(other, bx) * bow];
    const d = `M${ax},${ay} C${px},${ay} ${qx},${by} ${bx},${by}`;
    const tip = sign(other, bx) * 8;
    const [x, y] = [(ax + 3 * px + 3 * qx + bx) / 8, (ay + by) / 2];
    const half = edge.relation.length * 3.4 + 4;
    const at = Math.min(state.width - half, Math.max(half, x));
    // Stack labels that would overlap.
    const isTaken = (place) => taken.some(({ left, top, wide }) => Math.abs(left - at) < wide + half && Math.abs(top - place) < 14);
    let place = y + 4;
    while (isTaken(place)) place += 14;
    taken.push({ left: at, top: place, wide: half, ends: new Set([edge.subject, edge.object]) });
    return [
      draw("path", { d, class: kind }),
      draw("polygon", { points: `${bx},${by} ${bx + tip},${by - 4} ${bx + tip},${by + 4}`, class: kind }),
      draw("text", { x: at, y: place, class: kind }, edge.relation),
    ];
  }

  function point(name) {
    state.pointed = name;
    lines();
  }

  function zoom(factor) {
    state.size = Math.min(28, Math.max(12, parseFloat(getComputedStyle(whole).fontSize) * factor));
    fit();
    show(state.step, state.chosen === null ? null : house.names[state.chosen]);
  }

  fit();
  let wide = pane.clientWidth;
  new ResizeObserver(() => {
    if (state.step < 0 || pane.clientWidth === wide) return;
    wide = pane.clientWidth;
    fit();
    show(state.step, state.chosen === null ? null : house.names[state.chosen]);
  }).observe(pane);
  return { show, zoom, edges, said, isValid };
}
