"""A table of a scorecard: columns, and lines grouped by unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ariadne.gather import gathered


class Cell(Protocol):
    """A row or a comparison: the result of an arm on a unit. `unit` is None over all units; `asked` is its model.

    Units are games, data sets or presets; arms are agents with their memories, or methods.
    """

    @property
    def unit(self) -> str | None: ...
    @property
    def arm(self) -> str: ...
    @property
    def asked(self) -> str | None: ...


@dataclass(frozen=True)
class At:
    """A cell by its parts."""

    unit: str | None
    arm: str
    asked: str | None


T = TypeVar("T")
C = TypeVar("C", bound=Cell)

Line = tuple[str, ...]
Name = Callable[[Cell], str]
Groups = Sequence[tuple[str, Sequence[T]]]
Columns = Sequence[tuple[str, Callable[[T], str]]]
"""Each column's heading, and the text of a line in it."""

ALL_GAMES = "all games"
WORDS = frozenset({0})
"""The columns that hold words, not numbers: usually the first."""


@dataclass(frozen=True)
class RowGroup:
    """The lines of one unit, or of all units."""

    title: str
    lines: Sequence[Line]


@dataclass(frozen=True)
class Section:
    """One table. `remark` explains its columns; `words` are the columns that hold words."""

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


def by_unit(cells: Iterable[C], overall: Sequence[C] = (), everywhere: str = ALL_GAMES) -> list[tuple[str, list[C]]]:
    """Cells by unit; then those over all units, if there are several."""
    groups = list(gathered((cell.unit or everywhere, cell) for cell in cells).items())
    return [*groups, (everywhere, list(overall))] if len(groups) > 1 and overall else groups


def parts_of(groups: Groups[C], parts: Callable[[C], Sequence[T]], name: Name) -> list[tuple[str, list[tuple[str, T]]]]:
    """The parts of all rows, each with its row's name, which only the first part of a row shows."""
    return [
        (title, [("" if place else name(row), part) for row in rows for place, part in enumerate(parts(row))])
        for title, rows in groups
    ]


def namer(rows: Sequence[Cell]) -> Name:
    """Returns how arms are called: with their model if the rows have several."""
    if len({row.asked for row in rows if row.asked}) < 2:
        return lambda cell: cell.arm
    return lambda cell: f"{cell.arm} · {cell.asked}" if cell.asked else cell.arm
