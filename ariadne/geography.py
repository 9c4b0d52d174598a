"""Directions and space in triplets: connections and unexplored exits (AriGraph, appendix B).

Only whole labels from the tables below count: `is on the north wall of` is not a connection.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from ariadne.caches import cached
from ariadne.triplet import Triplet, clean

COMPASS: Mapping[str, tuple[int, int]] = {
    "north": (0, 1),
    "south": (0, -1),
    "east": (1, 0),
    "west": (-1, 0),
    "northeast": (1, 1),
    "northwest": (-1, 1),
    "southeast": (1, -1),
    "southwest": (-1, -1),
}
"""The directions of the compass as steps on a map, with x growing to the east and y to the north."""
WAYS = (*COMPASS, "up", "down")
DIRECTIONS = (*WAYS, "in", "out")
ABBREVIATIONS = dict(zip("n s e w ne nw se sw u d".split(), WAYS, strict=True))
OPPOSITE = dict(
    zip(
        (*DIRECTIONS, *ABBREVIATIONS),
        "south north west east southwest southeast northwest northeast down up out in s n w e sw se nw ne d u".split(),
        strict=True,
    )
)
_VERBS = (["go"], ["walk"], ["run"], ["head"], ["move"])

_RELATIONS = {direction: f"is {direction} {'of' if direction in COMPASS else 'from'}" for direction in DIRECTIONS}
_DIRECTION_OF_RELATION = (
    {relation: direction for direction, relation in _RELATIONS.items()}
    | {f"{direction} of": direction for direction in COMPASS}
    | {f"is to the {direction} of": direction for direction in COMPASS}
)
_LIES = re.compile(
    r"(?:(?:is|are|was|lies|lie|stands|sits|rests|hangs)\s+)?"
    r"(?:in|inside|on|at|under|beneath|within|atop|carried by|held by|worn by)\b"
)
_HOLDS = re.compile(r"(?:contains?|holds?|supports?|carries|carry|has (?:on|in|inside)(?: it)?)$")
_IN, _AROUND = "in", "around"
_PERHAPS = "perhaps "
_EXIT_RELATIONS = ("has exit", "has an exit", "has unexplored exit", "has an unexplored exit")


@dataclass(frozen=True)
class Connection:
    """Going in `direction` from `origin` leads to `destination`.

    Attributes:
        is_sure: whether this way was taken; False if only the opposite way was.
    """

    origin: str
    direction: str
    destination: str
    is_sure: bool = True


def connection(origin: str, destination: str, command: str) -> tuple[Triplet, ...]:
    """Return the triplets of a move, there and back: `hall, is east of, kitchen` and `kitchen, is west of, hall`.

    Empty if the command names no direction. The way back is assumed to be in the opposite direction.
    """
    direction = direction_of(command)
    if not direction:
        return ()
    return (
        Triplet(destination, _RELATIONS[direction], origin),
        Triplet(origin, _RELATIONS[OPPOSITE[direction]], destination),
    )


def read_connection(triplet: Triplet) -> Connection | None:
    """Return the connection that a triplet states, for sure or perhaps; None if it states none."""
    relation = triplet.relation.replace(_PERHAPS, "")
    direction = _DIRECTION_OF_RELATION.get(relation)
    return Connection(triplet.object, direction, triplet.subject, relation == triplet.relation) if direction else None


def told_connection(way: Connection) -> Triplet:
    """Return the triplet of a connection, for sure or perhaps."""
    relation = _RELATIONS[way.direction]
    return Triplet(way.destination, relation if way.is_sure else f"is {_PERHAPS}{relation[3:]}", way.origin)


def exit_of(triplet: Triplet) -> tuple[str, str] | None:
    """Return the place and direction of an exit that a triplet states; None if it states none."""
    direction = direction_of(triplet.object) if triplet.relation in _EXIT_RELATIONS else None
    return (triplet.subject, direction) if direction else None


def is_spatial(triplet: Triplet) -> bool:
    """Return whether a triplet states a connection or an exit."""
    return triplet.relation in _DIRECTION_OF_RELATION or exit_of(triplet) is not None


def held(triplet: Triplet) -> tuple[str, str] | None:
    """Return the thing and its container, place or carrier that a triplet states; None if it states no such pair."""
    way = _holding(triplet.relation)
    if not way:
        return None
    return triplet.vertices if way == _IN else (triplet.object, triplet.subject)


@cached(1024)
def _holding(relation: str) -> str:
    """Whether a relation puts its subject into its object (`_IN`) or the reverse (`_AROUND`); empty if neither."""
    if relation in _DIRECTION_OF_RELATION:
        return ""
    return _IN if _LIES.match(relation) else _AROUND if _HOLDS.match(relation) else ""


def unexplored_exits(
    triplets: Iterable[Triplet], visited: Collection[str], explored: Collection[tuple[str, str]] | None = None
) -> tuple[Triplet, ...]:
    """Return the unexplored exits of all visited locations (algorithm 3).

    Args:
        triplets: the valid ones, or at least those about the visited locations.
        visited: names of locations.
        explored: places with the directions taken; None for the directions of all connections.
    """
    known = tuple(triplets)
    places = {clean(name) for name in visited}
    if explored is None:
        explored = {(way.origin, way.direction) for way in map(read_connection, known) if way}
    exits: dict[tuple[str, str], Triplet] = {}
    for triplet in known:
        if (way := exit_of(triplet)) and triplet.subject in places:
            exits.setdefault(way, triplet)
    return tuple(triplet for way, triplet in exits.items() if way not in explored)


@cached(4096)
def direction_of(command: str) -> str | None:
    """Return the full direction of a command such as `go east`, `east` or `e`; None for other commands."""
    *verb, word = command.lower().split() or [""]
    direction = ABBREVIATIONS.get(word, word)
    return direction if direction in DIRECTIONS and (not verb or verb in _VERBS) else None
