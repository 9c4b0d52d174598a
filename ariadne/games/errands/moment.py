"""A moment in a game of errands: the state, and what a player who did all errands so far has seen."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from ariadne.games.errands.home import CARRIED, Home, HouseState
from ariadne.games.errands.walks import Walk
from ariadne.worlds.card import Wish

OLDEST = 3
"""Errands of the second half ask for one of the three fitting things known longest."""


@dataclass
class Moment:
    """The state after some errands, counted from 0.

    Attributes:
        first: the state at the start.
        length: the number of errands.
        number: the number of errands given so far.
        changed: the last errand in which each thing was moved, or each container opened or shut.
        left: the first such errand.
        seen: the last errand in which each thing was seen.
        pairs, singles: those that no errand has asked for yet.
    """

    home: Home
    first: HouseState
    rng: random.Random
    length: int
    number: int = 0
    changed: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.state = deepcopy(self.first)
        self.pairs = dict(self.home.pairs)
        self.singles = dict(self.home.singles)

    @property
    def free(self) -> list[str]:
        """Return the things that an errand may name or move: all except tools and things that must still lie alone."""
        alone = {thing for pair in self.pairs.values() for thing in pair} | set(self.singles.values())
        return [thing for thing in self.state.lies if thing not in alone and thing not in self.home.tools]

    @property
    def targets(self) -> list[str]:
        """Return the furniture that things may be brought to."""
        return [piece for piece in self.home.pieces if piece not in self.pairs and piece not in self.singles]

    def place(self, thing: str) -> str:
        return self.state.lies[thing]

    def room(self, thing: str) -> str:
        place = self.place(thing)
        return self.state.room if place == CARRIED else self.home.room_of[place]

    def rooms_for(self, things: Iterable[str]) -> list[str]:
        """Return the rooms that these things can be brought to: those that contain none of them, and nothing that must
        lie alone."""
        alone = {self.home.room_of[piece] for piece in (*self.pairs, *self.singles)}
        taken = alone | {self.room(thing) for thing in things}
        return [room for room in self.home.house.rooms if room not in taken]

    def choose(self, things: Sequence[str], since: Mapping[str, int]) -> str | None:
        """Choose one of the things; in the second half of the errands, one of those known longest."""
        if 2 * self.number < self.length:
            return self.rng.choice(things) if things else None
        known = sorted((thing for thing in things if thing in since), key=lambda thing: since[thing])
        return self.rng.choice(known[:OLDEST] or things) if things else None

    def note(self, names: Iterable[str]) -> None:
        """Record that these things are moved, opened or shut now."""
        now = dict.fromkeys(names, self.number)
        self.changed.update(now)
        self.left = {**now, **self.left}

    def look_around(self, walk: Walk, before: HouseState) -> None:
        """Record which things were seen on a walk."""
        for thing, place in [*before.lies.items(), *self.state.lies.items()]:
            if self.home.room_of.get(place) in walk.rooms and self.state.shut.get(place, "open") == "open":
                self.seen[thing] = self.number

    def release(self, wishes: Iterable[Wish]) -> None:
        """Free the reserved things that were asked for."""
        asked = {wish.thing for wish in wishes}
        self.pairs = {piece: pair for piece, pair in self.pairs.items() if not asked & set(pair)}
        self.singles = {piece: thing for piece, thing in self.singles.items() if thing not in asked}
