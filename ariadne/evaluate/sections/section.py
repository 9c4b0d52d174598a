"""A table of a scorecard, and how it is put together from rows or comparisons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ariadne.evaluate.card import Row, Who

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
    games = list(dict.fromkeys(row.game for row in rows))
    groups = [(game or ALL_GAMES, [row for row in rows if row.game == game]) for game in games]
    return [*groups, (ALL_GAMES, list(overall))] if len(games) > 1 and overall else groups


def grouped(rows: Iterable[tuple[str, Sequence[W]]], line: Callable[[W], Line | None]) -> list[Group]:
    groups = (Group(title, [cells for row in group if (cells := line(row))]) for title, group in rows)
    return [group for group in groups if group.lines]
