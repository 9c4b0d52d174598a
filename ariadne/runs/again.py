"""What is left of a run of `ariadne play`: one episode, which can be gone on with if it did not come to its end."""

from __future__ import annotations

from pathlib import Path

from ariadne.agents.registry import find_agent
from ariadne.config import PlayConfig
from ariadne.errors import UserError
from ariadne.events import EpisodeEnded
from ariadne.runs.play import Setup
from ariadne.runs.resume import NO_PAST, Past, ending_of, past_of
from ariadne.runs.run import Run

LEFT = "left"


def configured(run: Run) -> PlayConfig:
    """How the episode of a run is played.

    Raises:
        UserError: it is no run of one episode, or its configuration cannot be read.
    """
    if not any(line.startswith("game:") for line in run.configuration().splitlines()):
        raise UserError(f"{run.path} is no run of ariadne play")
    return PlayConfig.load(run.config)


def past_to_go_on_with(run: Run, agent: str) -> Past:
    """What is left of a run's episode. One that a person left has not come to its end.

    Raises:
        UserError: it has come to its end, or its file cannot be read. Damaged: its events are damaged.
    """
    path = run.found(1)
    if path is None:
        return NO_PAST
    if _is_finished(path, agent):
        raise UserError(f"the game in {run.path} is over: look back with ariadne replay {run.path}, or play anew")
    return past_of(path)


def check_same_game(setup: Setup, played: PlayConfig) -> None:
    """See that a game is still the one that was played.

    Raises:
        UserError: its file is another one now.
    """
    if setup.config.story_sha256 != played.story_sha256:
        raise UserError(f"{setup.game.source} is not the game that was played: its file has changed; play anew")


def _is_finished(path: Path, agent: str) -> bool:
    end = ending_of(path)
    was_left = isinstance(end, EpisodeEnded) and end.why == LEFT and find_agent(agent).by_hand
    return end is not None and not was_left
