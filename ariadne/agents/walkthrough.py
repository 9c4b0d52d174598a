"""Plays the commands that are known to win: the upper bound for a game's score."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.agents.agent import Decision
from ariadne.errors import UserError
from ariadne.worlds.world import Turn


class Walkthrough:
    """Sends the commands in order and leaves the game after the last."""

    def __init__(self, commands: Sequence[str]) -> None:
        self._commands = tuple(commands)
        self._sent = 0

    async def begin(self, goal: str) -> None:
        """Start over.

        Raises:
            UserError: there are no commands.
        """
        if not self._commands:
            raise UserError("this story has no walkthrough: choose another --agent")
        self._sent = 0

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        """The next command."""
        if self._sent == len(self._commands):
            return None
        command = self._commands[self._sent]
        self._sent += 1
        return Decision(command, f"command {self._sent} of {len(self._commands)}", (command,))

    async def end(self, outcome: str) -> None:
        """Do nothing."""
