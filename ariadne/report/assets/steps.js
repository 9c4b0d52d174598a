"use strict";
// Goes from step to step: by slider, buttons and keys, by itself at a chosen speed, and by the page's address.
function stepsOf(end, opens, show) {
  const PACE = 1000;
  const byId = (id) => document.getElementById(id);
  const state = { step: 0, timer: null };

  function linked() {
    const match = /^#step=(\d{1,9})$/.exec(location.hash);
    return match ? Number(match[1]) : null;
  }

  function go(step) {
    state.step = Math.min(end, Math.max(0, step));
    byId("slider").value = String(state.step);
    show(state.step);
    if (linked() !== state.step) history.replaceState(null, "", `#step=${state.step}`);
    if (state.step === end) pause();
  }

  function pause() {
    clearInterval(state.timer);
    state.timer = null;
    byId("play").textContent = "Play";
    byId("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (state.timer !== null) return pause();
    if (state.step === end) go(0);
    const pace = PACE / Number(byId("speed").value);
    document.documentElement.style.setProperty("--glide", `${Math.min(600, pace * 0.7)}ms`);
    state.timer = setInterval(() => go(state.step + 1), pace);
    byId("play").textContent = "Pause";
    byId("play").setAttribute("aria-pressed", "true");
  }

  function changeSpeed() {
    if (state.timer === null) return;
    pause();
    play();
  }

  // Keys belong first to what has the focus: a text moves in its line, a button is pressed, a slider slides.
  const TAKES = {
    " ": "button, select, summary, a, input:not([type=range])",
    ArrowLeft: "input, select",
    ArrowRight: "input, select",
  };
  const DOES = { " ": play, ArrowLeft: () => go(state.step - 1), ArrowRight: () => go(state.step + 1) };
  function key(event) {
    const does = DOES[event.key];
    if (!does || event.ctrlKey || event.altKey || event.metaKey || event.target.closest(TAKES[event.key])) return;
    event.preventDefault();
    does();
  }

  byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  byId("back").addEventListener("click", () => go(state.step - 1));
  byId("on").addEventListener("click", () => go(state.step + 1));
  byId("play").addEventListener("click", play);
  byId("speed").addEventListener("change", changeSpeed);
  document.addEventListener("keydown", key);
  window.addEventListener("hashchange", () => go(linked() ?? opens));
  go(linked() ?? opens);
}
