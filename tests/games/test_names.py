from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.games.names import check_names, without_clashes

WORDS = st.sampled_from(["red", "brass", "key", "locker", "strawberry", "strawberries", "box", "tape"])
NAMES = st.lists(st.lists(WORDS, min_size=1, max_size=3).map(" ".join), max_size=12)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Red key"], "lower-case"),
        (["salt and pepper"], "'and'"),
        (["umbrella", "umbrella stand"], "told apart"),
        (["strawberry", "strawberries"], "told apart"),
    ],
)
def test_names_that_textworld_cannot_use_are_refused(names: list[str], said: str) -> None:
    with pytest.raises(UserError, match=said):
        check_names(names)


@given(NAMES, NAMES)
def test_what_is_left_without_clashes_can_be_told_apart(candidates: list[str], others: list[str]) -> None:
    taken = without_clashes(others, [])
    check_names([*taken, *without_clashes(candidates, taken)])
