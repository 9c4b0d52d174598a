"use strict";
// Follows runs: replaces what has changed, and keeps what the user has chosen, opened or filtered.
(() => {
  const PACE = 1000;
  const WAYS = ["game", "memory", "model"];
  const note = document.getElementById("live");
  const filters = document.getElementById("filters");
  const score = document.getElementById("score");
  const words = document.getElementById("words");
  const every = document.querySelector("#every input");
  const followed = () => document.getElementById("followed");
  const rows = () => [...followed().querySelectorAll("tbody > tr")];
  const named = (row, way) => row.dataset[way].split("\n").filter(Boolean);

  function offer(way, chosen) {
    const names = [...new Set(rows().flatMap((row) => named(row, way)))].sort();
    // A choice that no run has any more is kept, and shows no runs.
    const all = chosen && !names.includes(chosen) ? [chosen, ...names] : names;
    const options = [new Option("all", ""), ...all.map((name) => new Option(name, name))];
    document.getElementById(way).replaceChildren(...options);
    document.getElementById(way).value = chosen;
  }

  function filter() {
    const chosen = WAYS.map((way) => [way, document.getElementById(way).value]).filter(([, name]) => name);
    const asked = words.value.toLowerCase().split(/\s+/);
    for (const row of rows()) {
      const fits = chosen.every(([way, name]) => named(row, way).includes(name));
      const reaches = score.value === "" || (row.dataset.score !== "" && Number(row.dataset.score) >= Number(score.value));
      const told = row.textContent.toLowerCase();
      row.hidden = !(fits && reaches && asked.every((word) => told.includes(word)));
    }
    count();
    keep();
  }

  // The address stores filters and order for a reload or a return to the page.
  function keep() {
    const typed = [...WAYS.map((way) => document.getElementById(way)), score, words].map((each) => [each.id, each.value]);
    const order = [["sort", sorted.name ?? ""], ["down", sorted.down ? "1" : ""]];
    const said = new URLSearchParams([...typed, ...order].filter(([, value]) => value !== ""));
    history.replaceState(null, "", `${location.pathname}${location.search}#${said}`);
  }

  function count() {
    const all = rows().map((row) => [!row.hidden, row.querySelector("input").checked]);
    const shown = all.filter(([isShown]) => isShown);
    // Hidden runs stay chosen.
    const chosen = all.filter(([, isChosen]) => isChosen).length;
    const more = chosen ? `, ${chosen} chosen` : "";
    document.getElementById("shown").textContent = `${shown.length} of ${all.length} shown${more}`;
    document.getElementById("race").hidden = !canRace(rows().filter((row) => row.querySelector("input").checked));
    every.checked = shown.length > 0 && shown.every(([, isChosen]) => isChosen);
  }

  // Whether two plays are of one game: the same name and seed.
  function canRace(chosen) {
    const told = chosen.map((row) => ["what", "game", "seeds"].map((name) => row.querySelector(`[data-column=${name}]`).textContent));
    return told.length === 2 && told[0][0] === "play" && told[0].join("\n") === told[1].join("\n");
  }

  // A click on a column's head sorts by it; a second click reverses the order.
  function sortable() {
    for (const head of followed().querySelectorAll("th[scope=col]")) {
      const name = head.textContent;
      // The first column selects runs.
      if (!head.cellIndex) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.addEventListener("click", () => {
        sorted = { name, down: sorted.name === name && !sorted.down };
        sort();
        keep();
      });
      head.replaceChildren(button);
    }
    sort();
  }

  let sorted = { name: null, down: false };
  function sort() {
    const heads = [...followed().querySelectorAll("th[scope=col]")];
    for (const head of heads)
      head.setAttribute("aria-sort", head.textContent !== sorted.name ? "none" : sorted.down ? "descending" : "ascending");
    const column = heads.find((head) => head.textContent === sorted.name)?.cellIndex;
    if (column === undefined) return;
    const by = new Intl.Collator("en", { numeric: true });
    const told = rows().map((row) => {
      const { textContent: text, dataset } = row.cells[column];
      return { row, text, number: Number(dataset.number ?? NaN), isBlank: ["", "–", "unknown"].includes(text) };
    });
    // Empty cells come last in both orders.
    const order = (one, other) =>
      one.isBlank - other.isBlank || (one.number - other.number || by.compare(one.text, other.text)) * (sorted.down ? -1 : 1);
    followed().querySelector("tbody").append(...told.sort(order).map(({ row }) => row));
  }

  function begin() {
    const said = new URLSearchParams(location.hash.slice(1));
    for (const way of WAYS) offer(way, said.get(way) || "");
    for (const each of [score, words]) each.value = said.get(each.id) || "";
    sorted = { name: said.get("sort"), down: said.has("down") };
    filters.addEventListener("input", filter);
    filters.addEventListener("submit", (event) => event.preventDefault());
    filters.hidden = false;
    every.parentElement.hidden = false;
    every.addEventListener("input", () => {
      for (const row of rows()) if (!row.hidden) row.querySelector("input").checked = every.checked;
    });
    every.form.addEventListener("input", count);
    sortable();
    filter();
  }

  const title = (details) => details.querySelector("summary").textContent;

  async function renew() {
    const answer = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const before = followed();
    const fresh = page.getElementById("followed");
    const open = new Map([...before.querySelectorAll("details")].map((each) => [title(each), each.open]));
    for (const each of fresh.querySelectorAll("details")) each.open = open.get(title(each)) ?? each.open;
    const ticked = new Set([...before.querySelectorAll("input:checked")].map((each) => each.value));
    for (const each of fresh.querySelectorAll("input")) each.checked = ticked.has(each.value);
    before.replaceWith(document.adoptNode(fresh));
    note.dataset.events = page.getElementById("live").dataset.events;
    note.textContent = page.getElementById("live").textContent;
    if (filters !== null) {
      for (const way of WAYS) offer(way, document.getElementById(way).value);
      sortable();
      filter();
    }
  }

  async function ask() {
    const asked = Date.now();
    try {
      const answer = await fetch(`step${location.search}`, { cache: "no-store" });
      if (String((await answer.json()).events) !== note.dataset.events) await renew();
    } catch {
      note.textContent = "The runs are no longer served here; this page shows them as they were.";
      note.dataset.events = "";
      return;
    }
    // Poll rarely if listing the runs is slow: a server may have thousands.
    setTimeout(ask, Math.max(PACE, 5 * (Date.now() - asked)));
  }

  // A browser that kept this page in its back-forward cache may have aborted the poll.
  addEventListener("pageshow", () => {
    if (note.dataset.events === "") ask();
  });

  if (filters !== null) begin();
  setTimeout(ask, PACE);
})();
