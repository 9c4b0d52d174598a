"""The tables of progress and executability by step (HiAgent, figures 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ariadne.evaluate.card import ArmResult
from ariadne.evaluate.sections.cells import NOTHING, score
from ariadne.evaluate.sections.section import Groups, Line, Name, RowGroup, Section

SPACING = 5
COLUMNS = 6


def by_step(rows: Groups[ArmResult], name: Name) -> Iterator[Section]:
    """One table for all games of a similar length, if the status of some step is known."""
    known = [(_spacing(group), title, group) for title, group in rows if any(map(_is_known, group))]
    for spacing, same in groupby(sorted(known, key=lambda entry: entry[0]), key=lambda entry: entry[0]):
        groups = [(title, group) for _, title, group in same]
        last = max(_longest(group) for _, group in groups)
        numbers = range(spacing, last + spacing, spacing)
        yield Section(
            f"By step, every {spacing} steps",
            ("", "", *map(str, numbers)),
            [
                RowGroup(title, [line for row in group for line in _lines(row, name, numbers)])
                for title, group in groups
            ],
            "Progress: mean normalized score of finished episodes. Executable: share of valid actions in those that "
            "have not ended.",
            frozenset({0, 1}),
        )


def _spacing(rows: Sequence[ArmResult]) -> int:
    """The smallest multiple of 5 with which six columns reach the last step."""
    return SPACING * max(1, -(-_longest(rows) // (SPACING * COLUMNS)))


def _longest(rows: Sequence[ArmResult]) -> int:
    return max(len(row.by_step) for row in rows)


def _is_known(row: ArmResult) -> bool:
    return any(each.executability is not None for each in row.by_step)


def _lines(row: ArmResult, name: Name, numbers: Sequence[int]) -> Iterator[Line]:
    """Two lines: progress and executability. After the longest episode, progress stays constant and there are no
    actions."""
    if not row.by_step:
        return
    last = len(row.by_step)
    progress = (score(row.by_step[min(number, last) - 1].progress) for number in numbers)
    executable = (score(row.by_step[number - 1].executability) if number <= last else NOTHING for number in numbers)
    yield name(row), "progress", *progress
    yield "", "executable", *executable
