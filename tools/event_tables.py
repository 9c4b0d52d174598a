"""Write the tables of events in docs/runs.md and docs/qa.md from their types: python tools/event_tables.py"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from inspect import getdoc
from pathlib import Path

from ariadne.events import EPISODE, ITEM, Event

DOCS = Path(__file__).parent.parent / "docs"
HEAD = "| event | fields | when |\n| --- | --- | --- |\n"
PAGES = {DOCS / "runs.md": EPISODE, DOCS / "qa.md": [kind for kind in ITEM if kind not in EPISODE]}
"""The kinds that a page lists."""
_COMMON = {each.name for each in fields(Event)}


def table(kinds: Iterable[type[Event]]) -> str:
    """A line for each kind: its fields, and what its docstring says."""
    return HEAD + "".join(
        f"| `{kind._name}` | {', '.join(f'`{each.name}`' for each in fields(kind) if each.name not in _COMMON)} "
        f"| {' '.join((getdoc(kind) or '').split())} |\n"
        for kind in kinds
    )


def updated(page: Path) -> str:
    """A page with the table that its types make."""
    old = re.compile(re.escape(HEAD) + r"(?:\|.*\n)*")
    return old.sub(lambda _: table(PAGES[page]), page.read_text(encoding="utf-8"), count=1)


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(updated(path), encoding="utf-8")
