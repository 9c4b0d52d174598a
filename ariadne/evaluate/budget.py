"""What a budget covers of an evaluation, and which episodes it is enough for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, takewhile

from ariadne.errors import UserError
from ariadne.evaluate.estimate import estimate
from ariadne.evaluate.jobs import Job
from ariadne.evaluate.plan import BasePlan
from ariadne.events import Use
from ariadne.gather import gathered
from ariadne.text import counted


def check_price(most: Use, plan: BasePlan) -> None:
    """Check that a budget in dollars can be enforced.

    Raises:
        UserError: the cost of `most`, all that is planned, is unknown.
    """
    if plan.run_usd is not None and most.cost_usd is None:
        raise UserError("--run-usd needs a known price for this model; use --run-tokens")


def within(jobs: Sequence[Job], plan: BasePlan) -> list[Job]:
    """Return the jobs that the budget is certain to cover, in full rounds: one play of one game instance by every arm.

    The first seed of each game comes first, then the second and so on, then repeats. Jobs keep their numbers, so a
    larger budget resumes where a smaller one ended.

    Raises:
        UserError: there is no budget, it cannot be enforced, or it does not cover a round.
    """
    if plan.run_usd is None and plan.run_tokens is None:
        raise UserError("--within-budget needs a budget: --run-usd or --run-tokens")
    rounds = list(_rounds(jobs))
    fitting = rounds[: _count(rounds, plan)]
    if not fitting:
        game, least = rounds[0][0].config.game, _of(estimate(rounds[0]), plan)
        raise UserError(
            f"{_budget(plan)} does not cover one play of {game} by every arm, which takes up to {least}: raise the "
            "budget, compare fewer arms, or begin with a shorter game"
        )
    return sorted((job for round_ in fitting for job in round_), key=lambda job: job.number)


def told(jobs: Sequence[Job], plan: BasePlan) -> str:
    """Return a line that says how many episodes the budget covers; empty if it covers all or is not set."""
    if plan.run_usd is None and plan.run_tokens is None:
        return ""
    number = _count([[job] for job in jobs], plan)
    if number == len(jobs):
        return ""
    most = _of(estimate(jobs), plan)
    return (
        f"{_budget(plan)} of an estimated {most} covers {number:,} of {counted(len(jobs), 'episode')}, the first of "
        "the plan; with --within-budget every arm plays the same games"
    )


def _rounds(jobs: Sequence[Job]) -> Iterator[list[Job]]:
    """Jobs by repeat, then by the place of the seed among those of its game, then by game."""
    seeds = gathered((job.config.game, job.config.seed) for job in jobs)
    games = list(seeds)
    places = {(game, seed): place for game, found in seeds.items() for place, seed in enumerate(dict.fromkeys(found))}

    def order(job: Job) -> tuple[int, int, int]:
        return job.repeat, places[job.config.game, job.config.seed], games.index(job.config.game)

    rounds = gathered((order(job), job) for job in jobs)
    yield from (rounds[key] for key in sorted(rounds))


def _count(rounds: Sequence[Sequence[Job]], plan: BasePlan) -> int:
    """The number of first rounds that are covered together."""
    return sum(1 for _ in takewhile(lambda use: _covers(plan, use), accumulate(map(estimate, rounds))))


def _covers(plan: BasePlan, use: Use) -> bool:
    in_dollars = plan.run_usd is None or (use.cost_usd is not None and use.cost_usd <= plan.run_usd)
    return in_dollars and (plan.run_tokens is None or use.tokens <= plan.run_tokens)


def _budget(plan: BasePlan) -> str:
    parts = [f"${plan.run_usd:g}"] if plan.run_usd is not None else []
    return " and ".join([*parts, counted(plan.run_tokens, "token")] if plan.run_tokens is not None else parts)


def _of(use: Use, plan: BasePlan) -> str:
    """Use in the units of the budget."""
    parts = [f"${use.cost_usd:,.2f}"] if plan.run_usd is not None and use.cost_usd is not None else []
    return " and ".join([*parts, counted(use.tokens, "token")] if plan.run_tokens is not None else parts)
