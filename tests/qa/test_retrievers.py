from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.embed.cache import TextCache
from ariadne.errors import MissingPackage
from ariadne.qa.datasets import Paragraph
from ariadne.qa.retrievers import BM25, Dense, Fused
from tests.memory.moments import Compass

PARAGRAPHS = tuple(
    Paragraph(title, text, False)
    for title, text in (
        ("Pisa", "A city of towers and rivers."),
        ("Lamps", "Lamps give light in cities at night, and more light than candles."),
        ("Ada Oil", "She made lamps in Pisa, and burned candles there."),
    )
)


class Fixed:
    def __init__(self, *ranking: int) -> None:
        self._ranking = list(ranking)

    def rank(self, question: str, paragraphs: Sequence[Paragraph]) -> list[int]:
        return self._ranking


def test_bm25_goes_by_the_words_of_title_and_text_in_any_form() -> None:
    assert BM25().rank("Which candle lit Pisa?", PARAGRAPHS) == [2, 0, 1]
    assert BM25().rank("the tower and the river", PARAGRAPHS) == [0, 1, 2]


@pytest.mark.parametrize("question", ["", "the of and", "zebra"])
def test_a_question_that_says_nothing_leaves_the_order(question: str) -> None:
    assert BM25().rank(question, PARAGRAPHS) == [0, 1, 2]


def test_dense_goes_by_the_dot_product() -> None:
    texts = TextCache(Compass({"lit": 10, "towers": 80, "night": 20, "She": 40}))
    assert Dense(texts).rank("Which candle lit Pisa?", PARAGRAPHS) == [1, 2, 0]
    assert Dense(texts).rank("Which candle lit Pisa?", ()) == []


def test_fusion_adds_the_reciprocal_ranks() -> None:
    assert Fused(Fixed(2, 0, 1), Fixed(2, 1, 0)).rank("", PARAGRAPHS) == [2, 0, 1]
    assert Fused(Fixed(0, 2, 1), Fixed(1, 2, 0), Fixed(2, 1, 0)).rank("", PARAGRAPHS) == [2, 1, 0]


words = st.text("ab c.é", max_size=12)


@given(words, st.lists(st.tuples(words, words), max_size=5))
def test_every_paragraph_is_ranked_once_whatever_it_says(question: str, texts: list[tuple[str, str]]) -> None:
    paragraphs = [Paragraph(title, text, False) for title, text in texts]
    assert sorted(BM25().rank(question, paragraphs)) == list(range(len(paragraphs)))


def test_without_its_package_bm25_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "bm25s", None)
    with pytest.raises(MissingPackage, match=r"pip install '\.\[qa\]'"):
        BM25()
