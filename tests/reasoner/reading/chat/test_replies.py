"""Replies that are no sentences."""

from __future__ import annotations

import pytest

from ariadne.reasoner.reading.chat.replies import stated_reply


@pytest.mark.parametrize(
    ("question", "reply", "stated"),
    [
        ("Where do you live?", "Ghent", "I live in Ghent."),
        ("Great! Where do you work?", "at Philips", "I work at Philips."),
        ("How long have you been painting?", "9 years", "I have been painting for 9 years."),
        ("What's your favourite soup?", "borscht", "My favourite soup is borscht."),
        ("How old are you?", "51", "I am 51 years old."),
        ("What do you do?", "a welder", "I am a welder."),
        ("Do you eat fish?", "Nope", "I do not eat fish."),
        ("Are you a nurse?", "yes", "I am a nurse."),
        ("Do you like jazz?", "no, I hate it", "I do not like jazz. I hate it"),
    ],
)
def test_a_part_of_a_sentence_states_what_its_question_asks(question: str, reply: str, stated: str) -> None:
    assert stated_reply(question, reply) == stated


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("Where do you live?", "I live in Ghent."),
        ("How are you?", "fine thanks"),
        ("Anything else?", "no"),
        ("I live in a cloud.", "Ghent"),
        ("Did you sleep?", "yes"),
        ("Where do you live?", ""),
    ],
)
def test_other_replies_state_nothing_more(question: str, reply: str) -> None:
    assert not stated_reply(question, reply)
