"""Whether something came otherwise than could be foreseen, and whether something new was seen."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.worlds.world import Turn


class Surprise:
    """Knows the places, the texts and the things of an episode.

    Attributes:
        command: what was done last, if the world took it.
        is_news: whether a text was read for the first time.
    """

    def __init__(self) -> None:
        self.command = ""
        self.is_news = False
        self._texts: set[str] = set()
        self._places: set[str] = set()
        self._words: set[str] = set()

    def see(self, turns: Sequence[Turn]) -> bool:
        """Take in turns; whether a command was refused, or a place or a thing was met for the first time."""
        last = turns[-1]
        self.command = last.command if last.status == "valid" else ""
        texts, places = {turn.observation.strip() for turn in turns}, {turn.location for turn in turns}
        words = {word for turn in turns for command in turn.commands for word in command.split()}
        self.is_news = not texts <= self._texts
        is_new = not (places <= self._places and words <= self._words)
        self._texts |= texts
        self._places |= places
        self._words |= words
        return is_new or any(turn.status == "invalid" for turn in turns)
