from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.embed.cache import TextCache
from ariadne.qa.datasets import Paragraph
from ariadne.qa.retrievers import by_meaning, by_words
from tests.memory.moments import Compass

PARAGRAPHS = tuple(
    Paragraph(title, text, False)
    for title, text in (
        ("Pisa", "A city of towers and rivers."),
        ("Lamps", "Lamps give light in cities at night, and more light than candles."),
        ("Ada Oil", "She made lamps in Pisa, and burned candles there."),
    )
)


def test_bm25_goes_by_the_words_of_title_and_text_in_any_form() -> None:
    assert by_words("Which candle lit Pisa?", PARAGRAPHS) == [2, 0, 1]
    assert by_words("the tower and the river", PARAGRAPHS) == [0, 1, 2]


@pytest.mark.parametrize("question", ["", "the of and", "zebra"])
def test_a_question_that_says_nothing_leaves_the_order(question: str) -> None:
    assert by_words(question, PARAGRAPHS) == [0, 1, 2]


def test_dense_goes_by_the_dot_product() -> None:
    texts = TextCache(Compass({"lit": 10, "towers": 80, "night": 20, "She": 40}))
    assert by_meaning("Which candle lit Pisa?", PARAGRAPHS, texts) == [1, 2, 0]
    assert by_meaning("Which candle lit Pisa?", (), texts) == []


words = st.text("ab c.é", max_size=12)


@given(words, st.lists(st.tuples(words, words), max_size=5))
def test_every_paragraph_is_ranked_once_whatever_it_says(question: str, texts: list[tuple[str, str]]) -> None:
    paragraphs = [Paragraph(title, text, False) for title, text in texts]
    assert sorted(by_words(question, paragraphs)) == list(range(len(paragraphs)))
