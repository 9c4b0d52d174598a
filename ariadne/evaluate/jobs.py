"""The episodes of a plan, always in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice

from ariadne.agents.registry import find_agent
from ariadne.config import PlayConfig
from ariadne.errors import UserError
from ariadne.evaluate.arms import choose_baseline, planned
from ariadne.evaluate.plan import ATTEMPTS, PAPERS_REPEATS, EvalPlan, GameChoice
from ariadne.memory.registry import check_similarity, find_memory
from ariadne.models.registry import AS_PROMPTS_SAY, RULES
from ariadne.worlds.registry import find_seeds, knows_handicaps

MOST_EPISODES = 100_000

DRAWN = asdict(AS_PROMPTS_SAY)
"""Sampling options."""


@dataclass(frozen=True)
class Job:
    """One episode of a run. `number` counts from 1; jobs of one `series` are attempts in sequence."""

    number: int
    config: PlayConfig
    repeat: int
    series: int


def jobs_of(plan: EvalPlan) -> list[Job]:
    """All episodes of a plan.

    Raises:
        UserError: a game, agent, memory, question, baseline or endpoint does not exist, a human would have to play, or
            a setting is for a memory that does not play or a question that is not asked.
    """
    jobs: list[Job] = []
    for config in _configs(plan):
        attempts = find_agent(config.agent).thinks and find_memory(config.memory).attempts
        series = len(jobs) + 1
        for repeat in range(1, _repeats(plan, config, attempts) + 1):
            number = len(jobs) + 1
            if number > MOST_EPISODES:
                raise UserError(f"a run has at most {MOST_EPISODES:,} episodes: name fewer games, seeds or repeats")
            jobs.append(Job(number, config, repeat, series if attempts else number))
    return jobs


def one_by_one(plan: EvalPlan) -> EvalPlan:
    """The plan with each game and seed as a separate entry, once.

    Raises:
        UserError: there is no such game.
    """
    games = (
        choice.model_copy(update={"seeds": None if seed is None else (seed,)})
        for choice in plan.games
        for seed in find_seeds(choice.game, choice.seeds or plan.seeds)
    )
    return plan.model_copy(update={"games": tuple(dict.fromkeys(games))})


def _pairings(plan: EvalPlan) -> Iterator[PlayConfig]:
    """Every game, seed and arm: agents with a model play with every model and memory, the others once."""
    for game in plan.games:
        for seed in find_seeds(game.game, game.seeds or plan.seeds):
            for agent in plan.agents:
                kind = find_agent(agent)
                memories = plan.memories or (kind.memory,)
                if kind.thinks:
                    for model in plan.models:
                        for memory in memories:
                            yield _config(plan, game, seed, agent, model, memory)
                else:
                    yield _config(plan, game, seed, agent, plan.models[0], memories[0])


def _config(plan: EvalPlan, game: GameChoice, seed: int | None, agent: str, model: str, memory: str) -> PlayConfig:
    shared = plan.model_dump(
        include=set(PlayConfig.model_fields)
        - {"game", "seed", "base_url", "max_steps", "embedder", "versions", "episodic_similarity", "handicap", *DRAWN}
    )
    rules_alone = {model, *plan.model_for.values()} == {RULES}
    return PlayConfig(
        **shared,
        game=game.game,
        seed=seed,
        digest=game.digest or "",
        agent=agent,
        model=model,
        memory=memory,
        base_url=None if rules_alone else plan.base_url,
        **asdict(AS_PROMPTS_SAY if rules_alone else plan.override),
        max_steps=game.max_steps or plan.max_steps,
        handicap=plan.handicap if plan.handicap and knows_handicaps(game.game) else (),
        embedder=plan.embedder[0],
        episodic_similarity=plan.episodic_similarity and find_memory(memory).by_formula,
    )


def _repeats(plan: EvalPlan, config: PlayConfig, attempts: bool) -> int:
    """The repeats of a job: one if the result is deterministic."""
    if plan.repeats is not None:
        return plan.repeats
    if config.is_by_chance:
        return PAPERS_REPEATS
    return ATTEMPTS if attempts else 1


def _configs(plan: EvalPlan) -> list[PlayConfig]:
    """The configurations of a plan. Raises: see `jobs_of`."""
    for agent in plan.agents:
        find_agent(agent)
    if "human" in plan.agents:
        raise UserError("a human plays with ariadne play --agent human; ariadne scorecard puts the runs side by side")
    for memory in plan.memories or ():
        find_memory(memory)
    plan.check_asked("--model-for", plan.model_for, plan.players)
    _check_endpoints(plan)
    configs = list(islice(_pairings(plan), MOST_EPISODES + 1))
    if plan.episodic_similarity:
        check_similarity([config.memory for config in configs])
    choose_baseline([planned(config).name for config in configs], plan.baseline)
    return configs


def _check_endpoints(plan: EvalPlan) -> None:
    if plan.base_url is not None and plan.is_local:
        raise UserError("--base-url needs the name of a model that the endpoint serves: --models NAME")
    if plan.is_local:
        plan.override.refuse()
