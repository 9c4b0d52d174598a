from __future__ import annotations

import pytest

from ariadne.reasoner.reading.verbs import is_finite, is_left, is_to_come, lemma


@pytest.mark.parametrize(
    ("sentence", "verb"),
    [
        ("Alice lives here", "lives"),
        ("the works of Bob are old", "are"),
        ("Dogs eat meat", "eat"),
        ("the abandoned house burned", "burned"),
        ("they love tea", "love"),
        ("the United States declared war", "declared"),
        ("Bob zorps the thing", "zorps"),
    ],
)
def test_where_a_clause_has_its_verb(sentence: str, verb: str) -> None:
    words = sentence.split()
    assert next(word for at, word in enumerate(words) if is_finite(words, at)) == verb


@pytest.mark.parametrize(
    ("verb", "plain"),
    [
        ("lives", "live"),
        ("moved", "move"),
        ("joined", "join"),
        ("went", "go"),
        ("marries", "marry"),
        ("zorps", "zorps"),
    ],
)
def test_a_verb_has_a_plain_form(verb: str, plain: str) -> None:
    assert lemma(verb) == plain


def test_who_resigns_is_something_no_more() -> None:
    assert all(map(is_left, ("resigned", "stepped down", "retired", "dismissed")))
    assert not any(map(is_left, ("works", "became", "stands")))


@pytest.mark.parametrize("relation", ["will move to", "is moving to", "is going to live in", "are starting at"])
def test_what_is_to_come_is_not_so_yet(relation: str) -> None:
    assert is_to_come(relation)


@pytest.mark.parametrize("relation", ["moved to", "is living in", "can eat", "is", "starts at"])
def test_what_is_so_is_not_to_come(relation: str) -> None:
    assert not is_to_come(relation)
