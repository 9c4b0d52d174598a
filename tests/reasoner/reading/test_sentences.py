from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.reading.sentences import spoken, words_of


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Bob came. Alice went!", ["Bob came.", "Alice went!"]),
        ("Dr. Smith met J. Doe at Acme Inc. in Rome.", ["Dr. Smith met J. Doe at Acme Inc. in Rome."]),
        ("She works for Acme Corp. It was founded in 1999.", ["She works for Acme Corp.", "It was founded in 1999."]),
        ("It was A. A. Smith.", ["It was A. A. Smith."]),
        ("It costs 1.5 euros. Cheap!", ["It costs 1.5 euros.", "Cheap!"]),
        ("Title\nBob came.", ["Title", "Bob came."]),
        ("- one thing\n- another thing", ["one thing", "another thing"]),
        (f"{'long ' * 11}\nline.", [f"{'long ' * 11}line."]),
        ("", []),
    ],
)
def test_where_sentences_end(text: str, sentences: list[str]) -> None:
    assert spoken(text) == sentences


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("The town (a small one) has 1,200 people.", ["the", "town", "has", "1,200", "people"]),
        ("Bob wrote “Gone with the Wind”.", ["Bob", "wrote", "Gone with the Wind"]),
        ("He's from Rome, isn't he?", ["he", "is", "from", "Rome", ",", "isn't", "he"]),
        ("Born on May 4, 1929.", ["Born", "on", "May", "4", "1929"]),
        ("Tea as well as coffee", ["Tea", "and", "coffee"]),
    ],
)
def test_the_words_of_a_sentence(sentence: str, words: list[str]) -> None:
    assert words_of(sentence) == words


@given(st.text())
def test_any_text_has_sentences_of_words(text: str) -> None:
    for sentence in spoken(text):
        assert all(words_of(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "Sam lives in Porto again.",
        "Sam does not live in Porto any more",
        "He doesn't like tea anymore, and is off coffee",
    ],
)
def test_that_it_is_so_again_or_no_more_is_of_no_name(sentence: str) -> None:
    assert not {"again", "more", "anymore"} & set(words_of(sentence))
