"""Where an episode's graph is drawn: each vertex keeps one place all along, so that a page only shows and hides.

Each room is a card, on a grid by compass directions; what is in it is listed on the card, below what holds it. A thing
that moved is listed where it was last. Below the map stand the other holders, and one card of all that nothing holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ariadne.geography import direction_of, is_spatial, read_connection
from ariadne.history import History
from ariadne.screen.map import OFFSETS, Cell, maps
from ariadne.triplet import Edge, Triplet, clean

Point = tuple[float, float]

# In pixels. Texts are set in a font of 12 pixels whose letters are about 7 wide.
LETTER, ROW, HEADER, PAD, INDENT, GAP = 7.1, 18, 22, 8, 12, 44
LONGEST_NAME = 24
MOST_ROWS = 12
NARROWEST = 90
WIDTH = 620
DEEPEST = 4
STUB = 15

_LIES = re.compile(
    r"(?:(?:is|are|was|lies|lie|stands|sits|rests|hangs)\s+)?"
    r"(?:in|inside|on|at|under|beneath|within|atop|carried by|held by|worn by)\b"
)
_HOLDS = re.compile(r"(?:contains?|holds?|carries|carry)$")


@dataclass(frozen=True)
class Card:
    """A rectangle; `members` are the vertices on it, its head first where it has one."""

    x: float
    y: float
    width: float
    height: float
    head: str | None
    members: tuple[str, ...]


@dataclass(frozen=True)
class Link:
    """The line of an edge.

    Attributes:
        held: the vertex of which it says what holds it.
        inner: whether the vertex stands on the card of what holds it, below it.
    """

    start: Point
    end: Point
    held: str | None = None
    inner: bool = False


@dataclass(frozen=True)
class Layout:
    """Places in pixels, from the upper left.

    Attributes:
        spots: where the text of a vertex begins, on its middle line.
        rooms: the vertices that are rooms of the map.
        drawn: the lines of the history's edges, in their order.
    """

    width: float
    height: float
    cards: tuple[Card, ...]
    spots: Mapping[str, Point]
    rooms: frozenset[str]
    drawn: tuple[Link, ...]


@dataclass
class _Desk:
    """What is laid out so far."""

    cards: list[Card] = field(default_factory=list)
    spots: dict[str, Point] = field(default_factory=dict)


@dataclass(frozen=True)
class _Sheet:
    """A card before it has its place: rows of vertices, each with how deep it is indented."""

    head: str | None
    rows: tuple[tuple[str, int], ...]

    @property
    def columns(self) -> int:
        return max(1, -(-len(self.rows) // MOST_ROWS))

    @property
    def lines(self) -> int:
        return -(-len(self.rows) // self.columns)

    @property
    def column_width(self) -> float:
        longest = max((_width(name) + INDENT * (1 + depth) for name, depth in self.rows), default=0.0)
        return max(longest, NARROWEST if self.columns == 1 else 0.0)

    @property
    def width(self) -> float:
        head = _width(self.head) if self.head else 0.0
        return max(self.columns * self.column_width, head) + 2 * PAD

    @property
    def height(self) -> float:
        return (HEADER if self.head else PAD / 2) + self.lines * ROW + PAD / 2


def lay_out(history: History) -> Layout:
    """The places of all vertices of a history; the same history gives the same places."""
    cells = {clean(room): cell for room, cell in maps(history.steps)[-1].cells.items() if clean(room)}
    holders = _holders(history.edges, frozenset(cells))
    names = _vertices(history.edges, cells)
    children: dict[str, list[str]] = {}
    for name in names:
        if name in holders:
            children.setdefault(holders[name], []).append(name)
    sheets = {name: _Sheet(name, tuple(_below(name, children))) for name in names if name not in holders}
    rooms = {room: sheets[room] for room in cells}
    others = [sheet for name, sheet in sheets.items() if name not in rooms and sheet.rows]
    loose = tuple((name, 0) for name, sheet in sheets.items() if name not in rooms and not sheet.rows)
    desk = _Desk()
    width, height = _place_rooms(desk, rooms, cells)
    rest = [*others, *([_Sheet(None, loose)] if loose else [])]
    width, height = _place_rest(desk, rest, max(width, WIDTH), height)
    by_room = {card.head: card for card in desk.cards if card.head is not None and card.head in cells}
    links = tuple(_link(edge.triplet, desk.spots, by_room, holders) for edge in history.edges)
    return Layout(width, height, tuple(desk.cards), desk.spots, frozenset(cells), links)


def short(name: str) -> str:
    """A name as long as its place."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _width(name: str) -> float:
    return len(short(name)) * LETTER


def is_exit(triplet: Triplet) -> bool:
    """Whether it says that a room has an exit; its direction is drawn, and is no vertex."""
    return is_spatial(triplet) and read_connection(triplet) is None and direction_of(triplet.object) is not None


def _vertices(edges: Iterable[Edge], rooms: Iterable[str]) -> list[str]:
    """Rooms, then the rest as it was learned, each once."""
    found = dict.fromkeys(rooms)
    for edge in edges:
        found[edge.triplet.subject] = None
        if not is_exit(edge.triplet):
            found[edge.triplet.object] = None
    return list(found)


