"""The player of examined plays: the walkthrough, with detours that move, open, close and eat things.

Questions are about what changed, so a play need not be won: a detour may leave a tidy house untidy, or eat an
ingredient.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from random import Random

from ariadne.exam.names import mentions
from ariadne.geography import OPPOSITE

FARTHEST = 2
"""The largest distance of a detour from the walkthrough, in rooms."""

_IDLE = ("inventory", "look", "wait", "give")
_UNDONE_BY = {"close": "open", "lock": "unlock"}
_GO = re.compile(r"go (\w+)")
_BESIDE = re.compile(r" (?:from|into|in|on|onto|with|to) ")


class Detours:
    """Chooses commands: those of the walkthrough in order, and random valid ones in between.

    A detour leaves alone what the rest of the walkthrough names, and comes back. If the walkthrough is blocked, what
    a detour shut is opened again. If that does not help, only detours are left.

    Args:
        most: the number of commands of all detours, spread over the walkthrough.
    """

    def __init__(self, walkthrough: Sequence[str], random: Random, most: int) -> None:
        self._way = [*reversed(walkthrough)]
        self._random = random
        self._left = most
        self._back: list[str] = []
        self._undoing: list[str] = []

    def next(self, commands: Collection[str], things: Collection[str], banned: Collection[str] = ()) -> str | None:
        """The next command; None at the end.

        Args:
            commands: valid ones. `things`: the names of all things of the game.
            banned: commands that a detour must not use now.
        """
        is_due = self._random.random() * (self._left + len(self._way)) < self._left
        if is_due and (command := self._detour(commands, things, banned)):
            return command
        while self._back:
            if command := self._towards(self._back, commands):
                return command
            self._back.pop()
        if command := self._towards(self._way, commands):
            return command
        if command := self._detour(commands, things, banned):
            return command
        self._way = self._way[:-1] if self._left else []
        return self.next(commands, things, banned) if self._way else None

    def _towards(self, ahead: list[str], commands: Collection[str]) -> str | None:
        """The next command ahead, or one that opens what may block it; None if neither is valid."""
        if ahead and ahead[-1] in commands:
            return ahead.pop()
        for command in self._undoing if ahead else ():
            if command in commands:
                self._undoing.remove(command)
                return command
        return None

    def _detour(self, commands: Collection[str], things: Collection[str], banned: Collection[str]) -> str | None:
        """A random valid command; every verb is equally likely, so rare verbs occur."""
        if not self._left:
            return None
        named = {thing for thing in things if any(mentions(command, thing) for command in self._way)}
        fit = [each for each in sorted(commands) if each not in banned and self._is_fit(each, named)]
        verbs = sorted({command.partition(" ")[0] for command in fit})
        if not verbs:
            return None
        self._left -= 1
        verb = self._random.choice(verbs)
        command = self._random.choice([each for each in fit if each.partition(" ")[0] == verb])
        if move := _GO.fullmatch(command):
            self._back.append(f"go {OPPOSITE[move[1]]}")
        if verb in _UNDONE_BY:
            self._undoing.append(command.replace(verb, _UNDONE_BY[verb], 1))
        return command

    def _is_fit(self, command: str, named: Collection[str]) -> bool:
        verb, _, rest = command.partition(" ")
        if _GO.fullmatch(command):
            return len(self._back) < FARTHEST
        return verb not in _IDLE and _BESIDE.split(rest, maxsplit=1)[0] not in named
