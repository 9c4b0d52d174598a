"""Houses: rooms on a grid, the passages between them, and walking through them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ariadne.geography import COMPASS, OPPOSITE
from ariadne.routes import shortest_ways

DIRECTIONS = {way: COMPASS[way] for way in ("north", "east", "south", "west")}

DOOR_NAMES = tuple(
    f"{kind} door"
    for kind in (
        "oak", "glass", "screen", "sliding", "panelled", "swing", "folding", "pine", "steel",
        "arched", "narrow", "wide", "heavy", "creaky", "painted", "carved", "louvred", "padded",
        "mirrored", "bamboo",
    )
)  # fmt: skip


@dataclass(frozen=True)
class House:
    """Rooms on a grid. A passage joins two neighbours and may have a door, closed at the start.

    Attributes:
        cells: (x, y) of each room, x growing to the east, y to the north; the player starts in the first.
        exits: each room's neighbours with a passage, by direction.
        doors: the names of doors by the two rooms of their passage, in both orders.
    """

    cells: Mapping[str, tuple[int, int]]
    exits: Mapping[str, Mapping[str, str]]
    doors: Mapping[tuple[str, str], str]

    @property
    def rooms(self) -> tuple[str, ...]:
        return tuple(self.cells)

    def passages(self) -> list[tuple[str, str, str]]:
        """Each passage once: (room, direction, neighbour)."""
        forth = ("north", "east")
        return [(room, way, exits[way]) for room, exits in self.exits.items() for way in forth if way in exits]

    def distances(self, start: str) -> dict[str, int]:
        """The number of moves from `start` to each room."""
        return {room: len(route) for room, route in self._routes(start).items()}

    def route(self, start: str, end: str) -> list[str]:
        """The directions of a shortest way."""
        return self._routes(start)[end]

    def _routes(self, start: str) -> dict[str, list[str]]:
        return shortest_ways([start], lambda room: self.exits[room].items())


def lay_out(rooms: Sequence[str], loops: float, doors: int, rng: random.Random) -> House:
    """Return a random connected house of these rooms.

    Args:
        rooms: their names; the player starts in the first.
        loops: the share of neighbouring rooms not joined by the spanning tree that get a passage, too.
        doors: number of passages with a door, at most all of them.
    """
    cells, exits = _grow_tree(rooms, rng)
    at = {cell: room for room, cell in cells.items()}
    apart = [
        (room, way, at[spot])
        for room in rooms
        for way in ("north", "east")
        if (spot := _step(cells[room], way)) in at and way not in exits[room]
    ]
    for room, way, neighbour in rng.sample(apart, round(loops * len(apart))):
        _join(exits, room, way, neighbour)
    house = House(cells, exits, {})
    passages = house.passages()
    behind_doors = rng.sample(passages, min(doors, len(passages)))
    named = zip(behind_doors, rng.sample(DOOR_NAMES, len(behind_doors)), strict=True)
    by_rooms = {pair: name for (one, _, other), name in named for pair in ((one, other), (other, one))}
    return House(cells, exits, by_rooms)


def _grow_tree(
    rooms: Sequence[str], rng: random.Random
) -> tuple[dict[str, tuple[int, int]], dict[str, dict[str, str]]]:
    cells = {rooms[0]: (0, 0)}
    exits: dict[str, dict[str, str]] = {room: {} for room in rooms}
    for room in rooms[1:]:
        taken = set(cells.values())
        sites = [(old, way) for old in cells for way in DIRECTIONS if _step(cells[old], way) not in taken]
        old, way = rng.choice(sites)
        cells[room] = _step(cells[old], way)
        _join(exits, old, way, room)
    return cells, exits


def _join(exits: dict[str, dict[str, str]], room: str, way: str, neighbour: str) -> None:
    exits[room][way] = neighbour
    exits[neighbour][OPPOSITE[way]] = room


def _step(cell: tuple[int, int], way: str) -> tuple[int, int]:
    dx, dy = DIRECTIONS[way]
    return cell[0] + dx, cell[1] + dy


def build_rooms(maker: Any, house: House) -> dict[str, Any]:
    """Make the house in a `textworld.GameMaker`, put the player in its first room, and return its rooms by name."""
    rooms = {name: maker.new_room(name) for name in house.rooms}
    for one, way, other in house.passages():
        path = maker.connect(rooms[one].exits[way], rooms[other].exits[OPPOSITE[way]])
        if name := house.doors.get((one, other)):
            maker.new_door(path, name).add_property("closed")
    maker.set_player(rooms[house.rooms[0]])
    return rooms


@dataclass
class WalkRecorder:
    """Records commands while walking through a house from its first room."""

    house: House
    room: str = ""
    commands: list[str] = field(default_factory=list)
    _open: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.room = self.room or self.house.rooms[0]

    def go(self, room: str) -> None:
        """Walk the shortest way to a room, opening closed doors."""
        for way in self.house.route(self.room, room):
            neighbour = self.house.exits[self.room][way]
            if door := self.house.doors.get((self.room, neighbour)):
                self.open(door)
            self.commands.append(f"go {way}")
            self.room = neighbour

    def open(self, name: str) -> None:
        """Open a door or container, once."""
        if name not in self._open:
            self._open.add(name)
            self.commands.append(f"open {name}")
