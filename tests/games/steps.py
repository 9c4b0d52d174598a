"""How many steps a player needs who knows nothing of a house at first, and for whom `go to` is one step."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from ariadne.worlds.floor_plan import FloorPlan


def careful_steps(plan: FloorPlan, walkthrough: Sequence[str]) -> int:
    """First every way is walked, and every door and container that is closed is opened; then the walkthrough is played.

    A player who does something useful on the way needs fewer.
    """
    closed = [name for name, state in plan.states.items() if state == "closed"]
    return steps_to_explore(plan.start, plan.exits) + len(closed) + steps_in_known_house(walkthrough, closed)


def steps_to_explore(start: str, exits: Mapping[str, Mapping[str, str]]) -> int:
    """The steps to walk every way once: one for each, and one more to go to another room where one is left."""
    walked: set[frozenset[str]] = set()
    here, steps = start, 0
    while left := next((room for room in _nearest(here, exits) if _unwalked(room, exits, walked)), None):
        steps += left != here
        end = _unwalked(left, exits, walked)[0]
        walked.add(frozenset((left, end)))
        here, steps = end, steps + 1
    return steps


def steps_in_known_house(walkthrough: Sequence[str], opened: Sequence[str]) -> int:
    """The walkthrough's steps when each way of several moves is one, and what is open need not be opened."""
    commands = [command for command in walkthrough if command not in {f"open {name}" for name in opened}]
    return sum(
        1 if moves else len(list(group)) for moves, group in groupby(commands, lambda each: each.startswith("go "))
    )


def _unwalked(room: str, exits: Mapping[str, Mapping[str, str]], walked: set[frozenset[str]]) -> list[str]:
    return [end for end in exits[room].values() if frozenset((room, end)) not in walked]


def _nearest(start: str, exits: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    seen, queue = {start}, deque([start])
    while queue:
        room = queue.popleft()
        yield room
        new = [end for end in exits[room].values() if end not in seen]
        seen.update(new)
        queue.extend(new)
