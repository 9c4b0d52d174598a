"""Dividing a map's space among its names: the widths of columns, the heights of rows, the text of each room."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

Cell = tuple[int, int]

GAP = 3
"""Characters between two columns: a way and the marks of the rooms on both sides."""
_BESIDE = GAP - 1
"""Characters by which a thing may exceed its column: the gap beside things is free."""
_SIDES = 4
"""Characters for marks, left and right of the map."""
_NARROWEST = 7
"""The shortest length to which names are cut."""


@dataclass(frozen=True)
class RoomText:
    """The lines of a room's name and, below it, of its things."""

    name: Sequence[str]
    things: Sequence[str]


@dataclass(frozen=True)
class Blocks:
    """The texts of a map.

    Attributes:
        at: the text in each cell of the grid.
        centres: the middle of each column of the grid.
        tops: the first line of each row of the grid.
        lines: the number of lines of the map.
    """

    at: Mapping[Cell, RoomText]
    centres: Mapping[int, int]
    tops: Mapping[int, int]
    lines: Mapping[int, int]


def blocks(names: Mapping[Cell, str], things: Mapping[Cell, Sequence[str]], width: int, height: int) -> Blocks:
    """Divide `width` × `height` characters. Names come before things, and are wrapped before they are cut."""
    columns = {x: [cell for cell in names if cell[0] == x] for x in _range(x for x, _ in names)}
    rows = {y: [cell for cell in names if cell[1] == y] for y in _range(y for _, y in names)}
    named = [[names[cell] for cell in column] for column in columns.values()]
    there = [[thing for cell in column for thing in things.get(cell, ())] for column in columns.values()]
    wishes = [
        [min(_longest(each), _NARROWEST) for each in named],
        [_longest_word(each) for each in named],
        [_longest_word(each) - _BESIDE for each in there],
        [_longest(each) for each in named],
        [_longest(each) - _BESIDE for each in there],
    ]
    widths = _granted(wishes, width - _SIDES - GAP * (len(columns) - 1))
    wide = dict(zip(columns, widths, strict=True))

    name_lines = {cell: len(_wrapped(name, wide[cell[0]])) for cell, name in names.items()}
    thing_lines = {cell: len(_wrapped(", ".join(things.get(cell, ())), wide[cell[0]] + _BESIDE)) for cell in names}
    wishes = [[1] * len(rows)] + [
        [max((name_lines[cell] + min(thing_lines[cell], most) for cell in row), default=1) for row in rows.values()]
        for most in range(max(thing_lines.values(), default=0) + 1)
    ]
    lines = _granted(wishes, height - len(rows) + 1)
    high = dict(zip(rows, lines, strict=True))

    at = {cell: _block(name, things.get(cell, ()), wide[cell[0]], high[cell[1]]) for cell, name in names.items()}
    centres = [start + width // 2 for start, width in zip(_starts(widths, GAP), widths, strict=True)]
    return Blocks(at, dict(zip(columns, centres, strict=True)), dict(zip(rows, _starts(lines, 1), strict=True)), high)


def _granted(wishes: Sequence[Sequence[int]], space: int) -> list[int]:
    """The sizes of columns or rows. First wishes are granted, then each later one where it fits, the smallest first.

    If even the first wishes do not fit, only a part of the map is visible, so the second ones are granted, too.
    """
    sizes = [*wishes[0]] if sum(wishes[0]) <= space else [*map(max, *wishes[:2])]
    for wished in wishes[1:]:
        missing = [wish - size for wish, size in zip(wished, sizes, strict=True)]
        for place in sorted(range(len(sizes)), key=missing.__getitem__):
            spare = space - sum(sizes)
            if missing[place] > 0 and (missing[place] <= spare or wished is wishes[-1]):
                sizes[place] += min(missing[place], max(spare, 0))
    return sizes


def _block(name: str, things: Sequence[str], width: int, lines: int) -> RoomText:
    written = _fitted(name, width, lines)
    return RoomText(written, _as_many(things, width + _BESIDE, lines - len(written)))


def _as_many(things: Sequence[str], width: int, lines: int) -> Sequence[str]:
    """As many things as fit, then the number of the others."""
    if lines < 1:
        return ()
    told = ""
    for count in range(1, len(things) + 1):
        others = len(things) - count
        text = ", ".join(things[:count]) + f" +{others}" * (others > 0)
        if told and not _fits(text, width, lines):
            break
        told = text
    return _fitted(told, width, lines)


def _fitted(text: str, width: int, lines: int) -> Sequence[str]:
    """Wrap a text to at most `lines` lines; cut it in its middle if it does not fit."""
    whole = _wrapped(text, width)
    kept = [*whole[: lines - 1], *[" ".join(whole[lines - 1 :])] * (len(whole) >= lines)]
    return [_cut(line, width) for line in kept]


def _fits(text: str, width: int, lines: int) -> bool:
    whole = _wrapped(text, width)
    return len(whole) <= lines and _longest(whole) <= width


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, 1), break_long_words=False, break_on_hyphens=False)


def _cut(text: str, width: int) -> str:
    """Cut a text in its middle, so that names that begin or end alike stay distinct."""
    kept = width - 1
    return text if len(text) <= width else f"{text[: kept - kept // 2]}…{text[len(text) - kept // 2 :]}"


def _longest(texts: Iterable[str]) -> int:
    return max(map(len, texts), default=0)


def _longest_word(texts: Iterable[str]) -> int:
    return _longest(word for text in texts for word in text.split())


def _starts(sizes: Sequence[int], gap: int) -> list[int]:
    return [*accumulate((size + gap for size in sizes), initial=0)][: len(sizes)]


def _range(numbers: Iterable[int]) -> range:
    found = {*numbers}
    return range(min(found, default=0), max(found, default=-1) + 1)
