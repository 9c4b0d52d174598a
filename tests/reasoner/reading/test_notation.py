"""What a sentence says, without marks, stamps, labels and openers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.reading.notation import is_doubtful, plain_text


@pytest.mark.parametrize(
    "written",
    [
        "**Ann** lives in Rome.",
        "*Ann* lives in [Rome](http://rome.example).",
        "`Ann` lives in Rome.",
        "> Ann lives in Rome.",
        "2026-03-01: Ann lives in Rome.",
        "2026-03-01 10:05 Ann lives in Rome.",
        "[2026-03-01T10:05:00Z] INFO Ann lives in Rome.",
        "01.03.2026 – Ann lives in Rome.",
        "9:15 Ann lives in Rome.",
        "Monday: Ann lives in Rome.",
        "March 1: Ann lives in Rome.",
        "Day 3: Ann lives in Rome.",
        "Family: Ann lives in Rome.",
        "**Family:** Ann lives in Rome.",
        "However, Ann lives in Rome.",
        "And so, Ann lives in Rome.",
        "By the way, Ann lives in Rome.",
    ],
)
def test_what_is_written_around_a_sentence_is_not_said(written: str) -> None:
    assert plain_text(written) == ("Ann lives in Rome.", False)


@pytest.mark.parametrize(
    "said",
    [
        "Ann lives in Rome.",
        "Also known as Bo, Ann lives in Rome.",
        "Now that Ann is here, Bo is happy.",
        "2026 was a good year.",
        "10 people live here.",
        "Monday is a holiday.",
        "3 * 4 * 5 is 60.",
    ],
)
def test_what_is_of_a_sentence_stays(said: str) -> None:
    assert plain_text(said) == (said, False)


def test_a_sentence_may_open_with_now() -> None:
    assert plain_text("Now Ann lives in Rome.") == ("Ann lives in Rome.", True)


def test_what_a_named_speaker_says_of_himself_and_what_is_struck_out_is_nothing() -> None:
    assert plain_text("Ann: I live in Rome.") == ("", False)
    assert plain_text("~~Ann lives in Rome.~~") == ("", False)


def test_apostrophes_are_written_in_one_way() -> None:
    assert plain_text("Ann’s car isn’t red.") == ("Ann's car isn't red.", False)


@pytest.mark.parametrize(
    "said",
    [
        "Ann might move.",
        "Ann almost moved.",
        "If it rains, it is on Monday.",
        "Ann hardly eats.",
        "Maybe Ann moved.",
        "Bo thinks Ann moved.",
        "I hope it is red.",
    ],
)
def test_what_only_may_be_so_is_doubtful(said: str) -> None:
    assert is_doubtful(said)


@pytest.mark.parametrize(
    "said", ["Ann moved.", "Alta IF won.", "Hope Solo plays.", "In May Ann moved.", "Ann will move."]
)
def test_names_and_what_is_to_come_are_not_doubtful(said: str) -> None:
    assert not is_doubtful(said)


@given(st.text("ab *_`~[]()>#:1.,-'’A ", max_size=60))
def test_any_sentence_is_read_without_more_than_it_has(said: str) -> None:
    plain, _ = plain_text(said)
    assert len(plain) <= len(said)
