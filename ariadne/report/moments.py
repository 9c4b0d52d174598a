"""What is known at each step of an episode: the triplets that hold then, and the map so far; nothing of later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ariadne.history import History
from ariadne.screen.map import Cell, maps
from ariadne.triplet import Edge, clean


@dataclass(frozen=True)
class Moment:
    """What is known at a step.

    Attributes:
        edges: the triplets that are valid.
        rooms: where on the map the rooms are that the player has been in.
        here: the room where the player is; empty where that is not known.
        ways: the rooms between which the player has gone, whatever the memory knows of it.
    """

    edges: Sequence[Edge]
    rooms: Mapping[str, Cell]
    here: str = ""
    ways: frozenset[frozenset[str]] = frozenset()


def moments(history: History) -> list[Moment]:
    """What is known at each step, and after the last one, where the episode has ended."""
    worlds = maps(history.steps)
    # A step is decided where the one before it ended.
    places = [worlds[0], *worlds] if history.ended else [worlds[0], *worlds[:-1]]
    return [
        Moment(
            history.graph_at(step),
            {clean(room): cell for room, cell in world.cells.items() if clean(room)},
            clean(world.here),
            frozenset(
                frozenset((clean(room), clean(end))) for room, ends in world.ways.items() for end in ends.values()
            ),
        )
        for step, world in enumerate(places)
    ]
