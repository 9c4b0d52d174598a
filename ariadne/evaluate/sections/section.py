"""A table of a scorecard, and how it is put together from rows or comparisons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ariadne.evaluate.card import Row, Who
from ariadne.gather import gathered

T = TypeVar("T")
W = TypeVar("W", bound=Who)

Line = tuple[str, ...]
Name = Callable[[Who], str]
Rows = Sequence[tuple[str, Sequence[Row]]]

ALL_GAMES = "all games"


@dataclass(frozen=True)
class Group:
    """The lines of one game, or of all."""

    title: str
    lines: Sequence[Line]


@dataclass(frozen=True)
class Section:
    """One table.

    Attributes:
        columns: the first is who plays.
        words: the columns that hold words, and not numbers.
        remark: what the columns mean, in a sentence.
    """

    title: str
    columns: Line
    groups: Sequence[Group]
    remark: str = ""
    words: frozenset[int] = frozenset({0})


def by_game(rows: Sequence[W], overall: Sequence[W] = ()) -> list[tuple[str, list[W]]]:
    """Lines by game, then those of all games where there is more than one game."""
    groups = groups_of(rows, lambda row: row.game or ALL_GAMES)
    return [*groups, (ALL_GAMES, list(overall))] if len(groups) > 1 and overall else groups


def groups_of(rows: Iterable[T], title: Callable[[T], str]) -> list[tuple[str, list[T]]]:
    """Rows by what they have as their title, in the order in which these come first."""
    return list(gathered((title(row), row) for row in rows).items())


def grouped(rows: Iterable[tuple[str, Sequence[T]]], line: Callable[[T], Line | None]) -> list[Group]:
    """The lines of each group that has some; a row whose line is None has none."""
    groups = (Group(title, [cells for row in group if (cells := line(row))]) for title, group in rows)
    return [group for group in groups if group.lines]
