"""A random walk: the lower bound of what a game gives away."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ariadne.agents.agent import Decision
from ariadne.worlds.world import Turn


class RandomAgent:
    """Chooses among the valid commands, each with the same chance.

    Args:
        seed: the same seed makes the same choices.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._random = Random(seed)

    async def begin(self, goal: str) -> None:
        self._random = Random(self._seed)

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        """One of the valid commands; None where there are none."""
        commands = turns[-1].commands
        if not commands:
            return None
        command = self._random.choice(commands)
        return Decision(command, "", (command,))

    async def end(self, outcome: str) -> None:
        """Nothing was learned."""
