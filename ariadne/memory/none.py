"""No memory: working memory's last turns and nothing else, the lower bound of the comparison."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.memory.memory import Cue, Recollection
from ariadne.worlds.world import Turn


class NoMemory:
    """Remembers nothing."""

    async def begin(self, goal: str) -> None:
        """There is nothing to forget."""

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        """Nothing is kept."""

    async def recall(self, cue: Cue) -> Recollection:
        """Nothing."""
        return Recollection()

    async def end(self, outcome: str) -> None:
        """There is nothing to learn from."""
