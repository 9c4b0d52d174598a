"use strict";
// What the theme lacks for keys and screen readers: wide tables scroll by keys, the search has a name, and a row of
// buttons or a part of a table of contents is no landmark.
(() => {
  const mend = () => {
    for (const table of document.querySelectorAll(".md-typeset__scrollwrap")) table.tabIndex = 0;
    document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
    for (const nav of document.querySelectorAll("nav.md-code__nav, nav .md-nav[aria-label]")) {
      nav.removeAttribute("aria-label");
      nav.setAttribute("role", "presentation");
    }
  };
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
  mend();
})();
