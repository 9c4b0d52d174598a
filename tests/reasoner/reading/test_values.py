"""Of what kind values are."""

from __future__ import annotations

import pytest

from ariadne.reasoner.reading.values import is_manner, is_quality, is_time


@pytest.mark.parametrize(
    "value", ["monday", "3 may", "may 3", "may", "9:30", "5 pm", "the evening", "2026-03-01", "next week", "july 2020"]
)
def test_days_and_times_are_times(value: str) -> None:
    assert is_time(value)


@pytest.mark.parametrize(
    "value", ["room 5", "900 euros", "the", "june carter", "the garden", "second floor", "5", "oslo"]
)
def test_places_numbers_and_names_are_none(value: str) -> None:
    assert not is_time(value)


def test_many_words_of_times_are_told_at_once() -> None:
    assert not is_time("noon midnight " * 2000 + "x")


def test_how_something_is_is_no_place() -> None:
    assert all(map(is_manner, ("good condition", "fire", "love", "a hurry", "english", "german", "sale")))
    assert not any(
        map(is_manner, ("garage", "rome", "room 5", "second floor", "faro", "the old school", "philippines", "iowa"))
    )


def test_what_somebody_is_like_is_a_quality() -> None:
    assert all(is_quality(value.split()) for value in ("nice", "too high", "52 years old", "helpful"))
    assert not any(is_quality(value.split()) for value in ("Nina", "nurse", "20 euros", "Paris"))
