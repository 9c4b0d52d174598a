"""Score, valid actions, price and graph by step, as means over episodes."""

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
    grown = [each.steps for each in episodes if each.steps and each.steps[-1].vertices is not None]
    statuses = [step.status for step in alive if step.status]
    progress = [score for episode in episodes if (score := episode.progress(number)) is not None]
    return AtStep(
        step=number,
        alive=len(alive),
        progress=mean(progress),
        executability=mean([status != "invalid" for status in statuses]),
        price=mean([step.use.price for step in alive]),
        edges=mean([steps[min(number, len(steps)) - 1].edges or 0 for steps in grown]),
        updates=mean([steps[number - 1].added + steps[number - 1].removed for steps in grown if number <= len(steps)]),
    )
