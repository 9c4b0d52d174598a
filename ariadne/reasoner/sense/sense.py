"""Common sense about where things belong in a house, from names alone.

All places of a house compete for a thing. Five signs speak for a place: people usually keep such things there
(`habits/`), the thing's kind belongs in such a room, the furniture is meant for it, the words are related, and similar
things lie there. They add up to log odds. The weights are close to those found by `benchmarks/household_sense.py
--fit`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ariadne.caches import cached
from ariadne.reasoner.sense.classify import kinds_of
from ariadne.reasoner.sense.habits import Habits, habits, usual
from ariadne.reasoner.sense.habits.features import (
    Features,
    Vector,
    embedded,
    place_features,
    place_texts,
    thing_features,
)
from ariadne.reasoner.sense.kinds import AT_HOME, FINE, Shares, Similarity, cosine, kinds
from ariadne.reasoner.sense.names import uses
from ariadne.reasoner.sense.places import purposes, room_likeness, room_types, rooms, rooms_named

ROOM, MEANT, WORDS, LIKE, FLOOR, USUAL = 2.3, 1.2, 11.3, 4.0, -3.6, 1.05
"""The weights of the signs; `FLOOR` is the penalty for lying on a floor."""
WEIGHTS = (ROOM, MEANT, WORDS, LIKE, FLOOR, USUAL)
"""In the order of `Signs`."""
LOYALTY = 6.6
"""The bonus of the place where a thing was found, since most things are where they belong."""

# Every place has some chance.
_LEAST = 0.05
# The purpose score of furniture without a purpose, and the likeness score of an empty place.
_ANYTHING, _NOTHING = 0.5, 0.35
# The weight of being of the same kind, relative to related words, in the likeness of things.
_SAME_KIND = 0.35
# The weight of the similarity of a thing's name to a room's, relative to its kind's rooms.
_LIKENESS = 0.25
# The factor for other rooms if a name states the room, as in `gym bag`.
_ELSEWHERE = 0.9


@dataclass(frozen=True)
class PossiblePlace:
    """A present or possible place of a thing.

    Attributes:
        holder: a piece of furniture; the room itself for its floor.
        contents: its known contents.
    """

    holder: str
    room: str
    contents: tuple[str, ...] = ()

    @property
    def is_floor(self) -> bool:
        return self.holder == self.room


@dataclass(frozen=True)
class Signs:
    """The signs for a thing in a place, before weighting."""

    room: float
    meant: float
    words: float
    like: float
    floor: float
    usual: float


def score(thing: str, place: PossiblePlace, similarity: Similarity) -> float:
    """The score of a place for a thing, as log odds up to a constant that is the same for all places of the thing."""
    signs: Iterable[float] = vars(signs_of(thing, place, similarity)).values()
    return sum(weight * sign for weight, sign in zip(WEIGHTS, signs, strict=True))


def signs_of(thing: str, place: PossiblePlace, similarity: Similarity) -> Signs:
    """The signs for a place."""
    return _sense(similarity).signs_of(thing, place)


def companion(thing: str, place: PossiblePlace, similarity: Similarity) -> str:
    """The thing in a place that is most similar to a thing; empty if nothing else lies there."""
    others = [other for other in place.contents if other != thing]
    return max(others, key=lambda other: _sense(similarity).likeness(thing, other), default="")


def likely_rooms(thing: str, similarity: Similarity) -> list[str]:
    """Up to 3 likely rooms of a thing, the likeliest first, for searching a memory."""
    usual = _sense(similarity).usual_rooms(thing)
    return sorted(usual, key=lambda room: -usual[room])[:3]


class Sense:
    """Cached judgements of names, for one similarity function and one set of habits."""

    def __init__(self, similarity: Similarity, habits: Habits) -> None:
        self.similarity = similarity
        self.usual_rooms = cached(None)(self._usual_rooms)
        self.likeness = cached(None)(self._likeness)
        self._kinds_of = cached(None)(self._likely_kinds)
        self._thing_vector = cached(None)(lambda thing: habits.things.vector(*self.says_of(thing)))
        self._place_vector = cached(None)(
            lambda holder, room: habits.places.vector(*self.says_where(PossiblePlace(holder, room)))
        )
        self._room_types = cached(None)(lambda room: room_types(room, similarity))
        self._purposes = cached(None)(lambda holder, room: purposes(holder, room, similarity))

    def signs_of(self, thing: str, place: PossiblePlace) -> Signs:
        where = f"on the floor in the {place.room}" if place.is_floor else f"in the {place.holder} in the {place.room}"
        others = [self.likeness(thing, other) for other in place.contents if other != thing]
        return Signs(
            room=math.log(self._in_room(thing, place.room) + _LEAST),
            meant=0.0 if place.is_floor else math.log(self._meant(thing, place) + _LEAST),
            words=self.similarity(f"the {thing} belongs here", where),
            like=max(others, default=_NOTHING),
            floor=float(place.is_floor),
            usual=usual(self._thing_vector(thing), self._place_vector(place.holder, place.room)),
        )

    def says_of(self, thing: str) -> tuple[Features, Vector]:
        """The features of a thing's name, and its embedding."""
        features = thing_features(thing, self._kinds_of(thing), self.usual_rooms(thing))
        return features, embedded([thing], self.similarity)

    def says_where(self, place: PossiblePlace) -> tuple[Features, Vector]:
        """The features of a place's names, and their embedding."""
        meant = {} if place.is_floor else self._purposes(place.holder, place.room)
        features = place_features(place.holder, place.room, meant, self._room_types(place.room))
        return features, embedded(place_texts(place.holder, place.room), self.similarity)

    def _likeness(self, thing: str, other: str) -> float:
        """The likeness of two things: related words and shared kinds."""
        return self.similarity(thing, other) + _SAME_KIND * cosine(self._kinds_of(thing), self._kinds_of(other))

    def _usual_rooms(self, thing: str) -> Mapping[str, float]:
        """How usual a thing is in each room, 1 in the likeliest."""
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
        # Dividing the difference by the best score itself would make the best guess at an unknown thing look certain.
        meant = {room for kind in uses(thing) for room, usual in kinds()[kind].rooms.items() if usual == AT_HOME}
        return {
            room: 1.0 if room in named else max(FINE * (room in meant), others * (1 - (best - value) / best**0.5))
            for room, value in likely.items()
        }

    def _in_room(self, thing: str, room: str) -> float:
        usual = self.usual_rooms(thing)
        return sum(share * usual[name] for name, share in self._room_types(room).items())

    def _meant(self, thing: str, place: PossiblePlace) -> float:
        """How far furniture is meant for a thing."""
        meant = self._purposes(place.holder, place.room)
        if not meant:
            return _ANYTHING
        return sum(share * meant.get(kind, 0.0) for kind, share in self._kinds_of(thing).items())

    def _likely_kinds(self, thing: str) -> Shares:
        shares = kinds_of(thing, self.similarity)
        return {kind: share for kind, share in shares.items() if share > 0.01}


@cached(8)
def _sense(similarity: Similarity) -> Sense:
    return Sense(similarity, habits())
