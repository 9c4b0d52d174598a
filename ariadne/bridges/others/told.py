"""The interface of a reader of logs, its result, and the checks for its files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ariadne.errors import UserError
from ariadne.evaluate.arms import Arm, arm_of
from ariadne.evaluate.episodes import Played
from ariadne.evaluate.rows import Unit
from ariadne.events import MOST, EpisodeSummary, Use
from ariadne.text import one_line
from ariadne.yaml_file import problem

LONGEST_NAME = 100
MOST_NAMED = 5
ACTION = "action"
"""The kind of question that counts all calls of other agents."""

Number = Annotated[float, Field(strict=True, ge=-MOST, le=MOST, allow_inf_nan=False)]
Amount = Annotated[float, Field(strict=True, ge=0, le=MOST, allow_inf_nan=False)]
"""A count that pandas may have written as a float."""
Maximum = Annotated[float, Field(strict=True, gt=0, le=MOST, allow_inf_nan=False)]


@dataclass(frozen=True)
class OtherEpisodes:
    """Episodes of other harnesses.

    Attributes:
        notes: what is comparable, and what is not.
    """

    episodes: Sequence[Played]
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class LogReader:
    """A reader of a harness's logs.

    Attributes:
        files: the pattern of the logs' names.
        read: returns the episodes of logs, of games that Ariadne has or similar ones. It raises a UserError if a log
            cannot be read, or has no such game.
    """

    files: re.Pattern[str]
    read: Callable[[Sequence[Path]], OtherEpisodes]


class Log(BaseModel):
    """The fields read from a log; others are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)


L = TypeVar("L", bound=Log)


def parsed(model: type[L], content: str | bytes, whose: str, where: str) -> L:
    """Parse a log's JSON.

    Raises:
        UserError: it is not valid.
    """
    try:
        return model.model_validate_json(content)
    except ValidationError as error:
        raise UserError(f"{where} is not a readable log of {whose}: {one_line(problem(error), 200)}") from error


def player(agent: str, model: str | None) -> Arm:
    """The arm of an agent's and a model's names in a log."""
    return Arm(one_line(agent, LONGEST_NAME), None, None if model is None else one_line(model, LONGEST_NAME))


def episode(
    path: Path,
    game: str,
    seed: int | None,
    who: Arm,
    *,
    score: float,
    maximum: float,
    why: str,
    steps: int,
    use: Use,
    moves: int | None = None,
    max_steps: int | None = None,
    seconds: float = 0.0,
    error: str = "",
) -> Played:
    """An episode with only these facts known; a win means all points."""
    summary = EpisodeSummary(
        game=game,
        agent=who.agent,
        memory=None,
        model=who.model,
        seed=seed,
        repeat=1,
        run=str(path.parent),
        score=score,
        max_score=maximum,
        normalized_score=score / maximum,
        won=score >= maximum,
        lost=False,
        steps=steps,
        moves=steps if moves is None else moves,
        invalid_actions=0,
        model_calls=use.calls,
        prompt_tokens=use.prompt_tokens,
        completion_tokens=use.completion_tokens,
        cost_usd=use.cost_usd,
        seconds=seconds,
    )
    return Played(path, summary, why, error, max_steps, kinds={ACTION: use} if use.calls else {})


def numbered(episodes: Iterable[Played]) -> Iterator[Played]:
    """Number the repeats of each game by each arm."""
    times: Counter[tuple[Unit, Arm]] = Counter()
    for each in episodes:
        key = each.unit, arm_of(each)
        times[key] += 1
        yield replace(each, summary=replace(each.summary, repeat=times[key]))


def named(names: Iterable[str]) -> str:
    """The first few names, and the number of the others."""
    distinct = sorted({one_line(name, LONGEST_NAME) for name in names})
    more = [f"{len(distinct) - MOST_NAMED} more"] * (len(distinct) > MOST_NAMED)
    return ", ".join([*distinct[:MOST_NAMED], *more])
