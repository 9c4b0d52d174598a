"""The map so far: visited rooms on a grid by compass directions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import accumulate
from types import MappingProxyType

from rich.text import Text

from ariadne.events import TurnEvent
from ariadne.geography import COMPASS, OPPOSITE, direction_of
from ariadne.history import PlayedStep
from ariadne.screen.blocks import Cell, blocks
from ariadne.text import ENDLESS, one_line

OFFSETS = {way: (x, -y) for way, (x, y) in COMPASS.items()}
OFFSETS |= {"up": (1, -1), "down": (-1, 1), "in": (1, 1), "out": (-1, -1)}
_ASTRAY = (1, 1)

HERE, ROOM, WAY, UNKNOWN, DOOR, THING = "reverse", "bold", "dim", "magenta", "magenta", ""
NOTHING: Mapping[str, Sequence[str]] = MappingProxyType({})


@dataclass(frozen=True)
class WorldMap:
    """Rooms, their cells on a grid, and the ways between them. Immutable: a move returns a new map.

    Attributes:
        cells: the column and row of each visited room, each cell used once.
        ways: the neighbours of each room, by direction.
        exits: the known exits of each room.
        here: the player's room; empty before the first.
        doors: the character to draw for the door between two rooms.
    """

    cells: Mapping[str, Cell] = field(default_factory=lambda: MappingProxyType({}))
    ways: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    exits: Mapping[str, frozenset[str]] = field(default_factory=lambda: MappingProxyType({}))
    here: str = ""
    doors: Mapping[frozenset[str], str] = field(default_factory=lambda: MappingProxyType({}))

    def moved(self, direction: str | None, room: str) -> WorldMap:
        """Return the map after a move to `room`; `direction` is None if the move had none."""
        if not room or room == self.here:
            return self
        cells = dict(self.cells) or {room: (0, 0)}
        if room not in cells:
            cells = _placed(cells, self._lines(), self.here, direction, room)
        ways = {name: dict(leads) for name, leads in self.ways.items()}
        if direction in OFFSETS and self.here:
            ways.setdefault(self.here, {})[direction] = room
            ways.setdefault(room, {}).setdefault(OPPOSITE[direction], self.here)
        return replace(self, cells=cells, ways=ways, here=room)

    def after(self, turn: TurnEvent) -> WorldMap:
        """Return the map after a turn: its location, and the exits among its valid commands."""
        world = self.moved(direction_of(turn.command) if turn.command else None, turn.location)
        exits = [way for command in turn.commands if (way := direction_of(command))]
        return world.with_exits(world.here, exits) if world.here else world

    def with_exits(self, room: str, directions: Collection[str]) -> WorldMap:
        """Return the map with more exits of `room`."""
        known = self.exits.get(room, frozenset())
        new = known | {direction for direction in directions if direction in OFFSETS}
        return self if new == known else replace(self, exits={**self.exits, room: new})

    def unexplored(self, room: str) -> frozenset[str]:
        """Return the exits of a room whose other end is unknown."""
        return self.exits.get(room, frozenset()) - set(self.ways.get(room, {}))

    def draw(self, width: int, height: int, things: Mapping[str, Sequence[str]] = NOTHING) -> Text:
        """Draw the map in `width` × `height` characters; cut a larger map around the player.

        Args:
            things: the contents of rooms, written below them as far as there is space, the first ones first.
        """
        canvas = _Canvas(self, width, height, things=things)
        x, y = canvas.centre(self.here) if self.here else (0, 0)
        left, top = _start(canvas.left, canvas.right, x, width), _start(canvas.top, canvas.bottom, y, height)
        rows = [canvas.row(y, left, width) for y in range(top, top + height)]
        return Text("\n").join(rows)

    def draw_whole(self, width: int) -> Text:
        """Draw the whole map at any height. If names are too long, rooms get numbers, listed below the map."""
        names = {room: one_line(room) for room in self.cells}
        canvas = _Canvas(self, width, ENDLESS)
        if canvas.fits(width):
            return canvas.whole()
        numbers = {room: str(number) for number, room in enumerate(names, start=1)}
        numbered = _Canvas(self, width, ENDLESS, numbers)
        return Text("\n\n").join([numbered.whole(), _listed(names.values(), width)])

    def _lines(self) -> Iterator[tuple[Cell, Cell]]:
        """Pairs of cells that a way joins by a straight line."""
        for room, leads in self.ways.items():
            for end in leads.values():
                a, b = self.cells[room], self.cells[end]
                if a < b and (a[0] == b[0] or a[1] == b[1]):
                    yield a, b


EMPTY = WorldMap()


def maps(steps: Iterable[PlayedStep]) -> list[WorldMap]:
    """Return the map after each of an episode's steps: the visited rooms, by compass directions."""
    return [*accumulate(steps, lambda world, step: reduce(WorldMap.after, step.turns, world), initial=EMPTY)][1:]


def _placed(
    cells: dict[str, Cell], lines: Iterator[tuple[Cell, Cell]], origin: str, direction: str | None, room: str
) -> dict[str, Cell]:
    """The cells with a new room next to its origin in that direction. Other rooms move if necessary."""
    x, y = cells[origin]
    dx, dy = OFFSETS.get(direction or "", _ASTRAY)
    target = x + dx, y + dy
    if target in cells.values() or any(_between(target, a, b) for a, b in lines):
        if dy:
            cells = {name: (cx, cy + dy if (cy - target[1]) * dy >= 0 else cy) for name, (cx, cy) in cells.items()}
        else:
            cells = {name: (cx + dx if (cx - target[0]) * dx >= 0 else cx, cy) for name, (cx, cy) in cells.items()}
    return {**cells, room: target}


