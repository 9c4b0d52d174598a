"""The positions of vertices in the drawings of an episode's graph. A room keeps its position at all steps.

Visited rooms stand on the compass grid of the map. A room's known contents hang below it as a tree, one vertex per row;
carried things hang in the player's room. Other trees stand in blocks below the map. A value such as `locked` has no
position. Units are pixels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, permutations
from math import ceil, sqrt

from ariadne.gather import gathered
from ariadne.geography import held
from ariadne.history import History
from ariadne.report.hanging import hanging, is_noted, values_of
from ariadne.report.moments import KnownMoment, moments
from ariadne.screen.blocks import Cell
from ariadne.text import one_line
from ariadne.triplet import Edge

LETTER = 7.3
LONGEST_NAME, LONGEST_NOTE, LONGEST_LABEL = 28, 44, 22
LOW, HIGH, BETWEEN = 20.0, 36.0, 7.0
MARGIN, PAD, ACROSS, DOWN = 24.0, 12.0, 44.0, 40.0
INDENT = 30.0
HEADER = 52.0


@dataclass(frozen=True)
class VertexBox:
    """The box of a vertex.

    Attributes:
        x, y: its upper left corner.
        parent: the vertex that it hangs on; None for the root of a block.
        block: the root of its block.
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
    """The positions of everything known at a step.

    Attributes:
        places: of every vertex that is not a value.
        blocks: by their root.
        rooms: those on the map.
        values: the vertices written beside others, at any step.
        width, height: of the drawings of all steps.
    """

    places: Mapping[str, VertexBox]
    blocks: Mapping[str, Block]
    rooms: frozenset[str]
    values: frozenset[str]
    width: float
    height: float


def layout_at(history: History, step: int) -> Layout:
    """Return the layout of an episode's graph when a step was decided."""
    return arranged(moments(history))[step]


def arranged(known: Sequence[KnownMoment]) -> list[Layout]:
    """Return the layouts of an episode's moments. Rooms keep their positions; things stand in their known places."""
    values = values_of(known)
    unplaced = [_unplaced(moment, values) for moment in known]
    cells = known[-1].rooms
    columns, rows = _numbered(x for x, _ in cells.values()), _numbered(y for _, y in cells.values())
    taken = _taken([[root for root in frames if root not in moment.rooms]
                    for moment, (_, _, frames) in zip(known, unplaced, strict=True)])  # fmt: skip
    most = max((place + 1 for slots in taken for place in slots.values()), default=1)
    in_a_row = max(len(columns), ceil(sqrt(most)))
    grids = [
        _grid({room: (columns[x], rows[y]) for room, (x, y) in moment.rooms.items()}, slots, in_a_row)
        for moment, slots in zip(known, taken, strict=True)
    ]
    widths, heights = Counter[int](), Counter[int]()
    for grid, (_, _, frames) in zip(grids, unplaced, strict=True):
        for root, (column, row) in grid.items():
            widths[column] = max(widths[column], ceil(frames[root].width))
            heights[row] = max(heights[row], ceil(frames[root].height))
    lefts, width = _starts(widths, MARGIN, ACROSS)
    tops, height = _starts(heights, MARGIN + HEADER, DOWN)
    layouts = []
    for moment, grid, (parents, trees, frames) in zip(known, grids, unplaced, strict=True):
        blocks = {root: replace(frames[root], x=lefts[x], y=tops[y]) for root, (x, y) in grid.items()}
        places = {
            name: VertexBox(blocks[root].x + box.x, blocks[root].y + box.y, box.width, box.height, parents[name], root)
            for root, tree in trees.items()
            for name, box in tree.items()
        }
        layouts.append(Layout(places, blocks, frozenset(moment.rooms), values, width + MARGIN, height + MARGIN))
    return layouts


def short(text: str, longest: int) -> str:
    """Make text of a game or a model fit for a drawing: safe, on one line, and cut if it is too long."""
    line = one_line(text)
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def note_of(edges: Iterable[Edge]) -> str:
    """Join triplets with values into a note about their subject: `is open, red; costs 5`."""
    by_relation = gathered((edge.triplet.relation, edge.triplet.object) for edge in edges)
    return "; ".join(f"{relation} {', '.join(objects)}" for relation, objects in by_relation.items())


def label_of(edges: Iterable[Edge]) -> str:
    """Return the label of the line between two vertices."""
    return short(" / ".join(dict.fromkeys(edge.triplet.relation for edge in edges)), LONGEST_LABEL)


