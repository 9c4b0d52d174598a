"""Cleaning (AriGraph, Appendix E): a house where some things are in the wrong room.

TextWorld's quests cannot keep its score (see `HomesScoring`), so the game has none; its card lists the right places of
each thing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import Field, model_validator

from ariadne.errors import UserError
from ariadne.games.catalogue import Catalogue, Thing, load_catalogue, pick_furniture, pick_rooms
from ariadne.games.draft import Draft, maker_options
from ariadne.games.house import DOOR_NAMES, House, WalkRecorder, build_rooms, lay_out
from ariadne.games.knobs import Knobs
from ariadne.games.rounds import Load, Stop, short_round
from ariadne.worlds.card import HomesScoring

GOAL = "Tidy up the house: find the things that are out of place, and put each where it belongs."
BRIEFING = (
    "Each room of this house has its purpose. Most things are where they belong; leave those alone. "
    "Some things lie in a room where nobody would look for them: take them, and put them on or into "
    "the furniture of the room where they belong. Often a thing has more than one right place. "
    "Containers may be closed: open them and look inside."
)


class CleaningKnobs(Knobs):
    """The parameters of a Cleaning game."""

    rooms: int = Field(default=9, ge=2)
    things: int = Field(default=54, ge=1, description="things to carry, misplaced or not")
    misplaced: int = Field(default=11, ge=1, description="things in the wrong room")
    furniture: int = Field(default=4, ge=2, le=8, description="maximum pieces of furniture per room")
    closed: float = Field(default=0.5, ge=0, le=1, description="the share of containers that are closed at the start")
    on_floor: float = Field(default=0.15, ge=0, le=1, description="probability that a misplaced thing is on the floor")
    loops: float = Field(default=0.15, ge=0, le=1, description="share of passages beyond a tree; 0 is a tree")
    doors: int = Field(default=0, ge=0, le=len(DOOR_NAMES), description="passages with a closed door")

    @model_validator(mode="after")
    def _possible(self) -> CleaningKnobs:
        kinds = len(load_catalogue().rooms)
        if self.rooms > kinds:
            raise ValueError(f"{self.rooms} rooms, but the catalogue has {kinds} kinds of room")
        if self.misplaced > self.things:
            raise ValueError(f"{self.misplaced} misplaced things, but there are {self.things} things")
        if self.doors > self.rooms - 1:
            raise ValueError(f"{self.doors} doors need at least {self.doors + 1} rooms, there are {self.rooms}")
        return self


@dataclass(frozen=True)
class Household:
    """A Cleaning game before TextWorld makes it.

    Attributes:
        furniture: the pieces in each room.
        containers: the pieces that hold things inside; the others hold things on top.
        closed: the containers that are closed at the start.
        lies: the place of each thing: a piece of furniture, or a room for its floor.
        homes: the right places in this house for each thing, the natural ones first.
        misplaced: the things in the wrong place at the start.
    """

    house: House
    furniture: Mapping[str, tuple[str, ...]]
    containers: frozenset[str]
    closed: frozenset[str]
    lies: Mapping[str, str]
    homes: Mapping[str, tuple[str, ...]]
    misplaced: tuple[str, ...]


def build(knobs: CleaningKnobs, seed: int) -> Draft:
    """Return the Cleaning game of these knobs and this seed.

    Raises:
        UserError: the catalogue has too few things for the rooms that this seed draws.
    """
    catalogue = load_catalogue()
    household = plan(knobs, catalogue, random.Random(f"cleaning {seed}"))
    return drafted(household, maker_options(seed, knobs.wording_seed), _walkthrough(household, catalogue))


def drafted(household: Household, options: Any, walkthrough: Sequence[str] = ()) -> Draft:
    """Return the game of a household."""
    return Draft(
        game=_make(household, options),
        goal=GOAL,
        briefing=BRIEFING,
        maximum=2 * len(household.misplaced),
        walkthrough=tuple(walkthrough),
        scoring=HomesScoring(homes={thing: list(homes) for thing, homes in household.homes.items()}),
    )


@dataclass(frozen=True)
class _Rooms:
    """The rooms of a house with their furniture."""

    catalogue: Catalogue
    furniture: Mapping[str, tuple[str, ...]]

    @cached_property
    def places(self) -> frozenset[str]:
        """Return the pieces of furniture, and the rooms, which stand for their floors."""
        return frozenset(self.furniture).union(*self.furniture.values())

    def homes(self, thing: Thing) -> list[str]:
        """The places of a thing in this house when it is tidy."""
        return [place for place in thing.homes if place in self.places]

    def accepted(self, thing: Thing) -> list[str]:
        """The right places of a thing in this house: its homes, then other accepted ones."""
        homes = self.homes(thing)
        return [*homes, *sorted((thing.accepted & self.places).difference(homes))]

    def room(self, place: str) -> str:
        return self.catalogue.room_of[place]


def plan(knobs: CleaningKnobs, catalogue: Catalogue, rng: random.Random) -> Household:
    """Draw everything in the house.

    Raises:
        UserError: the catalogue has too few things for the rooms that were drawn.
    """
    kinds = pick_rooms(catalogue, knobs.rooms, rng)
    house = lay_out([room.name for room in kinds], knobs.loops, knobs.doors, rng)
    rooms = _Rooms(catalogue, {room.name: pick_furniture(room, knobs.furniture, rng) for room in kinds})
    containers = [piece for room in kinds for piece in rooms.furniture[room.name] if piece in room.containers]
    things = rng.sample(list(catalogue.things.values()), len(catalogue.things))
    misplaced = _misplace(knobs, rooms, things, rng)
    rest = [thing for thing in things if thing.name not in misplaced]
    lies = {**misplaced, **_put_in_place(knobs.things - knobs.misplaced, rooms, rest, rng)}
    return Household(
        house=house,
        furniture=rooms.furniture,
        containers=frozenset(containers),
        closed=frozenset(rng.sample(containers, round(knobs.closed * len(containers)))),
        lies=lies,
        homes={name: tuple(rooms.accepted(catalogue.things[name])) for name in sorted(lies)},
        misplaced=tuple(misplaced),
    )


def _misplace(knobs: CleaningKnobs, rooms: _Rooms, things: list[Thing], rng: random.Random) -> dict[str, str]:
    """Return misplaced things with their odd places. The rooms they are in and the rooms they belong in vary."""
    free = [thing for thing in things if rooms.homes(thing)]
    from_room: Counter[str] = Counter()
    lies: dict[str, str] = {}
    for room in _in_turn(list(rooms.furniture), knobs.misplaced, rng):
        odd_here = [thing for thing in free if room in thing.odd]
        if odd_here and len(lies) < knobs.misplaced:
            thing = min(odd_here, key=lambda each: from_room[rooms.room(rooms.homes(each)[0])])
            free.remove(thing)
            from_room[rooms.room(rooms.homes(thing)[0])] += 1
            on_floor = thing.large or rng.random() < knobs.on_floor
            lies[thing.name] = room if on_floor else rng.choice(rooms.furniture[room])
    if len(lies) < knobs.misplaced:
        raise UserError(f"{knobs.misplaced} misplaced things are too many for {knobs.rooms} rooms; ask for fewer")
    return lies


def _put_in_place(number: int, rooms: _Rooms, things: list[Thing], rng: random.Random) -> dict[str, str]:
    """Return things at home, spread evenly over the rooms and over the places in each of them."""
    at_home: dict[str, dict[str, list[str]]] = {room: {} for room in rooms.furniture}
    for thing in things:
        for place in rooms.homes(thing):
            at_home[rooms.room(place)].setdefault(thing.name, []).append(place)
    load: Counter[str] = Counter()
    lies: dict[str, str] = {}
    for room in _in_turn(list(rooms.furniture), number, rng):
        name = next((name for name in at_home[room] if name not in lies), None)
        if name and len(lies) < number:
            lies[name] = min(at_home[room][name], key=lambda place: load[place])
            load[lies[name]] += 1
    if len(lies) < number:
        raise UserError(f"only {len(lies)} things of the catalogue can be in place here; ask for fewer than {number}")
    return lies


def _in_turn(rooms: list[str], rounds: int, rng: random.Random) -> Iterable[str]:
    """Yield every room in random order, `rounds` times."""
    for _ in range(rounds):
        yield from rng.sample(rooms, len(rooms))


def _make(household: Household, options: Any) -> Any:
    """Make the house in TextWorld, without quests."""
    import textworld

    maker = textworld.GameMaker(options)
    places = build_rooms(maker, household.house)
    for room, pieces in household.furniture.items():
        for piece in pieces:
            contains = piece in household.containers
            places[piece] = maker.new("c" if contains else "s", piece)
            if contains:
                places[piece].add_property("closed" if piece in household.closed else "open")
            places[room].add(places[piece])
    for thing, place in household.lies.items():
        places[place].add(maker.new("o", thing))
    return maker.build()


def _walkthrough(household: Household, catalogue: Catalogue) -> list[str]:
    """A short tour that takes every misplaced thing and puts it where it belongs."""
    walk = WalkRecorder(household.house)
    distances = {room: household.house.distances(room) for room in household.house.rooms}
    for stop in short_round(walk.room, _loads(household, catalogue), distances):
        walk.go(stop.room)
        if stop.place in household.closed:
            walk.open(stop.place)
        if stop.place == household.lies[stop.thing]:
            walk.commands.append(f"take {stop.thing}" + _from(stop.place, household))
        else:
            walk.commands.append(_put(stop.thing, stop.place, household))
    return walk.commands


def _loads(household: Household, catalogue: Catalogue) -> list[Load]:
    def stop(thing: str, place: str) -> Stop:
        return Stop(thing, place, catalogue.room_of[place], effort=int(place in household.closed))

    return [
        Load(
            stop(thing, household.lies[thing]),
            tuple(stop(thing, place) for place in catalogue.things[thing].homes if place in household.homes[thing]),
        )
        for thing in household.misplaced
    ]


def _from(place: str, household: Household) -> str:
    return "" if place in household.furniture else f" from {place}"


def _put(thing: str, place: str, household: Household) -> str:
    if place in household.furniture:
        return f"drop {thing}"
    return f"insert {thing} into {place}" if place in household.containers else f"put {thing} on {place}"
