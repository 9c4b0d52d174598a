"""The house of a game of errands before TextWorld makes it: its furniture and its state at the start."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ariadne.errors import UserError
from ariadne.games import mansion
from ariadne.games.catalogue import Room, load_catalogue, pick_furniture, pick_rooms
from ariadne.games.errands.alike import noun, of_a_kind
from ariadne.games.errands.foods import COOKBOOK, KNIFE, OVEN, STOVE, Dish, draw_dishes
from ariadne.games.errands.knobs import KINDS_ALIKE, LARGEST_KIND, TOOLS, ErrandsKnobs
from ariadne.games.house import House, lay_out
from ariadne.games.names import check_names, without_clashes

KITCHEN = "kitchen"
CARRIED = ""
"""The place of a thing that the player carries."""
MOST = 3
"""Most things on a piece of furniture at the start."""


@dataclass(frozen=True)
class Home:
    """The part of a house that does not change.

    Attributes:
        furniture: the pieces in each room.
        containers: the pieces that hold things inside.
        keys: the key of each lockable container.
        dishes: the preparation of each food.
        pairs: by piece of furniture, two things that lie there alone until an errand asks for one.
        singles: by container, the thing that lies there alone until an errand asks for it.
        alike: the things that share a noun, by noun.
    """

    house: House
    furniture: Mapping[str, tuple[str, ...]]
    containers: frozenset[str]
    keys: Mapping[str, str]
    dishes: Mapping[str, Dish]
    pairs: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    singles: Mapping[str, str] = field(default_factory=dict)
    alike: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def room_of(self) -> Mapping[str, str]:
        """The room of each piece of furniture, and of each room's floor."""
        pieces = {piece: room for room, pieces in self.furniture.items() for piece in pieces}
        return {**{room: room for room in self.house.rooms}, **pieces, STOVE: KITCHEN, OVEN: KITCHEN}

    @property
    def pieces(self) -> list[str]:
        return [piece for pieces in self.furniture.values() for piece in pieces]

    @property
    def containers_in_order(self) -> list[str]:
        return [piece for piece in self.pieces if piece in self.containers]

    @property
    def tools(self) -> frozenset[str]:
        """Things that help with errands and are never asked for."""
        return frozenset({COOKBOOK, KNIFE, *self.keys.values(), *self.dishes})

    def places_in(self, room: str) -> tuple[str, ...]:
        """Return a room's floor, then its furniture."""
        return tuple(place for place, its in self.room_of.items() if its == room)


@dataclass
class HouseState:
    """The changing part: the player's room, the place of each thing, the state of doors, containers and foods.

    Attributes:
        lies: the place of each thing: a piece of furniture, a room for its floor, or `CARRIED`.
        shut: the state of each door and container: open, closed or locked.
    """

    room: str
    lies: dict[str, str]
    shut: dict[str, str]
    prepared: set[str] = field(default_factory=set)


def draw_home(knobs: ErrandsKnobs, rng: random.Random) -> tuple[Home, HouseState]:
    """Draw a house for these knobs, and its state at the start.

    Raises:
        UserError: there are too few pieces of furniture, or things, for the errands.
    """
    rooms = pick_rooms(load_catalogue(), knobs.rooms, rng)
    house = lay_out([room.name for room in rooms], knobs.loops, knobs.doors, rng)
    furniture = {room.name: _pieces(room, knobs.furniture, rng) for room in rooms}
    containers = [piece for room in rooms for piece in furniture[room.name] if piece in room.containers]
    shut = _shut(knobs, containers, furniture[KITCHEN], rng)
    lockable = [piece for piece in containers if shut[piece] == "locked"]
    keys = dict(zip(lockable, [f"{kind} key" for kind in rng.sample(mansion.KEYS, len(lockable))], strict=True))
    empty = Home(house, furniture, frozenset(containers), keys, draw_dishes(knobs.dish, rng))
    fixed = [*empty.pieces, STOVE, OVEN, *dict.fromkeys(house.doors.values())]
    alike, things = _draw_things(knobs, [*house.rooms, *fixed, *empty.tools], rng)
    home = replace(empty, alike=alike)
    home = replace(home, **_reserve(knobs, home, things, rng))
    lies = _lay(knobs, home, things, rng)
    check_names(house.rooms)
    check_names([*fixed, *lies])
    return home, HouseState(
        house.rooms[0], lies, {**shut, OVEN: "closed", **dict.fromkeys(house.doors.values(), "closed")}
    )