def _between(cell: Cell, a: Cell, b: Cell) -> bool:
    """Whether a cell lies on the straight line between two others."""
    (x, y), (ax, ay), (bx, by) = cell, a, b
    return (ax == bx == x and ay < y < by) or (ay == by == y and ax < x < bx)


class _Canvas:
    """A grid of characters: names and things where `blocks` places them, and ways between the names' first lines."""

    def __init__(
        self,
        world: WorldMap,
        width: int,
        height: int,
        names: Mapping[str, str] | None = None,
        things: Mapping[str, Sequence[str]] = NOTHING,
    ) -> None:
        self._world = world
        self._names = names or {room: one_line(room) for room in world.cells}
        named = {cell: self._names[room] for room, cell in world.cells.items()}
        lying = {cell: things.get(room, ()) for room, cell in world.cells.items()}
        self._blocks = blocks(named, lying, width, height)
        self._signs: dict[Cell, tuple[str, str]] = {}
        for room in world.cells:
            self._draw_ways(room)
        for room in world.cells:
            self._draw_things(room)
            self._draw_room(room)
        xs, ys = [x for x, _ in self._signs], [y for _, y in self._signs]
        self.left, self.right = min(xs, default=0), max(xs, default=0)
        self.top, self.bottom = min(ys, default=0), max(ys, default=0)

    def centre(self, room: str) -> Cell:
        """The position of the middle of a room's name in its first line."""
        x, y = self._world.cells[room]
        return self._blocks.centres[x], self._blocks.tops[y]

    def fits(self, width: int) -> bool:
        """Whether the map fits a width without cutting names."""
        are_whole = all(
            " ".join(self._blocks.at[cell].name) == self._names[room] for room, cell in self._world.cells.items()
        )
        return self.right - self.left < width and are_whole

    def whole(self) -> Text:
        """Return all lines."""
        width = self.right - self.left + 1
        return Text("\n").join(self.row(y, self.left, width) for y in range(self.top, self.bottom + 1))

    def row(self, y: int, left: int, width: int) -> Text:
        """Return one line of characters."""
        row = Text(no_wrap=True)
        for x in range(left, left + width):
            row.append(*self._signs.get((x, y), (" ", "")))
        return row

    def _draw_ways(self, room: str) -> None:
        x, y = self.centre(room)
        for end in self._world.ways.get(room, {}).values():
            ex, ey = self.centre(end)
            if self._blocked(room, end):
                continue
            if y == ey:
                for place in range(x + 1, ex):
                    self._line(place, y, "─")
            elif x == ex:
                for place in range(y + 1, ey):
                    self._line(x, place, "│")
            elif y < ey and self._is_next(room, end):
                self._line((x + ex) // 2, ey - 1, "╲" if x < ex else "╱")
            if sign := self._world.doors.get(frozenset((room, end))):
                self._signs[(x + ex) // 2, y if y == ey else max(y, ey) - 1] = (sign, DOOR)

    def _is_next(self, room: str, end: str) -> bool:
        (x, y), (ex, ey) = self._world.cells[room], self._world.cells[end]
        return abs(ex - x) == abs(ey - y) == 1

    def _blocked(self, room: str, end: str) -> bool:
        a, b = sorted((self._world.cells[room], self._world.cells[end]))
        return any(_between(cell, a, b) for cell in self._world.cells.values())

    def _line(self, x: int, y: int, sign: str) -> None:
        there = self._signs.get((x, y), (sign, ""))[0]
        self._signs[x, y] = (sign if there == sign else "┼", WAY)

    def _draw_things(self, room: str) -> None:
        """Draw things below their room. The gap beside them is free: horizontal ways are in the room's first line."""
        x, y = self.centre(room)
        block = self._blocks.at[self._world.cells[room]]
        for line, shown in enumerate(block.things, y + len(block.name)):
            self._write(shown, x - len(shown) // 2, line, THING)

    def _draw_room(self, room: str) -> None:
        x, y = self.centre(room)
        is_here = room == self._world.here
        name = self._blocks.at[self._world.cells[room]].name
        width = max(map(len, name), default=0)
        start, end = x - (width + 2) // 2, x + (width + 1) // 2
        for line, shown in enumerate(name, y):
            label = f"[{shown:^{width}}]" if is_here else f" {shown:^{width}} "
            self._write(label, start, line, HERE if is_here else ROOM)
        below = y + self._blocks.lines[self._world.cells[room][1]]
        for direction in self._world.unexplored(room):
            dx, dy = OFFSETS[direction]
            place = x if not dx else end if dx > 0 else start
            self._signs[place + (dx if not dy else 0), below if dy > 0 else y + dy] = ("?", UNKNOWN)

    def _write(self, text: str, x: int, y: int, style: str) -> None:
        for place, sign in enumerate(text, x):
            self._signs[place, y] = (sign, style)


def _listed(names: Iterable[str], width: int) -> Text:
    """Numbered names, in as many columns as fit."""
    entries = [f"{number:2} {name}" for number, name in enumerate(names, start=1)]
    size = max(map(len, entries), default=0) + 2
    columns = max(1, width // size)
    rows = range(-(-len(entries) // columns))
    lines = ["".join(entry.ljust(size) for entry in entries[row :: len(rows)]).rstrip() for row in rows]
    return Text("\n".join(lines))


def _span(values: Iterator[int]) -> int:
    numbers = list(values)
    return max(numbers, default=0) - min(numbers, default=0)


def _start(first: int, last: int, here: int, size: int) -> int:
    """The start of a view of `size`: centred if all fits, otherwise around the player, without empty ends."""
    length = last - first + 1
    if length <= size:
        return first - (size - length) // 2
    return min(max(here - size // 2, first), last - size + 1)
