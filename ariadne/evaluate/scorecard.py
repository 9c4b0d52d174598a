"""A scorecard from runs: their events are read, put into rows, compared and annotated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

from ariadne.errors import UserError
from ariadne.evaluate import notes, published
from ariadne.evaluate.card import Episode, Row, Scorecard
from ariadne.evaluate.comparisons import compare
from ariadne.evaluate.contenders import Contender, choose_baseline, contender, rivals
from ariadne.evaluate.episodes import Played, played
from ariadne.evaluate.games import told_apart
from ariadne.evaluate.rows import counts, row
from ariadne.gather import gathered

__all__ = ["Scorecard", "build", "in_order", "of_episodes", "read_runs"]


class Versioned(Protocol):
    """What tells with which versions it was made."""

    @property
    def versions(self) -> Mapping[str, str]: ...


def build(runs: Sequence[Path], baseline: str | None = None) -> Scorecard:
    """The scorecard of all episodes of one or several runs; the same events give the same card.

    Args:
        baseline: the memory (or agent) that all others are compared with; unless named, arigraph if it
            played, else standard, else the first.

    Raises:
        UserError: a folder is no run, no episode has begun, nobody is called like the baseline, or events are damaged.
    """
    return of_episodes(read_runs(runs), runs, baseline)


def of_episodes(episodes: Sequence[Played], runs: Sequence[Path], baseline: str | None = None) -> Scorecard:
    """The same from the episodes of these runs, where they have been read.

    Raises:
        UserError: nobody is called like the baseline.
    """
    contenders = sorted({contender(episode) for episode in episodes}, key=lambda who: who.order)
    by_game = gathered((episode.summary.game, episode) for episode in episodes)
    games = sorted(by_game)
    name = choose_baseline([who.name for who in contenders], baseline)
    pairs = rivals(contenders, name)
    finished = {
        who: [episode for episode in episodes if episode.is_finished and contender(episode) == who]
        for who in contenders
    }
    overall = _rows(None, contenders, episodes)
    comparisons = compare(finished, games, pairs)
    return Scorecard(
        **counts(episodes),
        runs=[str(path) for path in distinct(runs)],
        versions=versions_of(episodes),
        baseline=name,
        rows=[row for game in games for row in _rows(game, contenders, by_game[game])],
        overall=overall,
        comparisons=comparisons,
        published=published.beside(games, [who.name for who in contenders]),
        notes=notes.about(episodes, overall, comparisons, name, pairs),
        played=[Episode(**asdict(each.summary), why=each.why, error=each.error) for each in episodes],
    )


def read_runs(runs: Sequence[Path], others: Iterable[Played] = ()) -> list[Played]:
    """The episodes of all runs, by game, seed, who plays, and repeat; a run that is named twice counts once.

    Args:
        others: episodes that are not in runs.

    Raises:
        UserError: a folder is no run, no episode has begun, or events are damaged.
    """
    found = [*others, *(episode for run in distinct(runs) for episode in played(run))]
    if not found:
        raise UserError(f"no episodes yet in {', '.join(map(str, runs)) or 'no run'}")
    return in_order(told_apart(found))


def in_order(episodes: Iterable[Played]) -> list[Played]:
    """Episodes by game, seed, who plays, and repeat; those that are alike in all of that stay as they come."""
    return sorted(episodes, key=lambda each: (*each.instance.order, contender(each).order, each.summary.repeat))


def distinct(runs: Iterable[Path]) -> list[Path]:
    """Folders of runs without those that were named before."""
    return list({path.resolve(): path for path in reversed(list(runs))}.values())[::-1]


def _rows(game: str | None, contenders: Iterable[Contender], episodes: Sequence[Played]) -> list[Row]:
    groups = ((who, [episode for episode in episodes if contender(episode) == who]) for who in contenders)
    return [row(game, who, group) for who, group in groups if group]


def versions_of(found: Iterable[Versioned]) -> dict[str, list[str]]:
    """All versions of each package that episodes, or questions, were made with."""
    pairs = sorted({pair for each in found for pair in each.versions.items()})
    return {name: [version for other, version in pairs if other == name] for name, _ in pairs}
