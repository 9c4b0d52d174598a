"""A shortest walk that does the chores of an errand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from ariadne.games.errands.chores import Chore
from ariadne.games.errands.home import Home, HouseState


@dataclass(frozen=True)
class _Spot:
    """The state of a search: the room, the opened doors, the chores done."""

    room: str
    opened: frozenset[str]
    done: frozenset[str]


@dataclass(frozen=True)
class Walk:
    """Commands, and the rooms that they lead through, including the first."""

    commands: tuple[str, ...]
    rooms: tuple[str, ...]


def shortest_walk(home: Home, state: HouseState, chores: Sequence[Chore]) -> Walk:
    """Return a shortest walk that does all chores. Each chore is done as soon as possible, so the search covers only
    the order of rooms: fewest moves first, then fewest doors to open."""
    numbers = count()
    begin, first = _with_chores(_Spot(state.room, frozenset(), frozenset()), chores)
    heap = [(0, next(numbers), begin, Walk(first, (state.room,)))]
    reached: set[_Spot] = set()
    while heap:
        cost, _, spot, walk = heappop(heap)
        if len(spot.done) == len(chores):
            return walk
        if spot in reached:
            continue
        reached.add(spot)
        for way, room in home.house.exits[spot.room].items():
            door = home.house.doors.get((spot.room, room), "")
            opens = [f"open {door}"] if state.shut.get(door) == "closed" and door not in spot.opened else []
            moved, done = _with_chores(_Spot(room, spot.opened | {door} if opens else spot.opened, spot.done), chores)
            commands = (*walk.commands, *opens, f"go {way}", *done)
            heappush(heap, (cost + len(opens) + 1, next(numbers), moved, Walk(commands, (*walk.rooms, room))))
    raise AssertionError(f"no way leads to {chores[-1].command}")


def _with_chores(spot: _Spot, chores: Iterable[Chore]) -> tuple[_Spot, tuple[str, ...]]:
    """Do the chores that are possible at a spot."""
    done = dict.fromkeys(spot.done)
    before = len(done)
    size = -1
    while size != len(done):
        size = len(done)
        for chore in chores:
            if chore.command not in done and chore.room in ("", spot.room) and chore.after <= done.keys():
                done[chore.command] = None
    return _Spot(spot.room, spot.opened, frozenset(done)), tuple(done)[before:]


def follow(state: HouseState, chores: Iterable[Chore], walk: Walk) -> None:
    """Apply a walk to a state."""
    by_command = {chore.command: chore for chore in chores}
    state.room = walk.rooms[-1]
    for command in walk.commands:
        chore = by_command.get(command)
        if chore is None and command.startswith("open "):
            state.shut[command.removeprefix("open ")] = "open"
        elif chore and chore.lies:
            state.lies.update([chore.lies])
        elif chore and chore.shut:
            state.shut.update([chore.shut])
