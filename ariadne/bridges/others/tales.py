"""Logs of TALES (https://github.com/microsoft/tale-suite, arXiv:2504.14128).

`benchmark.py` writes two files for a game: `tales_AGENT/GAME/a0_sSEED_stepsN.jsonl` with a line for each step, the
rollout, and the same with `.json`, the summary. Earlier versions wrote `tw-bench_AGENT/GAME/a0_sSEED.jsonl`, where SEED
is the agent's; some of these are in the repository's history, under `logs_gpt4o`. `analysis/build_hf_dataset.py` lists
the columns of a rollout, and `uid` in `agents/*.py` is AGENT.

- TALES restarts a game that has ended until the steps are used up; its score is the highest of all attempts. An episode
  here is the first attempt, up to the observation that `benchmark.py` marks as a restart.
- A summary without its rollout does not separate attempts: its score stays the highest, under a name of its own.
- A win means all points: TALES stops there too.
- Prices are missing, as are losses and invalid actions of an attempt; seconds are those of all attempts.

Which games are ours too: `tales/scienceworld/scienceworld_env.py` plays the test variations of a task, numbered by the
game's seed, without simplifications; `twx_env.py` and `twx_data.py` in `tales/textworld_express` play the test seeds,
and three of the games with the package's default parameters.
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
    LogReader,
    Maximum,
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
"""Separates the end of an attempt from the start of the next."""

_AGENT = re.compile(r"(?P<kind>[A-Za-z]+)(?:_(?P<model>.+?))?_s(?:\d+|None)(?P<rest>.*)")
_HARNESS = re.compile(r"(?:tales|tw-?bench)_(?P<uid>.+)")
_FILES = re.compile(r"(?P<name>a(?P<listed>[01])_s(?P<seed>\d{1,12}|None)(?:_steps(?P<steps>\d{1,9}))?)\.jsonl?")
_LISTED = "_a1"

_SCIENCEWORLD = {f"ScienceWorld{task.title().replace('-', '')}": task for task in TASKS}
_EXPRESS = {f"TWX{game.title()}": game for game in ("arithmetic", "sorting")} | {"TWXPeckingOrder": "peckingorder"}

_ALIKE: Mapping[str, str] = {
    r"JerichoEnv[A-Za-z0-9]+": "Stories by their names, without their release; if your file is the same, so are points "
    "and maximum",
    r"TWCookingLevel\d+": "GATA's cooking games, fixed files that differ from `ftwp` and `cooking-level-N`",
    r"TWX[A-Za-z0-9]+": "TextWorldExpress with TALES' parameters, or without the seed or the score of the first "
    "attempt in the logs",
    r"ScienceWorld[A-Za-z0-9]+": "ScienceWorld, without the variation or the score of the first attempt in the logs",
}
"""Games similar to ours, by TALES' names for them."""


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
    """The first attempt of a rollout; `is_over`: another one follows."""

    score: float = 0.0
    maximum: float | None = None
    steps: int = 0
    moves: int = 0
    prompt: int = 0
    completion: int = 0
    is_over: bool = False

    def then(self, step: _Step) -> _Attempt:
        """Add a step; if only a token total is known, all of them count as prompt tokens."""
        completion = int((step.response or 0) + (step.thinking or 0))
        prompt = int(step.tokens if step.prompt is None else step.prompt)
        prompt, completion = self.prompt + prompt, self.completion + completion
        return _Attempt(step.score, step.maximum, self.steps + 1, int(step.moves), prompt, completion)


