"use strict";
// The prompts of a step, with their parts, and a search in those of all steps.
// Texts come from games and models and are untrusted: they become text nodes only.
function promptsIn(data, { text, folded, counted, prose }) {
  const MOST = 200;
  const byId = (id) => document.getElementById(id);
  const state = { step: 0, needle: "", places: [] };

  // The text with the needle marked.
  function marked(words) {
    const [low, nodes] = [words.toLowerCase(), []];
    let at = 0;
    for (let next = 0; state.needle && nodes.length < MOST && (next = low.indexOf(state.needle, at)) >= 0; at = next + state.needle.length)
      nodes.push(words.slice(at, next), make("mark", {}, words.slice(next, next + state.needle.length)));
    return [...nodes, words.slice(at)];
  }

  // A message, part by part; `kept` is the number of lines that a provider would have cached.
  function message(role, content, parts, kept) {
    const lines = text(content).split("\n");
    const nodes = [];
    let at = 0;
    // Lines without a recorded part.
    for (const [name, count] of [...parts, ["", lines.length]]) {
      const end = at + count;
      for (const [from, to, isKept] of [[at, Math.min(end, kept), true], [Math.max(at, kept), end, false]])
        if (from < Math.min(to, lines.length)) {
          const title = [name, isKept ? "cached" : ""].filter(Boolean).join(", ");
          nodes.push(make("span", { class: `part ${name}${isKept ? " kept" : ""}`, "data-title": title }, ...marked(lines.slice(from, to).join("\n"))));
        }
      at = end;
    }
    return prose(lines.join("\n"), role, nodes);
  }

  function question(asked) {
    const marks = [asked.repair ? "repair" : "", asked.cached ? "cached" : "", asked.error ? "failed" : ""];
    const [prompt, completion] = asked.tokens;
    const cost = asked.cost ? `, $${asked.cost.toPrecision(3)}` : "";
    const title = [asked.kind, ...marks.filter(Boolean)].join(" · ");
    const node = folded(`${title}: ${prompt} + ${completion} tokens, ${asked.seconds.toFixed(2)} s${cost}`, false);
    node.classList.add("question");
    // Prompts are long: write one only when it is opened.
    const write = () => {
      if (!node.open || node.children.length > 1) return;
      asked.prompt.forEach(([role, content], number) =>
        node.append(make("h3", {}, role), message(role, content, asked.parts[number] ?? [], asked.kept[number])));
      for (const [name, content] of [["reply", asked.reply], ["error", asked.error]])
        if (content) node.append(make("h3", {}, name), prose(text(content), name, marked(text(content))));
    };
    node.addEventListener("toggle", write);
    node.open = state.needle !== "" && holds(asked);
    write();
    return node;
  }

  // Each line is stored and searched once: `sums[n]` is how many of the first n lines contain the needle.
  let sums = [];
  const holds = (asked) =>
    [...asked.prompt.map(([, content]) => content), asked.reply, asked.error ?? []].some((runs) =>
      runs.some((first, at) => at % 2 === 0 && sums[first + runs[at + 1]] > sums[first]));

  function search() {
    state.needle = byId("needle").value.trim().toLowerCase();
    sums = [0];
    if (state.needle) for (const line of data.lines) sums.push(sums.at(-1) + line.toLowerCase().includes(state.needle));
    state.places = state.needle ? data.steps.flatMap((each, step) => (each.questions.some(holds) ? [step] : [])) : [];
    show(state.step);
  }

  const toStep = (step) => step !== undefined && (location.hash = `#${step}`);
  const before = () => toStep(state.places.findLast((step) => step < state.step));
  const after = () => toStep(state.places.find((step) => step > state.step));

  function show(step) {
    state.step = step;
    const { questions } = data.steps[step];
    const found = state.needle ? questions.filter(holds) : questions;
    byId("asked-count").textContent = counted(questions.length, "call");
    byId("found").textContent = state.needle ? `in ${counted(state.places.length, "step")}, and in ${found.length} of ${counted(questions.length, "call")} here` : "";
    byId("before").disabled = !state.places.some((place) => place < step);
    byId("after").disabled = !state.places.some((place) => place > step);
    byId("questions").replaceChildren(...found.map(question));
    for (const box of document.querySelectorAll("#questions pre.long")) {
      const first = box.querySelector("mark");
      if (first) box.scrollTop = first.offsetTop - box.offsetTop - 60;
    }
  }

  byId("needle").addEventListener("input", search);
  byId("needle").addEventListener("keydown", (event) => event.key === "Enter" && (event.shiftKey ? before() : after()));
  byId("before").addEventListener("click", before);
  byId("after").addEventListener("click", after);
  return { show };
}
