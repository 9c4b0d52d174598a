"""The exam's grader against marks that were made by hand."""

from __future__ import annotations

from collections import Counter

import pytest
from exam_grader import MEMORIES, items, table

pytestmark = pytest.mark.nightly


def test_the_grader_agrees_with_a_careful_reader_on_each_memory_in_each_half() -> None:
    found = items()
    all_of = Counter((one.memory, one.half) for one in found)
    agreed = Counter((one.memory, one.half) for one in found if one.agrees)
    assert all_of == {(memory, half): 20 for memory in MEMORIES for half in ("made on", "reported")}
    assert min(agreed[each] / count for each, count in all_of.items()) >= 0.95
    assert table(found).count("\n") == len(MEMORIES) + 2


def test_right_wrong_and_nothing_are_all_among_the_marks() -> None:
    marks = Counter(one.by_hand[1] for one in items())
    assert min(marks[mark] for mark in ("right", "wrong", "nothing")) >= 10
