"use strict";
// Two episodes of one game, side by side, at the same step. All texts become text nodes, and nothing else.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const end = Math.max(...data.map((lane) => lane.steps.length)) - 1;
  const number = new Intl.NumberFormat("en");

  const lanes = data.map((lane, place) => {
    const section = document.getElementById(`lane-${place}`);
    const graph = graphIn(section.querySelector(".pane"), lane.graph, 0.55);
    const put = (name, words) => (section.querySelector(`.${name}`).textContent = words);
    return (step) => {
      // Who has come to the end waits there.
      const at = Math.min(step, lane.steps.length - 1);
      const now = lane.steps[at];
      graph.show(at);
      put("score", `${now.score} of ${now.maximum}`);
      put("facts", now.facts === null ? "no graph" : number.format(now.facts));
      put("tokens", number.format(now.tokens));
      put("does", now.action);
      section.querySelector(".learned").replaceChildren(
        ...now.removed.map((fact) => make("li", { class: "removed" }, fact)),
        ...now.added.map((fact) => make("li", { class: "added" }, fact)),
      );
    };
  });

  // It opens where one is furthest ahead for the first time; at the beginning if none ever is.
  const ahead = (step) => {
    const scores = data.map((lane) => lane.steps[Math.min(step, lane.steps.length - 1)].score);
    return Math.max(...scores) - Math.min(...scores);
  };
  let opens = 0;
  for (let step = 1; step <= end; step++) if (ahead(step) > ahead(opens)) opens = step;

  stepsOf(end, opens, (step) => {
    for (const show of lanes) show(step);
    document.getElementById("number").textContent = `${step} / ${end}`;
    document.getElementById("slider").setAttribute("aria-valuetext", `step ${step} of ${end}`);
    document.getElementById("status").textContent = `Step ${step} of ${end}.`;
  });
})();
