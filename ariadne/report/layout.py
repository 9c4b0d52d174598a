"""Where the vertices of an episode's graph are drawn: the same places at every step, and for every drawing of it.

Rooms stand on the compass grid of the map. What is known of a room hangs below it as a tree, one vertex a row; what
hangs on no room stands in blocks of its own below the map. A value, such as `locked` or `north`, is shared by much that
has nothing to do with each other: it has no place, and is noted beside what it is said of. Units are pixels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from math import ceil, sqrt

from ariadne.geography import is_spatial
from ariadne.history import History
from ariadne.screen.map import Cell, maps
from ariadne.text import one_line
from ariadne.triplet import Edge, clean

LETTER, SMALL_LETTER = 7.3, 6.1
LONGEST_NAME, LONGEST_NOTE, LONGEST_LABEL = 28, 44, 22
LOW, HIGH, BETWEEN = 20.0, 34.0, 7.0
MARGIN, PAD, ACROSS, DOWN = 24.0, 12.0, 104.0, 52.0
INDENT = 30.0
HEADER = 36.0

# Values are told from things by what is said of them: a value is only ever an object, and of many, or of `is`.
_MANY = 3
_CARRIED = "inventory"
_WITHIN = frozenset({"in", "on", "at", "inside", "under", "behind", "near", "of"})


@dataclass(frozen=True)
class Place:
    """The box of a vertex.

    Attributes:
        x, y: its upper left corner.
        parent: the vertex that it hangs on; None for the first of a block.
        block: the first vertex of its block.
    """

    x: float
    y: float
    width: float
    height: float
    parent: str | None
    block: str

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of the box."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True)
class Block:
    """A frame around a tree of vertices."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Layout:
    """The places of all vertices that an episode's graph ever had.

    Attributes:
        places: of every vertex that is no value.
        blocks: by their first vertex.
        rooms: the vertices that stand on the map.
        values: the vertices that are noted beside others.
    """

    places: Mapping[str, Place]
    blocks: Mapping[str, Block]
    rooms: frozenset[str]
    values: frozenset[str]
    width: float
    height: float


def layout(history: History) -> Layout:
    """The layout of an episode; the same history gives the same one."""
    return arranged(history.edges, {clean(room): cell for room, cell in maps(history.steps)[-1].cells.items()})


