"use strict";
// Two episodes of one game, side by side, at the same step. All texts are untrusted and become text nodes only.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const end = Math.max(...data.map((lane) => lane.steps.length)) - 1;
  const number = new Intl.NumberFormat("en");

  const lanes = data.map((lane, place) => {
    const section = document.getElementById(`lane-${place}`);
    const house = houseIn(section.querySelector(".pane"), lane.house);
    const put = (name, words) => (section.querySelector(`.${name}`).textContent = words);
    return (step) => {
      // A finished episode waits at its end.
      const at = Math.min(step, lane.steps.length - 1);
      const now = lane.steps[at];
      house.show(at);
      put("score", `${now.score} of ${now.maximum}`);
      put("facts", now.facts === null ? "no graph" : number.format(now.facts));
      put("tokens", number.format(now.tokens));
      put("cost", now.cost === null ? "unknown" : now.cost ? `$${now.cost.toPrecision(3)}` : "$0");
      put("told", now.told);
    };
  });

  // The first step with different actions.
  const action = (lane, step) => lane.steps[Math.min(step, lane.steps.length - 1)].action;
  const steps = [...Array(end + 1).keys()];
  const parted = steps.find((step) => action(data[0], step) !== action(data[1], step));
  const gain = (lane, step) => (step && step < lane.steps.length ? lane.steps[step].score - lane.steps[step - 1].score : 0);
  const scored = (kind, sign) => steps.filter((step) => data.some((lane) => sign * gain(lane, step) > 0)).map((step) => [step, kind]);
  const scores = [...scored("score", 1), ...scored("lost", -1)];

  stepsOf(
    end,
    0,
    (step) => {
      for (const show of lanes) show(step);
      document.getElementById("number").textContent = `${step} / ${end}`;
      document.getElementById("slider").setAttribute("aria-valuetext", `step ${step} of ${end}`);
      const said = parted === undefined ? "Both do the same at every step." : step < parted ? "So far both did the same." : `They part at step ${parted}.`;
      document.getElementById("status").textContent = `Step ${step} of ${end}. ${said}`;
    },
    parted === undefined ? scores : [...scores, [parted, "parted"]],
  );
})();
