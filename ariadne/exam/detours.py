"""Who plays what is examined: the walkthrough, with detours on which things are moved, opened, closed and eaten.

What is examined is what changed, so that a play need not be won: a detour may leave a tidy house untidy, or eat what
the meal was to be made of.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from random import Random

from ariadne.exam.names import mentions
from ariadne.geography import OPPOSITE

FARTHEST = 2
"""Rooms that a detour leads away from the way to the win."""

_IDLE = ("inventory", "look", "wait", "give")
_UNDONE_BY = {"close": "open", "lock": "unlock"}
_GO = re.compile(r"go (\w+)")
_BESIDE = re.compile(r" (?:from|into|in|on|onto|with|to) ")


class Detours:
    """Chooses commands: those of the walkthrough in order, and between them valid ones at random.

    A detour leaves alone what the rest of the walkthrough names, and comes back. What it has shut is opened again where
    the way goes on no more. Where that does not help, for a detour has spoiled what the walkthrough needs without a
    name, detours are all that is left.

    Args:
        most: how many commands detours have, spread over the walkthrough.
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
            commands: those that are valid now.
            things: the names of all things of the game.
            banned: commands not to be given now on a detour.
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
        """The last of the commands ahead, or what opens again what may be in its way; None if neither is valid."""
        if ahead and ahead[-1] in commands:
            return ahead.pop()
        for command in self._undoing if ahead else ():
            if command in commands:
                self._undoing.remove(command)
                return command
        return None

    def _detour(self, commands: Collection[str], things: Collection[str], banned: Collection[str]) -> str | None:
        """A valid command: each verb is as likely as the others, so that rare ones come about."""
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
