"""Spans: what stands in a sentence that may answer a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.answering.patterns import Kind
from ariadne.reasoner.answering.spans import Span, spans


def found(sentence: str, text: str) -> Span:
    return next(span for span in spans(sentence) if span.text == text)


@pytest.mark.parametrize(
    ("sentence", "text", "kind"),
    [
        ("So facilities found him a desk in room 305.", "room 305", Kind.PLACE | Kind.NUMBER),
        ("The opening was put off to 5 September because of the rain.", "5 September", Kind.DATE),
        ("We are expected on March 14th at the surgery.", "March 14th", Kind.DATE),
        ("The class is on Wednesdays now.", "Wednesdays", Kind.DAY),
        ("It will be ready by the end of July.", "the end of July", Kind.MONTH),
        ("The mill was built in 1802 by monks.", "1802", Kind.YEAR),
        ("The backup runs at 4:30 every night.", "4:30", Kind.CLOCK),
        ("Jory closes at four now.", "four", Kind.CLOCK),
        ("The fee went up to 30 pounds.", "30 pounds", Kind.NUMBER),
        ("She has to be oiled every ten days with the red oil.", "every ten days", Kind.OFTEN),
        ("They play in green and white this year.", "green and white", Kind.COLOUR),
        ("Petra Voss was voted in to chair us.", "Petra Voss", Kind.NAME | Kind.SOMEBODY),
        ("The lead went to Alice Penn last week.", "Alice Penn", Kind.PERSON),
        ("We meet Dr. Pym on Monday.", "Dr. Pym", Kind.PERSON),
        ("Her cousin is a retired dentist.", "retired dentist", Kind.ROLE),
        ("The club is reading A House of Clay this month.", "A House of Clay", Kind.NAME),
        ("Bedtime has become half past seven.", "half past seven", Kind.CLOCK),
        ("More time was granted till 20/12.", "20/12", Kind.DATE),
        ("The appointment was brought forward to 25 sept because of it.", "25 sept", Kind.DATE),
        ("The sailing week is 10 to 17 May.", "10 to 17 May", Kind.DATE),
        ("The circle meets on the first Thursday.", "first Thursday", Kind.DAY),
        ("Bath Tues/Sat, and nothing else.", "Tues/Sat", Kind.DAY),
        ("The fair became weekly.", "weekly", Kind.OFTEN),
        ("The ferry makes one crossing a week.", "one crossing a week", Kind.OFTEN),
        ("Now 60 000 kr is for the frame.", "60 000 kr", Kind.NUMBER),
        ("He is allowed 25 % extra time.", "25 %", Kind.NUMBER),
        ("We may go up to two and a half cups.", "two and a half cups", Kind.NUMBER),
        ("Permit BP/0772 was granted.", "BP/0772", Kind.NUMBER),
        ("The forecast was 2.2M.", "2.2M", Kind.NUMBER),
        ("The title is 'Eat, You're Thin', of course.", "Eat, You're Thin", Kind.NAME),
        ("Hay is under the sink.", "under the sink", Kind.PLACE),
        ("It stands next to the copier.", "next to the copier", Kind.PLACE),
    ],
)
def test_a_span_is_known_by_its_form_and_by_what_stands_around_it(sentence: str, text: str, kind: Kind) -> None:
    assert found(sentence, text).kinds & kind == kind


def test_a_noun_phrase_stands_by_itself_and_with_what_it_is_of() -> None:
    texts = [span.text for span in spans("The club meets in the back room of the Plough.")]
    assert {"back room", "back room of the Plough", "Plough"} <= {*texts}


def test_what_somebody_owns_is_a_span_without_them() -> None:
    texts = [span.text for span in spans("They rehearse in Gwen's garage.")]
    assert {"Gwen's garage", "garage"} <= {*texts}


@pytest.mark.parametrize(
    ("sentence", "part"),
    [
        ("Cleaning it is Ruth's task.", "Ruth"),
        ("He took a room at Mrs Petrescu's in May.", "Mrs Petrescu"),
        ("Librarian Gwen Abara hopes to be back.", "Gwen Abara"),
        ("School run: Mon me, Tue Bhavna, Wed me.", "Bhavna"),
        ("He is accused of selling glass as sapphire.", "glass"),
        ("Our chairman is a retired postman.", "postman"),
        ("The floor was varnished by Dell & Sons.", "Dell & Sons"),
        ("It's toast and fruit these days.", "toast and fruit"),
        ("She gets the desk by the window.", "desk by the window"),
    ],
)
def test_a_part_of_a_phrase_that_is_one_itself_is_a_span(sentence: str, part: str) -> None:
    assert part in [span.text for span in spans(sentence)]


def test_a_noun_that_names_is_no_part_of_the_name() -> None:
    assert found("The system will go by the name Skipper.", "Skipper").preposition == "by"


def test_verbs_and_pronouns_are_no_spans() -> None:
    texts = {span.text for span in spans("She moved it to Leeds and they've sold the boat.")}
    assert texts == {"Leeds", "boat"}


@given(st.text(max_size=200))
def test_a_span_is_a_part_of_its_sentence(sentence: str) -> None:
    every = spans(sentence)
    assert all(sentence[span.start : span.end] == span.text for span in every)
    assert len({(span.start, span.end) for span in every}) == len(every)


@pytest.mark.parametrize(
    ("sentence", "whole", "part"),
    [
        ("The sofa was 1,400 euros.", "1,400 euros", "400"),
        ("It leaves at 19:40.", "19:40", "40"),
        ("The parcel is DE-7712-X.", "DE-7712-X", "7712"),
        ("The key is at kv/ext/mail now.", "kv/ext/mail", "kv"),
        ("We paid $2,500 for it.", "$2,500", "500"),
    ],
)
def test_a_number_or_a_code_is_not_cut(sentence: str, whole: str, part: str) -> None:
    texts = {span.text for span in spans(sentence)}
    assert whole in texts
    assert part not in texts