def _pieces(room: Room, number: int, rng: random.Random) -> tuple[str, ...]:
    return tuple(piece for piece in pick_furniture(room, number, rng) if piece != STOVE)


def _shut(
    knobs: ErrandsKnobs, containers: Sequence[str], in_kitchen: Sequence[str], rng: random.Random
) -> dict[str, str]:
    """The state of each container at the start; nothing in the kitchen is locked."""
    closed = rng.sample(containers, round(knobs.closed * len(containers)))
    outside = [piece for piece in closed if piece not in in_kitchen]
    if len(outside) < knobs.locked:
        what = f"{knobs.locked} locked containers, but {len(outside)} outside the kitchen are closed"
        raise UserError(f"{what}: ask for fewer, or for more closed ones")
    locked = outside[: knobs.locked]
    return {**dict.fromkeys(containers, "open"), **dict.fromkeys(closed, "closed"), **dict.fromkeys(locked, "locked")}


def _draw_things(
    knobs: ErrandsKnobs, taken: Iterable[str], rng: random.Random
) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """Draw the things that errands ask for: those of a kind by their noun, and all in random order."""
    catalogue = [thing.name for thing in load_catalogue().things.values() if not thing.large]
    names = [name for name in rng.sample(catalogue, len(catalogue)) if noun(name) not in ("key", "knife")]
    free = without_clashes(names, taken)
    kinds = of_a_kind(free)
    nouns = rng.sample(sorted(kinds), min(knobs.alike, KINDS_ALIKE, len(kinds)))
    alike = {word: tuple(kinds[word][: rng.randint(2, LARGEST_KIND)]) for word in nouns}
    several = [name for names in alike.values() for name in names]
    alone = [name for name in free if noun(name) not in alike]
    number = knobs.things - TOOLS - knobs.locked - knobs.dish - len(several)
    if len(alone) < number:
        raise UserError(
            f"{knobs.things} things, but the catalogue has {len(alone)} other than those of a kind: ask for fewer"
        )
    things = [*several, *alone[:number]]
    return alike, rng.sample(things, len(things))


def _reserve(knobs: ErrandsKnobs, home: Home, things: Sequence[str], rng: random.Random) -> dict[str, Any]:
    """Choose the pairs and singles of a house, in as few rooms as possible. Nothing else is brought to their places."""
    several = {name for names in home.alike.values() for name in names}
    free = iter([name for name in things if name not in several])
    rooms = [room for room in rng.sample(home.house.rooms, len(home.house.rooms)) if room != KITCHEN]
    pieces = [piece for room in rooms for piece in home.furniture[room]]
    inside = [piece for piece in pieces if piece in home.containers][: knobs.inside]
    surfaces = [piece for piece in pieces if piece not in home.containers][: knobs.beside]
    if len(inside) < knobs.inside or len(surfaces) < knobs.beside:
        raise UserError("the errands need more furniture than the house has: ask for more furniture, or more rooms")
    pairs = {piece: (next(free), next(free)) for piece in surfaces}
    return {"pairs": pairs, "singles": {piece: next(free) for piece in inside}}


def _lay(knobs: ErrandsKnobs, home: Home, things: Sequence[str], rng: random.Random) -> dict[str, str]:
    """The place of each thing at the start."""
    lies = {thing: piece for piece, pair in home.pairs.items() for thing in pair}
    lies |= {thing: piece for piece, thing in home.singles.items()}
    free = [piece for piece in home.pieces if piece not in home.pairs and piece not in home.singles]
    surfaces = [piece for piece in free if piece not in home.containers]
    in_kitchen = [piece for piece in home.furniture[KITCHEN] if piece in free]
    counter = [piece for piece in in_kitchen if piece in surfaces]
    lies |= {COOKBOOK: counter[0], KNIFE: rng.choice(in_kitchen)}
    lies |= {key: rng.choice(surfaces) for key in home.keys.values()}
    lies |= {food: rng.choice(in_kitchen) for food in home.dishes}
    for thing in things:
        if thing not in lies:
            roomy = [piece for piece in free if sum(place == piece for place in lies.values()) < MOST]
            on_floor = not roomy or rng.random() < knobs.on_floor
            lies[thing] = rng.choice(home.house.rooms) if on_floor else rng.choice(roomy)
    return lies
