"""An agent that does in each place what it has done there least, and goes on wherever that leads."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from ariadne.agents.agent import Decision
from ariadne.agents.registry import AgentKind
from ariadne.worlds.world import Turn


class Wanderer:
    """Chooses the command that was given least often in this place; of several, one at random."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)
        self._given: Counter[tuple[str, str]] = Counter()

    async def begin(self, goal: str) -> None:
        """A new episode starts."""
        self._given.clear()

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        """The next command, given the turns since the last one; None to leave the game."""
        now = turns[-1]
        if not now.commands:
            return None
        order = self._random.sample(now.commands, len(now.commands))
        command = min(order, key=lambda each: self._given[now.location, each])
        self._given[now.location, command] += 1
        return Decision(command, f"done least in {now.location or 'this place'}", (command,))

    async def end(self, outcome: str) -> None:
        """The episode is over."""


KIND = AgentKind(build=lambda kit: Wanderer(kit.seed))
