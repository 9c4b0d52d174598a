"""A scorecard of games from the events of runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

from ariadne.errors import UserError
from ariadne.evaluate import notes, published
from ariadne.evaluate.arms import Arm, arm_of, choose_baseline, rivals
from ariadne.evaluate.card import EpisodeRow, Row, Scorecard
from ariadne.evaluate.comparisons import compare
from ariadne.evaluate.episodes import Played, played
from ariadne.evaluate.games import told_apart
from ariadne.evaluate.rows import counts, row
from ariadne.gather import gathered

__all__ = ["Scorecard", "build", "in_order", "of_episodes", "read_runs"]


class HasVersions(Protocol):
    """An episode, question or examination with the versions of the packages it was made with."""

    @property
    def versions(self) -> Mapping[str, str]: ...


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
    by_game = gathered((episode.summary.game, episode) for episode in episodes)
    games = sorted(by_game)
    name = choose_baseline([arm.name for arm in arms], baseline)
    pairs = rivals(arms, name)
    finished = {
        arm: [episode for episode in episodes if episode.is_finished and arm_of(episode) == arm] for arm in arms
    }
    overall = _rows(None, arms, episodes)
    comparisons = compare(finished, games, pairs)
    return Scorecard(
        **counts(episodes),
        runs=[str(path) for path in distinct(runs)],
        versions=versions_of(episodes),
        baseline=name,
        rows=[row for game in games for row in _rows(game, arms, by_game[game])],
        overall=overall,
        comparisons=comparisons,
        published=published.beside(games, [arm.name for arm in arms]),
        notes=notes.about(episodes, overall, comparisons, name, pairs),
        played=[EpisodeRow(**asdict(each.summary), why=each.why, error=each.error) for each in episodes],
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
    """Sort episodes by game, seed, arm and repeat."""
    return sorted(episodes, key=lambda each: (*each.instance.order, arm_of(each).order, each.summary.repeat))


def distinct(runs: Iterable[Path]) -> list[Path]:
    """Drop folders that were named before."""
    return list({path.resolve(): path for path in reversed(list(runs))}.values())[::-1]


def _rows(game: str | None, arms: Iterable[Arm], episodes: Sequence[Played]) -> list[Row]:
    groups = ((arm, [episode for episode in episodes if arm_of(episode) == arm]) for arm in arms)
    return [row(game, arm, group) for arm, group in groups if group]


def versions_of(found: Iterable[HasVersions]) -> dict[str, list[str]]:
    """All versions of each package."""
    pairs = sorted({pair for each in found for pair in each.versions.items()})
    return {name: [version for other, version in pairs if other == name] for name, _ in pairs}
