"""Common sense about where things belong in a house, from names alone.

A thing is of some kind, and a kind is at home in some rooms. Some furniture is meant for a kind; what is
meant for nothing in particular serves whatever its room is for. Where a thing's kind is doubtful, nothing is
odd about it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from ariadne.models.rules.kinds import AT_HOME, FINE, Shares, Similarity, affinity, kinds, kinds_of, uses
from ariadne.models.rules.places import purposes, room_likeness, room_types, rooms, rooms_named

K = TypeVar("K")
V = TypeVar("V")

# What is less usual than this in a place is out of place there; what is at least this good a place will do.
ODD, GOOD = 0.35, 0.3

# How much the likeness of a thing's name to a room's name counts beside what is usual for its kind.
_LIKENESS = 0.25
# What remains of other rooms when a name tells the room, as in `gym bag`.
_ELSEWHERE = 0.9
# How good a place for a thing is furniture that is meant for other kinds of the same rooms, furniture that is meant
# for nothing in particular, and the floor.
_RELATED, _ANY, _FLOOR = 0.3, 0.8, 0.3
# What lies there and how near the names are decide between places that are equally good.
_COMPANY, _NAMES = 0.2, 0.1


@dataclass(frozen=True)
class Place:
    """Where a thing lies or may be put.

    Attributes:
        holder: a piece of furniture; the room itself for its floor.
        contents: what is known to be there, for a better guess at what the place is for.
    """

    holder: str
    room: str
    contents: tuple[str, ...] = ()


@dataclass(frozen=True)
class Judgement:
    """What is to be done about a thing.

    Attributes:
        misplaced: whether nobody would look for it where it is.
        best: the best place for it among those that are known; None if none of them is good and in another room.
        confidence: how sure it is that the thing is out of place, in [0, 1].
    """

    misplaced: bool
    best: Place | None
    confidence: float


def fit(thing: str, place: Place, similarity: Similarity) -> float:
    """How well a thing fits a place, in [0, 1]: 0 is absurd, 1 is just right."""
    return _sense(similarity).fit(thing, place)


def usual(thing: str, place: Place, similarity: Similarity) -> float:
    """How usual it is to find a thing in a place, from 0, which is absurd, to 1 and a little more."""
    return _sense(similarity).usual(thing, place)


def is_odd(thing: str, place: Place, similarity: Similarity) -> bool:
    """Whether nobody would look for a thing there."""
    return _sense(similarity).usual(thing, place) < ODD


def judge(thing: str, here: Place, places: Sequence[Place], similarity: Similarity) -> Judgement:
    """Whether a thing that lies at `here` is misplaced, and which of `places` is best for it."""
    sense = _sense(similarity)
    usual = sense.usual(thing, here)
    others = [place for place in places if place.room != here.room]
    best = max(others, key=lambda place: sense.fit(thing, place), default=None)
    if best is not None and sense.fit(thing, best) < GOOD:
        best = None
    return Judgement(usual < ODD, best, 1 - min(usual, 1.0))


def haunts(thing: str, similarity: Similarity) -> list[str]:
    """Up to 3 rooms where a thing may belong, the likeliest first, to search a memory with."""
    usual = _sense(similarity).usual_rooms(thing)
    return sorted(usual, key=lambda room: -usual[room])[:3]


class _Sense:
    """What was thought of names so far, for one notion of similarity."""

    def __init__(self, similarity: Similarity) -> None:
        self.similarity = similarity
        self._kinds: dict[str, Shares] = {}
        self._room_types: dict[str, Shares] = {}
        self._usual_rooms: dict[str, Mapping[str, float]] = {}
        self._purposes: dict[tuple[str, str], Mapping[str, float]] = {}

    def usual(self, thing: str, place: Place) -> float:
        """How usual a thing is in a place, from 0, which is absurd, to 1 and a little more for one among its like."""
        room = self._in_room(thing, place.room)
        meant = 0.0 if place.holder == place.room else self._meant(thing, place, related=0.0)
        return max(room, meant) + _COMPANY * self._company(thing, place)

    def fit(self, thing: str, place: Place) -> float:
        """How well a thing fits a place, in [0, 1]."""
        room = self._in_room(thing, place.room)
        if place.holder == place.room:
            good = _FLOOR * room
        elif self._purposes_of(place):
            good = self._meant(thing, place, _RELATED) * (0.7 + 0.3 * room)
        else:
            good = _ANY * room
        near = max(0.0, self.similarity(thing, place.holder))
        return (good + _COMPANY * self._company(thing, place) + _NAMES * near) / (1 + _COMPANY + _NAMES)

    def usual_rooms(self, thing: str) -> Mapping[str, float]:
        """How usual a thing is in each room, 1 in the likeliest."""
        return _kept(self._usual_rooms, thing, self._think_of_rooms)

    def _think_of_rooms(self, thing: str) -> Mapping[str, float]:
        like = room_likeness(thing, self.similarity)
        most = max(like.values())
        likely = {
            room: _LIKENESS * like[room] / most
            + (1 - _LIKENESS)
            * sum(share * kinds()[kind].rooms.get(room, 0.0) for kind, share in self._kinds_of(thing).items())
            for room in rooms()
        }
        best = max(likely.values())
        named = rooms_named(thing.split()[:-1])
        others = _ELSEWHERE if named else 1.0
        # Were the difference divided by the best itself, the best guess at an unknown thing would pass for certain.
        meant = {room for kind in uses(thing) for room, usual in kinds()[kind].rooms.items() if usual == AT_HOME}
        return {
            room: 1.0 if room in named else max(FINE * (room in meant), others * (1 - (best - value) / best**0.5))
            for room, value in likely.items()
        }

    def _in_room(self, thing: str, room: str) -> float:
        types = _kept(self._room_types, room, lambda name: room_types(name, self.similarity))
        usual = self.usual_rooms(thing)
        return sum(share * usual[name] for name, share in types.items())

    def _meant(self, thing: str, place: Place, related: float) -> float:
        """How far furniture is meant for a thing; `related` counts for other kinds that share its rooms."""
        meant = self._purposes_of(place)
        return sum(
            share
            * max(
                (much * (1.0 if kind == other else related * affinity(kind, other)) for other, much in meant.items()),
                default=0.0,
            )
            for kind, share in self._kinds_of(thing).items()
        )

    def _company(self, thing: str, place: Place) -> float:
        """How far what lies there is of the same kind."""
        others = [other for other in place.contents if other != thing]
        return sum(self._alike(thing, other) for other in others) / (len(others) + 1)

    def _alike(self, thing: str, other: str) -> float:
        mine, its = self._kinds_of(thing), self._kinds_of(other)
        return sum(
            share * its[name] * (1.0 if kind == name else 0.5 * affinity(kind, name))
            for kind, share in mine.items()
            for name in its
        )

    def _kinds_of(self, thing: str) -> Shares:
        return _kept(self._kinds, thing, self._think_of_kinds)

    def _think_of_kinds(self, thing: str) -> Shares:
        shares = kinds_of(thing, self.similarity)
        return {kind: share for kind, share in shares.items() if share > 0.01}

    def _purposes_of(self, place: Place) -> Mapping[str, float]:
        return _kept(self._purposes, (place.holder, place.room), lambda names: purposes(*names, self.similarity))


def _kept(memory: dict[K, V], key: K, think: Callable[[K], V]) -> V:
    if key not in memory:
        memory[key] = think(key)
    return memory[key]


@lru_cache(maxsize=8)
def _sense(similarity: Similarity) -> _Sense:
    return _Sense(similarity)
