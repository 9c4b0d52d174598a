"""What is new of what one sees: whether something came otherwise than could be foreseen, and what it tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ariadne.agents.sub_goals import things
from ariadne.worlds.world import Turn

_WORD = re.compile(r"[^\W\d_]+")


class Surprise:
    """Keeps the places, the texts and the things of an episode.

    Attributes:
        command: what was done last, if the world took it.
        is_one: whether a command was refused, a place or a thing was met for the first time, or what stands beside the
            text says something else, as where another errand is told.
        tells: whether a text was read for the first time though nothing changed, as a note is.
        had_effect: whether the last command has changed what one sees of the world.
    """

    def __init__(self) -> None:
        self.command = ""
        self.is_one = self.tells = self.had_effect = False
        self._texts: set[str] = set()
        self._places: set[str] = set()
        self._things: set[str] = set()
        self._state: tuple[object, ...] = ()
        self._beside: set[str] | None = None

    def see(self, turns: Sequence[Turn], ahead: Iterable[str] = ()) -> None:
        """Take in turns.

        Args:
            ahead: the actions that are to follow: what they or the last command name was foreseen.
        """
        last = turns[-1]
        foreseen = {word for command in (*ahead, *(turn.command for turn in turns)) for word in things(command)}
        texts, places = {turn.observation.strip() for turn in turns}, {turn.location for turn in turns}
        named = {word for turn in turns for command in turn.commands for word in things(command)}
        state = (last.location, last.inventory, last.commands)
        refused = any(turn.status == "invalid" for turn in turns)
        self.command = last.command if last.status == "valid" else ""
        new_places = {place for place in places - self._places if not {*place.split()} <= foreseen}
        beside = {*_WORD.findall(last.status_line.lower())} - {*_WORD.findall(last.location)}
        is_told_else = self._beside is not None and beside != self._beside
        self.is_one = refused or is_told_else or bool(new_places or named - self._things - foreseen)
        self._beside = beside
        self.had_effect = state != self._state
        self.tells = not self.had_effect and not texts <= self._texts
        self._texts |= texts
        self._places |= places
        self._things |= named
        self._state = state
