"""The commands of an errand other than walking, with their rooms and their order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ariadne.games.errands.foods import COOKINGS, CUTS, KNIFE
from ariadne.games.errands.home import CARRIED, KITCHEN, Home, HouseState
from ariadne.worlds.card import Wish


@dataclass(frozen=True)
class Chore:
    """A command that an errand needs.

    Attributes:
        room: where it is possible; empty for anywhere.
        after: the errand's commands that must precede it.
        lies: a thing that it moves, and the new place.
        shut: a container that it opens, closes or locks, and the new state.
    """

    command: str
    room: str
    after: frozenset[str] = frozenset()
    lies: tuple[str, str] | None = None
    shut: tuple[str, str] | None = None


def chores_for(home: Home, state: HouseState, wishes: Iterable[Wish]) -> list[Chore]:
    """Return the commands that fulfil the wishes, each once."""
    needed: dict[str, Chore] = {}
    plan = _Plan(home, state, needed)
    for wish in wishes:
        plan.fulfil(wish)
    return list(needed.values())


def holds(home: Home, state: HouseState, wish: Wish) -> bool:
    """Return whether a wish is fulfilled."""
    if wish.places and state.lies[wish.thing] not in wish.places:
        return False
    if wish.thing in home.dishes and wish.states:
        return wish.thing in state.prepared
    return not wish.states or state.shut[wish.thing] in wish.states


class _Plan:
    """Collects the chores. Each method returns the commands that complete its part; empty if it needs none."""

    def __init__(self, home: Home, state: HouseState, needed: dict[str, Chore]) -> None:
        self._home = home
        self._state = state
        self._needed = needed

    def fulfil(self, wish: Wish) -> None:
        if wish.thing in self._home.dishes and wish.states:
            self._prepare(wish)
        elif wish.places and self._state.lies[wish.thing] not in wish.places:
            self._put(wish.thing, _nearest(wish), self._take(wish.thing))
        elif wish.states:
            self._shut(wish.thing, wish.states[0])

    def _add(self, command: str, room: str, after: frozenset[str], **effect: tuple[str, str]) -> frozenset[str]:
        self._needed[command] = Chore(command, room, after, **effect)
        return frozenset({command})

    def _take(self, thing: str) -> frozenset[str]:
        place = self._state.lies[thing]
        if place == CARRIED:
            return frozenset()
        after = self._open(place)
        source = "" if place in self._home.house.rooms else f" from {place}"
        return self._add(f"take {thing}{source}", self._home.room_of[place], after, lies=(thing, CARRIED))

    def _put(self, thing: str, place: str, after: frozenset[str]) -> None:
        room = self._home.room_of[place]
        if place == room:
            command = f"drop {thing}"
        elif place in self._home.containers:
            command = f"insert {thing} into {place}"
        else:
            command = f"put {thing} on {place}"
        self._add(command, room, after | self._open(place), lies=(thing, place))

    def _open(self, place: str) -> frozenset[str]:
        if self._state.shut.get(place, "open") == "open":
            return frozenset()
        after = self._with_key("unlock", place, "closed", frozenset()) if self._is_locked(place) else frozenset()
        return self._add(f"open {place}", self._home.room_of[place], after, shut=(place, "open"))

    def _shut(self, container: str, wanted: str) -> None:
        if wanted == "open":
            self._open(container)
            return
        room, after = self._home.room_of[container], frozenset[str]()
        if self._state.shut[container] == "open":
            after = self._add(f"close {container}", room, after, shut=(container, "closed"))
        if wanted == "locked":
            self._with_key("lock", container, "locked", after)

    def _with_key(self, verb: str, container: str, then: str, after: frozenset[str]) -> frozenset[str]:
        key = self._home.keys[container]
        room = self._home.room_of[container]
        return self._add(f"{verb} {container} with {key}", room, after | self._take(key), shut=(container, then))

    def _is_locked(self, place: str) -> bool:
        return self._state.shut[place] == "locked"

    def _prepare(self, wish: Wish) -> None:
        dish = self._home.dishes[wish.thing]
        ready = held = self._take(dish.food)
        if dish.cut:
            ready |= self._add(f"{CUTS[dish.cut]} {dish.food} with {KNIFE}", "", held | self._take(KNIFE))
        if dish.cooking:
            ready |= self._add(f"cook {dish.food} with {COOKINGS[dish.cooking]}", KITCHEN, held)
        self._put(dish.food, _nearest(wish), ready)


def _nearest(wish: Wish) -> str:
    """The place that fulfils a wish with the fewest commands: a room's floor if possible."""
    return wish.places[0]
