"""Of whom and of what a part of a sentence tells."""

from __future__ import annotations

import pytest

from ariadne.reasoner.answering.about import About
from ariadne.reasoner.answering.spans import Span, spans


def found(sentence: str, text: str) -> Span:
    return next(span for span in spans(sentence) if span.text == text)


@pytest.mark.parametrize(
    ("question", "sentence", "answer"),
    [
        ("Where does Otto live?", "My cousin moved to Ghent.", "Ghent"),
        ("Where does Otto live?", "Otto's aunt has moved to Ghent.", "Ghent"),
        ("When is Otto's exam?", "My daughter's exam is on 4 June.", "4 June"),
        ("What is Otto's son called?", "My nephew's called Piet.", "Piet"),
        ("What does Otto eat?", "My wife eats herring.", "herring"),
    ],
)
def test_what_is_told_of_a_relative_is_told_of_somebody_else(question: str, sentence: str, answer: str) -> None:
    assert About.of(question).somebody_else(sentence, found(sentence, answer))


@pytest.mark.parametrize(
    ("question", "sentence", "answer"),
    [
        ("Where does Otto's cousin live?", "My cousin moved to Ghent.", "Ghent"),
        ("Where does Nora live?", "My cousin Nora moved to Ghent.", "Ghent"),
        ("What is Otto's fare?", "My boss raised my fare to 12 euros.", "12 euros"),
        ("What dose is Otto on?", "My doctor put me up to 20 mg.", "20 mg"),
        ("Where does Otto live?", "Otto and his wife live in Ghent.", "Ghent"),
        ("Who is Otto's aunt?", "His aunt is Nora.", "Nora"),
        ("When is Otto's exam?", "The exam is on 4 June.", "4 June"),
    ],
)
def test_what_touches_those_who_are_asked_about_is_of_them(question: str, sentence: str, answer: str) -> None:
    assert not About.of(question).somebody_else(sentence, found(sentence, answer))


@pytest.mark.parametrize(
    ("question", "sentence", "answer", "relation"),
    [
        ("What is the gate code?", "The locker code is 8120.", "8120", "other"),
        ("Who runs Team North?", "Team South is run by Ida.", "Ida", "other"),
        ("What is the fine?", "The parking fine is 40 euros.", "40 euros", "other"),
        ("What is the gate code?", "The gate code is 8120.", "8120", "same"),
        ("Who is Otto's dentist?", "Otto's new dentist is Dr. Falk.", "Dr. Falk", "same"),
        ("Where is the red van?", "The van is at the garage.", "garage", ""),
        ("Where does Nora live?", "My cousin Nora moved to Ghent.", "Ghent", "same"),
    ],
)
def test_a_thing_of_a_like_name_is_another(question: str, sentence: str, answer: str, relation: str) -> None:
    assert About.of(question).relation(sentence, found(sentence, answer)) == relation
