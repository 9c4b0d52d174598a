"""A human at a prompt, who plays the same turns as every agent (AriGraph, section 4: the human baseline).

The screen shows the world's texts; this agent only reads what the player types.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TextIO

from ariadne.agents.agent import Decision
from ariadne.text import one_line
from ariadne.worlds.world import Turn

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

QUIT = ("quit", "q", "exit")

# Commands for the interpreter, not the world: they would write files, start over, or show what players must not see,
# and the records would be wrong.
_MACHINE = re.compile(
    r"(?:restart|restore|save|undo|replay|verify|verbose|brief|superbrief|again|g|oops|print_state"
    r"|(?:(?:un|no)?script|transcript|recording|notify)(?: (?:on|off))?"
    r"|(?:enable|disable|restrict|tw-\S*)\b.*)",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"[.;]|\bthen\b", re.IGNORECASE)


class ReadLine(Protocol):
    """Reads one line from the player, offering `commands` for completion. Returns None at the end of the input."""

    async def __call__(self, commands: Sequence[str], hint: str) -> str | None: ...


class Human:
    """Plays what the player types: any command, valid or not.

    `quit` and the end of the input leave the game.
    """

    def __init__(self, prompt: ReadLine | None = None, output: TextIO | None = None) -> None:
        self._output = output or sys.stderr
        self._prompt = prompt or (Console() if sys.stdin.isatty() else Lines(sys.stdin))

    async def begin(self, goal: str) -> None:
        """Do nothing: the screen shows the goal."""

    async def decide(self, turns: Sequence[Turn]) -> Decision | None:
        """Ask until a command can be sent; return None when the player leaves."""
        turn = turns[-1]
        while True:
            typed = await self._prompt(turn.commands, "\n".join(filter(None, (turn.status_line, turn.inventory))))
            if typed is None or typed.strip().lower() in QUIT:
                return None
            command = " ".join(typed.lower().split())
            if problem := self._problem(command, turn.commands):
                print(problem, file=self._output, flush=True)
            elif command:
                return Decision(command, "", (command,))

    async def end(self, outcome: str) -> None:
        """Do nothing."""

    @staticmethod
    def _problem(command: str, valid: Sequence[str]) -> str:
        if command in valid:
            return ""
        if _MACHINE.fullmatch(command):
            return f"'{command}' is not a command of this world; type quit to leave"
        return "one command at a time, please" if _SEVERAL.search(command) else ""


class Console:
    """A prompt in the terminal, with Tab completion of valid commands and a history."""

    def __init__(self) -> None:
        self._session: PromptSession[str] | None = None

    async def __call__(self, commands: Sequence[str], hint: str) -> str | None:
        from prompt_toolkit.completion import WordCompleter

        completer = WordCompleter(list(commands), ignore_case=True, sentence=True, match_middle=True)
        try:
            return await self._start().prompt_async("> ", completer=completer, bottom_toolbar=one_line(hint) or None)
        except EOFError:
            return None

    def _start(self) -> PromptSession[str]:
        if self._session is None:
            from prompt_toolkit import PromptSession
            from prompt_toolkit.output import create_output

            self._session = PromptSession(output=create_output(stdout=sys.stderr))
        return self._session


class Lines:
    """Lines of a file or a pipe. Cancelling the wait stops the reading."""

    def __init__(self, source: TextIO) -> None:
        self._source = source
        self._read = b""
        self._ended = False

    async def __call__(self, commands: Sequence[str], hint: str) -> str | None:
        while b"\n" not in self._read and not self._ended:
            chunk = await self._chunk()
            self._read += chunk
            self._ended = not chunk
        if not self._read:
            return None
        line, _, self._read = self._read.partition(b"\n")
        return line.decode("utf-8", "replace")

    async def _chunk(self) -> bytes:
        handle = self._source.fileno()
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        try:
            loop.add_reader(handle, ready.set)
        except PermissionError:
            # A regular file cannot be waited for, and need not be.
            return os.read(handle, 4096)
        try:
            await ready.wait()
        finally:
            loop.remove_reader(handle)
        return os.read(handle, 4096)
