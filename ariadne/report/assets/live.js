"use strict";
// Follows a running episode: reloads its page when there are more events than it shows.
(() => {
  const PACE = 1000;
  const note = document.getElementById("live");
  const slider = document.getElementById("slider");
  const shown = Number(note.dataset.events);

  // A step beyond the last means the last one at that time. The page's own script, which runs later, goes there.
  const toTheLast = () => history.replaceState(null, "", "#999999999");

  const say = (words) => {
    // Screen readers announce changes, so do not rewrite unchanged text.
    if (note.textContent !== words) note.textContent = words;
  };

  // Do not disturb the reader of an earlier step or of a prompt.
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
      return say("The episode is no longer served here; this page shows it up to that moment.");
    }
    if (events > shown) {
      if (!isBusy()) {
        toTheLast();
        return location.reload();
      }
      say("The episode has continued: to follow it, go to the last step and close what is open.");
    }
    setTimeout(ask, PACE);
  }

  if (note.dataset.ended === undefined) {
    if (!location.hash) toTheLast();
    setTimeout(ask, PACE);
  }
})();
