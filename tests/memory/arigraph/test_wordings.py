"""Plainer wordings of relations, by habits of English."""

from __future__ import annotations

import pytest

from ariadne.memory.arigraph.relations import converse, is_once, takes_one
from ariadne.memory.arigraph.synonyms import synonymous
from ariadne.memory.arigraph.wordings import plainer


@pytest.mark.parametrize(
    ("relation", "wording"),
    [
        ("helm is occupied by", "helm"),
        ("style that follows", "style"),
        ("trade belongs to", "trade"),
        ("region where you will find", "region"),
        ("agent behind", "agent"),
        ("is run by treasurer", "treasurer"),
        ("receives mail from lawyer", "lawyer"),
        ("captaincy", "captain"),
        ("presidency is held by", "president"),
        ("chairmanship is held by", "chairman"),
        ("post of judge is held by", "judge"),
        ("inventor", "was invented by"),
        ("is under protection of", "was protected by"),
        ("creation is owed to", "was created by"),
        ("is fruit of production by", "was produced by"),
        ("is fruit of design work of treatment by", "was treated by"),
        ("kind of game that plays", "type of game that plays"),
        ("death occurred in", "death in"),
        ("foundation took place in", "was founded in"),
        ("had foundation in", "was founded in"),
        ("is speaker of", "speak"),
        ("performance was given by", "was performed by"),
        ("serves as chair by", "chair"),
        ("production was in hands of", "was produced by"),
        ("credit for designing goes to", "was designed by"),
        ("responsibility for development lay with", "was developed by"),
        ("letter", ""),
        ("lives in", ""),
        ("is married to", ""),
        ("mother", ""),
    ],
)
def test_a_relation_is_said_without_words_that_say_nothing(relation: str, wording: str) -> None:
    assert list(plainer(relation))[-1:] == ([wording] if wording else [])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("is governed from capital", "capital"),
        ("presidency is held by", "president"),
        ("faith adheres to", "is affiliated with religion of"),
        ("director", "is under direction of"),
        ("owner", "was owned by"),
        ("nationality belongs to", "is citizen of"),
        ("language spoken by", "speaks"),
        ("is speaker of", "speaks"),
        ("foundation took place in", "was founded in"),
    ],
)
def test_relations_say_the_same_in_plainer_words(one: str, other: str) -> None:
    assert synonymous(one, other)


@pytest.mark.parametrize(
    ("relation", "other"),
    [
        ("leads army of", "army led by"),
        ("is heading up council of", "council headed by"),
        ("numbers among poets", "is poet of"),
        ("called into existence", "called into existence by"),
        ("carried out treatment of", "treated by"),
        ("head of state in", ""),
    ],
)
def test_a_relation_is_said_from_its_other_end(relation: str, other: str) -> None:
    assert converse(relation) == other


def test_who_made_a_thing_is_one_and_may_make_others() -> None:
    assert not is_once("hikes led by")
    assert is_once("brought into being by")
    assert takes_one("dreamed up") is False
    assert takes_one("has on board") is False
    assert takes_one("carried out production of") is False
    assert takes_one("carried out treatment of") is None
    assert takes_one("in world of jazz") is None
