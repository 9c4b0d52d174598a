from __future__ import annotations

import pytest

from ariadne.memory.arigraph.synonyms import are_apart, plain, synonymous


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("is married to", "husband"),
        ("was written by", "author"),
        ("is employed by", "works for"),
        ("city where was born", "was born in"),
        ("place in which died", "passed away in"),
        ("was founded in city of", "was established in"),
        ("holds nationality of", "is citizen of"),
        ("counts among nationals", "country of nationality"),
        ("person took as spouse", "is married to"),
        ("partner in marriage", "is married to"),
        ("government has seat in", "capital city"),
    ],
)
def test_relations_say_the_same_in_other_words(one: str, other: str) -> None:
    assert synonymous(one, other)
    assert plain(one) == plain(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("mother", "father"),
        ("lives in", "was born in"),
        ("was born in", "was born on"),
        ("was founded in", "was founded by"),
        ("ceo", "chairman"),
        ("polishes", "polishes"),
        ("has coffee with", "gets coffee from"),
        ("is wed to", "holds nationality of"),
    ],
)
def test_relations_that_are_only_alike_do_not(one: str, other: str) -> None:
    assert not synonymous(one, other)


def test_a_relation_without_others_is_as_plain_as_it_is() -> None:
    assert plain("polishes") == "polishes"


def test_relations_of_two_families_are_known_to_be_two() -> None:
    assert are_apart(["was born in"], ["died in", "is owned by"])
    assert not are_apart(["was born in"], ["birthplace", "died in"])
    assert not are_apart(["was born in"], ["polishes"])
