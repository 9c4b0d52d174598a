"""Score, valid actions, graph and tokens by step, as means over episodes: for figures and reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ariadne.evaluate.arms import Arm, arm_of
from ariadne.evaluate.by_step import by_step
from ariadne.evaluate.episodes import Played
from ariadne.evaluate.statistics import mean
from ariadne.history import PlayedStep

Values = tuple[float | None, ...]


@dataclass(frozen=True)
class Curves:
    """The finished episodes of an arm in one game, or in all. Series begin with step 1.

    Attributes:
        who, name: the arm, and its name, with its model if several play.
        alive: the number of episodes that had not ended before a step.
        score: mean normalized score; ended episodes keep their last (AriGraph, figure 13; HiAgent, figure 3).
        executability: the share of valid actions (HiAgent, figure 4).
        edges: mean number of valid triplets; ended episodes keep their last (AriGraph, figure 5).
        updates: triplets learned and dropped in a step, mean of those alive (AriGraph, figure 5).
        price: of a step in tokens read, mean of those alive.
    """

    who: Arm
    name: str
    alive: tuple[int, ...]
    score: Values
    executability: Values
    edges: Values
    updates: Values
    price: Values


def curves(episodes: Sequence[Played], game: str | None = None) -> list[Curves]:
    """The curves of each arm with a finished episode, in the order of a scorecard; of one game, or of all."""
    arms = sorted({arm_of(episode) for episode in episodes}, key=lambda arm: arm.order)
    chosen = {
        arm: [
            each for each in episodes if arm_of(each) == arm and each.is_finished and game in (None, each.summary.game)
        ]
        for arm in arms
    }
    return [_curves(arm, _named(arm, arms), own) for arm, own in chosen.items() if own]


def _named(arm: Arm, arms: Iterable[Arm]) -> str:
    models = {other.model for other in arms if other.model}
    return f"{arm.name}, {arm.model}" if arm.model and len(models) > 1 else arm.name


def _curves(arm: Arm, name: str, episodes: Sequence[Played]) -> Curves:
    steps = by_step(episodes)
    grown = [episode for episode in episodes if episode.steps and episode.steps[-1].vertices is not None]
    numbers = range(1, len(steps) + 1)
    return Curves(
        who=arm,
        name=name,
        alive=tuple(at.alive for at in steps),
        score=tuple(at.progress for at in steps),
        executability=tuple(at.executability for at in steps),
        edges=tuple(
            mean([episode.steps[min(number, len(episode.steps)) - 1].edges or 0 for episode in grown])
            for number in numbers
        ),
        updates=tuple(_of_alive(grown, number, lambda step: step.added + step.removed) for number in numbers),
        price=tuple(_of_alive(episodes, number, lambda step: step.use.price) for number in numbers),
    )


def _of_alive(episodes: Iterable[Played], number: int, measure: Callable[[PlayedStep], float]) -> float | None:
    return mean([measure(episode.steps[number - 1]) for episode in episodes if number <= len(episode.steps)])
