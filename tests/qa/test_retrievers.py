from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ariadne.qa.datasets import Paragraph
from ariadne.qa.retrievers import by_words

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


words = st.text("ab c.é", max_size=12)


@given(words, st.lists(st.tuples(words, words), max_size=5))
def test_every_paragraph_is_ranked_once_whatever_it_says(question: str, texts: list[tuple[str, str]]) -> None:
    paragraphs = [Paragraph(title, text, False) for title, text in texts]
    assert sorted(by_words(question, paragraphs)) == list(range(len(paragraphs)))
