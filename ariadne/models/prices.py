"""The cost of a reply, in tokens and in dollars."""

from __future__ import annotations

from collections.abc import Sequence

from ariadne.events import Message, Usage

CHARACTERS_A_TOKEN = 4


def estimated_usage(messages: Sequence[Message], text: str, cost_usd: float | None = None) -> Usage:
    """Characters / 4, rounded up, for a reply without token counts."""
    prompt = sum(len(message["content"]) for message in messages)
    return Usage(_tokens(prompt), estimated_tokens(text), cost_usd=cost_usd)


def estimated_tokens(text: str) -> int:
    """Characters / 4, rounded up."""
    return _tokens(len(text))


def cost(model: str, base_url: str | None, usage: Usage, provider: str | None = None) -> float | None:
    """The cost of a reply in dollars, by the list price of the provider at `base_url`; None if unknown.

    Args:
        provider: the provider's name, if there is no address.
    """
    from genai_prices import Usage as Counted
    from genai_prices import calc_price

    try:
        counted = Counted(
            input_tokens=usage.prompt_tokens,
            output_tokens=usage.completion_tokens,
            cache_read_tokens=usage.cached_tokens,
        )
        server = {"provider_id": provider} if provider else {"provider_api_url": base_url}
        return float(calc_price(counted, model, **server).total_price)
    except (LookupError, ValueError):
        return None


def _tokens(characters: int) -> int:
    return -(-characters // CHARACTERS_A_TOKEN)
