"""The interface between the play loop and the agent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ariadne.errors import UserError
from ariadne.worlds.world import Turn


@dataclass(frozen=True)
class Decision:
    """What an agent decided at a step.

    Attributes:
        action: a command, or `go to <location>`.
        reason: why, in the agent's words; may be empty.
        commands: the commands to send to the world, in order.

    Raises:
        UserError: the commands are a single string.
    """

    action: str
    reason: str
    commands: tuple[str, ...]

    def __post_init__(self) -> None:
        if isinstance(self.commands, str):
            raise UserError(f"the commands of a decision must be a tuple: ({self.commands!r},)")


@dataclass(frozen=True)
class Setting:
    """The world as it is described to an agent before it acts.

    Attributes:
        domain: the kind of world, which selects the example.
        instructions: how to act there; empty if the valid commands are listed.
        rules: the introduction for players, without the goal.
        steps: the step limit of an episode; None if there is no limit.
    """

    domain: str = ""
    instructions: str = ""
    rules: str = ""
    steps: int | None = None


class Agent(Protocol):
    """Chooses the commands of an episode."""

    async def begin(self, goal: str) -> None:
        """Start a new episode."""

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        """Decide, given the turns since the last decision: at least one, several after a `go to`.

        Returns None to leave the game.
        """

    async def end(self, outcome: str) -> None:
        """End the episode."""
