"""The floor plan of a TextWorld game at its start. Users and makers may see it; agents never do."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ariadne.errors import UserError
from ariadne.worlds.textworld import check_story

_WAYS = ("north_of", "east_of", "south_of", "west_of")
_HOLDS = ("at", "in", "on")
_MOVABLE = ("o", "k", "f")  # objects, keys, food
_PLAYER, _INVENTORY, _RECIPE = "P", "I", "RECIPE"


@dataclass(frozen=True)
class Door:
    """A door between two rooms; `state` is open, closed or locked."""

    name: str
    state: str


@dataclass(frozen=True)
class FloorPlan:
    """Rooms, the ways between them, and the places of things.

    Attributes:
        exits: each room's neighbours, by direction.
        doors: the doors, by their two rooms in both orders.
        start: the room in which the player begins.
        places: the holder of each thing: a thing, a room, or empty if the player carries it.
        states: the state of each door and container: open, closed or locked.
        movable: the portable things.
    """

    exits: Mapping[str, Mapping[str, str]]
    doors: Mapping[tuple[str, str], Door]
    start: str
    places: Mapping[str, str]
    states: Mapping[str, str]
    movable: frozenset[str]

    @property
    def rooms(self) -> tuple[str, ...]:
        return tuple(self.exits)

    def room_of(self, thing: str) -> str:
        """The room that a thing is in; empty if the player carries it."""
        while thing and thing not in self.exits:
            thing = self.places[thing]
        return thing


def read_floor_plan(story: Path) -> FloorPlan:
    """Read the floor plan of a story's game from the `.json` beside it.

    Raises:
        UserError: a file is missing or was not written by TextWorld.
    """
    check_story(story)
    written = story.with_suffix(".json")
    try:
        plan = floor_plan(json.loads(written.read_text(encoding="utf-8")))
        _check_that_all_is_somewhere(plan)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise UserError(f"{written} was not written by TextWorld: it describes no house") from error
    return plan


def floor_plan(game: Mapping[str, Any]) -> FloorPlan:
    """Return the floor plan in TextWorld's `.json` data."""
    facts = [(fact["name"], [entity["name"] for entity in fact["arguments"]]) for fact in game["world"]]
    rooms = [entity["name"] for fact in game["world"] for entity in fact["arguments"] if entity["type"] == "r"]
    ids = dict.fromkeys([*rooms, *(each for _, arguments in facts for each in arguments)])
    named = _names({key: info["name"] for key, info in game["infos"]}, ids)
    states = {named[arguments[0]]: state for state, arguments in facts if state in ("open", "closed", "locked")}
    exits: dict[str, dict[str, str]] = {named[room]: {} for room in dict.fromkeys(rooms)}
    doors, places, start = {}, {}, ""
    for kind, arguments in facts:
        names = [named[each] for each in arguments]
        if kind in _WAYS and len(names) == 2:
            exits[names[1]][kind.removesuffix("_of")] = names[0]
        elif kind == "link":
            one, door, other = names
            doors[one, other] = doors[other, one] = Door(door, states.get(door, "open"))
        elif kind in _HOLDS and arguments[0] == _PLAYER:
            start = names[1]
        elif kind in _HOLDS and arguments[1] != _RECIPE:
            places[names[0]] = "" if arguments[1] == _INVENTORY else names[1]
    movable = {fact["arguments"][0]["name"] for fact in game["world"] if fact["arguments"][0]["type"] in _MOVABLE}
    return FloorPlan(exits, doors, start, places, states, frozenset(named[each] for each in movable) & places.keys())


def _check_that_all_is_somewhere(plan: FloorPlan) -> None:
    settled = {"", *plan.exits}
    for thing in plan.places:
        holders, holder = set[str](), thing
        while holder not in settled:
            if holder in holders:
                raise ValueError(f"{holder} is in itself")
            holders.add(holder)
            holder = plan.places[holder]
        settled |= holders


def _names(given: Mapping[str, str | None], ids: Iterable[str]) -> dict[str, str]:
    """A distinct name for each id."""
    plain: Sequence[tuple[str, str]] = [(key, given.get(key) or key) for key in ids]
    often = Counter(name for _, name in plain)
    return {key: name if often[name] == 1 else f"{name} ({key})" for key, name in plain}
