"use strict";
// The drawing of a graph, step by step. All texts come from games and models: they become text nodes, and nothing else.
const make = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);
const draw = (name, attributes = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
function filled(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children.filter((child) => child !== null));
  return node;
}

// Puts the drawing of a graph into a pane that scrolls, at `smallest` of its size or larger. What stays from step to step glides to its new place.
function graphIn(pane, graph, smallest, onChoose = () => {}) {
  const KINDS = ["way", "frame", "branch", "curve", "vertex", "label"];
  const [width, height] = [graph.size[0], graph.size[1] - graph.top];
  const svg = pane.querySelector("svg");
  const layers = Object.fromEntries(KINDS.map((kind) => [kind, draw("g", { class: kind })]));
  const drawn = new Map();
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const state = { step: -1, places: new Map(), zoom: 1, moved: [] };

  const shapes = {
    box: ([w, h, fill, line, thick, dashed]) =>
      draw("rect", { width: w, height: h, rx: 4, class: `f-${fill} l-${line}${dashed ? " dashed" : ""}`, "stroke-width": thick }),
    line: ([d, line, thick]) => draw("path", { d, class: `open l-${line}`, "stroke-width": thick }),
    patch: ([points, fill]) => draw("polygon", { points, class: `f-${fill}` }),
    words: ([words, x, y, fill, size, anchor, bold, whole]) =>
      draw(
        "text",
        { x, y, class: `f-${fill}${bold ? " bold" : ""}`, "font-size": size, "text-anchor": anchor },
        whole ? draw("title", {}, whole) : null,
        words,
      ),
  };

  // Where everything stands at a step: from the start, or from the step before it.
  function placesAt(step) {
    if (step < state.step) [state.step, state.places] = [-1, new Map()];
    while (state.step < step) {
      state.step += 1;
      const { set, gone } = graph.steps[state.step];
      for (const group of gone) state.places.delete(group);
      for (const [group, look, x, y] of set) state.places.set(group, { look, x, y });
    }
    return state.places;
  }

  function added(group) {
    const [kind, name] = graph.groups[group];
    const node = draw("g", { "data-name": name });
    if (kind === "vertex") node.addEventListener("click", () => onChoose(name));
    return node;
  }

  function put(group, { look, x, y }) {
    const was = drawn.get(group);
    const node = was ? was.node : added(group);
    if (was?.look !== look) node.replaceChildren(...graph.looks[look].map(([kind, ...told]) => shapes[kind](told)));
    if (!was || was.x !== x || was.y !== y) {
      node.style.transform = `translate(${x}px, ${y}px)`;
      if (graph.groups[group][0] === "vertex") state.moved.push(group);
    }
    if (!was) layers[graph.groups[group][0]].append(node);
    drawn.set(group, { node, look, x, y });
  }

  function show(step) {
    const places = placesAt(step);
    state.moved = [];
    svg.classList.toggle("still", Math.abs(step - state.shown) !== 1);
    for (const [group, { node }] of drawn)
      if (!places.has(group)) {
        node.remove();
        drawn.delete(group);
      }
    for (const [group, place] of places) put(group, place);
    state.shown = step;
    follow();
  }

  const boxOf = (group) => {
    const { x, y, look } = drawn.get(group);
    const [, w, h] = graph.looks[look][0];
    return { left: x, top: y - graph.top, right: x + w, bottom: y - graph.top + h };
  };
  const around = (one, other) => ({
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  });
  const fits = (box) => (box.right - box.left) * state.zoom <= pane.clientWidth && (box.bottom - box.top) * state.zoom <= pane.clientHeight;

  // Keeps the player's room in sight, and as much of what has moved as fits beside it.
  function follow() {
    const { here } = graph.steps[state.shown];
    if (here === null || !drawn.has(here)) return;
    let box = boxOf(here);
    for (const group of state.moved) {
      const wider = around(box, boxOf(group));
      if (fits(wider)) box = wider;
    }
    const at = (low, high, length, scrolled) => {
      const [first, last] = [low * state.zoom, high * state.zoom];
      if (first >= scrolled && last <= scrolled + length) return scrolled;
      return last - first > length ? first - 10 : (first + last - length) / 2;
    };
    const left = at(box.left, box.right, pane.clientWidth, pane.scrollLeft);
    const top = at(box.top, box.bottom, pane.clientHeight, pane.scrollTop);
    pane.scrollTo({ left, top, behavior: still.matches || svg.classList.contains("still") ? "instant" : "smooth" });
  }

  // A drawing that is much larger than its pane keeps its letters readable, and scrolls.
  function zoom(factor) {
    const fit = Math.min(1.25, pane.clientWidth / width);
    state.zoom = factor === null ? Math.max(fit, smallest) : factor === 0 ? fit : Math.min(3, Math.max(0.2, state.zoom * factor));
    svg.style.width = `${Math.floor(state.zoom * width)}px`;
    if (state.shown !== undefined) follow();
  }

  function mark(name) {
    for (const [group, { node }] of drawn)
      node.classList.toggle("chosen", graph.groups[group][0] === "vertex" && graph.groups[group][1] === name);
  }

  svg.setAttribute("viewBox", `0 ${graph.top} ${width} ${height}`);
  svg.append(...KINDS.map((kind) => layers[kind]));
  zoom(null);
  return { show, zoom, mark };
}
