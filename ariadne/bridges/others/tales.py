"""Logs of TALES (https://github.com/microsoft/tale-suite, arXiv:2504.14128).

`benchmark.py` writes two files a game: `tales_AGENT/GAME/a0_sSEED_stepsN.jsonl` with a line a step, the rollout, and
the same with `.json`, the summary. Earlier versions wrote `tw-bench_AGENT/GAME/a0_sSEED.jsonl`, where SEED is the
agent's; some of these are in the repository's history, under `logs_gpt4o`. `analysis/build_hf_dataset.py` lists the
columns of a rollout, and `uid` in `agents/*.py` is what AGENT is.

- TALES plays a game again when it has ended, until the steps are used up, and its score is the highest of all attempts.
  An episode here is the first attempt, up to the observation that begins anew, as `benchmark.py` marks it.
- A summary without its rollout tells no attempts apart: its score stays the highest, under a name of its own.
- A win is to have all points: TALES stops there, too.
- Prices are not told, nor losses and invalid actions of an attempt; seconds are those of all attempts.

Which games are ours, too: `tales/scienceworld/scienceworld_env.py` plays those variations of a task that are for
tests, counted by the game's seed, without simplifications; `twx_env.py` and `twx_data.py` in `tales/textworld_express`
play the seeds for tests, and three of the games with the package's own parameters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pydantic import Field

from ariadne.bridges.others.told import (
    Amount,
    Log,
    Maximum,
    Number,
    Told,
    episode,
    named,
    numbered,
    parsed,
    player,
)
from ariadne.errors import UserError
from ariadne.evaluate.arms import Arm
from ariadne.evaluate.episodes import UNFINISHED, Instance, Played
from ariadne.events import Use
from ariadne.files import read_at_most, read_lines
from ariadne.gather import gathered
from ariadne.text import counted, one_line
from ariadne.worlds.scienceworld.tasks import PREFIX as SCIENCEWORLD
from ariadne.worlds.scienceworld.tasks import TASKS
from ariadne.worlds.textworldexpress.games import FOLDS
from ariadne.worlds.textworldexpress.games import PREFIX as EXPRESS

PREFIX = "tales/"
LARGEST = 2**20
MOST_STEPS = 100_000
AGAIN = "\n\n-= Restarting =-\n"
"""Stands between the end of an attempt and the beginning of the next."""

_AGENT = re.compile(r"(?P<kind>[A-Za-z]+)(?:_(?P<model>.+?))?_s(?:\d+|None)(?P<rest>.*)")
_HARNESS = re.compile(r"(?:tales|tw-?bench)_(?P<uid>.+)")
_LISTED = "_a1"

_SCIENCEWORLD = {f"ScienceWorld{task.title().replace('-', '')}": task for task in TASKS}
_EXPRESS = {f"TWX{game.title()}": game for game in ("arithmetic", "sorting")} | {"TWXPeckingOrder": "peckingorder"}

_ALIKE: Mapping[str, str] = {
    r"JerichoEnv[A-Za-z0-9]+": "Stories by their names, of which the logs do not tell the release; where yours is the "
    "same file, points and maximum are the same measure",
    r"TWCookingLevel\d+": "GATA's cooking games, a given file each, which none of `ftwp` and `cooking-level-N` is",
    r"TWX[A-Za-z0-9]+": "TextWorldExpress with parameters of TALES' own, or the logs do not tell the seed, or the "
    "score of the first attempt",
    r"ScienceWorld[A-Za-z0-9]+": "ScienceWorld, of which the logs do not tell the variation, or the score of the first "
    "attempt",
}
"""What games are that are like some of ours, by how TALES calls them."""


class _Step(Log):
    score: Number = Field(alias="Score")
    maximum: Maximum = Field(alias="Max Score")
    moves: Amount = Field(alias="Moves")
    observation: str = Field(alias="Observation")
    tokens: Amount = Field(alias="Token Usage")
    prompt: Amount | None = Field(None, alias="Prompt Tokens")
    response: Amount | None = Field(None, alias="Response Tokens")
    thinking: Amount | None = Field(None, alias="Thinking Tokens")


class _Summary(Log):
    status: Literal["finished", "killed", "failed"]
    env_name: str
    nb_steps: Amount
    nb_moves: Amount
    highscore: Number
    max_score: Maximum
    duration: Amount


@dataclass(frozen=True)
class _Attempt:
    """The first attempt of a rollout; `is_over`: another one follows it."""

    score: float = 0.0
    maximum: float | None = None
    steps: int = 0
    moves: int = 0
    prompt: int = 0
    completion: int = 0
    is_over: bool = False

    def then(self, step: _Step) -> _Attempt:
        """With one step more; where only a sum of tokens is told, all of them were read."""
        completion = int((step.response or 0) + (step.thinking or 0))
        prompt = int(step.tokens if step.prompt is None else step.prompt)
        return _Attempt(
            step.score,
            step.maximum,
            self.steps + 1,
            int(step.moves),
            self.prompt + prompt,
            self.completion + completion,
        )


@dataclass(frozen=True)
class _Found:
    """What names of files and folders tell of a log.

    Attributes:
        path: without a suffix.
        seed: the game's. `max_steps`: None in logs of earlier versions, whose seed is the agent's.
    """

    path: Path
    is_listed: bool
    seed: int | None
    max_steps: int | None

    @property
    def rollout(self) -> Path:
        return self.path.with_name(f"{self.path.name}.jsonl")

    @property
    def summary(self) -> Path:
        return self.path.with_name(f"{self.path.name}.json")

    @property
    def who(self) -> Arm:
        """The agent with its settings, but for its seed: what plays alike under several seeds is one."""
        folder = self.path.parent.parent.name
        harness = _HARNESS.fullmatch(folder)
        if not harness:
            return player(f"{PREFIX}unknown", "unknown")
        agent = _AGENT.fullmatch(harness["uid"])
        name, model = (f"{agent['kind']}{agent['rest']}", agent["model"]) if agent else (harness["uid"], None)
        return player(f"{PREFIX}{name}{_LISTED * self.is_listed}", model)


@dataclass(frozen=True)
class _Log:
    """What is told of a game that was played.

    Attributes:
        summary, attempt: None where the file is missing.
    """

    found: _Found
    game: str
    summary: _Summary | None
    attempt: _Attempt | None


class Tales:
    """Reads them."""

    name = "TALES"
    files = re.compile(r"(?P<name>a(?P<listed>[01])_s(?P<seed>\d{1,12}|None)(?:_steps(?P<steps>\d{1,9}))?)\.jsonl?")

    def read(self, paths: Sequence[Path]) -> Told:
        """See `RunsOfOthers.read`."""
        found = [_found(path, name) for path in paths if (name := self.files.fullmatch(path.name))]
        logs = [_read(each) for each in dict.fromkeys(found)]
        known = [log for log in logs if _family(log.game)]
        others = [log.game for log in logs if not _family(log.game)]
        if not known:
            raise UserError(
                f"TALES: none of these logs is of a game that Ariadne has, or has the like of: {named(others)}"
            )
        episodes = list(numbered(map(_played, known)))
        return Told(episodes, [*_comparable(known), *_left_out(others)])


def _found(path: Path, name: re.Match[str]) -> _Found:
    seed = None if name["seed"] == "None" else int(name["seed"])
    steps = int(name["steps"]) if name["steps"] else None
    return _Found(path.absolute().with_name(name["name"]), name["listed"] == "1", seed, steps)


def _read(found: _Found) -> _Log:
    path = found.summary
    content = read_at_most(path, LARGEST) if path.is_file() else None
    summary = None if content is None else parsed(_Summary, content, "TALES'", str(path))
    game = one_line(summary.env_name if summary else found.path.parent.name)
    # What is left out is not read.
    has_rollout = summary is None or found.rollout.is_file()
    return _Log(found, game, summary, _first_attempt(found.rollout) if has_rollout and _family(game) else None)


def _first_attempt(path: Path) -> _Attempt:
    attempt = _Attempt()
    for number, line in enumerate(read_lines(path), 1):
        if number > MOST_STEPS:
            raise UserError(f"{path} is too large: it has more than {MOST_STEPS:,} steps")
        if line.strip():
            step = parsed(_Step, line, "TALES'", f"{path}, line {number},")
            if attempt.steps and AGAIN in step.observation:
                return replace(attempt, is_over=True)
            attempt = attempt.then(step)
    return attempt


def _family(game: str) -> str | None:
    """What our games and TALES' have in common, for one that is ours or like ours."""
    return next((about for name, about in _ALIKE.items() if re.fullmatch(name, game)), None)