def branch_label(edges: Sequence[Edge]) -> str:
    """Return the label of the line from a vertex to its parent; empty if it only says that one is in the other."""
    return "" if all(held(edge.triplet) for edge in edges) else label_of(edges)


def _unplaced(
    moment: KnownMoment, values: frozenset[str]
) -> tuple[dict[str, str | None], dict[str, dict[str, Block]], dict[str, Block]]:
    """Each vertex's parent; and by root, the boxes and the frame of each block, not yet positioned."""
    parents = hanging(moment, values)
    hung = _hung(moment.edges, parents, values)
    trees = {root: hung.tree(root) for root, parent in parents.items() if parent is None}
    return parents, trees, {root: _frame(tree.values()) for root, tree in trees.items()}


@dataclass(frozen=True)
class _Hung:
    """Each vertex's children, and the lengths of the texts beside it, in characters."""

    children: Mapping[str, Sequence[str]]
    notes: Mapping[str, int]
    labels: Mapping[str, int]

    def tree(self, root: str) -> dict[str, Block]:
        """The boxes of a block, in rows, relative to its upper left corner."""
        boxes: dict[str, Block] = {}
        y, waiting = PAD, [(root, PAD)]
        while waiting:
            vertex, x = waiting.pop()
            note = self.notes.get(vertex, 0)
            wide = max(len(short(vertex, LONGEST_NAME)) * LETTER, note * LETTER) + 2 * BETWEEN
            boxes[vertex] = Block(x, y, wide, HIGH if note else LOW)
            y += boxes[vertex].height + BETWEEN
            below = self.children.get(vertex, ())
            indent = INDENT + max((self.labels.get(child, 0) for child in below), default=0) * LETTER
            waiting += [(child, x + indent) for child in reversed(below)]
        return boxes


def _hung(edges: Sequence[Edge], parents: Mapping[str, str | None], values: frozenset[str]) -> _Hung:
    children = gathered((parent, vertex) for vertex, parent in parents.items() if parent is not None)
    return _Hung(children, _notes(edges, values), _labels(edges, parents))


def _notes(edges: Iterable[Edge], values: frozenset[str]) -> dict[str, int]:
    """The length of the note beside each vertex, in characters."""
    of = gathered((edge.triplet.subject, edge) for edge in edges if is_noted(edge, values))
    return {vertex: len(short(note_of(noted), LONGEST_NOTE)) for vertex, noted in of.items()}


def _labels(edges: Sequence[Edge], parents: Mapping[str, str | None]) -> dict[str, int]:
    """The length of the label between each vertex and its parent, in characters."""
    ends = ((edge, pair) for edge in edges for pair in permutations(edge.triplet.vertices))
    between = gathered((vertex, edge) for edge, (vertex, other) in ends if parents.get(vertex) == other)
    return {vertex: len(branch_label(found)) for vertex, found in between.items()}


def _numbered(numbers: Iterable[int]) -> dict[int, int]:
    """Renumber rows or columns from 0, without the empty ones."""
    return {number: place for place, number in enumerate(sorted(set(numbers)))}


def _frame(boxes: Iterable[Block]) -> Block:
    """The frame around boxes, not yet positioned."""
    sizes = [(box.x + box.width, box.y + box.height) for box in boxes]
    return Block(0, 0, max(x for x, _ in sizes) + PAD, max(y for _, y in sizes) + PAD)


def _taken(standing: Sequence[Iterable[str]]) -> list[dict[str, int]]:
    """The slot of each block at each step. A block keeps its slot for as long as it exists."""
    found: list[dict[str, int]] = []
    for roots in standing:
        before = found[-1] if found else {}
        kept = {root: before[root] for root in roots if root in before}
        free = (number for number in count() if number not in kept.values())
        found.append(kept | {root: next(free) for root in roots if root not in kept})
    return found


def _grid(rooms: Mapping[str, Cell], slots: Mapping[str, int], in_a_row: int) -> dict[str, Cell]:
    """The columns and rows of all blocks: rooms on the map, the others in rows below the rooms known so far."""
    left, below = min((x for x, _ in rooms.values()), default=0), max((y for _, y in rooms.values()), default=-1) + 1
    wide = in_a_row - left
    return {**rooms, **{root: (left + place % wide, below + place // wide) for root, place in slots.items()}}


def _starts(sizes: Mapping[int, int], first: float, gap: float) -> tuple[list[float], float]:
    """Where each of several adjacent spans begins, and where the last one ends."""
    starts = []
    end = first - gap
    for place in range(max(sizes, default=-1) + 1):
        starts.append(end + gap)
        end += gap + sizes.get(place, 0)
    return starts, max(end, first)
