"use strict";
// Moves from step to step: by slider, buttons, keys and swipes, automatically at a chosen speed, and by the address.
// `marks` are pairs of a step and an event at it, for the timeline.
function stepsOf(end, opens, show, marks = []) {
  const PACE = 1500;
  const SWIPE = 60;
  const byId = (id) => document.getElementById(id);
  const state = { step: 0, timer: null };

  function linked() {
    const match = /^#(\d{1,9})$/.exec(location.hash);
    return match ? Number(match[1]) : null;
  }

  function go(step) {
    state.step = Math.min(end, Math.max(0, step));
    byId("slider").value = String(state.step);
    show(state.step);
    if (linked() !== state.step) history.replaceState(null, "", `#${state.step}`);
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
    document.documentElement.style.setProperty("--glide", `${Math.min(600, pace * 0.6)}ms`);
    state.timer = setInterval(() => go(state.step + 1), pace);
    byId("play").textContent = "Pause";
    byId("play").setAttribute("aria-pressed", "true");
  }

  function changeSpeed() {
    if (state.timer === null) return;
    pause();
    play();
  }

  // Each kind of mark has a line in the timeline, and a button that goes to the next mark.
  const NAMES = { score: "points won", lost: "points lost", found: "needed thing found", plan: "plan changed", dropped: "fact given up", circled: "went in circles", parted: "the runs part" };
  for (const [kind, name] of Object.entries(NAMES)) {
    const places = marks.filter(([, what]) => what === kind).map(([step]) => step);
    if (!places.length) continue;
    for (const step of places) {
      const mark = document.createElement("span");
      mark.className = kind;
      mark.style.left = `calc(8px + (100% - 16px) * ${step / Math.max(1, end)})`;
      byId("marks").append(mark);
    }
    const jump = document.createElement("button");
    jump.type = "button";
    jump.className = `jump ${kind}`;
    jump.textContent = places.length > 1 ? `${name} ×${places.length}` : name;
    jump.title = "Go to the next one";
    jump.addEventListener("click", () => go(places.find((step) => step > state.step) ?? places[0]));
    byId("jumps").append(jump);
  }

  // Keys go first to the focused element: the cursor moves in a text, a button is pressed, a slider moves.
  const DOES = { " ": play, ArrowLeft: () => go(state.step - 1), ArrowRight: () => go(state.step + 1), Home: () => go(0), End: () => go(end) };
  function key(event) {
    const does = DOES[event.key];
    const takes = event.key === " " ? "button, select, summary, a, input:not([type=range])" : "input, select";
    if (!does || event.ctrlKey || event.altKey || event.metaKey || event.target.closest(takes)) return;
    event.preventDefault();
    does();
  }

  let touched = null;
  function lifted(event) {
    const [x, y] = [event.changedTouches[0].clientX - touched.clientX, event.changedTouches[0].clientY - touched.clientY];
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) go(state.step + (x < 0 ? 1 : -1));
  }

  byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  byId("back").addEventListener("click", () => go(state.step - 1));
  byId("on").addEventListener("click", () => go(state.step + 1));
  byId("play").addEventListener("click", play);
  byId("speed").addEventListener("change", changeSpeed);
  document.addEventListener("keydown", key);
  const main = document.querySelector("main");
  main.addEventListener("touchstart", (event) => (touched = event.touches[0]), { passive: true });
  main.addEventListener("touchend", (event) => event.target.closest("input, pre, .scroll") ?? lifted(event));
  window.addEventListener("hashchange", () => go(linked() ?? opens));
  go(linked() ?? opens);
}
