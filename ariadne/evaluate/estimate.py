"""What an evaluation will take, roughly: told before it starts, so that nobody is surprised by a bill."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.agents.registry import find_agent
from ariadne.config import PlayConfig
from ariadne.evaluate.jobs import Job
from ariadne.evaluate.statistics import known
from ariadne.events import Usage, Use
from ariadne.memory.registry import find_memory
from ariadne.models.endpoint import OPENAI
from ariadne.models.prices import cost
from ariadne.models.registry import RULES
from ariadne.text import counted
from ariadne.worlds.registry import find_game

# What a question of our prompts holds and is answered with, by the runs of `benchmarks/rules_scores.py`, rounded up.
PROMPT_TOKENS, REPLY_TOKENS = 1000, 150
# The same where one question a step is asked: it comes with instructions and an example.
LONG_PROMPT_TOKENS = 2000
# A turn that a memory keeps whole.
TURN_TOKENS = 100


def estimate(jobs: Sequence[Job]) -> Use:
    """What these episodes take at most, should all take all of their steps, but for retries and repairs."""
    return sum((_of_episode(job.config) for job in jobs), Use())


def told(most: Use) -> str:
    """An estimate in words."""
    cost = ", at a price that is not known" if most.cost_usd is None else f", ${most.cost_usd:,.2f}"
    return (
        f"about {counted(most.calls, 'call')}, {most.prompt_tokens:,} tokens in and {most.completion_tokens:,} out"
        f"{cost if most.calls else ''}"
    )


def _of_episode(config: PlayConfig) -> Use:
    agent, memory = find_agent(config.agent), find_memory(config.memory)
    if not agent.thinks and not config.learn:
        return Use()
    steps = config.max_steps or find_game(config.game, config.seed).max_steps
    acting = agent.asks(config.calls) if agent.thinks else 0
    lessons = 1 if memory.attempts else 0
    calls = steps * (acting + memory.asks(config.calls)) + lessons
    history = (steps * acting // 2 + lessons) * TURN_TOKENS * steps if memory.keeps_all else 0
    if config.context_tokens is not None:
        history = min(history, (steps * acting + lessons) * config.context_tokens)
    prompt = LONG_PROMPT_TOKENS if acting == 1 else PROMPT_TOKENS
    usage = Usage(calls * prompt + history, calls * REPLY_TOKENS)
    return Use(calls, usage.prompt_tokens, usage.completion_tokens, _price(config, usage))


def _price(config: PlayConfig, usage: Usage) -> float | None:
    """What it would cost if the dearest of its models answered everything; None where the price of one is not known."""
    prices = [price_of(model, config.base_url, usage) for model in (config.model, *config.model_for.values())]
    return known(prices, max)


def price_of(model: str, base_url: str | None, usage: Usage) -> float | None:
    """Dollars for the tokens of a model of that name; None where the price is not known."""
    if model == RULES or (model.endswith(".gguf") and base_url is None):
        return 0.0
    return cost(model, base_url or OPENAI, usage)
