"""Detection of replies that repeat themselves."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.models.repetition import Repetition, last_run, repeated_from
from tests.effort import check_linear
from tests.models.nasty import NASTY

NAMES = st.text("abcdefgh", min_size=1, max_size=6)
FACTS = st.tuples(NAMES, st.sampled_from(["has exit", "is in", "is", "is east of"]), NAMES).map(", ".join)
WAYS = ["left", "right", "up", "down"]


def repeats(text: str, size: int = 4) -> bool:
    """Whether a text repeats itself, seen in pieces."""
    repetition = Repetition()
    return any(repetition.is_in(text[at : at + size]) for at in range(0, len(text), size))


@pytest.mark.parametrize(
    "text",
    [
        '{"triplets": [' + '"kitchen, has exit, north", ' * 4,
        '{\n "triplets": [\n' + '"kitchen, has exit, north",\n' * 4,
        '{"triplets": ["a, is, b", ' + "".join(f'"kitchen, has exit, {way}", ' for way in WAYS) * 4,
        '{"triplets": ["kitchen, has exit, ' + " / ".join(WAYS * 6),
        "I look around.\n" + "There is a door.\nIt is shut.\n" * 4,
        '{"reason": "I have to find the key. ' + "I go to the kitchen, and then " * 6,
        '{"reason": "' + "no " * 40,
        '{"reason": "' + "on and " * 40,
    ],
)
def test_a_loop_is_detected(text: str) -> None:
    assert repeats(text)
    assert repeats(text, size=1)
    assert repeats(text, size=1000)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"triplets": [f"kitchen, has exit, {way}" for way in WAYS], "entities": ["kitchen: 1"]}, indent=1),
        json.dumps({"triplets": ["a, is, b", "a, is, b", "c, is, d", "a, is, b"]}),
        json.dumps({"triplets": [f"{food}, to be, {done}" for food in WAYS for done in ("cut", "fried", "done")]}),
        json.dumps({"ratings": [5] * 60}),
        json.dumps({"ratings": [5] * 60}, indent=2),
        json.dumps({"plans": ["go north; go north; go north; go north; go north; go north; take the coin"] * 2}),
        json.dumps([{"subject": "kitchen", "relation": "has exit", "object": way} for way in WAYS]),
        "| - | - |\n" * 10,
    ],
)
def test_an_ordinary_reply_is_not_a_loop(text: str) -> None:
    assert not repeats(text)


@given(st.lists(FACTS, unique=True, max_size=60), st.sampled_from([None, 1]), st.integers(1, 40))
def test_distinct_facts_are_not_a_repetition(facts: list[str], indent: int | None, size: int) -> None:
    assert not repeats(json.dumps({"triplets": facts, "replaced": [], "entities": []}, indent=indent), size)
    assert repeated_from(facts) == len(facts)


@given(st.lists(FACTS, unique=True, max_size=20), st.lists(FACTS, unique=True, min_size=1, max_size=10))
def test_recurring_facts_are_a_repetition(before: list[str], run: list[str]) -> None:
    assert repeats(json.dumps({"triplets": [*before, *run * 4]}))
    assert repeated_from([*before, *run * 4]) <= len(before) + 3 * len(run)


@pytest.mark.parametrize(
    ("items", "place"),
    [("abcb", 4), ("aab", 3), ("aaab", 2), ("xababab", 6), ("xabababyz", 6), ("xababyz", 7), ("", 0)],
)
def test_a_run_that_occurs_three_times_is_a_repetition(items: str, place: int) -> None:
    assert repeated_from(items) == place


@given(st.text("ab", max_size=40), st.integers(2, 4))
def test_the_last_run_is_the_shortest_that_the_text_ends_with(text: str, times: int) -> None:
    runs = (length for length in range(1, len(text) // times + 1) if text.endswith(text[-length:] * times))
    assert last_run(text, times) == next(runs, 0)


@pytest.mark.slow
@pytest.mark.parametrize("made", NASTY.values(), ids=NASTY)
def test_detection_takes_linear_time(made: Any) -> None:
    check_linear(repeats, made)
