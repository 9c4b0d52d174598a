"""What an evaluation makes of what its episodes tell: budgets, retries, mistakes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import Failure, UserError
from ariadne.evaluate.executor import EpisodeOrder, Progress
from ariadne.evaluate.jobs import jobs_of
from ariadne.evaluate.placement import Placement, play_all
from ariadne.evaluate.plan import EvalPlan
from ariadne.evaluate.scheduler import Board, Result
from ariadne.events import Usage
from ariadne.runs.run import Run
from tests.screen.events import question

Plays = Callable[[EpisodeOrder, Progress], None]


class Telling:
    """A player whose episodes are what a function of the test makes of them."""

    def __init__(self, plays: Plays, progress: Progress) -> None:
        self._plays = plays
        self._progress = progress

    async def play(self, order: EpisodeOrder) -> None:
        self._plays(order, self._progress)
        await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Nothing is held."""


async def evaluate(plays: Plays, run: Path, **more: Any) -> Result:
    plan = EvalPlan.model_validate({"games": ["cooking"], "seeds": "1-9", **more})
    jobs = jobs_of(plan)
    where = Placement(1, lambda run, progress: Telling(plays, progress))
    return await play_all(plan, jobs, Run(run), Board(), where)


def asked(progress: Progress, number: int, cost: float | None = 0.25, tokens: int = 10, cached: bool = False) -> None:
    progress(number, question(usage=Usage(tokens, 0, 0, cost), cached=cached))


async def test_a_budget_stops_it_when_it_is_used_up(tmp_path: Path) -> None:
    result = await evaluate(lambda order, told: asked(told, order.job.number), tmp_path, run_usd=1.0)
    assert (result.finished, result.left) == (3, 6)
    assert result.stopped == "the budget of $1 is used up ($1.00)"


async def test_tokens_of_cached_replies_are_not_used(tmp_path: Path) -> None:
    result = await evaluate(
        lambda order, told: asked(told, order.job.number, tokens=100, cached=order.job.number < 5),
        tmp_path, run_tokens=200,
    )  # fmt: skip
    assert (result.finished, result.left) == (5, 4)


async def test_a_budget_in_dollars_that_cannot_be_kept_stops_it_at_the_first_reply(tmp_path: Path) -> None:
    result = await evaluate(lambda order, told: asked(told, order.job.number, cost=None), tmp_path, run_usd=1.0)
    assert result.left == 9
    assert "needs a known price" in result.stopped


@pytest.mark.parametrize("answered", [{"tokens": 0}, {"cached": True}])
async def test_a_mistake_before_the_first_answer_ends_it(tmp_path: Path, answered: dict[str, Any]) -> None:
    """A question without an answer, and one that the cache has answered, say nothing of the endpoint."""

    def plays(order: EpisodeOrder, told: Progress) -> None:
        asked(told, order.job.number, **answered)
        raise UserError("the key is wrong")

    with pytest.raises(UserError, match="the key is wrong"):
        await evaluate(plays, tmp_path)


async def test_a_mistake_after_the_first_answer_is_one_episodes(tmp_path: Path) -> None:
    def plays(order: EpisodeOrder, told: Progress) -> None:
        asked(told, order.job.number)
        if order.job.number == 2:
            raise UserError("this prompt is too long")

    result = await evaluate(plays, tmp_path)
    assert (result.finished, result.failed, result.left) == (8, 1, 0)


@pytest.mark.parametrize("retries", [0, 2])
async def test_an_episode_that_fails_is_tried_again_as_often_as_told(tmp_path: Path, retries: int) -> None:
    tried: list[int] = []

    def plays(order: EpisodeOrder, told: Progress) -> None:
        tried.append(order.job.number)
        if order.job.number == 3:
            raise Failure("no luck")

    result = await evaluate(plays, tmp_path, retries=retries)
    assert tried.count(3) == retries + 1
    assert len(tried) == 9 + retries
    assert (result.finished, result.failed) == (8, 1)
