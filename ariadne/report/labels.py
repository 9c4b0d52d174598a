"""Placing labels on their curves: clear of boxes and of each other, and of other curves where there is room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ariadne.report.drawing import Box, Group, Patch, Point
from ariadne.report.layout import LETTER, Block

HEIGHT, AIR = 12.0, 2.0
# Positions along a curve, from the middle outward.
PARTS = sorted((number / 40 for number in range(4, 37)), key=lambda part: abs(part - 0.5))


def room_of(middle: Point, text: str) -> Block:
    """Return the rectangle that a label covers."""
    width = len(text) * LETTER + 4
    return Block(middle[0] - width / 2, middle[1] - HEIGHT / 2, width, HEIGHT)


def placed(curves: Sequence[tuple[Sequence[Point], str]], groups: Iterable[Group]) -> list[Point]:
    """Return the centre of each curve's label.

    Args:
        curves: the four points of each Bézier curve, with its label's text.
        groups: the shapes that labels must not cover.
    """
    taken = list(_covered(groups))
    along = [[on_curve(points, part) for part in PARTS] for points, _ in curves]
    spans = [around.width + around.height for around in map(_around, along)]
    found: dict[int, Point] = {}
    # Short curves go first: they have fewer positions to choose from.
    for number in sorted(range(len(curves)), key=lambda number: spans[number]):
        others = (Block(*point, 0, 0) for other in range(len(curves)) if other != number for point in along[other])
        rooms = [room_of(middle, curves[number][1]) for middle in along[number]]
        best = int(np.argmin(_overlaps(rooms, [*taken, *others])))
        found[number] = along[number][best]
        taken.append(rooms[best])
    return [found[number] for number in range(len(curves))]


def on_curve(points: Sequence[Point], part: float) -> Point:
    """Return the point of a Bézier curve at a parameter from 0 to 1."""
    weights = ((1 - part) ** 3, 3 * part * (1 - part) ** 2, 3 * part**2 * (1 - part), part**3)
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, points, strict=True)) for axis in (0, 1))
    return x, y


def _covered(groups: Iterable[Group]) -> Iterator[Block]:
    """The rectangles that boxes and labels cover."""
    for group in groups:
        for shape in group.shapes:
            if isinstance(shape, Box):
                yield Block(group.x + shape.x, group.y + shape.y, shape.width, shape.height)
            elif isinstance(shape, Patch):
                around = _around(shape.points)
                yield replace(around, x=group.x + around.x, y=group.y + around.y)


def _around(points: Sequence[Point]) -> Block:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Block(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _overlaps(rooms: Sequence[Block], taken: Sequence[Block]) -> NDArray[np.float64]:
    """For each rectangle the area already taken, with a margin around what takes it; a point takes only its margin."""
    if not taken:
        return np.zeros(len(rooms))
    ours, theirs = (
        np.array([(block.x, block.y, block.x + block.width, block.y + block.height) for block in blocks])
        for blocks in (rooms, taken)
    )
    ends = np.minimum(ours[:, None, 2:], theirs[None, :, 2:])
    starts = np.maximum(ours[:, None, :2], theirs[None, :, :2])
    shared: NDArray[np.float64] = np.maximum(0, ends - starts + AIR).prod(axis=2).sum(axis=1)
    return shared
