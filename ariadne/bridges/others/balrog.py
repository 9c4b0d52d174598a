"""Logs of BALROG (https://github.com/balrog-ai/BALROG, arXiv:2411.13543).

`balrog/evaluator.py` writes a JSON file for each episode, `textworld/TASK/TASK_run_00.json`, and a CSV of its steps,
which is not read. Submissions to the leaderboard (https://github.com/balrog-ai/experiments) are such folders.

- `progression` is the score: in `balrog/environments/textworld/base.py` the share of points, or 1 if the game is won,
  and 0 if the game is not done. `episode_return` sums the points after each step, and is not a score.
- `seed` does not identify the game: without a configured seed, each process plays the games of a task in turn.
- The step limit (80 in `balrog/config/config.yaml`), seconds and prices are missing, and for TextWorld invalid actions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ariadne.bridges.others.told import (
    Amount,
    Log,
    LogReader,
    Number,
    OtherEpisodes,
    episode,
    named,
    numbered,
    parsed,
    player,
)
from ariadne.errors import UserError
from ariadne.evaluate.arms import Arm
from ariadne.evaluate.episodes import UNFINISHED, Played
from ariadne.events import Use
from ariadne.files import read_at_most
from ariadne.gather import gathered
from ariadne.text import counted

PREFIX = "balrog/"
LARGEST = 8 * 2**20

TASKS: Mapping[str, str] = {
    "treasure_hunter": "treasure-hunter",
    "the_cooking_game": "ftwp",
    "coin_collector": "coin-collector",
}
"""BALROG's tasks in TextWorld (`balrog/config/config.yaml`), with our presets of the same families."""


_FILES = re.compile(r"(?P<task>.+)_run_\d+\.json")


class _Agent(Log):
    type: str
    remember_cot: bool | None = None
    max_history: Number | None = None
    max_text_history: Number | None = None
    max_image_history: Number | None = None
    max_cot_history: Number | None = None


class _Client(Log):
    model_id: str
    generate_kwargs: dict[str, Any] = Field(default_factory=dict)


class _BalrogEpisode(Log):
    task: str
    input_tokens: Amount
    output_tokens: Amount
    done: bool = False
    num_steps: Amount
    progression: Annotated[Number, Field(ge=0, le=1)]
    agent: _Agent
    client: _Client


def _read_all(paths: Sequence[Path]) -> OtherEpisodes:
    tasks = {path: found["task"] for path in paths if (found := _FILES.fullmatch(path.name))}
    logs = {path: _read(path, task) for path, task in tasks.items() if task in TASKS}
    others = [task for task in tasks.values() if task not in TASKS]
    if not logs:
        raise UserError(f"BALROG: none of these logs is of a TextWorld game: {named(others)}")
    episodes = list(numbered(_played(path, log) for path, log in logs.items()))
    return OtherEpisodes(episodes, [*_comparable(episodes), *_settings(logs.values()), *_left_out(others)])


def _read(path: Path, task: str) -> _BalrogEpisode:
    log = parsed(_BalrogEpisode, read_at_most(path, LARGEST), "BALROG's", str(path))
    if log.task != task:
        raise UserError(f"{path} is not a readable log of BALROG's: its task differs from its name")
    return log


def _played(path: Path, log: _BalrogEpisode) -> Played:
    steps = int(log.num_steps)
    why = "over" if log.done else UNFINISHED
    return episode(
        path,
        PREFIX + log.task,
        None,
        _who(log),
        score=log.progression,
        maximum=1.0,
        why="won" if log.progression >= 1 else why,
        steps=steps,
        use=Use(steps, int(log.input_tokens), int(log.output_tokens), None),
    )


def _who(log: _BalrogEpisode) -> Arm:
    return player(PREFIX + log.agent.type, log.client.model_id)


def _comparable(episodes: Sequence[Played]) -> Iterator[str]:
    games = sorted({each.summary.game for each in episodes})
    alike = ", ".join(f"{game} of {TASKS[game.removeprefix(PREFIX)]}" for game in games)
    yield (
        "BALROG, comparable: the measure, points divided by all points at the end. Its games are not ours, though "
        f"of the same families ({alike}), so they have their own rows. Its logs do not identify the game of a task: "
        "all episodes of a task count as one instance, without an interval."
    )
    yield (
        "BALROG, not comparable: prompts and agents are its own. Its limit is 80 steps by default; its logs do not "
        "record it. Calls are counted as one a step. Seconds, prices, cached tokens, losses and invalid actions are "
        "not in the logs, and appear as 0 or unknown."
    )
    if unfinished := sum(not each.is_finished for each in episodes):
        yield (
            f"BALROG: {counted(unfinished, 'episode')} stopped before the game was done, without a "
            "progression: they count as unfinished, and in no mean."
        )


def _settings(logs: Iterable[_BalrogEpisode]) -> Iterator[str]:
    """Notes for agents of one name and model with different settings, which share a row."""
    settings = gathered((_who(log), (log.agent, log.client.generate_kwargs)) for log in logs)
    for who, several in settings.items():
        if any(each != several[0] for each in several):
            yield f"{who.name} with {who.model}: one row holds episodes with different settings of BALROG's."


def _left_out(tasks: Sequence[str]) -> Iterator[str]:
    if tasks:
        yield f"BALROG: left out {counted(len(tasks), 'log')} of games that Ariadne does not have: {named(tasks)}."


READER = LogReader(_FILES, _read_all)
