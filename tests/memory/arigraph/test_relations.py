"""What two relations have in common, how one reads from its other end, and whether it takes one value."""

from __future__ import annotations

import pytest
from hypothesis import given

from ariadne.memory.arigraph.relations import (
    Slot,
    converse,
    is_of_the_past,
    is_once,
    is_so_now,
    may_be_same,
    near,
    same_slots,
    slots,
    stems,
    takes_one,
)
from ariadne.triplet import Triplet
from tests.memory.arigraph.strategies import triplets


def fact(line: str) -> Triplet:
    return Triplet.parse(line)


@pytest.mark.parametrize(
    ("relation", "other"),
    [
        ("founded", "founded by"),
        ("was founded by", "founded"),
        ("is coached by", "coached"),
        ("painted", "painted by"),
        ("is home to", "is in"),
        ("is home to offices of", "offices is in"),
        ("heads as director", "director"),
        ("is serving as head of state of", "head of state"),
        ("is in charge of as director", "director"),
        ("is presiding over as chairperson", "chairperson"),
        ("holds office of mayor of", "mayor"),
        ("performed role of", "performed by"),
        ("came up with", "came up with by"),
        ("works as engineer at", ""),
        ("is credited with creation of", "created by"),
        ("is credited with authorship of", "author"),
        ("stands at helm of army of", "army headed by"),
        # A noun, and what ends in a preposition, cannot be turned round.
        ("capital", ""),
        ("lives in", ""),
        ("is capital of", ""),
        ("is", ""),
    ],
)
def test_a_relation_from_its_other_end(relation: str, other: str) -> None:
    assert converse(relation) == other


def test_a_fact_fills_a_slot_of_its_subject_and_may_fill_one_of_its_object() -> None:
    assert [*slots(fact("knox, founded, methodism"))] == [
        Slot("knox", "founded", "methodism"),
        Slot("methodism", "founded by", "knox", is_converse=True),
    ]
    assert [*slots(fact("france, capital, paris"))] == [Slot("france", "capital", "paris")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("lives in", "lived in"),
        ("lives in", "is living in"),
        ("works for", "has worked for"),
        ("founded by", "was founded by"),
        ("founds", "founded"),
        ("capital", "capitals"),
        ("plays position of", "played position of"),
        ("does not like", "likes"),
    ],
)
def test_forms_of_the_same_words_have_the_same_stems(one: str, other: str) -> None:
    assert stems(one) == stems(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("lives in", "works in"), ("capital", "currency"), ("plays position of", "plays sport of"), ("mother", "father")],
)
def test_other_words_have_other_stems(one: str, other: str) -> None:
    assert stems(one) != stems(other)


@pytest.mark.parametrize(
    ("relation", "one"),
    [
        # A noun in the singular.
        ("capital", True),
        ("favourite colour", True),
        ("head of state in", True),
        ("boss", True),
        # What happens once.
        ("was founded by", True),
        ("was born in", True),
        ("died in", True),
        # What is so of one thing at a time.
        ("lives in", True),
        ("works for", True),
        ("is located in", True),
        ("is married to", True),
        # Told with its kind.
        ("plays position of", True),
        ("was created in country of", True),
        # People, likings and doings, of which there are several.
        ("likes", False),
        ("visited", False),
        ("speaks", False),
        ("has", False),
        ("knows", False),
        ("child", False),
        ("has child", False),
        ("friend", False),
        ("is friend of", False),
        ("hobby", False),
        ("pet", False),
        ("son", False),
        ("is", False),
        # Nouns in the plural, wherever the noun stands.
        ("hobbies", False),
        ("children", False),
        ("languages spoken", False),
        # Nothing is said of it.
        ("starred in", False),
        ("drives", None),
        # What was so once may have been several.
        ("worked for", None),
        ("lived in", None),
    ],
)
def test_whether_a_relation_takes_one_value_is_seen_from_what_it_says(relation: str, one: bool | None) -> None:
    assert takes_one(relation) is one


@pytest.mark.parametrize("relation", ["wrote", "founded", "is author of", "discovered", "published"])
def test_one_may_do_to_several_things_what_happens_to_each_of_them_once(relation: str) -> None:
    assert takes_one(relation) is not True


@pytest.mark.parametrize(
    ("relation", "once"),
    [
        ("was founded by", True),
        ("founded by", True),
        ("was born by", True),
        ("founded", False),
        ("is coached by", False),
        ("by", False),
    ],
)
def test_what_came_to_be_did_so_once(relation: str, once: bool) -> None:
    assert is_once(relation) is once


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("founded by", "was founded by", True),
        ("is married to", "husband", True),
        ("author", "was written by", True),
        # Who did it, and where or when it was done.
        ("was founded by", "was founded in", False),
        ("was written by", "was set in", False),
        # Values that are told with other kinds.
        ("plays position of", "plays sport of", False),
        ("works in field of", "works in city of", False),
    ],
)
def test_relations_of_another_form_are_never_the_same(one: str, other: str, same: bool) -> None:
    slot, old = Slot("a", one, "b"), Slot("a", other, "c")
    assert may_be_same(slot, old) is may_be_same(old, slot) is same


def test_facts_are_compared_at_the_end_that_they_share_where_their_values_differ() -> None:
    def ends(one: str, other: str) -> list[str]:
        return [slot.anchor for slot, _ in same_slots(fact(one), fact(other))]

    assert ends("france, capital, paris", "france, capital, lyon") == ["france"]
    assert ends("knox, founded, methodism", "wesley, founded, methodism") == ["methodism"]
    assert ends("methodism, was founded by, knox", "wesley, founded, methodism") == ["methodism"]
    assert ends("methodism, founder, knox", "wesley, founded, methodism") == ["methodism"]
    assert ends("france, capital, paris", "peru, capital, lima") == []
    assert ends("france, capital, paris", "france, largest city, paris") == []
    assert ends("bob, lives in, rome", "carl, lives in, rome") == []


@given(triplets, triplets)
def test_what_may_be_the_same_is_so_both_ways_round(one: Triplet, other: Triplet) -> None:
    assert {frozenset(pair) for pair in same_slots(one, other)} == {frozenset(pair) for pair in same_slots(other, one)}
    for slot, old in same_slots(one, other):
        assert slot.anchor == old.anchor
        assert slot.value != old.value


def test_a_state_of_the_past_is_no_deed() -> None:
    assert all(map(is_of_the_past, ("lived in", "was", "was in", "worked for")))
    assert not any(map(is_of_the_past, ("lives in", "was moved to", "moved to", "is", "was founded by")))


def test_what_was_left_is_told_only_where_it_is_asked_for() -> None:
    for relation in ("gave up", "resigned as chair of", "stopped playing", "is moving to"):
        assert not is_so_now(relation, frozenset("what sport does it play".split()))
    assert is_so_now("gave up", frozenset("what did it give up".split()))
    assert is_so_now("gave", frozenset("what did it like".split()))


@pytest.mark.parametrize(
    ("relation", "other", "is_near"),
    [
        ("doctor", "new doctor", True),
        ("lives in", "lives with ann in", True),
        ("doctor", "eye doctor", False),
        ("address", "email address", False),
    ],
)
def test_what_another_noun_stands_before_is_of_another_kind(relation: str, other: str, is_near: bool) -> None:
    assert near(relation, other) == near(other, relation) == is_near
