from __future__ import annotations

import pytest

from ariadne.events import Usage
from ariadne.models.prices import cost, estimated_usage

OPENAI = "https://api.openai.com/v1"


def test_a_known_model_has_a_price_and_cached_tokens_are_cheaper() -> None:
    full = cost("gpt-4o-mini", OPENAI, Usage(1_000_000, 1_000_000))
    cached = cost("gpt-4o-mini", OPENAI, Usage(1_000_000, 1_000_000, cached_tokens=1_000_000))
    assert full == pytest.approx(0.75)
    assert cached is not None
    assert 0 < cached < full


@pytest.mark.parametrize(
    ("model", "base_url"), [("nonsense-9000", OPENAI), ("gpt-4o-mini", "http://127.0.0.1:8080/v1")]
)
def test_an_unknown_price_is_unknown_and_not_zero(model: str, base_url: str) -> None:
    assert cost(model, base_url, Usage(1000, 1000)) is None


def test_tokens_are_estimated_as_characters_by_four() -> None:
    messages = [{"role": "system", "content": "abcd"}, {"role": "user", "content": "efghi"}]
    assert estimated_usage(messages, "abcdefgh") == Usage(3, 2, 0, None)
    assert estimated_usage([], "", cost_usd=0.0) == Usage(0, 0, 0, 0.0)
