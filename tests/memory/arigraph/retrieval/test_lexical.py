from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.memory.arigraph.retrieval.lexical import BM25, stem, terms

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
def test_what_only_looks_like_an_ending_stays(apart: tuple[str, str]) -> None:
    assert stem(apart[0]) != apart[1]


def test_accents_case_and_function_words_make_no_difference() -> None:
    assert terms("The Caliphate of CÓRDOBA's towers, and its river!") == terms("caliphate cordoba tower river")
    assert terms("Who was it, and where?") == []
    assert terms("salt_pot 1,000") == ["salt", "pot", "1", "000"]


def plain_bm25(texts: list[list[str]], query: list[str], number: int) -> float:
    """BM25 of one text by its definition, counting everything anew."""
    score = 0.0
    for term in set(query):
        having = sum(term in text for text in texts)
        inverse = math.log(1 + (len(texts) - having + 0.5) / (having + 0.5))
        often = texts[number].count(term)
        mean = sum(map(len, texts)) / len(texts)
        if often:
            score += inverse * often / (often + K1 * (1 - B + B * len(texts[number]) / mean))
    return score


words = st.lists(st.sampled_from("abcdef"), max_size=8)


def scores(index: BM25, query: list[str], most: int | None = None) -> dict[int, float]:
    numbers, found = index.scores(query, most)
    return dict(zip(numbers.tolist(), found.tolist(), strict=True))


def index_of(texts: list[list[str]]) -> BM25:
    index = BM25()
    for text in texts:
        index.add(text)
    return index


@given(st.lists(words, max_size=8), words)
def test_scores_are_those_of_bm25_computed_from_scratch(texts: list[list[str]], query: list[str]) -> None:
    found = scores(index_of(texts), query)
    for number, text in enumerate(texts):
        if set(text) & set(query):
            assert found[number] == pytest.approx(plain_bm25(texts, query, number))
        else:
            assert number not in found


@given(st.lists(words, max_size=6), words, words)
def test_a_text_more_counts_from_then_on(texts: list[list[str]], late: list[str], query: list[str]) -> None:
    asked = BM25()
    for text in texts:
        asked.add(text)
        asked.scores(query)
    asked.add(late)
    assert scores(asked, query) == scores(index_of([*texts, late]), query)


@given(st.lists(words, max_size=6), st.lists(words, max_size=6), st.lists(words, max_size=6), words)
def test_what_was_written_goes_on_as_if_it_had_never_been(
    before: list[list[str]], then: list[list[str]], after: list[list[str]], query: list[str]
) -> None:
    index = index_of(before)
    for more in (then, after):
        index = BM25(index.written())
        for text in more:
            index.add(text)
    every = index_of([*before, *then, *after])
    assert len(index) == len(every)
    assert scores(index, query) == scores(every, query)
    assert [index.having(word).tolist() for word in "abcdefg"] == [every.having(word).tolist() for word in "abcdefg"]


def test_of_many_texts_those_with_the_rarest_terms_are_scored_and_for_these_all_terms_count() -> None:
    index = index_of([["lamp"], ["lamp", "pisa"], ["pisa", "tower"], ["pisa"], ["pisa", "lamp"]])
    every = scores(index, ["pisa", "tower", "lamp"])
    assert scores(index, ["pisa", "tower", "lamp"], most=4) == pytest.approx({at: every[at] for at in (0, 1, 2, 4)})
    assert scores(index, ["pisa", "tower"], most=1) == pytest.approx({2: every[2]})


@given(st.text())
def test_any_text_has_terms_in_one_form(text: str) -> None:
    assert all(term and term == term.casefold() for term in terms(text))
    assert terms(f"  {text}\n") == terms(text)
    if text.isascii():
        assert terms(text.upper()) == terms(text)
