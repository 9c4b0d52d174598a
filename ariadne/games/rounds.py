"""A short tour that carries many things home: the order in which to take and put down each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True)
class Stop:
    """A place where a thing is taken or put down.

    Attributes:
        effort: the commands needed there besides walking.
    """

    thing: str
    place: str
    room: str
    effort: int = 0


@dataclass(frozen=True)
class Load:
    """A thing to carry from its place to one of its homes."""

    source: Stop
    homes: tuple[Stop, ...]


Distances = Mapping[str, Mapping[str, int]]

_PATIENCE = 8000  # Enough to try 20 loads in 20 orders, within a second; more loads get fewer orders.


def short_round(start: str, loads: Sequence[Load], distances: Distances) -> list[Stop]:
    """Return all stops in a locally optimal order: moving one load, or changing its home, does not shorten it.

    It is the shortest of several such orders, each built from a different first load.

    Args:
        start: the room where the round begins; it may end anywhere.
        distances: the number of moves between any two rooms.
    """
    tries = max(1, min(len(loads), _PATIENCE // max(1, len(loads)) ** 2))
    turned = [[*loads[first:], *loads[:first]] for first in range(tries)]
    rounds = [_settled(start, each, distances) for each in turned]
    return min(rounds, key=lambda stops: _length(stops, start, distances), default=[])


def _settled(start: str, loads: Sequence[Load], distances: Distances) -> list[Stop]:
    """Insert the loads one by one, then move single loads while that shortens the round."""
    stops: list[Stop] = []
    for load in loads:
        stops = _with(load, stops, start, distances)
    length = None
    while length != (length := _length(stops, start, distances)):
        for load in loads:
            others = [stop for stop in stops if stop.thing != load.source.thing]
            moved = _with(load, others, start, distances)
            if _length(moved, start, distances) < _length(stops, start, distances):
                stops = moved
    return stops


def _with(load: Load, stops: list[Stop], start: str, distances: Distances) -> list[Stop]:
    """Insert a load's stops where they lengthen the round least."""
    best: tuple[int, list[Stop]] | None = None
    for take in range(len(stops) + 1):
        taken = [*stops[:take], load.source, *stops[take:]]
        detour = _length(taken, start, distances)
        for put in range(take + 1, len(taken) + 1):
            before = taken[put - 1].room
            after = taken[put].room if put < len(taken) else None
            for home in load.homes:
                length = detour + distances[before][home.room] + home.effort
                if after:
                    length += distances[home.room][after] - distances[before][after]
                if best is None or length < best[0]:
                    best = length, [*taken[:put], home, *taken[put:]]
    assert best is not None
    return best[1]


def _length(stops: Sequence[Stop], start: str, distances: Distances) -> int:
    rooms = [start, *(stop.room for stop in stops)]
    return sum(distances[one][other] for one, other in pairwise(rooms)) + sum(stop.effort for stop in stops)
