"""Ranking the paragraphs of a question without a memory: what AriGraph's episodic search is compared with.

Each returns the places of all paragraphs by relevance; ties keep their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ariadne.memory.arigraph.retrieval.lexical import WordIndex
from ariadne.memory.likeness import best_first
from ariadne.qa.datasets import Paragraph

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache


def by_words(question: str, paragraphs: Sequence[Paragraph]) -> list[int]:
    """By BM25 over title and text."""
    words = WordIndex()
    for place, paragraph in enumerate(paragraphs):
        words.add(place, paragraph.as_text())
    return [*dict.fromkeys([*words.best(question, len(paragraphs)), *range(len(paragraphs))])]


def by_meaning(question: str, paragraphs: Sequence[Paragraph], texts: TextCache) -> list[int]:
    """By the dot product of the embeddings of the question and of title and text."""
    if not paragraphs:
        return []
    rows = texts.rows([question, *(paragraph.as_text() for paragraph in paragraphs)])
    vectors = texts.vectors[rows]
    return best_first(vectors[1:] @ vectors[0])
