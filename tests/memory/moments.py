"""Shared by tests of memories: turns, cues, and an embedder with known vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ariadne.embed.embedder import Vectors
from ariadne.memory.memory import Cue, Memory, Recollection
from ariadne.worlds.world import Turn

RECENT = 5


def at(text: str, command: str = "look", location: str = "hall") -> Turn:
    return Turn(command, text, "You carry nothing.", ("look",), location)


def cue(now: Turn, *recent: Turn, plan: Sequence[str] = ()) -> Cue:
    return Cue("Find the lamp.", plan, now, recent, ["go east", "wait"])


async def live(memory: Memory, turns: Sequence[Turn]) -> Recollection:
    """Begin an episode, observe one turn per step, and recall at the last, with the five before it as recent turns."""
    await memory.begin("Find the lamp.")
    for turn in turns:
        await memory.observe([turn], [])
    return await memory.recall(cue(turns[-1], *turns[-RECENT - 1 : -1]))


def told(recalled: Recollection) -> tuple[str, ...]:
    """The episodes as text."""
    return tuple(episode.as_text() for episode in recalled.episodes)


class Compass:
    """An embedder with given directions: a text has the angle, in degrees, of the first of `angles` that it contains.

    A longer text has a longer vector, so that who compares directions must not compare lengths.
    """

    name = "compass"
    threshold = None

    def __init__(self, angles: Mapping[str, float] = {}) -> None:
        self._angles = angles

    def embed(self, texts: Sequence[str]) -> Vectors:
        turned = np.radians([self._angle(text) for text in texts])
        lengths = np.array([[1 + len(text)] for text in texts])
        return (np.stack([np.cos(turned), np.sin(turned)], axis=1) * lengths).astype(np.float32)

    def _angle(self, text: str) -> float:
        return next((angle for word, angle in self._angles.items() if word in text), 0.0)
