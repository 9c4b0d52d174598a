"use strict";
// Keeps a player's page up to date and scrolled to its end.
(() => {
  const PACE = 1000;
  const note = document.getElementById("live");
  const line = document.getElementById("line");
  const shown = Number(note.dataset.events);

  async function ask() {
    let events;
    try {
      const answer = await fetch("step", { cache: "no-store" });
      events = (await answer.json()).events;
    } catch {
      note.textContent = "The game is no longer served here.";
      return;
    }
    // Keep a half-typed line.
    if (events > shown && (line === null || line.value === "")) return location.reload();
    setTimeout(ask, PACE);
  }

  note.scrollIntoView({ block: "end" });
  if (note.dataset.ended === undefined) setTimeout(ask, PACE);
})();
