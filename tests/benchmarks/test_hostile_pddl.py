"""PDDL files that nobody wrote to be played."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hostile_pddl import KINDS, hostile_files, opened

from ariadne.worlds.pddl import read, strips


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_a_hostile_file_is_refused_in_one_line_or_is_played(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A tenth of what is allowed shows the same in a tenth of the time.
    monkeypatch.setattr(strips, "_MAX_STEPS", strips._MAX_STEPS // 10)
    monkeypatch.setattr(read, "_MAX_WORDS", read._MAX_WORDS // 10)
    hostile = next(islice(hostile_files(Random(number)), number, None))
    ending = opened(hostile, tmp_path)
    assert ending.is_clear
    assert len(ending.said) < 300
