"""Resume a run of `ariadne play`: find the first unfinished episode and its events."""

from __future__ import annotations

from pathlib import Path

from ariadne.agents.registry import find_agent
from ariadne.config import PlayConfig
from ariadne.errors import UserError
from ariadne.events import EpisodeEnded
from ariadne.runs.kept import KeptGame, changed, name_of_copy, refusal
from ariadne.runs.resume import EarlierSession, ending_of, past_of
from ariadne.runs.run import Run

LEFT = "left"


def configured(run: Run) -> PlayConfig:
    """Return the configuration of a run's episodes.

    Raises:
        UserError: it is not a run of `ariadne play`, or its configuration cannot be read.
    """
    if not any(line.startswith("game:") for line in run.configuration().splitlines()):
        raise UserError(f"{run.path} is not a run of `ariadne play`")
    return PlayConfig.load(run.config)


def life_to_resume(run: Run, agent: str, lives: int) -> int | None:
    """Return the number of a run's first unfinished episode; None if all are finished. An episode that a human player
    left is unfinished.

    Raises:
        UserError: a file cannot be read. Damaged: its events are damaged.
    """
    for number in range(1, lives + 1):
        path = run.found(number)
        if path is None or not _is_finished(path, agent):
            return number
    return None


def past_to_resume(run: Run, number: int) -> EarlierSession:
    """Return the events of an earlier session of a run's episode.

    Raises:
        UserError: its file cannot be read. Damaged: its events are damaged.
    """
    return past_of(run.found(number))


def same_game(config: PlayConfig, run: Run, as_it_was: bool) -> PlayConfig:
    """Return the configuration, with the run's copy of the game if the game has changed.

    Raises:
        UserError: it has changed, and there is no copy, or not `as_it_was`.
    """
    kept = KeptGame(config.game, config.seed, config.digest, config.file)
    found = changed(run, [kept], lambda games: [game.make() for game in games]) if kept.digest else {}
    if found and not as_it_was:
        raise refusal(found, run)
    return config.model_copy(update={"game": name_of_copy(kept, run)}) if found else config


def _is_finished(path: Path, agent: str) -> bool:
    end = ending_of(path)
    was_left = isinstance(end, EpisodeEnded) and end.why == LEFT and find_agent(agent).by_hand
    return end is not None and not was_left
