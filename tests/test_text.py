"""Text from outside, made fit for whatever it is handed to."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.text import encodable, number, shortened

ANY = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "fit"),
    [("", ""), ("é", "é"), ("a\ud83d", "a?"), ("\ude00\ud83d", "??"), ("\ud83d\ude00!", "\U0001f600!")],
)
def test_half_a_surrogate_pair_becomes_a_question_mark(text: str, fit: str) -> None:
    assert encodable(text) == fit


@given(ANY)
def test_any_text_can_be_encoded_and_stays_what_it_was_where_it_could_be(text: str) -> None:
    fit = encodable(text)
    assert fit.encode().decode() == fit
    assert encodable(fit) == fit


@given(ANY, st.integers(0, 20))
def test_a_text_that_was_shortened_is_not_shortened_again(text: str, most: int) -> None:
    once = shortened(text, most)
    assert shortened(once, most) == once
    assert len(once) <= most + 4
    assert once == text or once.startswith(text[:most])


def test_a_number_of_more_digits_than_can_be_read_is_endless() -> None:
    assert (number("-12"), number("9" * 5000)) == (-12, math.inf)