def _place(log: _Log) -> Instance:
    """The game and its seed, by our name where it is known to be the same."""
    seed = log.found.seed or 0
    if log.found.max_steps is not None and log.attempt is not None:
        if task := _SCIENCEWORLD.get(log.game):
            tests = range(TASKS[task].test, TASKS[task].variations)
            return Instance(SCIENCEWORLD + task, tests[seed % len(tests)])
        if game := _EXPRESS.get(log.game):
            return Instance(EXPRESS + game, FOLDS["test"][seed % len(FOLDS["test"])])
    return Instance(PREFIX + log.game, log.found.seed if log.found.max_steps is not None else None)


def _played(log: _Log) -> Played:
    summary, attempt, limit = log.summary, log.attempt, log.found.max_steps
    if attempt is None or attempt.maximum is None:
        if summary is None:
            raise UserError(f"{log.found.rollout} tells of no step")
        attempt = _Attempt(summary.highscore, summary.max_score, int(summary.nb_steps), int(summary.nb_moves))
    maximum = attempt.maximum or 1.0
    why = _why(log, attempt)
    return episode(
        log.found.rollout,
        _place(log),
        log.found.who,
        score=attempt.score,
        maximum=maximum,
        why=why,
        steps=attempt.steps,
        moves=attempt.moves,
        max_steps=limit,
        use=Use(attempt.steps, attempt.prompt, attempt.completion, None),
        seconds=summary.duration if summary else 0.0,
        error="TALES tells why in the .log beside it" if why == "failed" else "",
    )


