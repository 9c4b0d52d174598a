"""An agent that gives the command it has given least often in each place."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from ariadne.agents.agent import Decision
from ariadne.agents.registry import AgentKind
from ariadne.worlds.world import Turn


class Wanderer:
    """Breaks ties at random."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)
        self._given: Counter[tuple[str, str]] = Counter()

    async def begin(self, goal: str) -> None:
        """Start a new episode."""
        self._given.clear()

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        """Return the next command, given the turns since the last one; None leaves the game."""
        now = turns[-1]
        if not now.commands:
            return None
        order = self._random.sample(now.commands, len(now.commands))
        command = min(order, key=lambda each: self._given[now.location, each])
        self._given[now.location, command] += 1
        return Decision(command, f"done least in {now.location or 'this place'}", (command,))

    async def end(self, outcome: str) -> None:
        """End the episode."""


KIND = AgentKind(build=lambda kit: Wanderer(kit.seed))
