"""What a question asks for, and which spans are that."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.answering.asked import Asked
from ariadne.reasoner.answering.spans import spans


@pytest.mark.parametrize(
    ("question", "answer_type", "noun", "said"),
    [
        ("Who runs the shop?", "who", "", "Who"),
        ("To whom do I complain?", "who", "", "To whom"),
        ("Where is the key?", "where", "", "Where"),
        ("In which room does Piet sit?", "where", "room", "In which room"),
        ("On which day do we train?", "day", "day", "On which day"),
        ("By when will it be ready?", "when", "", "when"),
        ("At what time does it open?", "clock", "time", "At what time"),
        ("Which evening is his turn?", "day", "evening", "Which evening"),
        ("At what hour is dinner?", "clock", "hour", "At what hour"),
        ("What is the fare?", "number", "fare", "What"),
        ("How much is the rent?", "number", "", "How much"),
        ("What is the rent of the flat?", "number", "rent", "What"),
        ("What does a loaf cost?", "number", "price", "What"),
        ("How often must she be oiled?", "often", "", "How often"),
        ("What colour is the van?", "colour", "colour", "What colour"),
        ("What is the name of the dog?", "name", "name", "What"),
        ("What is our boat called?", "name", "name", "What"),
        ("What does Ann do for a living?", "trade", "job", "What"),
        ("Which teacher is ill?", "who", "teacher", "Which teacher"),
        ("What kind of tree stands there?", "thing", "tree", "What kind of tree"),
        ("Tell me of the tree.", "thing", "", ""),
    ],
)
def test_a_question_says_what_it_asks_for(question: str, answer_type: str, noun: str, said: str) -> None:
    asked = Asked.of(question)
    assert (asked.type, asked.noun) == (answer_type, noun)
    assert question[asked.start : asked.end].rstrip() == said or said in question[asked.start : asked.end]


@pytest.mark.parametrize(
    ("question", "sentence", "answer"),
    [
        ("Who has the key?", "The key is with Ann Lee since Monday.", "Ann Lee"),
        ("Where is the van?", "The van stands in the yard since Monday.", "yard"),
        ("When is the party?", "Ann Lee has the party in the hall on 8 July.", "8 July"),
        ("On which day is the party?", "Ann Lee has the party in the hall on Friday.", "Friday"),
        ("What is the fee?", "Ann Lee says that the fee is 30 pounds from Monday on.", "30 pounds"),
        ("What colour is the van?", "Ann Lee had the van painted green in May.", "green"),
        ("Which room has Piet?", "He asked for 305 or a raise.", "305"),
        ("How often is she oiled?", "Ann Lee leaves her for three days.", "three days"),
        ("What is Liv's profession?", "Rasmus is engaged to a dentist.", "dentist"),
    ],
)
def test_what_is_asked_for_fits_best(question: str, sentence: str, answer: str) -> None:
    asked = Asked.of(question)
    fits = {span.text: asked.fit(span) for span in spans(sentence)}
    assert fits[answer] == max(fits.values())
    assert sum(fit == fits[answer] for fit in fits.values()) <= 2


def test_what_is_neither_named_nor_a_role_is_nobody() -> None:
    asked = Asked.of("Who is Ann's boss?")
    fits = {span.text: asked.fit(span) for span in spans("The new number of the nurse is with Bo.")}
    assert fits["Bo"] > fits["nurse"] > fits["new number"] == 0.1


def test_a_span_may_say_itself_of_what_kind_it_is() -> None:
    asked = Asked.of("Which oil does she need?")
    is_kind = {span.text: asked.is_kind(span) for span in spans("She needs the red oil of the shop.")}
    assert is_kind["red oil"]
    assert not is_kind["shop"]


@given(st.text(max_size=100))
def test_any_text_asks_for_something(question: str) -> None:
    asked = Asked.of(question)
    assert 0 <= asked.start <= asked.end
    assert all(0 <= asked.fit(span) <= 1 for span in spans(question))


@pytest.mark.parametrize(
    ("question", "value", "is_other"),
    [
        ("How tall is Ida?", "72 kg", True),
        ("How much did Ida pay for it?", "32 GB", True),
        ("How much did Ida pay for it?", "32 pounds", False),
        ("How heavy is it?", "32 pounds", False),
        ("How old is Ida?", "4 euros", True),
        ("What is the limit?", "4 euros", False),
        ("How tall is Ida?", "172", False),
    ],
)
def test_a_value_in_other_units_is_not_asked_for(question: str, value: str, is_other: bool) -> None:
    assert Asked.of(question).excludes(value) == is_other
