"use strict";
// Follows an episode that is being played: loads its page again when there are more events than it shows.
(() => {
  const PACE = 1000;
  const note = document.getElementById("live");
  const slider = document.getElementById("slider");
  const shown = Number(note.dataset.events);

  // A step beyond the last is the last, whichever that is by then. The page's own script, which comes after, goes there.
  const toTheLast = () => history.replaceState(null, "", "#999999999");

  const say = (words) => {
    // A screen reader says what changes, so what stays is not written again.
    if (note.textContent !== words) note.textContent = words;
  };

  // A reader of an earlier step or of a prompt is not disturbed.
  const isBusy = () =>
    slider !== null &&
    (slider.value !== slider.max ||
      document.querySelector("details.question[open]") !== null);

  async function ask() {
    let events;
    try {
      const answer = await fetch("step", { cache: "no-store" });
      events = (await answer.json()).events;
    } catch {
      return say("The episode is no longer served here; this page has it as far as it was then.");
    }
    if (events > shown) {
      if (!isBusy()) {
        toTheLast();
        return location.reload();
      }
      say("The episode has gone on: go to the last step and close what is open to follow it.");
    }
    setTimeout(ask, PACE);
  }

  if (note.dataset.ended === undefined) {
    if (!location.hash) toTheLast();
    setTimeout(ask, PACE);
  }
})();
