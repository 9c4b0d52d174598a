"""What is left of a run of `ariadne play`: episodes, of which the first that has not come to its end can be gone on
with."""

from __future__ import annotations

import shlex
from pathlib import Path

from ariadne.agents.registry import find_agent
from ariadne.config import PlayConfig
from ariadne.errors import UserError
from ariadne.events import EpisodeEnded
from ariadne.runs.kept import Kept
from ariadne.runs.resume import NO_PAST, Past, ending_of, past_of
from ariadne.runs.run import Run

LEFT = "left"


def configured(run: Run) -> PlayConfig:
    """How the episodes of a run are played.

    Raises:
        UserError: it is no run of one episode, or its configuration cannot be read.
    """
    if not any(line.startswith("game:") for line in run.configuration().splitlines()):
        raise UserError(f"{run.path} is not a run of `ariadne play`")
    return PlayConfig.load(run.config)


def life_to_go_on_with(run: Run, agent: str, lives: int) -> int:
    """The number of the first of a run's episodes that has not come to its end. One that a person left has not.

    Raises:
        UserError: all have come to their end, or a file cannot be read. Damaged: its events are damaged.
    """
    for number in range(1, lives + 1):
        path = run.found(number)
        if path is None or not _is_finished(path, agent):
            return number
    raise UserError(
        f"the game in {run.path} is over: look back with ariadne replay {shlex.quote(str(run.path))}, or play anew"
    )


def past_to_go_on_with(run: Run, number: int) -> Past:
    """What is left of a run's episode.

    Raises:
        UserError: its file cannot be read. Damaged: its events are damaged.
    """
    path = run.found(number)
    return past_of(path) if path else NO_PAST


def game_of(config: PlayConfig) -> Kept:
    """The game that was played."""
    return Kept(config.game, config.seed, config.digest, config.file)


def _is_finished(path: Path, agent: str) -> bool:
    end = ending_of(path)
    was_left = isinstance(end, EpisodeEnded) and end.why == LEFT and find_agent(agent).by_hand
    return end is not None and not was_left