@dataclass(frozen=True)
class _Found:
    """The content of a log's path.

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
        """The agent with its settings except its seed, so runs with several seeds count as one agent."""
        folder = self.path.parent.parent.name
        harness = _HARNESS.fullmatch(folder)
        if not harness:
            return player(f"{PREFIX}unknown", "unknown")
        agent = _AGENT.fullmatch(harness["uid"])
        name, model = (f"{agent['kind']}{agent['rest']}", agent["model"]) if agent else (harness["uid"], None)
        return player(f"{PREFIX}{name}{_LISTED * self.is_listed}", model)


@dataclass(frozen=True)
class _Log:
    """The log of one game.

    Attributes:
        summary, attempt: None if the file is missing.
    """

    found: _Found
    game: str
    summary: _Summary | None
    attempt: _Attempt | None


def _read_all(paths: Sequence[Path]) -> OtherEpisodes:
    found = [_found(path, name) for path in paths if (name := _FILES.fullmatch(path.name))]
    logs = [_read(each) for each in dict.fromkeys(found)]
    known = [log for log in logs if _family(log.game)]
    others = [log.game for log in logs if not _family(log.game)]
    if not known:
        raise UserError(
            f"TALES: none of these logs is of a game that Ariadne has, or of a similar one: {named(others)}"
        )
    episodes = list(numbered(map(_played, known)))
    return OtherEpisodes(episodes, [*_comparable(known), *_left_out(others)])


def _found(path: Path, name: re.Match[str]) -> _Found:
    seed = None if name["seed"] == "None" else int(name["seed"])
    steps = int(name["steps"]) if name["steps"] else None
    return _Found(path.absolute().with_name(name["name"]), name["listed"] == "1", seed, steps)


def _read(found: _Found) -> _Log:
    path = found.summary
    content = read_at_most(path, LARGEST) if path.is_file() else None
    summary = None if content is None else parsed(_Summary, content, "TALES'", str(path))
    game = one_line(summary.env_name if summary else found.path.parent.name)
    # Rollouts of omitted games are not read.
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
    """The family of one of our games, for a game that is ours or similar."""
    return next((about for name, about in _ALIKE.items() if re.fullmatch(name, game)), None)


def _place(log: _Log) -> tuple[str, int | None]:
    """The game and its seed, by our name if it is the same game."""
    seed = log.found.seed or 0
    if log.found.max_steps is not None and log.attempt is not None:
        if task := _SCIENCEWORLD.get(log.game):
            tests = range(TASKS[task].test, TASKS[task].variations)
            return SCIENCEWORLD + task, tests[seed % len(tests)]
        if game := _EXPRESS.get(log.game):
            return EXPRESS + game, FOLDS["test"][seed % len(FOLDS["test"])]
    return PREFIX + log.game, log.found.seed if log.found.max_steps is not None else None


def _played(log: _Log) -> Played:
    summary, attempt, limit = log.summary, log.attempt, log.found.max_steps
    if attempt is None or attempt.maximum is None:
        if summary is None:
            raise UserError(f"{log.found.rollout} has no steps")
        attempt = _Attempt(summary.highscore, summary.max_score, int(summary.nb_steps), int(summary.nb_moves))
    maximum = attempt.maximum or 1.0
    why = _why(log, attempt)
    return episode(
        log.found.rollout,
        *_place(log),
        log.found.who,
        score=attempt.score,
        maximum=maximum,
        why=why,
        steps=attempt.steps,
        moves=attempt.moves,
        max_steps=limit,
        use=Use(attempt.steps, attempt.prompt, attempt.completion, None),
        seconds=summary.duration if summary else 0.0,
        error="TALES gives the reason in the .log beside it" if why == "failed" else "",
    )


def _why(log: _Log, attempt: _Attempt) -> str:
    """How an attempt ended; without a summary, one that ends with the rollout may have been cut."""
    if attempt.score >= (attempt.maximum or 1.0):
        return "won"
    if attempt.is_over:
        return "over"
    if log.summary is not None:
        return {"finished": "steps", "killed": "stopped", "failed": "failed"}[log.summary.status]
    return "steps" if attempt.steps == log.found.max_steps else UNFINISHED


def _comparable(logs: Sequence[_Log]) -> Iterator[str]:
    games = {_place(log)[0]: log for log in logs}
    if same := [game for game in games if not game.startswith(PREFIX)]:
        yield (
            f"TALES, comparable: {named(same)}. These are our games, with the same variation or seed, points and "
            "maximum. Agents with the same model are paired, if both used the same release of the game."
        )
    alike = gathered((_family(log.game), game) for game, log in games.items() if game not in same)
    for about, names in alike.items():
        yield f"TALES, not comparable game by game: {named(names)}. {about}."
    yield (
        "TALES, not comparable: prompts and agents are its own. An episode here is its first attempt at a game, "
        "which ends with the game, all points or the step limit; TALES itself reports the highest score of all "
        "attempts. Tokens are counted by TALES, calls as one a step, seconds over all attempts. Prices, cached "
        "tokens, losses and invalid actions are not in the logs, and appear as 0 or unknown."
    )
    if without := sum(log.attempt is None for log in logs):
        yield (
            f"TALES: {counted(without, 'summary', 'summaries')} without a rollout: the score is the highest of several "
            "attempts, and the steps are those of all."
        )
    if bare := sum(log.summary is None for log in logs):
        yield (
            f"TALES: {counted(bare, 'rollout')} without a summary: seconds are unknown, and attempts "
            "without an end count as unfinished."
        )


def _left_out(games: Sequence[str]) -> Iterator[str]:
    if games:
        yield f"TALES: left out {counted(len(games), 'log')} of games that Ariadne does not have: {named(games)}."


READER = LogReader(_FILES, _read_all)
