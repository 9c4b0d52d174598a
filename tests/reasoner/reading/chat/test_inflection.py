from __future__ import annotations

import pytest

from ariadne.reasoner.reading.chat.inflection import Form, base, form
from ariadne.reasoner.reading.verbs import third


@pytest.mark.parametrize(
    ("word", "verb", "kind"),
    [
        ("stopped", "stop", Form.PAST | Form.PARTICIPLE),
        ("quitting", "quit", Form.GERUND),
        ("broke", "break", Form.PAST),
        ("studies", "study", Form.THIRD),
        ("dying", "die", Form.GERUND),
        ("read", "read", Form.PLAIN | Form.PAST | Form.PARTICIPLE),
        ("zorped", "zorped", Form.PAST | Form.PARTICIPLE),
        ("bed", "bed", Form(0)),
    ],
)
def test_a_word_tells_its_verb_and_form(word: str, verb: str, kind: Form) -> None:
    assert (base(word), form(word)) == (verb, kind)


@pytest.mark.parametrize(
    ("verb", "said"), [("have", "has"), ("carry", "carries"), ("play", "plays"), ("watch", "watches")]
)
def test_what_i_do_somebody_does(verb: str, said: str) -> None:
    assert third(verb) == said
