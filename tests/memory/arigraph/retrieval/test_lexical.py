from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ariadne.memory.arigraph.retrieval.lexical import WordIndex, stem, terms, weighed

K1, B = 1.5, 0.75


@pytest.mark.parametrize(
    "alike",
    [
        ("city", "cities"),
        ("make", "makes", "making"),
        ("open", "opens", "opened", "opening"),
        ("run", "runs", "running"),
        ("fill", "fills", "filled", "filling"),
        ("dish", "dishes"),
        ("glass", "glasses"),
        ("box", "boxes"),
        ("marry", "marries", "married"),
        ("create", "created", "creating"),
        ("house", "houses", "housed"),
    ],
)
def test_forms_of_a_word_are_one_term(alike: tuple[str, ...]) -> None:
    assert len({stem(word) for word in alike}) == 1


@pytest.mark.parametrize(
    "apart",
    [("bus", "bu"), ("thing", "th"), ("red", "r"), ("king", "k"), ("1990s", "1990"), ("this", "thi"), ("gas", "ga")],
)
def test_letters_that_only_look_like_an_ending_stay(apart: tuple[str, str]) -> None:
    assert stem(apart[0]) != apart[1]


def test_accents_case_and_function_words_make_no_difference() -> None:
    assert terms("The Caliphate of CÓRDOBA's towers, and its river!") == terms("caliphate cordoba tower river")
    assert terms("Who was it, and where?") == []
    assert terms("salt_pot 1,000") == ["salt", "pot", "1", "000"]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=8), st.lists(st.integers(0, 9), min_size=8, max_size=8))
def test_the_score_of_a_term_is_bm25(counts: list[int], others: list[int]) -> None:
    lengths = [count + other + 1 for count, other in zip(counts, others, strict=False)]
    mean, having = sum(lengths) / len(lengths), sum(count > 0 for count in counts)
    inverse = math.log(1 + (len(counts) - having + 0.5) / (having + 0.5))
    found = weighed(np.array(counts), np.array(lengths), mean, having, len(counts))
    expected = [
        inverse * count / (count + K1 * (1 - B + B * length / mean))
        for count, length in zip(counts, lengths, strict=True)
    ]
    assert found.tolist() == pytest.approx(expected)


def words_of(*texts: str) -> WordIndex:
    words = WordIndex()
    for number, text in enumerate(texts):
        words.add(number, text)
    return words


def test_texts_with_more_and_rarer_words_of_a_query_come_first_and_of_equals_the_later() -> None:
    lamps = ["The lamp is old.", "A lamp stands in Pisa.", "Pisa has a tower.", "The lamp is new."]
    words = words_of(*lamps, *["A box."] * 9)
    assert words.best("Where is the lamp of Pisa?", 9)[0] == 1
    assert words.best("lamps", 9) == [3, 0, 1]
    assert words.best("lamps", 1) == [3]
    assert words.best("towers and lamps", 9)[0] == 2
    assert words.best("Who was it, and where?", 9) == []


@example(["bé"], "bé")
@given(st.lists(st.text("ab é'\"*-:()^", max_size=12), max_size=6), st.text("ab é'\"*-:()^ANDORNT", max_size=12))
def test_a_query_is_words_without_operators(texts: list[str], query: str) -> None:
    found = words_of(*texts).best(query, 9)
    assert {*found} == {at for at, text in enumerate(texts) if not {*terms(text)}.isdisjoint(terms(query))}


def test_among_very_many_texts_rare_words_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ariadne.memory.arigraph.retrieval.lexical.SCORED", 3)
    words = words_of(*["A lamp."] * 9, "A tower.", "A lamp in a tower.", "Pisa.")
    assert {*words.best("the lamp in the tower", 2)} == {9, 10}
    assert len(words.best("the lamp in the tower", 9)) == 9
    assert words.best("lamp", 2) == [8, 7]


@given(st.text())
def test_terms_of_terms_are_stable(text: str) -> None:
    assert all(term and term == term.casefold() for term in terms(text))
    assert terms(f"  {text}\n") == terms(text)
    if text.isascii():
        assert terms(text.upper()) == terms(text)