def _holders(edges: Iterable[Edge], rooms: frozenset[str]) -> dict[str, str]:
    """What each thing is in, on or carried by, as last learned; nobody holds himself, however far up one looks."""
    holders: dict[str, str] = {}
    for edge in edges:
        if pair := _held(edge.triplet):
            thing, holder = pair
            if thing not in rooms:
                holders[thing] = holder
    for thing in list(holders):
        above, seen = holders.get(thing), {thing}
        while above is not None:
            if above in seen:
                del holders[thing]
                break
            seen.add(above)
            above = holders.get(above)
    return holders


def _held(triplet: Triplet) -> tuple[str, str] | None:
    if is_spatial(triplet):
        return None
    if _LIES.match(triplet.relation):
        return triplet.subject, triplet.object
    return (triplet.object, triplet.subject) if _HOLDS.match(triplet.relation) else None


def _below(name: str, children: Mapping[str, Sequence[str]], depth: int = 0) -> Iterator[tuple[str, int]]:
    # A stack of its own: a model may well write a chain of a thousand boxes.
    stack = [(child, depth) for child in reversed(children.get(name, ()))]
    while stack:
        child, depth = stack.pop()
        yield child, min(depth, DEEPEST)
        stack += [(grandchild, depth + 1) for grandchild in reversed(children.get(child, ()))]


def _place_rooms(desk: _Desk, rooms: Mapping[str, _Sheet], cells: Mapping[str, Cell]) -> tuple[float, float]:
    """Rooms on a grid whose columns and rows are as large as their largest; how wide and high it is."""
    columns: dict[int, float] = {}
    rows: dict[int, float] = {}
    for room, (x, y) in cells.items():
        columns[x] = max(columns.get(x, 0.0), rooms[room].width)
        rows[y] = max(rows.get(y, 0.0), rooms[room].height)
    lefts, width = _starts(columns)
    tops, height = _starts(rows)
    for room, (x, y) in cells.items():
        sheet = rooms[room]
        _put(desk, sheet, lefts[x] + (columns[x] - sheet.width) / 2, tops[y] + (rows[y] - sheet.height) / 2)
    return width, height


def _starts(sizes: Mapping[int, float]) -> tuple[dict[int, float], float]:
    """Where each column begins, and where the last one ends."""
    starts: dict[int, float] = {}
    at = GAP / 2
    for place in sorted(sizes):
        starts[place] = at
        at += sizes[place] + GAP
    return starts, at - GAP / 2 if sizes else 0.0


def _place_rest(desk: _Desk, sheets: Iterable[_Sheet], width: float, top: float) -> tuple[float, float]:
    """Cards side by side below the map, in as many lines as they need; how wide and high all of it is."""
    x, y, bottom = GAP / 2, top + PAD, top
    for sheet in sheets:
        if x > GAP / 2 and x + sheet.width > width:
            x, y = GAP / 2, bottom + PAD * 2
        _put(desk, sheet, x, y)
        x += sheet.width + PAD * 2
        bottom = max(bottom, y + sheet.height)
        width = max(width, x)
    return width, bottom + PAD


def _put(desk: _Desk, sheet: _Sheet, x: float, y: float) -> None:
    """Put a card and all that is on it in its place."""
    members = tuple(name for name, _ in sheet.rows)
    first = y + PAD / 2
    if sheet.head:
        members = (sheet.head, *members)
        desk.spots[sheet.head] = x + PAD, y + HEADER / 2
        first = y + HEADER
    for place, (name, depth) in enumerate(sheet.rows):
        column, row = divmod(place, sheet.lines)
        left = x + PAD + column * sheet.column_width + INDENT * (1 + depth)
        desk.spots[name] = left, first + row * ROW + ROW / 2
    desk.cards.append(Card(x, y, sheet.width, sheet.height, sheet.head, members))


def _link(triplet: Triplet, spots: Mapping[str, Point], rooms: Mapping[str, Card], holders: Mapping[str, str]) -> Link:
    a, b = triplet.vertices
    if is_exit(triplet):
        return _stub(spots[a], rooms.get(a), direction_of(b) or "")
    if a in rooms and b in rooms:
        return Link(_centre(rooms[a]), _centre(rooms[b]))
    thing, holder = _held(triplet) or (None, None)
    if thing is not None and holders.get(thing) == holder:
        x, y = spots[thing]
        return Link((x - INDENT - 2, y), (x - 4, y), thing, inner=True)
    return Link(_dot(spots[a]), _dot(spots[b]), thing)


def _stub(spot: Point, card: Card | None, direction: str) -> Link:
    """A short way out of a room, in its direction."""
    dx, dy = OFFSETS.get(direction, (0, 0))
    if card is None:
        return Link(spot, (spot[0] + STUB * dx, spot[1] + STUB * dy))
    x, y = _centre(card)
    edge = x + dx * card.width / 2, y + dy * card.height / 2
    return Link(edge, (edge[0] + STUB * dx, edge[1] + STUB * dy))


def _centre(card: Card) -> Point:
    return card.x + card.width / 2, card.y + card.height / 2


def _dot(spot: Point) -> Point:
    return spot[0] - 4, spot[1]