def arranged(edges: Sequence[Edge], cells: Mapping[str, Cell]) -> Layout:
    """The layout of these triplets.

    Args:
        edges: all that were ever learned, in order.
        cells: for each visited room its column and row.
    """
    values = _values(edges, cells)
    links = [edge for edge in edges if not values & {*edge.triplet.vertices}]
    vertices = dict.fromkeys(vertex for edge in edges for vertex in edge.triplet.vertices if vertex not in values)
    rooms = [room for room in cells if room in vertices]
    parents = _parents(links, rooms, vertices)
    hung = _hung(edges, parents, values)
    trees = {root: hung.tree(root) for root, parent in parents.items() if parent is None}
    columns, rows = _numbered(cells[room][0] for room in rooms), _numbered(cells[room][1] for room in rooms)
    grid = {room: (columns[cells[room][0]], rows[cells[room][1]]) for room in rooms}
    others = [root for root in trees if root not in grid]
    in_a_row = max(len(columns), ceil(sqrt(len(others))), 1)
    grid |= {root: (place % in_a_row, len(rows) + place // in_a_row) for place, root in enumerate(others)}
    blocks = _spread({root: _frame(tree.values()) for root, tree in trees.items()}, grid)
    places = {
        name: Place(blocks[root].x + box.x, blocks[root].y + box.y, box.width, box.height, parents[name], root)
        for root, tree in trees.items()
        for name, box in tree.items()
    }
    width = max((block.x + block.width for block in blocks.values()), default=MARGIN) + MARGIN
    height = max((block.y + block.height for block in blocks.values()), default=MARGIN + HEADER) + MARGIN
    return Layout(places, blocks, frozenset(rooms), values, width, height)


def short(text: str, longest: int) -> str:
    """Text of a game or a model as it is drawn: safe, on one line, and cut off where it is too long."""
    line = one_line(text)
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def note_of(edges: Iterable[Edge]) -> str:
    """What several triplets with values say of their subject: `has exit north, east; is open`."""
    said: dict[str, list[str]] = {}
    for edge in edges:
        said.setdefault(edge.triplet.relation, []).append(edge.triplet.object)
    return "; ".join(f"{relation} {', '.join(objects)}" for relation, objects in said.items())


def label_of(edges: Iterable[Edge]) -> str:
    """What is written on the line between two vertices."""
    return short(" / ".join(dict.fromkeys(edge.triplet.relation for edge in edges)), LONGEST_LABEL)


def _values(edges: Sequence[Edge], cells: Mapping[str, Cell]) -> frozenset[str]:
    subjects = {edge.triplet.subject for edge in edges}
    said = {(edge.triplet.subject, edge.triplet.object) for edge in edges}
    of = Counter(value for _, value in said)
    plain = {
        edge.triplet.object for edge in edges if edge.triplet.relation in ("is", "are") or is_spatial(edge.triplet)
    }
    return frozenset(
        value
        for value in of
        if value not in subjects and value not in cells and (value in plain or value == _CARRIED or of[value] >= _MANY)
    )


def _parents(links: Sequence[Edge], rooms: Iterable[str], vertices: Iterable[str]) -> dict[str, str | None]:
    """For each vertex what it hangs on, rooms first; where it is goes before what else is said, and what was known
    long before what was known for a while."""
    nearby: dict[str, list[tuple[tuple[bool, int, int], str]]] = {}
    last = max((max(edge.valid_from, edge.valid_to or 0) for edge in links), default=0)
    for number, edge in enumerate(links):
        is_place = edge.triplet.relation.split()[-1] in _WITHIN
        rank = (not is_place, edge.valid_from - (last + 1 if edge.valid_to is None else edge.valid_to), number)
        subject, object_ = edge.triplet.vertices
        nearby.setdefault(subject, []).append((rank, object_))
        nearby.setdefault(object_, []).append((rank, subject))
    parents: dict[str, str | None] = dict.fromkeys(rooms)
    _grow(parents, list(parents), nearby)
    for vertex in sorted(vertices, key=lambda vertex: -len(nearby.get(vertex, ()))):
        if vertex not in parents:
            parents[vertex] = None
            _grow(parents, [vertex], nearby)
    return parents


def _grow(
    parents: dict[str, str | None], seeds: Iterable[str], nearby: Mapping[str, list[tuple[tuple[bool, int, int], str]]]
) -> None:
    """Hang all that can be reached on what is placed, always by the best link there is (Prim's algorithm)."""
    open_links = [(rank, other, seed) for seed in seeds for rank, other in nearby.get(seed, ())]
    heapify(open_links)
    while open_links:
        _, vertex, parent = heappop(open_links)
        if vertex in parents:
            continue
        parents[vertex] = parent
        for rank, other in nearby[vertex]:
            heappush(open_links, (rank, other, vertex))


@dataclass(frozen=True)
class _Hung:
    """What hangs on what, and how much is written beside it at most, in letters."""

    children: Mapping[str, Sequence[str]]
    notes: Mapping[str, int]
    labels: Mapping[str, int]

    def tree(self, root: str) -> dict[str, Block]:
        """The boxes of a block, in rows, measured from its upper left corner."""
        boxes: dict[str, Block] = {}
        y, waiting = PAD, [(root, PAD)]
        while waiting:
            vertex, x = waiting.pop()
            note = self.notes.get(vertex, 0)
            wide = max(len(short(vertex, LONGEST_NAME)) * LETTER, note * SMALL_LETTER) + 2 * BETWEEN
            boxes[vertex] = Block(x, y, wide, HIGH if note else LOW)
            y += boxes[vertex].height + BETWEEN
            below = self.children.get(vertex, ())
            indent = INDENT + max((self.labels.get(child, 0) for child in below), default=0) * SMALL_LETTER
            waiting += [(child, x + indent) for child in reversed(below)]
        return boxes


def _hung(edges: Sequence[Edge], parents: Mapping[str, str | None], values: frozenset[str]) -> _Hung:
    children: dict[str, list[str]] = {}
    for vertex, parent in parents.items():
        if parent is not None:
            children.setdefault(parent, []).append(vertex)
    return _Hung(children, _longest_notes(edges, values), _longest_labels(edges, parents))


def _longest_notes(edges: Sequence[Edge], values: frozenset[str]) -> dict[str, int]:
    """For each vertex, how many letters are noted beside it at most."""
    of: dict[str, list[Edge]] = {}
    for edge in edges:
        if edge.triplet.object in values:
            of.setdefault(edge.triplet.subject, []).append(edge)
    return {
        vertex: max(
            len(short(note_of(edge for edge in noted if edge.valid_at(then.valid_from)), LONGEST_NOTE))
            for then in noted
        )
        for vertex, noted in of.items()
    }


def _longest_labels(edges: Sequence[Edge], parents: Mapping[str, str | None]) -> dict[str, int]:
    """For each vertex, how many letters there are between it and what it hangs on at most."""
    between: dict[str, list[Edge]] = {}
    for edge in edges:
        subject, object_ = edge.triplet.vertices
        for vertex, other in ((subject, object_), (object_, subject)):
            if parents.get(vertex) == other:
                between.setdefault(vertex, []).append(edge)
    return {vertex: len(label_of(found)) for vertex, found in between.items()}


def _numbered(numbers: Iterable[int]) -> dict[int, int]:
    """Rows or columns, counted from 0, without those that nothing is in."""
    return {number: place for place, number in enumerate(sorted(set(numbers)))}


def _frame(boxes: Iterable[Block]) -> Block:
    """The frame around boxes, at no place yet."""
    sizes = [(box.x + box.width, box.y + box.height) for box in boxes]
    return Block(0, 0, max(x for x, _ in sizes) + PAD, max(y for _, y in sizes) + PAD)


def _spread(frames: Mapping[str, Block], grid: Mapping[str, Cell]) -> dict[str, Block]:
    """Put the frames on the grid, whose columns are as wide and whose rows are as high as what is in them."""
    widths, heights = Counter[int](), Counter[int]()
    for root, (column, row) in grid.items():
        widths[column] = max(widths[column], ceil(frames[root].width))
        heights[row] = max(heights[row], ceil(frames[root].height))
    lefts = list(_starts([widths[column] for column in range(len(widths))], MARGIN, ACROSS))
    tops = list(_starts([heights[row] for row in range(len(heights))], MARGIN + HEADER, DOWN))
    return {root: replace(frames[root], x=lefts[column], y=tops[row]) for root, (column, row) in grid.items()}


def _starts(sizes: Sequence[int], first: float, gap: float) -> Iterator[float]:
    """Where each of several things in a line begins."""
    for size in sizes:
        yield first
        first += size + gap
