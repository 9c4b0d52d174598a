"""Which sentences tell facts, and in which order."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from ariadne.memory.arigraph.episodes import EpisodeNode
from ariadne.memory.arigraph.order import Order, Saying
from ariadne.triplet import Triplet

OSLO, ROME = Triplet("ann", "lives in", "oslo"), Triplet("ann", "lives in", "rome")
MOVED = "Rome is old. Ann lived in Oslo. She is happy. Ann lives in Rome, and Bob in Oslo."


def test_a_fact_is_told_where_both_of_its_ends_are_named() -> None:
    order = Order([MOVED])
    assert (order.place(OSLO), order.place(ROME)) == (1, 3)
    assert order.is_before(OSLO, ROME)
    assert not order.is_before(ROME, OSLO)


def test_where_a_pronoun_stands_for_a_name_a_fact_is_told_with_its_value() -> None:
    order = Order(["Ann lives in Oslo.", "She lives in Rome."])
    assert order.place(ROME) == 1
    assert order.is_before(OSLO, ROME)


def test_of_facts_in_one_sentence_or_in_none_neither_is_before_the_other() -> None:
    for text in ("Ann lives in Oslo and Rome.", "Nobody lives here."):
        assert not Order([text]).is_before(OSLO, ROME)
        assert not Order([text]).is_before(ROME, OSLO)


def test_a_saying_has_its_sentence_and_what_was_read_in_it() -> None:
    node = EpisodeNode(1, MOVED, (OSLO, ROME))
    saying = Saying.of(ROME, node)
    assert saying.said == "Ann lives in Rome, and Bob in Oslo."
    assert saying.piece == MOVED
    assert saying.facts == [ROME]


def test_sayings_stand_in_the_order_of_their_times_and_then_of_their_sentences() -> None:
    early, late = (
        EpisodeNode(step, MOVED, (), datetime(2026, month, 1, tzinfo=UTC)) for step, month in ((2, 3), (1, 4))
    )
    assert Saying(early, 0).when < Saying(early, 3).when < Saying(late, 0).when


@given(st.text(max_size=60), st.integers(0, 3))
def test_any_text_has_sayings(text: str, place: int) -> None:
    node = EpisodeNode(1, text, (OSLO,))
    for saying in (Saying(node, place), Saying.of(OSLO, node)):
        assert "".join(saying.said.split()) in "".join(saying.piece.split())
