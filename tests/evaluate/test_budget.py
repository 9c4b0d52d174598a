from __future__ import annotations

from typing import Any

import pytest

from ariadne.errors import UserError
from ariadne.evaluate.budget import check_price, within
from ariadne.evaluate.estimate import estimate
from ariadne.evaluate.jobs import Job, jobs_of
from ariadne.evaluate.plan import EvalPlan

MEMORIES = ("arigraph", "full-history", "none")


def plan_of(**said: Any) -> EvalPlan:
    games = {"games": "cooking,cleaning", "seeds": "1-3", "repeats": 2, "memories": MEMORIES, "max_steps": 10}
    return EvalPlan(**{**games, "models": "gpt-4.1-mini", **said})


def cost(jobs: list[Job]) -> float:
    found = estimate(jobs).cost_usd
    assert found is not None
    return found


@pytest.mark.parametrize("share", [0.2, 0.5, 0.77, 1.0])
def test_every_arm_plays_the_same_games_as_often_within_any_budget(share: float) -> None:
    jobs = jobs_of(plan_of())
    plan = plan_of(run_usd=share * cost(jobs) + 1e-9)
    chosen = within(jobs, plan)
    games = [
        sorted((job.config.game, job.config.seed or 0, job.repeat) for job in chosen if job.config.memory == memory)
        for memory in MEMORIES
    ]
    assert games[0] == games[1] == games[2]
    assert plan.run_usd is not None
    assert cost(chosen) <= plan.run_usd
    assert len(chosen) >= 0.7 * share * len(jobs)
    assert (chosen == jobs) == (share == 1)


def test_the_first_seed_of_each_game_comes_first_and_repeats_come_last() -> None:
    jobs = jobs_of(plan_of())
    chosen = within(jobs, plan_of(run_tokens=estimate(jobs).tokens // 4))
    assert {(job.config.game, job.config.seed, job.repeat) for job in chosen} >= {("cooking", 1, 1), ("cleaning", 1, 1)}
    assert {job.repeat for job in chosen} == {1}


def test_a_larger_budget_goes_on_where_a_smaller_one_ended_under_the_same_numbers() -> None:
    jobs = jobs_of(plan_of())
    few, more = (within(jobs, plan_of(run_usd=cost(jobs) * share)) for share in (0.3, 0.6))
    assert {job.number for job in few} < {job.number for job in more}
    assert [job.number for job in more] == sorted(job.number for job in more)
    assert all(job in jobs for job in more)


def test_agents_that_play_once_are_in_the_first_rounds() -> None:
    jobs = jobs_of(plan_of(agents="ariadne,walkthrough", repeats=None))
    once = [job for job in jobs if job.config.agent == "walkthrough"]
    assert all(job in within(jobs, plan_of(run_usd=cost(jobs) / 2)) for job in once)


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({}, "--within-budget needs a budget: --run-usd or --run-tokens"),
        ({"run_usd": 0.0001}, r"\$0.0001 does not cover one play of cooking by every arm, which takes up to \$"),
        ({"run_tokens": 9}, "9 tokens does not cover one play of cooking by every arm, which takes up to "),
    ],
)
def test_a_budget_that_covers_nothing_is_refused(said: dict[str, Any], problem: str) -> None:
    with pytest.raises(UserError, match=problem):
        within(jobs_of(plan_of()), plan_of(**said))


def test_dollars_are_no_budget_where_a_price_is_not_known() -> None:
    plan = plan_of(models="nobody-knows-this-model", run_usd=5)
    most = estimate(jobs_of(plan))
    with pytest.raises(UserError, match="--run-usd needs"):
        check_price(most, plan)
    check_price(most, plan_of(models="nobody-knows-this-model", run_tokens=5))
