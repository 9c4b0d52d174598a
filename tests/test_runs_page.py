"""What the pages say of events and summaries is what a run leaves behind."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from ariadne.events import Summary
from tools.event_tables import DOCS, PAGES, table


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_the_tables_of_events_are_those_of_their_types(page: Path) -> None:
    assert table(PAGES[page]) in page.read_text(encoding="utf-8"), "run: python tools/event_tables.py"


def test_the_keys_of_a_summary_are_listed() -> None:
    page = (DOCS / "runs.md").read_text(encoding="utf-8")
    listed = re.search(r"The keys of `play --json` are (.+?)\.\n", page, re.DOTALL)
    assert listed
    assert re.findall(r"`(\w+)`", listed[1]) == [each.name for each in fields(Summary)]
