from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.games.seeds import parse_seeds, ranges

RANGES = st.tuples(st.integers(0, 10**6), st.integers(0, 50))


@given(st.lists(RANGES, min_size=1, max_size=8))
def test_every_seed_of_every_range_comes_once_in_order(ranges: list[tuple[int, int]]) -> None:
    text = ", ".join(f"{first}-{first + more}" if more else str(first) for first, more in ranges)
    listed = [seed for first, more in ranges for seed in range(first, first + more + 1)]
    assert parse_seeds(text) == list(dict.fromkeys(listed))


@given(st.text(alphabet="0123456789-, x", max_size=12))
def test_any_text_parses_or_is_a_user_error(text: str) -> None:
    try:
        seeds = parse_seeds(text)
    except UserError:
        return
    assert min(seeds) >= 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no number"),
        ("5-1", "backwards"),
        ("0-99999999999", "range"),
    ],
)
def test_a_mistake_is_named(text: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        parse_seeds(text)


@pytest.mark.parametrize("text", ["", "3", "1-2", "1-5,8", "0,2,4-6"])
def test_seeds_are_written_as_they_are_read(text: str) -> None:
    assert ranges(parse_seeds(text) if text else []) == text
