"""How tests play whole games with the built-in reasoner."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ariadne.config import PlayConfig
from ariadne.events import EpisodeSummary, Event
from ariadne.record import read_events
from ariadne.runs.play import play
from ariadne.runs.resources import Resources
from ariadne.runs.run import new_run
from ariadne.runs.setup import prepared
from tests.agents.circles import longest_repetition


@dataclass(frozen=True)
class Played:
    """An episode that is over."""

    summary: EpisodeSummary
    events: Sequence[Event]

    @property
    def end(self) -> Event:
        """Its last event."""
        return self.events[-1]

    @property
    def actions(self) -> list[str]:
        """What was decided, step by step; a test that fails shows it."""
        return [event.action for event in self.events if event.name == "acted"]

    @property
    def rounds(self) -> int:
        """How often in a row the same cycle was walked with nothing learned."""
        return longest_repetition(self.events)[1]


def played_with_rules(story: Path, folder: Path, max_steps: int, goal: str = "", briefing: str = "") -> Played:
    """Play a story with the reasoner and AriGraph; the run is left in the folder."""
    config = PlayConfig(game=str(story), model="rules", max_steps=max_steps, goal=goal, briefing=briefing)
    with prepared(config, _resources()) as setup, new_run(folder, story.stem) as run:
        summary = asyncio.run(play(setup, run))
        path = run.found(1)
        assert path is not None
        return Played(summary, list(read_events(path)))


@cache
def _resources() -> Resources:
    """The model of sentences is loaded once for all games."""
    return Resources()
