"""How score, valid actions, graph and tokens go from step to step, as means over episodes: for figures and reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ariadne.evaluate.arms import Arm, arm_of
from ariadne.evaluate.by_step import by_step
from ariadne.evaluate.episodes import Played
from ariadne.evaluate.statistics import mean
from ariadne.history import Step

Values = tuple[float | None, ...]


@dataclass(frozen=True)
class Curves:
    """One contender's finished episodes in one game, or in all; the first value of each series is that of step 1.

    Attributes:
        who, name: the contender, and what it is called, with its model where several play.
        alive: how many episodes had not ended before a step.
        score: mean normalized score, the last one for those that have ended (AriGraph, figure 13: performance
            dynamics; HiAgent, figure 3: progress rate).
        executability: the share of actions that were valid (HiAgent, figure 4).
        edges: mean number of valid triplets, the last one for those that have ended (AriGraph, figure 5).
        updates: triplets learned and dropped in a step, mean of those alive (AriGraph, figure 5).
        price: of a step, in tokens that are read, mean of those alive.
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
    """The curves of everybody who finished an episode, in the order of a scorecard's rows.

    Args:
        game: only the episodes of this game; None for all.
    """
    everybody = sorted({arm_of(episode) for episode in episodes}, key=lambda who: who.order)
    chosen = {
        who: [
            each for each in episodes if arm_of(each) == who and each.is_finished and game in (None, each.summary.game)
        ]
        for who in everybody
    }
    return [_curves(who, _named(who, everybody), done) for who, done in chosen.items() if done]


def _named(who: Arm, everybody: Iterable[Arm]) -> str:
    models = {other.model for other in everybody if other.model}
    return f"{who.name}, {who.model}" if who.model and len(models) > 1 else who.name


def _curves(who: Arm, name: str, episodes: Sequence[Played]) -> Curves:
    steps = by_step(episodes)
    grown = [episode for episode in episodes if episode.steps and episode.steps[-1].vertices is not None]
    numbers = range(1, len(steps) + 1)
    return Curves(
        who=who,
        name=name,
        alive=tuple(at.alive for at in steps),
        score=tuple(at.progress for at in steps),
        executability=tuple(at.executability for at in steps),
        edges=tuple(mean([episode.steps[min(number, len(episode.steps)) - 1].edges or 0 for episode in grown])
                    for number in numbers),
        updates=tuple(_of_alive(grown, number, lambda step: step.added + step.removed) for number in numbers),
        price=tuple(_of_alive(episodes, number, lambda step: step.use.price)
                     for number in numbers),
    )  # fmt: skip


def _of_alive(episodes: Iterable[Played], number: int, measure: Callable[[Step], float]) -> float | None:
    return mean([measure(episode.steps[number - 1]) for episode in episodes if number <= len(episode.steps)])
