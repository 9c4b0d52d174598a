"""A table of a scorecard: columns, and lines grouped by unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ariadne.evaluate.card import ArmResult, Placed
from ariadne.evaluate.sections.cells import Form, count, interval, score
from ariadne.gather import gathered

T = TypeVar("T")
P = TypeVar("P", bound=Placed)

Line = tuple[str, ...]
Name = Callable[[Placed], str]
Groups = Sequence[tuple[str, Sequence[T]]]
Columns = Sequence[tuple[str, Callable[[T], str]]]
"""Each column's heading, and the text of a line in it."""

ALL_GAMES = "all games"
WORDS = frozenset({0})
"""The columns that contain words, not numbers: usually the first."""


@dataclass(frozen=True)
class RowGroup:
    """The lines of one unit, or of all units."""

    title: str
    lines: Sequence[Line]


@dataclass(frozen=True)
class Section:
    """One table. `remark` explains its columns; `words` are the columns that contain words."""

    title: str
    columns: Line
    groups: Sequence[RowGroup]
    remark: str = ""
    words: frozenset[int] = WORDS


def table(
    title: str,
    groups: Groups[T],
    columns: Columns[T],
    remark: str = "",
    *,
    words: frozenset[int] = WORDS,
    when: Callable[[T], object] = lambda row: True,
) -> Section:
    """Make a table with a line for each row; rows for which `when` is false are left out, and so are empty groups."""
    found = (
        RowGroup(name, [tuple(cell(row) for _, cell in columns) for row in rows if when(row)]) for name, rows in groups
    )
    heads = tuple(head for head, _ in columns)
    return Section(title, heads, [group for group in found if group.lines], remark, words)


def mean_of(metric: str, form: Form = score) -> Callable[[ArmResult], str]:
    """A column of means."""
    return lambda row: form(row.mean(metric))


def total_of(metric: str) -> Callable[[ArmResult], str]:
    """A column of counts."""
    return lambda row: count(row.total(metric))


def interval_of(metric: str, form: Form = score) -> Callable[[ArmResult], str]:
    """A column of the intervals of means."""
    return lambda row: interval(row.metrics[metric].ci95 if metric in row.metrics else None, form)


def having(metric: str) -> Callable[[ArmResult], bool]:
    """A test whether a metric is known."""
    return lambda row: row.mean(metric) is not None


def by_unit(found: Iterable[P], overall: Sequence[P] = (), everywhere: str = ALL_GAMES) -> list[tuple[str, list[P]]]:
    """Results by unit; then those over all units, if there are several."""
    groups = list(gathered((each.unit or everywhere, each) for each in found).items())
    return [*groups, (everywhere, list(overall))] if len(groups) > 1 and overall else groups


def parts_of(
    groups: Groups[ArmResult], metric: str, name: Name, when: Callable[[ArmResult], object] = lambda part: True
) -> list[tuple[str, list[ArmResult]]]:
    """The parts of rows that have a metric, as rows: `unit` is the part. Only the first part shows the name of its
    row."""
    return [(title, [part for row in rows for part in _parts(row, metric, name, when)]) for title, rows in groups]


def _parts(row: ArmResult, metric: str, name: Name, when: Callable[[ArmResult], object]) -> Iterator[ArmResult]:
    label = name(row)
    for part in row.parts(metric):
        end = f".{part}"
        own = {whole.removesuffix(end): value for whole, value in row.metrics.items() if whole.endswith(end)}
        found = row.model_copy(update={"unit": part, "arm": label, "metrics": own})
        if when(found):
            yield found
            label = ""


def namer(rows: Sequence[Placed]) -> Name:
    """Return a function that names arms, with their model if the rows have several."""
    if len({row.model for row in rows if row.model}) < 2:
        return lambda each: each.arm
    return lambda each: f"{each.arm} · {each.model}" if each.model else each.arm
