from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.reading.chat.times import taken

WEDNESDAY = date(2026, 3, 4)


@pytest.mark.parametrize(
    ("said", "is_past", "time"),
    [
        ("since May", False, "since 2025-05"),
        ("in May", False, "in 2026-05"),
        ("in May", True, "in 2025-05"),
        ("in May 2020", True, "in 2020-05"),
        ("in 2019", True, "in 2019"),
        ("last Friday", True, "on 2026-02-27"),
        ("next Friday", False, "on 2026-03-13"),
        ("on Tuesday", False, "on 2026-03-10"),
        ("on Tuesday", True, "on 2026-03-03"),
        ("two years ago", True, "in 2024"),
        ("three months ago", True, "in 2025-12"),
        ("10 days ago", True, "on 2026-02-22"),
        ("last month", True, "in 2026-02"),
        ("last week", True, "in the week of 2026-02-23"),
        ("yesterday", True, "on 2026-03-03"),
        ("on the 14th of June", False, "on 2026-06-14"),
        ("on May 3rd 2027", False, "on 2027-05-03"),
        ("until July", False, "until 2026-07"),
        ("at 3pm", False, "at 3pm"),
        ("for ten years", True, "for ten years"),
        ("every Saturday", False, " every saturday"),
        ("on Wednesday evenings", False, "on wednesday evenings"),
        ("from 12 to 26 June", False, "from 2026-06-12 to 2026-06-26"),
        ("from June to August", False, "from 2026-06 to 2026-08"),
        ("between 2009 and 2016", True, "from 2009 to 2016"),
        ("from Monday to Friday", False, "from monday to friday"),
    ],
)
def test_a_time_is_seen_from_when_it_is_said(said: str, is_past: bool, time: str) -> None:
    left, [(_, when)] = taken(said.split(), WEDNESDAY, is_past)
    assert left == []
    assert f"{when.preposition} {when.said}" == time


@pytest.mark.parametrize(
    "said", ["a 2019 laptop", "I may go", "the sun is out", "31 sat down", "on 31 February", "from Rome to Pisa"]
)
def test_what_only_looks_like_a_time_is_none(said: str) -> None:
    assert taken(said.split(), WEDNESDAY, False) == (said.split(), [])


def test_each_time_stands_where_it_was_said() -> None:
    left, times = taken("chess on Mondays and golf since 2020".split(), WEDNESDAY, False)
    assert " ".join(left) == "chess and golf"
    assert [(at, when.said) for at, when in times] == [(1, "mondays"), (3, "2020")]


_WORDS = st.sampled_from(
    "in on since last next this two 31 june sat may 2020 years months ago every the at 5 for".split()
)


@given(st.lists(_WORDS, max_size=12), st.dates(), st.booleans())
def test_any_words_are_read_on_any_day(words: list[str], day: date, is_past: bool) -> None:
    left, times = taken(words, day, is_past)
    assert len(left) <= len(words)
    assert all(when.said for _, when in times)
