"""A rough estimate of an evaluation's calls, tokens and cost, printed before it starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from ariadne.config import PlayConfig
from ariadne.evaluate.jobs import Job
from ariadne.events import Usage, Use
from ariadne.memory.registry import find_memory
from ariadne.models.endpoint import OPENAI
from ariadne.models.prices import cost
from ariadne.models.registry import RULES
from ariadne.text import counted
from ariadne.worlds.registry import find_game

# Average tokens of a prompt and a reply, rounded up, measured in plays of treasure-hunt-hardest, cleaning-hard and
# cooking by the rules (`benchmarks/rules_scores.py --calls …`, `ariadne play --memory …`).
PRESENT = Usage(3000, 200)
TOKENS: Mapping[str, Usage] = {
    **dict.fromkeys(("one", "decide", "plan", "act", "learn", "step", "subgoal_step", "plans", "branch"), PRESENT),
    "salient": Usage(2000, 150),
    "summarize": Usage(1500, 600),
    "wonder": Usage(4500, 50),
}
OTHER = Usage(900, 150)
# Tokens of a turn that a memory keeps verbatim.
TURN_TOKENS = 100


def estimate(jobs: Sequence[Job]) -> Use:
    """The use of these episodes if each takes all of its steps, without retries and repairs."""
    return sum((_of_episode(job.config) for job in jobs), Use())


def told(most: Use) -> str:
    """An estimate in words."""
    cost = ", at an unknown price" if most.cost_usd is None else f", ${most.cost_usd:,.2f}"
    return (
        f"about {counted(most.calls, 'call')}, {most.prompt_tokens:,} tokens in and {most.completion_tokens:,} out"
        f"{cost if most.calls else ''}"
    )


def _of_episode(config: PlayConfig) -> Use:
    memory = find_memory(config.memory)
    steps = config.max_steps or find_game(config.game, config.seed).max_steps
    history = steps * TURN_TOKENS if memory.keeps_all else 0
    # The whole history is shown when actions are chosen (half of it on average) and at the end.
    shown = dict.fromkeys(memory.asks(config.calls), 0) | dict.fromkeys(memory.at_end, history)
    asked = config.asks(config.agent, config.memory, steps)
    return sum(
        (_of_question(config, name, ceil(times), shown.get(name, history // 2)) for name, times in asked.items()), Use()
    )


def _of_question(config: PlayConfig, name: str, times: int, history: int) -> Use:
    """The use of a question that is asked `times` times, with `history` tokens of history each time."""
    most = history if config.context_tokens is None else min(history, config.context_tokens)
    each = TOKENS.get(name, OTHER)
    usage = Usage(times * (each.prompt_tokens + most), times * each.completion_tokens)
    price = price_of(config.model_for.get(name, config.model), config.base_url, usage)
    return Use(times, usage.prompt_tokens, usage.completion_tokens, price)


def price_of(model: str, base_url: str | None, usage: Usage) -> float | None:
    """The price of a model's tokens in dollars; None if its price is unknown."""
    if model == RULES or (model.endswith(".gguf") and base_url is None):
        return 0.0
    return cost(model, base_url or OPENAI, usage)
