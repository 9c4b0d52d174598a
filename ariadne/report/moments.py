"""The triplets and the map known at each step of an episode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ariadne.geography import held
from ariadne.history import History
from ariadne.screen.blocks import Cell
from ariadne.screen.map import OFFSETS, WorldMap, maps
from ariadne.text import names
from ariadne.triplet import Edge, Triplet, clean

CARRIED = "inventory"

Way = frozenset[str]


@dataclass(frozen=True)
class KnownMoment:
    """What is known at a step.

    Attributes:
        edges: the valid triplets.
        rooms: the visited rooms with their cells on the map.
        here: the room of the player; empty if unknown.
        ways: pairs of rooms between which the player has walked, known to the memory or not; each with a direction if
            the map does not show it, e.g. `up` or a corridor with a bend.
        untried: the directions in each room that the player has not tried.
    """

    edges: Sequence[Edge]
    rooms: Mapping[str, Cell]
    here: str = ""
    ways: Mapping[Way, str] = field(default_factory=dict)
    untried: Mapping[str, Sequence[str]] = field(default_factory=dict)


def moments(history: History) -> list[KnownMoment]:
    """Return what is known at each step and, if the episode has ended, after the last one."""
    worlds = maps(history.steps)
    # A step is decided where the one before it ended.
    places = [worlds[0], *worlds] if history.ended else [worlds[0], *worlds[:-1]]
    edges = edges_of(history)
    return [
        KnownMoment(
            [edge for edge in edges if edge.valid_at(step)],
            {clean(room): cell for room, cell in world.cells.items() if clean(room)},
            clean(world.here),
            dict(_ways(world)),
            {clean(room): sorted(world.unexplored(room)) for room in world.exits if world.unexplored(room)},
        )
        for step, world in enumerate(places)
    ]


def edges_of(history: History) -> list[Edge]:
    """Return the history's edges. After the end they include what the last command changed in the inventory.

    The memory learns nothing after the last command, but the world shows the inventory: a treasure taken last is
    carried at the end.
    """
    edges, last = list(history.edges), history.steps[-1]
    if history.ended is None or not last.seen or not last.turns:
        return edges
    end, command = last.number + 1, clean(last.turns[-1].command)
    before, after = (clean(turns[-1].inventory) for turns in (last.seen, last.turns))
    known = {vertex for edge in edges if edge.valid_at(end) for vertex in edge.triplet.vertices}
    for thing in sorted(known):
        was, is_now = names(before, thing), names(after, thing)
        place = CARRIED if is_now else _landed(history, thing, command, known)
        if was == is_now or not names(command, thing):
            continue
        edges = [
            replace(edge, valid_to=end)
            if edge.valid_at(end) and edge.triplet.subject == thing and held(edge.triplet)
            else edge
            for edge in edges
        ]
        edges += [Edge(Triplet(thing, "is in", place), end)] if place else []
    return edges


def _landed(history: History, thing: str, command: str, known: set[str]) -> str:
    """Where a thing is after a command took it out of the player's hand; empty if it is gone, such as a meal."""
    others = [name for name in known if name not in thing and thing not in name and names(command, name)]
    if others:
        return max(others, key=len)
    verb, here = command.partition(" ")[0], clean(history.steps[-1].turns[-1].location)
    for step in history.steps:
        put_down = any(turn.command.startswith(f"{verb} ") for turn in step.seen)
        if put_down and step.learned and any(clean(step.seen[-1].location) in line for line in step.learned.added):
            return here
    return ""


def _ways(world: WorldMap) -> Iterator[tuple[Way, str]]:
    for room, leads in world.ways.items():
        (x, y), one = world.cells[room], clean(room)
        for direction, end in leads.items():
            dx, dy = OFFSETS[direction]
            (ex, ey), other = world.cells[end], clean(end)
            is_straight = direction not in ("up", "down", "in", "out") and dx * (ey - y) == dy * (ex - x)
            if one < other:
                yield frozenset((one, other)), "" if is_straight else direction
