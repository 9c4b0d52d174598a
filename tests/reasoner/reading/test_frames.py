"""What a sentence says of itself, around what it states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.reading.frames import unframed
from ariadne.reasoner.reading.prose import Extractor
from ariadne.reasoner.reading.sentences import words_of

SENTENCE = "Ann Lee is the mayor of Leeds"


@pytest.mark.parametrize(
    "framed",
    [
        "Please note that {}.",
        "You may recall that {}.",
        "I am glad to tell you that {}.",
        "You can take it from me that {}.",
        "Perhaps you know that {}.",
        "As you may have heard, {}.",
        "For the record: {}.",
        "For your files, {}.",
        "FYI, {}.",
        "Dear all, {}.",
        "Dear Bo, please note that {}.",
        "According to the town's own books, {}.",
        "As the records show, {}.",
        "As things stand, {}.",
        "As a lawyer, {}.",
    ],
)
def test_a_frame_that_vouches_for_what_it_holds_is_left_out(framed: str) -> None:
    assert unframed(words_of(framed.format(SENTENCE))) == SENTENCE.split()


def test_a_frame_in_the_midst_of_a_sentence_is_left_out() -> None:
    assert unframed(words_of("Ann Lee, as you know, is the mayor of Leeds.")) == SENTENCE.split()
    assert unframed(words_of("It was in Bath, you may like to know, that Ann met Bo.")) == (
        "it was in Bath that Ann met Bo".split()
    )
    assert unframed(words_of("As to trade, you will find that Ann is a baker.")) == (
        "as to trade , Ann is a baker".split()
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "I think that Ann Lee is the mayor of Leeds.",
        "I hope you know that Ann Lee is the mayor of Leeds.",
        "I do not know that Ann Lee is the mayor of Leeds.",
        "You never told me that Ann Lee is the mayor of Leeds.",
        "I can't confirm that Ann Lee is the mayor of Leeds.",
        "Can you confirm that Ann Lee is the mayor of Leeds?",
        "If you find that Ann Lee is the mayor of Leeds, call me.",
        "I would like to hear that Ann Lee is the mayor of Leeds.",
        "Let me know that Ann Lee is the mayor of Leeds.",
        "Bo knows that Ann Lee is the mayor of Leeds.",
        "You asked me that.",
        "For Ann, Bo is a hero.",
        "According to Bo, Ann Lee is the mayor of Leeds.",
        "According to rumours, Ann Lee is the mayor of Leeds.",
        "As the new mayor, Ann Lee moved to Leeds.",
        "As soon as it rained, Ann Lee left Leeds.",
        "",
    ],
)
def test_what_vouches_for_nothing_stays(sentence: str) -> None:
    assert unframed(words_of(sentence)) == words_of(sentence)


@pytest.mark.parametrize(
    ("sentence", "plain"),
    [
        ("You asked who runs Acme, and it is Ann Lee.", "Ann Lee runs Acme"),
        ("In case you wonder what game Ann plays, it is that of chess.", "the game that Ann plays is chess"),
        ("If you are curious where Ann was born, it was Bath.", "the place where Ann was born was Bath"),
        ("You asked who runs Acme, and I do not know.", "you asked who runs Acme , and I do not know"),
    ],
)
def test_a_question_with_its_answer_is_a_statement(sentence: str, plain: str) -> None:
    assert unframed(words_of(sentence)) == plain.split()


def test_framed_news_is_read_as_plain_news_is() -> None:
    plain, framed = Extractor(), Extractor()
    plain.read("Ann Lee is the mayor of Leeds. She lives in Bath.")
    framed.read("Please note that Ann Lee is the mayor of Leeds. You may recall that she lives in Bath.")
    assert plain.found == framed.found


@given(st.text("Ann, as you may know that: FYI for note who asked it is", max_size=60))
def test_no_words_are_made_up(text: str) -> None:
    words = words_of(text)
    assert set(unframed(words)) <= {*words, "the", "that", "place", "where"}
