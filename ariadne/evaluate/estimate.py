"""What an evaluation will take, roughly: told before it starts, so that nobody is surprised by a bill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ariadne.agents.registry import find_agent
from ariadne.config import PlayConfig
from ariadne.evaluate.jobs import Job
from ariadne.events import Usage
from ariadne.memory.registry import find_memory
from ariadne.models.openai import OPENAI
from ariadne.models.prices import cost
from ariadne.models.registry import RULES
from ariadne.worlds.registry import find_game

# What a question of our prompts holds and is answered with, by the runs of `benchmarks/rules_scores.py`, rounded up.
PROMPT_TOKENS, REPLY_TOKENS = 1000, 150
# The same where one question a step is asked: it comes with instructions and an example.
LONG_PROMPT_TOKENS = 2000
# A turn that a memory keeps whole.
TURN_TOKENS = 100


@dataclass(frozen=True)
class Estimate:
    """At most this, should every episode take all of its steps.

    Attributes:
        cost_usd: None where a price is not known.
    """

    episodes: int
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float | None


def estimate(jobs: Sequence[Job]) -> Estimate:
    """What these episodes take at most, but for retries and repairs."""
    total = Estimate(0, 0, 0, 0, 0.0)
    for job in jobs:
        one = _of_episode(job.config)
        known = total.cost_usd is not None and one.cost_usd is not None
        total = Estimate(
            total.episodes + 1,
            total.calls + one.calls,
            total.prompt_tokens + one.prompt_tokens,
            total.completion_tokens + one.completion_tokens,
            (total.cost_usd or 0) + (one.cost_usd or 0) if known else None,
        )
    return total


def _of_episode(config: PlayConfig) -> Estimate:
    agent, memory = find_agent(config.agent), find_memory(config.memory)
    if not agent.thinks and not config.learn:
        return Estimate(1, 0, 0, 0, 0.0)
    steps = config.max_steps or find_game(config.game, config.seed).max_steps
    acting = agent.asks(config.calls) if agent.thinks else 0
    lessons = 1 if memory.attempts else 0
    calls = steps * (acting + memory.asks(config.calls)) + lessons
    history = (steps * acting // 2 + lessons) * TURN_TOKENS * steps if memory.keeps_all else 0
    if config.context_tokens is not None:
        history = min(history, (steps * acting + lessons) * config.context_tokens)
    prompt = LONG_PROMPT_TOKENS if acting == 1 else PROMPT_TOKENS
    usage = Usage(calls * prompt + history, calls * REPLY_TOKENS)
    return Estimate(1, calls, usage.prompt_tokens, usage.completion_tokens, _price(config, usage))


def _price(config: PlayConfig, usage: Usage) -> float | None:
    """What it would cost if the dearest of its models answered everything; None where the price of one is not known."""
    prices = [price_of(model, config.base_url, usage) for model in (config.model, *config.model_for.values())]
    known = [price for price in prices if price is not None]
    return max(known) if len(known) == len(prices) else None


def price_of(model: str, base_url: str | None, usage: Usage) -> float | None:
    """Dollars for the tokens of a model of that name; None where the price is not known."""
    if model == RULES or (model.endswith(".gguf") and base_url is None):
        return 0.0
    return cost(model, base_url or OPENAI, usage)
