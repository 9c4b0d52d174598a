"""Common sense about where things belong in a house, from names alone.

A thing is of some kind; a kind is at home in some rooms, and some furniture is meant for it. Furniture that is meant for
nothing in particular serves whatever its room is for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ariadne.models.rules.kinds import Similarity, affinity, belief, head, kinds
from ariadne.models.rules.places import purposes, room_likeness, room_types, rooms, rooms_named

__all__ = ["Judgement", "Place", "Similarity", "fit", "haunts", "is_odd", "judge"]


@dataclass(frozen=True)
class Place:
    """Where a thing lies or may be put.

    Attributes:
        holder: the furniture; the room itself for its floor.
        contents: what else is known to be there.
    """

    holder: str
    room: str
    contents: tuple[str, ...] = ()


@dataclass(frozen=True)
class Judgement:
    """Whether a thing is out of place, the best place for it if one is known, and how sure that is, in [0, 1]."""

    misplaced: bool
    best: Place | None
    confidence: float


ODD = 0.35
GOOD = 0.3
LIKE = 0.25
SURE = 0.5
NAMED = 0.9
NEAR = 0.3
COMPANY = 0.2
FRIENDS = 0.2
TEXT = 0.1


def fit(thing: str, place: Place, similarity: Similarity) -> float:
    """How well a thing fits a place, in [0, 1]: 0 is absurd, 1 is just right."""
    return _sense(similarity).fit(thing, place)


def is_odd(thing: str, place: Place, similarity: Similarity) -> bool:
    """Whether nobody would look for a thing there."""
    return _sense(similarity).belonging(thing, place) < ODD


def judge(thing: str, here: Place, places: Sequence[Place], similarity: Similarity) -> Judgement:
    """Whether a thing that lies at `here` is misplaced, and which of `places` is best for it."""
    sense = _sense(similarity)
    belonging = sense.belonging(thing, here)
    best = max(places, key=lambda place: sense.fit(thing, place), default=None)
    good = best is not None and best.room != here.room and sense.fit(thing, best) >= GOOD
    return Judgement(belonging < ODD, best if good else None, 1 - belonging)


def haunts(thing: str, similarity: Similarity) -> list[str]:
    """Up to 3 kinds of places where a thing may belong, to search a memory with."""
    found: dict[str, None] = {}
    kind = kinds()[_sense(similarity).best_kind(thing)]
    for name in kind.rooms:
        found[name.partition(".")[0]] = None
    return list(found)[:3]


class _Sense:
    """What was thought of names so far, for one notion of similarity."""

    def __init__(self, similarity: Similarity) -> None:
        self.similarity = similarity
        self._beliefs: dict[str, Mapping[str, float]] = {}
        self._likeness: dict[str, Mapping[str, float]] = {}
        self._usual: dict[str, Mapping[str, float]] = {}
        self._rooms: dict[str, Mapping[str, float]] = {}
        self._purposes: dict[tuple[str, str], Mapping[str, float]] = {}

    def kinds_of(self, thing: str) -> Mapping[str, float]:
        if thing not in self._beliefs:
            found = belief(thing, self.similarity)
            self._beliefs[thing] = {kind: share for kind, share in found.items() if share > 0.01}
        return self._beliefs[thing]

    def best_kind(self, thing: str) -> str:
        return max(self.kinds_of(thing).items(), key=lambda item: item[1])[0]

    def rooms_of(self, room: str) -> Mapping[str, float]:
        if room not in self._rooms:
            self._rooms[room] = room_types(room, self.similarity)
        return self._rooms[room]

    def purposes_of(self, place: Place) -> Mapping[str, float]:
        key = place.holder, place.room
        if key not in self._purposes:
            self._purposes[key] = purposes(place.holder, place.room, self.similarity)
        return self._purposes[key]

    def in_room(self, kind: str, room: str) -> float:
        return sum(share * kinds()[kind].rooms.get(name, 0.0) for name, share in self.rooms_of(room).items())

    def likeness(self, thing: str) -> Mapping[str, float]:
        if thing not in self._likeness:
            self._likeness[thing] = room_likeness(thing, self.similarity)
        return self._likeness[thing]

    def usual(self, thing: str) -> Mapping[str, float]:
        """How usual a thing is in each room, relative to the room where it is most usual."""
        if thing not in self._usual:
            like = self.likeness(thing)
            most = max(like.values())
            found = {
                room: (1 - LIKE)
                * sum(share * kinds()[kind].rooms.get(room, 0.0) for kind, share in self.kinds_of(thing).items())
                + LIKE * like[room] / most
                for room in rooms()
            }
            best = max(found.values())
            named = rooms_named(thing.split()[:-1])
            scale = NAMED if named else 1.0
            self._usual[thing] = {
                room: 1.0 if room in named else scale * (1 - (best - value) / best**SURE)
                for room, value in found.items()
            }
        return self._usual[thing]

    def room_fit(self, thing: str, room: str) -> float:
        return sum(share * self.usual(thing)[name] for name, share in self.rooms_of(room).items())

    def holder_fit(self, thing: str, place: Place, near: float) -> float:
        meant = self.purposes_of(place)
        return sum(
            share
            * max(
                (much * (1.0 if kind == other else near * affinity(kind, other)) for other, much in meant.items()),
                default=0.0,
            )
            for kind, share in self.kinds_of(thing).items()
        )

    def company(self, thing: str, place: Place) -> float:
        others = [other for other in place.contents if other != thing]
        return sum(self.alike(thing, other) for other in others) / (len(others) + 1)

    def alike(self, thing: str, other: str) -> float:
        a, b = self.kinds_of(thing), self.kinds_of(other)
        return sum(x * y * (1.0 if k == j else 0.5 * affinity(k, j)) for k, x in a.items() for j, y in b.items())

    def belonging(self, thing: str, place: Place) -> float:
        room = self.room_fit(thing, place.room)
        if place.holder == place.room:
            return room + COMPANY * self.company(thing, place)
        return max(room, self.holder_fit(thing, place, 0.0)) + COMPANY * self.company(thing, place)

    def fit(self, thing: str, place: Place) -> float:
        room = self.room_fit(thing, place.room)
        if place.holder == place.room:
            how = 0.3 * room
        elif self.purposes_of(place):
            how = self.holder_fit(thing, place, NEAR) * (0.7 + 0.3 * room)
        else:
            how = 0.8 * room
        return (how + FRIENDS * self.company(thing, place) + TEXT * self.similarity(thing, place.holder)) / (
            1 + FRIENDS + TEXT
        )


@lru_cache(maxsize=8)
def _sense(similarity: Similarity) -> _Sense:
    return _Sense(similarity)
