from __future__ import annotations

from random import Random

from damage import damaged
from hypothesis import given
from hypothesis import strategies as st


@given(st.binary(min_size=1, max_size=400), st.integers())
def test_damage_changes_what_it_is_given_and_does_so_again_with_the_same_dice(content: bytes, seed: int) -> None:
    once = damaged(content, Random(seed))
    assert once != content
    assert once == damaged(content, Random(seed))


def test_there_is_nothing_to_damage_in_nothing() -> None:
    assert damaged(b"", Random(1)) == b""
