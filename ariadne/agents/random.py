"""A random walk: the lower bound for a game's score."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ariadne.agents.agent import Decision
from ariadne.worlds.world import Turn


class RandomAgent:
    """Chooses uniformly among the valid commands.

    Args:
        seed: the same seed makes the same choices.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._random = Random(seed)

    async def begin(self, goal: str) -> None:
        self._random = Random(self._seed)

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        """Return a valid command; None if there are none."""
        commands = turns[-1].commands
        if not commands:
            return None
        command = self._random.choice(commands)
        return Decision(command, "", (command,))

    async def end(self, outcome: str) -> None:
        """Do nothing."""
