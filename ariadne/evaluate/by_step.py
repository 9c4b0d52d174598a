"""Progress and share of executable actions by step (HiAgent, figures 3 and 4)."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.evaluate.card import AtStep
from ariadne.evaluate.episodes import Played
from ariadne.evaluate.statistics import mean


def by_step(episodes: Sequence[Played]) -> list[AtStep]:
    """Returns one entry per step of the longest of these finished episodes."""
    longest = max((len(episode.steps) for episode in episodes), default=0)
    return [_at(number, episodes) for number in range(1, longest + 1)]


def _at(number: int, episodes: Sequence[Played]) -> AtStep:
    alive = [episode.steps[number - 1] for episode in episodes if number <= len(episode.steps)]
    statuses = [step.status for step in alive if step.status]
    progress = [score for episode in episodes if (score := episode.progress(number)) is not None]
    return AtStep(
        step=number,
        alive=len(alive),
        progress=mean(progress),
        executability=mean([status != "invalid" for status in statuses]),
        price=mean([step.use.price for step in alive]),
    )
