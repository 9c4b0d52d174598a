"""Walking: `go to <location>` as an action, and its commands (AriGraph, section 3)."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from ariadne.agents.sub_goals import GO_TO
from ariadne.agents.tried import Offer, Tried
from ariadne.geography import direction_of
from ariadne.memory.memory import Experienced, Memory, Navigator
from ariadne.record import Record, ignore
from ariadne.routes import Routes
from ariadne.triplet import clean
from ariadne.worlds.world import Turn

LATELY = 8
"""Decisions in which moving back and forth is detected."""


class Walker:
    """Tracks routes, so `go to` works with any memory, and actions, so the agent does not walk in circles.

    Args:
        guide: a memory whose routes are used instead, if it has any.
        memory: may add routes from earlier lives.
    """

    def __init__(self, guide: Memory | None = None, record: Record = ignore, memory: Memory | None = None) -> None:
        self._walked = Routes()
        self._guide = guide
        self._memory = memory
        self._barred: set[tuple[str, str]] = set()
        self._here = ""
        self._trail: deque[str] = deque(maxlen=LATELY)
        self._tried = Tried(record)

    def see(self, turns: Sequence[Turn]) -> None:
        """Record where commands led, and their outcomes."""
        if isinstance(self._memory, Experienced):
            self._memory.meet(turns)
        for turn in turns:
            self._bar(turn)
            if self._here and turn.location:
                self._walked.moved(self._here, turn.command, turn.location)
            self._here = turn.location
        if not self._trail or self._here != self._trail[-1]:
            self._trail.append(self._here)
        self._tried.see(turns)

    def actions(self, turn: Turn) -> list[str]:
        """The valid commands, and `go to` every other location with a known route, sorted."""
        return self._actions(turn, self._routes().moves(turn.location))

    def _actions(self, turn: Turn, moves: Mapping[str, int]) -> list[str]:
        return sorted({*turn.commands, *(GO_TO + place for place, number in moves.items() if place and number)})

    def offer(self, turn: Turn) -> Offer | None:
        """Return the actions to choose from; None if there is nothing left to try. Call it once a decision."""
        routes = self._routes()
        far = routes.moves(turn.location)
        offer = self._tried.offer(self._actions(turn, far), turn.free)
        if offer is None:
            return None
        ways = routes.ways(turn.location)
        known = {direction_of(command) for command in ways}
        new = [each for each in offer.actions if each not in offer.times and direction_of(each) not in {None, *known}]
        back = [each for each in offer.actions if each in ways or each.startswith(GO_TO)]
        stood = {each: self._tried.own(each.removeprefix(GO_TO)) for each in back if each.startswith(GO_TO)}
        there = {action: commands for action, commands in stood.items() if commands is not None}
        own = self._tried.own(clean(turn.location)) or ()
        moves = {each: far.get(clean(each.removeprefix(GO_TO)), 0) for each in stood}
        fro = self._to_and_fro(ways)
        return replace(offer, moves=moves, exits=new, back=back, to_and_fro=fro, own=own, there=there)

    def _to_and_fro(self, ways: Mapping[str, str]) -> list[str]:
        """The actions that lead back to the previous place, if the same move from here was made recently."""
        if len(self._trail) < 2 or (self._here, before := self._trail[-2]) not in pairwise(self._trail):
            return []
        return [GO_TO + clean(before), *(command for command, place in ways.items() if place == clean(before))]

    def commands(self, action: str, turn: Turn) -> tuple[str, ...]:
        """Note an action and return the commands to send for it; empty if it cannot be sent."""
        self._tried.took(action)
        if action in turn.commands:
            return (action,)
        if action.startswith(GO_TO) and (way := self._routes().path(turn.location, action.removeprefix(GO_TO))):
            return way
        return (action,) if turn.free else ()

    def _routes(self) -> Routes:
        routes = self._walked
        if self._guide is not None:
            routes = self._guide.routes() if isinstance(self._guide, Navigator) else Routes()
        if isinstance(self._memory, Experienced) and (before := self._memory.ways_before()):
            return routes.supposing(way for way in before if (way.origin, way.direction) not in self._barred)
        return routes

    def _bar(self, turn: Turn) -> None:
        """Note an exit that leads nowhere now, until something is done in its place."""
        place, way = clean(self._here), direction_of(turn.command)
        if way and turn.location == self._here:
            self._barred.add((place, way))
        elif not way:
            self._barred = {each for each in self._barred if each[0] != place}
