"""A scorecard of games from the events of runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from ariadne.errors import UserError
from ariadne.evaluate import notes, published
from ariadne.evaluate.arms import arm_of, rivals
from ariadne.evaluate.by_step import by_step
from ariadne.evaluate.card import ArmResult, EpisodeRow, Scorecard, Value
from ariadne.evaluate.episodes import Played, played
from ariadne.evaluate.games import told_apart
from ariadne.evaluate.measures import COMPARED, RESULTS, rows_of
from ariadne.evaluate.results import Experiment, distinct, scorecard
from ariadne.evaluate.sections.cells import score
from ariadne.evaluate.statistics import mean
from ariadne.gather import gathered

GAMES = Experiment(
    unit="game",
    pair="game",
    everywhere="all games",
    results=RESULTS,
    compared=COMPARED,
    said="scored {}",
    form=score,
    price="a step of {} cost {}",
    price_metric="price_per_step",
)

# The paper's protocol: five runs, of which the best three count (AriGraph, section 5).
RUNS, BEST = 5, 3
# People may play any number of times, so the best three plays of each game count (human evaluation, same section).
PEOPLE = "human"


def build(runs: Sequence[Path], baseline: str | None = None) -> Scorecard:
    """The scorecard of all episodes of some runs; the same events give the same card.

    Args:
        baseline: the memory or agent that all others are compared with; by default arigraph if it played, else
            standard, else the first.

    Raises:
        UserError: a folder is not a run, no episode has begun, the baseline did not play, or events are damaged.
    """
    return of_episodes(read_runs(runs), runs, baseline)


def of_episodes(episodes: Sequence[Played], runs: Sequence[Path], baseline: str | None = None) -> Scorecard:
    """The scorecard of episodes that were read from these runs.

    Raises:
        UserError: the baseline did not play.
    """
    arms = sorted({arm_of(episode) for episode in episodes}, key=lambda arm: arm.order)
    names = [arm.name for arm in arms]
    games = sorted({episode.summary.game for episode in episodes})
    own = gathered(
        ((game, arm_of(each).name, each.summary.model), each) for each in episodes for game in (each.summary.game, None)
    )
    card = scorecard(GAMES, rows_of(episodes), arms, baseline, runs, episodes, dict.fromkeys(games, "score"))
    return card.model_copy(
        update={
            "rows": [_completed(row, own[row.unit, row.arm, row.model]) for row in card.rows],
            "overall": [_completed(row, own[row.unit, row.arm, row.model]) for row in card.overall],
            "published": published.beside(games, names),
            "notes": notes.about(episodes, card, rivals(arms, card.baseline)),
            "played": [EpisodeRow(**asdict(each.summary), why=each.why, error=each.error) for each in episodes],
        }
    )


def read_runs(runs: Sequence[Path], others: Iterable[Played] = ()) -> list[Played]:
    """The episodes of all runs and `others`, in order; a run that is named twice counts once.

    Raises:
        UserError: a folder is not a run, no episode has begun, or events are damaged.
    """
    found = [*others, *(episode for run in distinct(runs) for episode in played(run))]
    if not found:
        raise UserError(f"no episodes yet in {', '.join(map(str, runs)) or 'no run'}")
    return in_order(told_apart(found))


def in_order(episodes: Iterable[Played]) -> list[Played]:
    """Sort episodes by game, seed, arm and repeat; an unknown seed comes first."""

    def order(each: Played) -> tuple[object, ...]:
        seed = each.summary.seed
        return each.summary.game, -1 if seed is None else seed, arm_of(each).order, each.summary.repeat

    return sorted(episodes, key=order)


def _completed(row: ArmResult, own: Sequence[Played]) -> ArmResult:
    """A result with the metrics that need several rows. Points of different games are not comparable."""
    best = _best_plays(own) if row.arm == PEOPLE else _top3(own)
    metrics = {name: value for name, value in row.metrics.items() if row.unit or name not in ("points", "max_points")}
    if best is not None:
        metrics["top3"] = Value(n=len(own), mean=best, total=None)
    return row.model_copy(update={"metrics": metrics, "by_step": by_step([each for each in own if each.is_finished])})


def _top3(episodes: Sequence[Played]) -> float | None:
    """The mean of the best three of five repeats; None unless every instance has five finished ones."""
    repeats = _scores((each.unit, each) for each in episodes)
    return _best(repeats) if all(len(scores) == RUNS for scores in repeats) else None


def _best_plays(episodes: Sequence[Played]) -> float | None:
    """The mean of the best three finished plays; None unless every game has three."""
    plays = _scores((each.summary.game, each) for each in episodes)
    return _best(plays) if all(len(scores) >= BEST for scores in plays) else None


def _scores(episodes: Iterable[tuple[object, Played]]) -> list[list[float]]:
    """The scores of what finished, by the same key."""
    return [
        [each.normalized for each in group if each.is_finished and each.normalized is not None]
        for group in gathered(episodes).values()
    ]


def _best(groups: Iterable[Sequence[float]]) -> float | None:
    return mean([sum(sorted(scores)[-BEST:]) / BEST for scores in groups])
