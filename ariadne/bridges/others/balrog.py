"""Logs of BALROG (https://github.com/balrog-ai/BALROG, arXiv:2411.13543).

`balrog/evaluator.py` writes a JSON file an episode, `textworld/TASK/TASK_run_00.json`, and beside it a CSV of its
steps, which is not read. Submissions to the leaderboard (https://github.com/balrog-ai/experiments) are such folders.

- `progression` is the score: in `balrog/environments/textworld/base.py` points by all points, or 1 if the game is won,
  and 0 unless the game is done. `episode_return` adds up what the points are after each step, and is no score.
- `seed` does not tell the game: where none is configured, each process goes through the games of a task in turn.
- The limit of steps (80 in `balrog/config/config.yaml`), seconds and prices are not told, nor, of TextWorld, which
  actions were invalid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ariadne.bridges.others.told import Amount, Log, Number, Told, episode, named, numbered, parsed, player
from ariadne.errors import UserError
from ariadne.evaluate.arms import Arm
from ariadne.evaluate.episodes import UNFINISHED, Instance, Played
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
"""BALROG's tasks in TextWorld (`balrog/config/config.yaml`), with our presets of the same makers of games."""


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


class _Episode(Log):
    task: str
    input_tokens: Amount
    output_tokens: Amount
    done: bool = False
    num_steps: Amount
    progression: Annotated[Number, Field(ge=0, le=1)]
    agent: _Agent
    client: _Client


class Balrog:
    """Reads them."""

    name = "BALROG"
    files = re.compile(r"(?P<task>.+)_run_\d+\.json")

    def read(self, paths: Sequence[Path]) -> Told:
        """See `RunsOfOthers.read`."""
        tasks = {path: found["task"] for path in paths if (found := self.files.fullmatch(path.name))}
        logs = {path: _read(path, task) for path, task in tasks.items() if task in TASKS}
        others = [task for task in tasks.values() if task not in TASKS]
        if not logs:
            raise UserError(f"BALROG: none of these logs is of a game in TextWorld: {named(others)}")
        episodes = list(numbered(_played(path, log) for path, log in logs.items()))
        return Told(episodes, [*_comparable(episodes), *_settings(logs.values()), *_left_out(others)])


def _read(path: Path, task: str) -> _Episode:
    log = parsed(_Episode, read_at_most(path, LARGEST), "BALROG's", str(path))
    if log.task != task:
        raise UserError(f"{path} is no log of BALROG's that can be read: it tells of another task than its name")
    return log


def _played(path: Path, log: _Episode) -> Played:
    steps = int(log.num_steps)
    why = "over" if log.done else UNFINISHED
    return episode(
        path,
        Instance(PREFIX + log.task, None),
        _who(log),
        score=log.progression,
        maximum=1.0,
        why="won" if log.progression >= 1 else why,
        steps=steps,
        use=Use(steps, int(log.input_tokens), int(log.output_tokens), None),
    )


def _who(log: _Episode) -> Arm:
    return player(PREFIX + log.agent.type, log.client.model_id)


def _comparable(episodes: Sequence[Played]) -> Iterator[str]:
    games = sorted({each.summary.game for each in episodes})
    alike = ", ".join(f"{game} of {TASKS[game.removeprefix(PREFIX)]}" for game in games)
    yield (
        "BALROG, comparable: the measure, points by all points when the game ended. Its games are none of ours, "
        f"though of the same makers ({alike}), so they are rows of their own. Which game of a task was played is "
        "not in its logs: all episodes of a task count as one instance, so that no interval is known of it."
    )
    yield (
        "BALROG, not comparable: prompts and agents are its own. Its limit is 80 steps unless it was configured "
        "otherwise, which its logs do not tell. Calls are counted as one a step. Seconds, prices, cached tokens, "
        "losses and invalid actions are not told, and stand as 0 or unknown."
    )
    if unfinished := sum(not each.is_finished for each in episodes):
        yield (
            f"BALROG: {counted(unfinished, 'episode')} stopped before the game was done, and so without a "
            "progression: unfinished, and in no mean."
        )


def _settings(logs: Iterable[_Episode]) -> Iterator[str]:
    """Agents of one name and model that were set otherwise are in one row."""
    settings = gathered((_who(log), (log.agent, log.client.generate_kwargs)) for log in logs)
    for who, several in settings.items():
        if any(each != several[0] for each in several):
            yield f"{who.name} with {who.model}: episodes with different settings of BALROG's are in one row."


def _left_out(tasks: Sequence[str]) -> Iterator[str]:
    if tasks:
        yield f"BALROG: left out {counted(len(tasks), 'log')} of games that Ariadne does not have: {named(tasks)}."