def _why(log: _Log, attempt: _Attempt) -> str:
    """How an attempt ended; without a summary nobody says whether one that ends with the rollout was cut off."""
    if attempt.score >= (attempt.maximum or 1.0):
        return "won"
    if attempt.is_over:
        return "over"
    if log.summary is not None:
        return {"finished": "steps", "killed": "stopped", "failed": "failed"}[log.summary.status]
    return "steps" if attempt.steps == log.found.max_steps else UNFINISHED


def _comparable(logs: Sequence[_Log]) -> Iterator[str]:
    games = {_place(log).game: log for log in logs}
    if same := [game for game in games if not game.startswith(PREFIX)]:
        yield (
            f"TALES, comparable: {named(same)}. Our games of these names, with the same variation or seed, points and "
            "maximum: rows of one game, and pairs for who has the same model, if both have the same release of it."
        )
    alike = gathered((_family(log.game), game) for game, log in games.items() if game not in same)
    for about, names in alike.items():
        yield f"TALES, not comparable game by game: {named(names)}. {about}."
    yield (
        "TALES, not comparable: prompts and agents are its own. An episode here is its first attempt at a game, "
        "which ends with the game, all points or the limit of steps; TALES itself tells the highest score of all "
        "attempts. Tokens are as TALES counts them, calls are counted as one a step, seconds are of all attempts. "
        "Prices, cached tokens, losses and invalid actions are not told, and stand as 0 or unknown."
    )
    if without := sum(log.attempt is None for log in logs):
        yield (
            f"TALES: {counted(without, 'summary', 'summaries')} without a rollout beside: score and steps are the "
            "highest and all of several attempts."
        )
    if bare := sum(log.summary is None for log in logs):
        yield (
            f"TALES: {counted(bare, 'rollout')} without a summary beside: seconds are not told, nor whether an "
            "attempt without an end was cut off; such are unfinished."
        )


def _left_out(games: Sequence[str]) -> Iterator[str]:
    if games:
        yield f"TALES: left out {counted(len(games), 'log')} of games that Ariadne does not have: {named(games)}."
