"""Nouns and their hypernyms."""

from __future__ import annotations

import pytest

from ariadne.reasoner.lexicon import is_a, lexicon, means


@pytest.mark.parametrize(
    ("noun", "kind"), [("cat", "animal"), ("plumber", "person"), ("chair", "furniture"), ("apple", "food.2")]
)
def test_what_is_a_kind_of_something_is_of_all_that_this_is_a_kind_of(noun: str, kind: str) -> None:
    assert means(noun, kind)
    assert means(noun, "object")


def test_no_chain_of_kinds_ends_before_the_top() -> None:
    words = ("doctor", "dentist", "cat", "team", "armchair", "apple", "water", "song", "salary")
    assert all(is_a(meaning, "entity") for word in words for meaning in lexicon().meanings(word))


def test_a_rare_meaning_is_not_among_the_first_though_the_lexicon_has_no_other() -> None:
    assert not means("life", "person")
    assert means("life", "person", most=None)
    assert lexicon().meanings("life", 1) == []
