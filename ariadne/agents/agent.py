"""The seam between the play loop and whoever decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ariadne.worlds.world import Turn


@dataclass(frozen=True)
class Decision:
    """What an agent decided at a step.

    Attributes:
        action: a command, or `go to <location>`.
        reason: why, in the agent's words; may be empty.
        commands: what is sent to the world for it, in order.
    """

    action: str
    reason: str
    commands: tuple[str, ...]


@dataclass(frozen=True)
class Setting:
    """What an agent is told of its world before it acts.

    Attributes:
        domain: what kind of world it is, for examples.
        instructions: how one acts there; empty where the valid commands are listed.
        rules: what the player was told before the start besides the goal.
        steps: how many an episode may take; None where there is no limit.
    """

    domain: str = ""
    instructions: str = ""
    rules: str = ""
    steps: int | None = None


class Agent(Protocol):
    """Decides."""

    async def begin(self, goal: str) -> None:
        """A new episode starts."""

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        """Decide, given the turns since the last decision (several after a `go to`); never empty.

        None: the agent leaves the game, as a player may who has had enough.
        """

    async def end(self, outcome: str) -> None:
        """The episode is over."""
