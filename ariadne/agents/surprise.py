"""What is new in a turn: an unexpected outcome, or a text read for the first time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ariadne.agents.sub_goals import things
from ariadne.worlds.world import Turn

_WORD = re.compile(r"[^\W\d_]+")


class Surprise:
    """Keeps the places, texts and things of an episode.

    Attributes:
        command: the last command, if the world accepted it.
        is_one: whether a command was refused, a place or thing was met for the first time, or the information beside
            the text changed, as with a new errand.
        tells: whether a text was read for the first time and nothing changed, as with a note.
        had_effect: whether the last command changed anything visible.
    """

    def __init__(self) -> None:
        self.command = ""
        self.is_one = self.tells = self.had_effect = False
        self._texts: set[str] = set()
        self._places: set[str] = set()
        self._things: set[str] = set()
        self._state: tuple[object, ...] = ()
        self._beside: set[str] | None = None
        self._location = ""

    def see(self, turns: Sequence[Turn], ahead: Iterable[str] = ()) -> None:
        """Process turns.

        Args:
            ahead: the actions that follow; what they or the last command name is expected.
        """
        last = turns[-1]
        foreseen = {word for command in (*ahead, *(turn.command for turn in turns)) for word in things(command)}
        texts, places = {turn.observation.strip() for turn in turns}, {turn.location for turn in turns}
        named = {word for turn in turns for command in turn.commands for word in things(command)}
        state = (last.location, last.inventory, last.commands)
        refused = any(turn.status == "invalid" for turn in turns)
        self.command = last.command if last.status == "valid" else ""
        new_places = {place for place in places - self._places if not {*place.split()} <= foreseen}
        beside = {*_WORD.findall(last.status_line.lower())}
        where = {*_WORD.findall(f"{self._location} {last.location}")}
        is_told_else = self._beside is not None and not (beside ^ self._beside) <= where
        self.is_one = refused or is_told_else or bool(new_places or named - self._things - foreseen)
        self._beside, self._location = beside, last.location
        self.had_effect = state != self._state
        self.tells = not self.had_effect and not texts <= self._texts
        self._texts |= texts
        self._places |= places
        self._things |= named
        self._state = state
