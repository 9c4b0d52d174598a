"""A memory that tests can read."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.memory.memory import Cue, Recollection
from ariadne.worlds.world import Turn


class Notebook:
    """A memory that records its calls, and always recalls one exit."""

    def __init__(self) -> None:
        self.goals: list[str] = []
        self.observed: list[tuple[list[Turn], list[str]]] = []
        self.cues: list[Cue] = []
        self.ends: list[str] = []

    async def begin(self, goal: str) -> None:
        self.goals.append(goal)

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        self.observed.append((list(turns), list(plan)))

    async def recall(self, cue: Cue) -> Recollection:
        self.cues.append(cue)
        return Recollection(exits=("hall, has exit, north",))

    async def end(self, outcome: str) -> None:
        self.ends.append(outcome)
