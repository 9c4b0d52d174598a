"""Corrections: a value that is named in place of one that was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.answering.corrections import corrected, mended


@pytest.mark.parametrize(
    ("said", "correction", "meant"),
    [
        ("The exam is on Monday.", "Sorry, Thursday.", "The exam is on Thursday."),
        ("The exam is on Monday.", "no wait, it's on Thursday", "The exam is on Thursday."),
        ("The exam is on Monday.", "Thursday, not Monday.", "The exam is on Thursday."),
        ("The exam is on Monday.", "*Thursday", "The exam is on Thursday."),
        ("We meet at 5 on Friday.", "make that 6:30", "We meet at 6:30 on Friday."),
        ("I work at Philips.", "lol I meant Bosch", "I work at Bosch."),
        ("The rent is 900 euros.", "Correction: 950 euros.", "The rent is 950 euros."),
    ],
)
def test_a_value_takes_the_place_of_the_one_of_its_kind(said: str, correction: str, meant: str) -> None:
    assert corrected(said, correction) == meant


@pytest.mark.parametrize(
    ("said", "correction"),
    [
        ("The exam is on Monday.", "Sorry about that."),
        ("The exam is on Monday.", "I work on Thursday."),
        ("The exam is on Monday.", "Actually I like it."),
        ("I like it.", "Sorry, Thursday."),
        ("We meet on Monday, and they on Friday.", "Sorry, Thursday."),
        ("The exam is on Monday.", "no, 12 people"),
    ],
)
def test_what_names_no_such_value_corrects_nothing(said: str, correction: str) -> None:
    assert not corrected(said, correction)


def test_a_corrected_sentence_is_told_as_it_is_meant() -> None:
    assert mended(["I am Jo.", "My exam is on Monday.", "Sorry, Thursday.", "No, Friday."]) == [
        "I am Jo.",
        "My exam is on Friday.",
    ]


@given(st.text(max_size=80), st.text(alphabet="no, wait*sorry-. \n", max_size=200))
def test_any_text_is_looked_at_quickly(said: str, correction: str) -> None:
    assert isinstance(corrected(said, correction), str)
