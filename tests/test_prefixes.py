"""Prompt caching at a provider: beginnings, from a minimal length, in steps."""

from __future__ import annotations

from itertools import takewhile

from hypothesis import given
from hypothesis import strategies as st

from ariadne.prefixes import CHARACTERS, LEAST, STEP, Prefixes, price


def kept(*prompts: str) -> int:
    """The cached tokens of the last prompt."""
    seen = Prefixes()
    return [seen.kept(prompt) for prompt in prompts][-1]


def common(one: str, other: str) -> int:
    """The number of characters at the start that two texts share."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def test_only_appended_text_is_uncached() -> None:
    log = "".join(f"turn {number}\n" for number in range(2000))
    assert kept(log, f"{log}and now") == len(log) // CHARACTERS // STEP * STEP


def test_a_change_at_the_beginning_leaves_nothing() -> None:
    assert kept("a" * 10_000, f"b{'a' * 10_000}") == 0


@given(st.lists(st.text("ab", max_size=12), min_size=1, max_size=6), st.integers(LEAST, 3 * LEAST))
def test_it_is_the_longest_common_beginning_in_whole_steps(parts: list[str], length: int) -> None:
    prompts = [part.ljust(len(part) + 1, "c") * (length * CHARACTERS // (len(part) + 1)) for part in parts]
    *before, last = prompts
    shared = max((common(last, each) // CHARACTERS for each in before), default=0)
    assert kept(*prompts) == (shared // STEP * STEP if shared >= LEAST else 0)


def test_a_kept_token_costs_a_tenth_and_a_written_one_four() -> None:
    assert price(1000, 0, 0) == 1000
    assert price(1000, 1000, 0) == 100
    assert price(0, 0, 10) == 40
