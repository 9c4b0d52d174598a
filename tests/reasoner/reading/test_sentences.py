from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.reading.sentences import lines, parts, pieces, spoken, words_of


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
        ("Bob came.\nchess is a game.", ["Bob came.", "chess is a game."]),
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
        ("It opens at 9:30: be there.", ["it", "opens", "at", "9:30", ":", "be", "there"]),
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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1. Tea\n2. Milk", ["Tea", "Milk"]),
        ("# Shop\n* Tea\n* Milk", ["Shop", "Tea", "Milk"]),
        (f"- {'long ' * 11}item\n- Milk", [f"{'long ' * 11}item", "Milk"]),
        (f"{'long ' * 11}until May\n12. It rains.", [f"{'long ' * 11}until May 12. It rains."]),
        (f"{'Long ' * 11}line.\nAnother one.", [f"{'Long ' * 11}line.", "Another one."]),
        ("the key is in the drawer\nben lives in oslo", ["the key is in the drawer", "ben lives in oslo"]),
        ("The office is led by\nAnna Weber.", ["The office is led by Anna Weber."]),
        ("Tea, milk,\nand bread.", ["Tea, milk, and bread."]),
    ],
)
def test_lines_have_no_marks_of_lists_and_go_on_where_they_were_broken(text: str, found: list[str]) -> None:
    assert lines(text) == found


LONG = "\n".join(f"Bob has box {number}." for number in range(200))


@given(st.lists(st.sampled_from(["Bob came.", "She left at 5.", "tea and milk", "", "- a list"]), max_size=300))
def test_the_parts_of_a_text_hold_all_of_its_sentences(said: list[str]) -> None:
    text = "\n".join(said)
    for cut in (parts, pieces):
        assert [sentence for part in cut(text) for sentence in spoken(part)] == spoken(text)
        assert all(len(part.split()) <= 300 for part in cut(text))


def test_a_short_text_is_whole_and_each_line_of_a_long_one_a_piece() -> None:
    assert parts("Bob came.\n\nShe left.") == pieces("Bob came.\n\nShe left.") == ["Bob came.\n\nShe left."]
    assert len(parts(LONG)) == 3
    assert pieces(LONG) == LONG.split("\n")
