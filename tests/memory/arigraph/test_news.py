"""What newer and older texts tell of the same as a part of a text that may answer a question."""

from __future__ import annotations

import numpy as np

from ariadne.memory.arigraph.features import Candidate, sentences_of
from ariadne.memory.arigraph.lexical import terms
from ariadne.memory.arigraph.news import Nearness, News, is_over
from ariadne.reasoner.answering.spans import spans

FEE = ("The fee is 24 pounds.", "It went up to 30 pounds, and Ann paid.", "Nobody pays 24 pounds now.")


def news(*said: str) -> tuple[dict[str, int], News]:
    """News of the first numbers and names of texts, whose places are given, all as near and as fit as can be."""
    candidates = [Candidate(each, span) for each in sentences_of(said) for span in spans(each.said)]
    count = len(candidates)
    own = [frozenset(terms(each.span.text)) for each in candidates]
    same = np.array([[bool(one & other) for other in own] for one in own], dtype=np.float32)
    ones, every = np.ones(count), np.ones((count, count), dtype=np.float32)
    places = {f"{each.span.text} of {each.sentence.text}": at for at, each in enumerate(candidates)}
    return places, News(candidates, said, ones, np.zeros(count), own, Nearness(ones, ones, ones, ones, same, every))


def test_what_a_newer_text_says_of_the_same_kind_is_later() -> None:
    places, told = news(*FEE[:2])
    assert told.later(places["24 pounds of 0"]) == 1
    assert told.later(places["30 pounds of 1"]) == 0
    assert told.later(places["fee of 0"]) == 0


def test_what_a_newer_text_names_with_another_is_gone() -> None:
    places, told = news("Bo has the key.", "Bo gave the key to Ann.")
    assert told.gone(places["Bo of 0"]) == 1
    assert told.gone(places["Bo of 1"]) == 0


def test_news_is_told_with_words_of_change_and_follows_what_it_is_like() -> None:
    places, told = news("Bo has the key.", "Bo gave the key to Ann.", "The key is with Bo and Ann.")
    assert told.news(places["Ann of 1"]) > told.news(places["Ann of 2"]) == 0
    assert told.follows(places["Ann of 1"]) == 1
    assert told.follows(places["Bo of 0"]) == 0


def test_what_is_sold_or_left_is_over() -> None:
    for before in ("Bob sold the ", "It moved its website from ", "She gave up her ", "It is Ubuntu instead of "):
        assert is_over(before)
    for before in ("Bob bought the ", "It moved to ", "She gave her ", ""):
        assert not is_over(before)


def test_a_later_sentence_of_a_text_is_newer_and_names_only_what_it_says_itself() -> None:
    places, told = news(" ".join(FEE[:2]))
    assert told.later(places["24 pounds of 0"]) == told.follows(places["30 pounds of 0"]) == 1
    assert told.later(places["30 pounds of 0"]) == told.follows(places["24 pounds of 0"]) == 0
    assert told.gone(places["24 pounds of 0"]) == 1
    places, told = news("The key is red. Ann has the key.")
    assert told.gone(places["red of 0"]) == 0
