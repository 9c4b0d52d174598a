"""What the pages say of summaries is what a run leaves behind."""

from __future__ import annotations

import re
from dataclasses import fields

from ariadne.events import EpisodeSummary
from tests.command import ROOT


def test_the_keys_of_a_summary_are_listed() -> None:
    page = (ROOT / "docs" / "runs.md").read_text(encoding="utf-8")
    listed = re.search(r"The keys of `play --json` are (.+?)\.\n", page, re.DOTALL)
    assert listed
    assert re.findall(r"`(\w+)`", listed[1]) == [each.name for each in fields(EpisodeSummary)]
