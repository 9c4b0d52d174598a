"""The scorer: progress by the points of the game."""

from __future__ import annotations

from typing import cast

from inspect_ai.scorer import (
    Metric,
    MetricProtocol,
    SampleScore,
    Score,
    Scorer,
    Target,
    Value,
    grouped,
    mean,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState

from ariadne.bridges.inspect.log import kept, told
from ariadne.bridges.inspect.registered import register
from ariadne.bridges.inspect.samples import ARM, INSTANCE
from ariadne.evaluate.statistics import mean as mean_of

NORMALIZED, SUCCESS = "normalized_score", "success"


def _progress() -> Scorer:
    """Scores the share of a game's points, and whether it was won; the mean over several attempts. A world without
    points has no normalized score."""

    async def score(state: TaskState, target: Target) -> Score:
        episodes = kept(state.store)
        if not episodes:
            return Score.unscored(explanation="nothing was played: another solver than ariadne/player took its place")
        normalized = mean_of([each.normalized for each in episodes if each.normalized is not None])
        won = [float(each.summary.won) for each in episodes]
        return Score(
            value={
                NORMALIZED: float("nan") if normalized is None else normalized,
                SUCCESS: sum(won) / len(won),
            },
            answer=episodes[-1].why,
            explanation="\n".join(map(told, episodes)),
        )

    return score


def by_arm() -> dict[str, list[Metric]]:
    """Metrics of a task with several arms: each one's mean, and its standard error by game instances."""
    return {each: [grouped(mean(), ARM, all=False), _grouped_stderr()] for each in (NORMALIZED, SUCCESS)}


@metric(name="grouped_stderr")  # Inspect keeps one metric of a name.
def _grouped_stderr() -> Metric:
    errors = grouped(stderr(cluster=INSTANCE), ARM, all=False, name_template="{group_name} (stderr)")

    def grouped_stderr(scores: list[SampleScore]) -> Value:
        return cast(MetricProtocol, errors)(scores)

    return grouped_stderr


progress = register(
    lambda name: scorer(
        metrics={each: [mean(), stderr(cluster=INSTANCE)] for each in (NORMALIZED, SUCCESS)}, name=name
    ),
    "progress",
    _progress,
)
