"""Drawing a memory's graph at a step: rooms as a map, their contents below, and the other triplets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import atan2, cos, pi, sin

from ariadne.geography import COMPASS, read_connection
from ariadne.history import History
from ariadne.report.drawing import Box, Curve, Drawing, Group, Patch, Point, Polyline, Shape, TextLine
from ariadne.report.hanging import is_noted
from ariadne.report.labels import placed, room_of
from ariadne.report.layout import (
    BETWEEN,
    HEADER,
    HIGH,
    LETTER,
    LONGEST_NAME,
    LONGEST_NOTE,
    LOW,
    MARGIN,
    Block,
    Layout,
    arranged,
    branch_label,
    label_of,
    note_of,
    short,
)
from ariadne.report.moments import KnownMoment, moments
from ariadne.screen.words import who
from ariadne.text import counted
from ariadne.triplet import Edge, Triplet, triplets_of

INK, GREY, FAINT, PAGE, CARD = "#101828", "#475467", "#98a2b3", "#ffffff", "#f1f4f9"
# Okabe and Ito's blue and bluish green.
WAY, NEW = "#0072b2", "#007a5a"
LIT = "#fff0c2"
LEGEND = "thick frame: the player · blue: ways · green: learned at this step · yellow: recalled"
NARROWEST = len(LEGEND) * LETTER + 2 * MARGIN


def drawing_of(history: History, step: int) -> Drawing:
    """Draw the graph as it was when a step was decided."""
    return drawings(history)[step]


def drawings(history: History, is_whole: bool = True) -> list[Drawing]:
    """Draw the graph at each step and, if the episode has ended, after the last one.

    Args:
        is_whole: draw all facts between things; otherwise only those that are new or recalled at the step.
    """
    known = moments(history)
    recalled = [frozenset(triplets_of(step.recalled.facts if step.recalled else ())) for step in history.steps]
    # After the end nothing is recalled.
    recalled += [frozenset()] * (len(known) - len(recalled))
    scenes = map(_Scene, range(len(known)), known, arranged(known), recalled)
    return [_drawn(history, scene, is_whole) for scene in scenes]


@dataclass(frozen=True)
class _Scene:
    """A step, what is known at it, the layout, and the edges recalled."""

    step: int
    moment: KnownMoment
    plan: Layout
    recalled: frozenset[Triplet]

    def colour(self, group: Iterable[Edge], usual: str) -> str:
        return NEW if any(edge.valid_from == self.step for edge in group) else usual

    def matters(self, group: Iterable[Edge]) -> bool:
        return any(edge.valid_from == self.step or edge.triplet in self.recalled for edge in group)

    def is_recalled(self, group: Iterable[Edge]) -> bool:
        return any(edge.triplet in self.recalled for edge in group)


def _drawn(history: History, scene: _Scene, is_whole: bool) -> Drawing:
    plan, edges = scene.plan, scene.moment.edges
    title = f"{who(history.started)} · step {scene.step}: {counted(len(edges), 'triplet')}"
    links = [edge for edge in edges if edge.triplet.object not in plan.values]
    pairs = {pair: list(group) for pair, group in groupby(sorted(links, key=_pair), key=_pair)}
    hanging = {pair: group for pair, group in pairs.items() if _hangs(pair, plan)}
    ways = {pair: group for pair, group in pairs.items() if _is_way(pair, group, plan)}
    others = {
        pair: group
        for pair, group in pairs.items()
        if pair not in hanging and pair not in ways and (is_whole or scene.matters(group))
    }
    walked = {pair for pair in map(_sorted_pair, scene.moment.ways) if plan.rooms.issuperset(pair)} - ways.keys()
    groups = [
        *(_group("way", pair, [_way(plan, pair, scene.colour(group, WAY))]) for pair, group in ways.items()),
        *(_group("way", pair, [_way(plan, pair, FAINT)]) for pair in sorted(walked)),
        *(_frame(root, block, scene) for root, block in plan.blocks.items()),
        *(_branch(pair, group, scene) for pair, group in hanging.items()),
        *(_group("curve", pair, list(_curve(pair, group, scene))) for pair, group in others.items()),
        *(_vertex(vertex, notes, scene) for vertex, notes in _notes(edges, plan).items()),
        *(_group("label", pair, list(_way_label(pair, group, scene))) for pair, group in ways.items()),
    ]
    curved = [(_curve_points(plan, pair), label_of(group)) for pair, group in others.items()]
    standing = [group for group in groups if group.kind not in ("frame", "curve")]
    groups += (
        _group("label", pair, list(_label(middle, label_of(group), scene.colour(group, GREY), PAGE)))
        for (pair, group), middle in zip(others.items(), placed(curved, standing), strict=True)
    )
    heading = [
        TextLine(MARGIN, MARGIN + 4, title, INK, is_bold=True),
        TextLine(MARGIN, MARGIN + 20, LEGEND, GREY),
    ]
    width = max(plan.width, NARROWEST, len(title) * 7.3 + 2 * MARGIN)
    return Drawing(title, width, plan.height, groups, heading, MARGIN + HEADER - 8, PAGE)


def _group(kind: str, pair: tuple[str, str], shapes: Sequence[Shape]) -> Group:
    return Group(kind, " | ".join(pair), 0, 0, shapes)


def _sorted_pair(ends: Iterable[str]) -> tuple[str, str]:
    first, *others = sorted(ends)
    return first, others[0] if others else first


def _pair(edge: Edge) -> tuple[str, str]:
    return _sorted_pair(edge.triplet.vertices)


def _notes(edges: Iterable[Edge], plan: Layout) -> dict[str, list[Edge]]:
    """The edges that give each placed vertex its values."""
    found: dict[str, list[Edge]] = {vertex: [] for vertex in plan.places}
    for edge in edges:
        if is_noted(edge, plan.values):
            found[edge.triplet.subject].append(edge)
    return found


def _hangs(pair: tuple[str, str], plan: Layout) -> bool:
    first, second = pair
    return plan.places[first].parent == second or plan.places[second].parent == first


def _is_way(pair: tuple[str, str], group: Iterable[Edge], plan: Layout) -> bool:
    return plan.rooms.issuperset(pair) and any(read_connection(edge.triplet) for edge in group)


def _frame(root: str, block: Block, scene: _Scene) -> Group:
    is_here = root == scene.moment.here
    box = Box(0, 0, block.width, block.height, CARD, WAY if is_here else FAINT, 3 if is_here else 1)
    return Group("frame", root, block.x, block.y, [box])


def _vertex(vertex: str, noted: Sequence[Edge], scene: _Scene) -> Group:
    place, is_room = scene.plan.places[vertex], vertex in scene.plan.rooms
    about = [edge for edge in scene.moment.edges if vertex in edge.triplet.vertices]
    is_new = bool(about) and all(edge.valid_from == scene.step for edge in about)
    line = NEW if is_new and not is_room else WAY if is_room else GREY
    fill = LIT if scene.is_recalled(about) else PAGE
    name, base = short(vertex, LONGEST_NAME), LOW - BETWEEN + 1
    shapes: list[Shape] = [
        Box(0, 0, place.width, place.height, fill, line, 2 if is_room or is_new else 1),
        TextLine(BETWEEN, base, name, INK, is_bold=is_room),
    ]
    if noted:
        note = short(note_of(noted), LONGEST_NOTE)
        colour = scene.colour(noted, GREY)
        shapes.append(TextLine(BETWEEN, HIGH - 7, note, colour))
    return Group("vertex", vertex, place.x, place.y, shapes)


def _branch(pair: tuple[str, str], group: Sequence[Edge], scene: _Scene) -> Group:
    """The line from a vertex to its parent, with its label in front of the box."""
    places = scene.plan.places
    child = pair[0] if places[pair[0]].parent == pair[1] else pair[1]
    place = places[child]
    parent = places[place.parent or child]
    top, x, y, end = parent.height, 10, place.y - parent.y + LOW / 2, place.x - parent.x
    colour = scene.colour(group, GREY)
    thick = 2 if scene.is_recalled(group) else 1
    shapes: list[Shape] = [Polyline(((x, top), (x, y), (end, y)), colour, thick)]
    subjects = {edge.triplet.subject for edge in group}
    if branch_label(group) and child in subjects:
        shapes.append(_arrow((x, top), -pi / 2, colour))
    if subjects != {child}:
        shapes.append(_arrow((end, y), 0, colour))
    if label := branch_label(group):
        shapes += _label(((x + end) / 2, y), label, colour, CARD)
    return Group("branch", " | ".join(pair), parent.x, parent.y, shapes)


def _ends(plan: Layout, pair: tuple[str, str]) -> tuple[Point, Point]:
    """Where a way leaves the frames of two rooms: side to side in the same row, otherwise bottom to top."""
    one, other = (plan.blocks[room] for room in pair)
    if one.y == other.y:
        left, right = sorted((one, other), key=lambda block: block.x)
        return (left.x + left.width, left.y + 22), (right.x, right.y + 22)
    high, low = sorted((one, other), key=lambda block: block.y)
    return (high.x + 40, high.y + high.height), (low.x + 40, low.y)


def _way(plan: Layout, pair: tuple[str, str], colour: str) -> Shape:
    return Polyline(_ends(plan, pair), colour, 2)


def _way_label(pair: tuple[str, str], group: Sequence[Edge], scene: _Scene) -> Iterator[Shape]:
    """The label of a way that the positions of its rooms do not show: `is up from`, `is perhaps north of`."""
    (ax, ay), (bx, by) = _ends(scene.plan, pair)
    unseen = [edge for edge in group if not _is_seen(edge, scene.plan)]
    for number, edge in enumerate(unseen):
        place = (ax + bx) / 2, (ay + by) / 2 + 13 * number - 6 * (len(unseen) - 1)
        yield from _label(place, label_of([edge]), scene.colour([edge], WAY), PAGE)


def _is_seen(edge: Edge, plan: Layout) -> bool:
    way = read_connection(edge.triplet)
    if way is None or not way.is_sure or way.direction not in COMPASS:
        return False
    start, end = plan.blocks[way.origin], plan.blocks[way.destination]
    x, y = COMPASS[way.direction]
    return ((end.x > start.x) - (end.x < start.x), (start.y > end.y) - (start.y < end.y)) == (x, y)


def _curve_points(plan: Layout, pair: tuple[str, str]) -> list[Point]:
    """A curve between two boxes: side to side, or around the right if one is above the other."""
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


def _curve(pair: tuple[str, str], group: Sequence[Edge], scene: _Scene) -> Iterator[Shape]:
    points = _curve_points(scene.plan, pair)
    colour = scene.colour(group, GREY)
    yield Curve(points, colour, 2 if scene.is_recalled(group) else 1.2)
    for vertex, tip, before in ((pair[0], points[0], points[1]), (pair[1], points[3], points[2])):
        if any(edge.triplet.object == vertex for edge in group):
            yield _arrow(tip, atan2(tip[1] - before[1], tip[0] - before[0]), colour)


def _label(middle: Point, text: str, colour: str, ground: str) -> Iterator[Shape]:
    """Text on a line, with a gap in the line around it."""
    room = room_of(middle, text)
    left, top, right, bottom = room.x, room.y, room.x + room.width, room.y + room.height
    yield Patch(((left, top), (right, top), (right, bottom), (left, bottom)), ground)
    yield TextLine(middle[0], middle[1] + 4, text, colour, 12, "middle")


def _arrow(tip: Point, angle: float, colour: str, size: float = 6.0) -> Shape:
    x, y = tip
    sides = ((x - size * cos(angle + turn), y - size * sin(angle + turn)) for turn in (-0.45, 0.45))
    return Patch((tip, *sides), colour)
