"""The reasoner's knowledge at a step."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from ariadne.geography import direction_of
from ariadne.reasoner.reading.notes import READABLE
from ariadne.reasoner.reading.relations import EXAMINED
from ariadne.reasoner.reading.sub_goals import SubGoal

GO_TO = "go to "
STOP = "stop playing"
"""Offered if an earlier life's result cannot be improved here."""

Exit = tuple[str, str]
"""A room and a direction."""


@dataclass
class Situation:
    """One picture of the world, as far as a question shows it.

    Attributes:
        places: for each thing, what it is in or on.
        on_floor: things on a floor.
        loose: things here without a stated place on it: they can be taken, and are in nothing else.
        lay: for each thing without a better place so far, its original place.
        states: for each thing, its states (open, locked, sliced, …).
        opens: for each lock, the key that opens it, by a text or by experience.
        knows_recipe: whether the recipe was read in an earlier life.
        opened: locks that were opened with their keys. `told`: what has been read. `read`: what was read in an
            earlier life.
        recipe: ingredients in order. `to_be`: for each ingredient, its preparation, in order.
        uses: for each way of heating, the appliance.
        actions: the valid ones in lower case, in which all names are compared, each with its original spelling.
        tried: actions that were done in this place before.
        visible: what is in the present room, in order.
        done: the recent commands, oldest first. `been`: the rooms of the recent turns.
        told_of: rooms and furniture whose contents are completely known.
        came: rooms entered from an unstated room, each with the direction taken.
        origin: where the plan's first step begins; empty if it does not say.
        exits: unexplored ones, nearest first: those that memory lists, or those without a known destination. Exits
            behind a door that did not open are left out until something more is carried.
        known_ways: directions from here whose destinations are known.
        homes: for each thing that an earlier life moved, its last place.
        asked: the current errand, as it was given; else empty.
        first, first_states: the first places and states of things.
        barred: for each exit behind a door that did not open, what was carried then.
        ways: the destination of each exit. `seen_exits`: all exits that were read of.
    """

    goal: str
    here: str
    carried: list[str]
    made: dict[str, set[str]]
    plan: Sequence[SubGoal]
    actions: Mapping[str, str]
    exits: list[Exit]
    known_ways: frozenset[str] = frozenset()
    places: dict[str, str] = field(default_factory=dict)
    on_floor: set[str] = field(default_factory=set)
    loose: set[str] = field(default_factory=set)
    lay: dict[str, str] = field(default_factory=dict)
    states: dict[str, set[str]] = field(default_factory=dict)
    opens: dict[str, str] = field(default_factory=dict)
    opened: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    recipe: list[str] = field(default_factory=list)
    to_be: dict[str, list[str]] = field(default_factory=dict)
    knows_recipe: bool = False
    uses: dict[str, str] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)
    doors: dict[Exit, str] = field(default_factory=dict)
    barred: dict[Exit, Sequence[str]] = field(default_factory=dict)
    ways: dict[Exit, str] = field(default_factory=dict)
    seen_exits: dict[Exit, None] = field(default_factory=dict)
    rooms: set[str] = field(default_factory=set)
    tried: frozenset[str] = frozenset()
    origin: str = ""
    asked: str = ""
    first: dict[str, str] = field(default_factory=dict)
    first_states: dict[str, str] = field(default_factory=dict)
    visible: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    been: list[str] = field(default_factory=list)
    told_of: set[str] = field(default_factory=set)
    came: list[Exit] = field(default_factory=list)

    @property
    def is_blank(self) -> bool:
        """Whether nothing about the world was read."""
        known = (self.places, self.states, self.ways, self.seen_exits, self.exits, self.opens, self.recipe, self.uses)
        return not any((*known, self.told))

    def move(self, way: str) -> str:
        """The valid action that goes this way from here, in any wording; else empty."""
        return next((action for action in self.actions if direction_of(action) == way), "")

    def is_shown(self, room: str) -> bool:
        """Whether a room is shown by the recent turns or the recollection."""
        return room in self.been or room in self.told_of

    def left_in_vain(self, room: str) -> bool:
        """Whether a room was visited recently, with nothing but walking since."""
        for place, command in zip_longest(reversed(self.been), reversed(self.done), fillvalue=""):
            if place == room:
                return True
            if command and not (is_move(command) or command.startswith("look")):
                return False
        return False

    def room_of(self, thing: str) -> str:
        """The room of a thing, or of its last known holder; empty if unknown."""
        beside = [room for (room, _), door in self.doors.items() if door == thing]
        if beside:
            return self.here if self.here in beside else beside[0]
        seen = set()
        place = self.places.get(thing, "")
        while place in self.places and place not in seen and place not in self.rooms:
            seen.add(place)
            place = self.places[place]
        return place

    def to_bring(self) -> list[str]:
        """Things that are not where an earlier life put them, and can be brought there."""
        known = {*self.rooms, *self.carried}
        found = [thing for thing in self.homes if self.has(thing) or self.room_of(thing) in known]
        return [thing for thing in found if self.places.get(thing) != self.homes[thing]]

    def was_read(self, thing: str) -> bool:
        """Whether a thing's text is known."""
        is_recipe = self.knows_recipe and bool(READABLE.search(thing))
        return self.is_state(thing, EXAMINED) or thing in self.read or is_recipe

    def is_shut(self, thing: str) -> bool:
        """Whether a key is known for a thing that is not yet open."""
        is_open = thing in self.opened or self.is_state(thing, "open", "unlocked")
        return thing in self.opens and not is_open

    def has(self, thing: str) -> bool:
        """Whether the player carries it."""
        return thing in self.carried

    def is_state(self, thing: str, *states: str) -> bool:
        """Whether a thing is in one of these states."""
        return bool(self.states.get(thing, set()) & set(states)) or bool(self.made.get(thing, set()) & set(states))


def is_move(command: str) -> bool:
    """Whether a command goes somewhere, in any wording."""
    return command.startswith("go ") or direction_of(command) is not None


def distances(ways: Mapping[Exit, str], starts: Iterable[str]) -> dict[str, int]:
    """The number of moves to each room from the nearest start, over known connections."""
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    while queue:
        room = queue.popleft()
        for (origin, _), destination in ways.items():
            if origin == room and destination not in found:
                found[destination] = found[room] + 1
                queue.append(destination)
    return found
