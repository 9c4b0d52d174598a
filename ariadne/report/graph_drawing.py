"""The graph of a memory at a step as a drawing: rooms as a map, what is in them below, and whatever else is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import atan2, cos, pi, sin

from ariadne.geography import read_connection
from ariadne.history import History
from ariadne.report.drawing import Box, Drawing, Line, Patch, Point, Shape, Words
from ariadne.report.layout import (
    BETWEEN,
    HIGH,
    LONGEST_NAME,
    LONGEST_NOTE,
    LOW,
    MARGIN,
    SMALL_LETTER,
    Block,
    Layout,
    Place,
    label_of,
    layout,
    note_of,
    short,
)
from ariadne.screen.words import who
from ariadne.text import counted, one_line
from ariadne.triplet import Edge

INK, GREY, FAINT, PAGE, CARD = "#101828", "#475467", "#98a2b3", "#ffffff", "#f8fafc"
# Okabe and Ito's blue, bluish green and vermilion.
WAY, NEW, FAR = "#0072b2", "#007a5a", "#b34a00"
LEGEND = "boxes in a frame: what hangs on a room · blue: ways · orange: other triplets · green: learned at this step"
NARROWEST = len(LEGEND) * SMALL_LETTER + 2 * MARGIN
SMALL = 10
CELL = 60.0


def drawing_of(history: History, step: int) -> Drawing:
    """The graph as it was when a step was decided; each vertex stands where it stands at all other steps."""
    plan, edges = layout(history), history.graph_at(step)
    title = f"{who(history.started)} · step {step}: {counted(len(edges), 'triplet')}"
    links = [edge for edge in edges if edge.triplet.object not in plan.values]
    notes = _notes(edges, plan)
    shown = {vertex for edge in edges for vertex in edge.triplet.vertices if vertex in plan.places}
    frames = {plan.places[vertex].block for vertex in shown}
    pairs = {pair: list(group) for pair, group in groupby(sorted(links, key=_pair), key=_pair)}
    hanging = {pair: group for pair, group in pairs.items() if _hangs(pair, plan)}
    ways = {pair: group for pair, group in pairs.items() if _is_way(pair, group, plan)}
    others = {pair: group for pair, group in pairs.items() if pair not in hanging and pair not in ways}
    crowd = _Crowd([plan.places[vertex] for vertex in shown])
    width = max(plan.width, NARROWEST, len(title) * 7.3 + 2 * MARGIN)
    shapes: list[Shape] = [
        Words(MARGIN, MARGIN + 4, title, INK, is_bold=True),
        Words(MARGIN, MARGIN + 20, LEGEND, GREY, SMALL),
        *(_way(plan, pair) for pair in ways),
        *(_card(block, root in plan.rooms & shown) for root, block in plan.blocks.items() if root in frames),
        *(shape for pair, group in hanging.items() for shape in _branch(plan, pair, group, step)),
        *(shape for pair, group in others.items() for shape in _curve(plan, pair, group, step)),
        *(shape for vertex in plan.places if vertex in shown for shape in _vertex(vertex, plan, notes, step)),
        *(shape for pair, group in ways.items() for shape in _way_label(plan, pair, group, step)),
        *(shape for pair, group in others.items() for shape in crowd.label(_spots(plan, pair), group, step)),
    ]
    return Drawing(title, width, plan.height, shapes, PAGE)


def _pair(edge: Edge) -> tuple[str, str]:
    first, second = sorted(edge.triplet.vertices)
    return first, second


def _notes(edges: Iterable[Edge], plan: Layout) -> dict[str, list[Edge]]:
    found: dict[str, list[Edge]] = {}
    for edge in edges:
        if edge.triplet.object in plan.values:
            found.setdefault(edge.triplet.subject, []).append(edge)
    return found


def _hangs(pair: tuple[str, str], plan: Layout) -> bool:
    first, second = pair
    return plan.places[first].parent == second or plan.places[second].parent == first


def _is_way(pair: tuple[str, str], group: Iterable[Edge], plan: Layout) -> bool:
    return plan.rooms.issuperset(pair) and any(read_connection(edge.triplet) for edge in group)


def _colour(group: Iterable[Edge], step: int, usual: str) -> str:
    return NEW if any(edge.valid_from == step for edge in group) else usual


def _card(block: Block, is_room: bool) -> Shape:
    return Box(block.x, block.y, block.width, block.height, CARD, FAINT, is_dashed=not is_room)


def _vertex(vertex: str, plan: Layout, notes: Mapping[str, list[Edge]], step: int) -> Iterator[Shape]:
    place, is_room = plan.places[vertex], vertex in plan.rooms
    noted = notes.get(vertex, [])
    yield Box(place.x, place.y, place.width, place.height, PAGE, WAY if is_room else GREY, 2 if is_room else 1)
    name = short(vertex, LONGEST_NAME)
    base = place.y + LOW - BETWEEN + 1
    yield Words(place.x + BETWEEN, base, name, INK, is_bold=is_room, whole=_if_cut(vertex, name))
    if noted:
        whole = note_of(noted)
        note = short(whole, LONGEST_NOTE)
        colour = _colour(noted, step, GREY)
        yield Words(place.x + BETWEEN, place.y + HIGH - 7, note, colour, SMALL, whole=_if_cut(whole, note))


def _if_cut(whole: str, drawn: str) -> str:
    line = one_line(whole)
    return "" if line == drawn else line


def _branch(plan: Layout, pair: tuple[str, str], group: Sequence[Edge], step: int) -> Iterator[Shape]:
    """The line from a vertex to what it hangs on, with its label in front of the box."""
    child = pair[0] if plan.places[pair[0]].parent == pair[1] else pair[1]
    place = plan.places[child]
    parent = plan.places[place.parent or child]
    x, y = parent.x + 10, place.y + LOW / 2
    colour = _colour(group, step, GREY)
    top = parent.y + parent.height
    yield Line([(x, top), (x, y), (place.x, y)], colour)
    subjects = {edge.triplet.subject for edge in group}
    if child in subjects:
        yield _arrow((x, top), -pi / 2, colour)
    if subjects != {child}:
        yield _arrow((place.x, y), 0, colour)
    yield from _label(((x + place.x) / 2, y), label_of(group), colour, CARD)


def _ends(plan: Layout, pair: tuple[str, str]) -> tuple[Point, Point]:
    """Where a way leaves the frames of two rooms: in the same row from side to side, else from below to above."""
    one, other = (plan.blocks[room] for room in pair)
    if one.y == other.y:
        left, right = sorted((one, other), key=lambda block: block.x)
        return (left.x + left.width, left.y + 22), (right.x, right.y + 22)
    high, low = sorted((one, other), key=lambda block: block.y)
    return (high.x + 40, high.y + high.height), (low.x + 40, low.y)


def _way(plan: Layout, pair: tuple[str, str]) -> Shape:
    return Line(_ends(plan, pair), WAY, 2)


def _way_label(plan: Layout, pair: tuple[str, str], group: Sequence[Edge], step: int) -> Iterator[Shape]:
    """One line for each thing that is said, with an arrow from its subject to its object."""
    (ax, ay), (bx, by) = _ends(plan, pair)
    x, y = (ax + bx) / 2, (ay + by) / 2 - 6 * (len(group) - 1)
    for number, edge in enumerate(group):
        subject, object_ = (plan.blocks[vertex] for vertex in edge.triplet.vertices)
        arrow = _ARROWS[round(atan2(object_.y - subject.y, object_.x - subject.x) / (pi / 4)) % 8]
        text = f"{arrow} {label_of([edge])}"
        yield from _label((x, y + 12 * number), text, _colour([edge], step, WAY), PAGE)


_ARROWS = "→↘↓↙←↖↑↗"


def _curve_points(plan: Layout, pair: tuple[str, str]) -> list[Point]:
    """A curve between two boxes: from side to side, or around the right where they stand above each other."""
    one, other = (plan.places[vertex] for vertex in pair)
    (ax, ay), (bx, by) = one.middle, other.middle
    if one.x + one.width < other.x or other.x + other.width < one.x:
        sign = 1 if ax < bx else -1
        ax, bx = ax + sign * one.width / 2, bx - sign * other.width / 2
        bow = max(30.0, abs(bx - ax) / 2) * sign
        return [(ax, ay), (ax + bow, ay), (bx - bow, by), (bx, by)]
    ax, bx = one.x + one.width, other.x + other.width
    bow = max(ax, bx) + 30 + abs(by - ay) / 8
    return [(ax, ay), (bow, ay), (bow, by), (bx, by)]


def _curve(plan: Layout, pair: tuple[str, str], group: Sequence[Edge], step: int) -> Iterator[Shape]:
    points = _curve_points(plan, pair)
    colour = _colour(group, step, FAR)
    yield Line(points, colour, 1.2, bent=True)
    for vertex, tip, before in ((pair[0], points[0], points[1]), (pair[1], points[3], points[2])):
        if any(edge.triplet.object == vertex for edge in group):
            yield _arrow(tip, atan2(tip[1] - before[1], tip[0] - before[0]), colour)


def _spots(plan: Layout, pair: tuple[str, str]) -> list[Point]:
    """Where on a curve its label may stand, the middle first."""
    points = _curve_points(plan, pair)
    return [_on_curve(points, part) for part in (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82)]


def _on_curve(points: Sequence[Point], part: float) -> Point:
    weights = ((1 - part) ** 3, 3 * part * (1 - part) ** 2, 3 * part**2 * (1 - part), part**3)
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, points, strict=True)) for axis in (0, 1))
    return x, y


def _label(middle: Point, text: str, colour: str, ground: str) -> Iterator[Shape]:
    """Text on a line, which ends before it and goes on behind it."""
    x, y = middle
    half = len(text) * SMALL_LETTER / 2 + 2
    yield Patch([(x - half, y - 6), (x + half, y - 6), (x + half, y + 6), (x - half, y + 6)], ground)
    yield Words(x, y + 3, text, colour, SMALL, "middle")


def _arrow(tip: Point, angle: float, colour: str, size: float = 6.0) -> Shape:
    x, y = tip
    sides = [(x - size * cos(angle + turn), y - size * sin(angle + turn)) for turn in (-0.45, 0.45)]
    return Patch([tip, *sides], colour)


Area = tuple[float, float, float, float]
"""Left, top, right and bottom."""


class _Crowd:
    """Puts labels where they hide the least of boxes and of other labels, found by the cells of a grid."""

    def __init__(self, boxes: Iterable[Place]) -> None:
        self._cells: dict[tuple[int, int], list[Area]] = {}
        for box in boxes:
            self._take((box.x, box.y, box.x + box.width, box.y + box.height))

    def label(self, points: Sequence[Point], group: Sequence[Edge], step: int) -> Iterator[Shape]:
        """The label of a curve, at one of these points on it."""
        text = label_of(group)
        half = len(text) * SMALL_LETTER / 2
        areas = [(x - half, y - 6, x + half, y + 6) for x, y in points]
        best = min(range(len(points)), key=lambda place: (self._hidden(areas[place]), place))
        self._take(areas[best])
        yield from _label(points[best], text, _colour(group, step, FAR), PAGE)

    def _take(self, area: Area) -> None:
        for cell in _cells(area):
            self._cells.setdefault(cell, []).append(area)

    def _hidden(self, area: Area) -> float:
        near = {other for cell in _cells(area) for other in self._cells.get(cell, ())}
        left, top, right, bottom = area
        return sum(
            max(0.0, min(right, r) - max(left, x)) * max(0.0, min(bottom, b) - max(top, y)) for x, y, r, b in near
        )


def _cells(area: Area) -> Iterator[tuple[int, int]]:
    """The cells of a grid that an area touches."""
    left, top, right, bottom = (int(side // CELL) for side in area)
    return ((column, row) for column in range(left, right + 1) for row in range(top, bottom + 1))
