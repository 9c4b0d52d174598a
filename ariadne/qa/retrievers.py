"""Retrievers without a memory: BM25, dense, and the two fused. What AriGraph's episodic search is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from ariadne.embed.cache import TextCache
from ariadne.errors import MissingPackage
from ariadne.qa.datasets import Paragraph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Scores = NDArray[np.float32]

FUSION = 60


class Retriever(Protocol):
    """Ranks the paragraphs of a question; of equals the one that comes first is first."""

    def rank(self, question: str, paragraphs: Sequence[Paragraph]) -> list[int]:
        """The places of all paragraphs, the most relevant first. Plain and synchronous: call it off the event loop."""


class BM25:
    """BM25 as Lucene computes it (k1 1.5, b 0.75), over title and text: English stop words out, Snowball stems.

    Raises:
        MissingPackage: `bm25s` or `PyStemmer` is not installed.
    """

    def __init__(self) -> None:
        try:
            import bm25s
            import Stemmer
        except ImportError as error:
            raise MissingPackage("BM25", "qa") from error
        self._bm25s = bm25s
        self._stemmer = Stemmer.Stemmer("english")

    def rank(self, question: str, paragraphs: Sequence[Paragraph]) -> list[int]:
        corpus = self._tokens([paragraph.as_text() for paragraph in paragraphs])
        (query,) = self._tokens([question])
        known = {token for tokens in corpus for token in tokens}
        asked = [token for token in query if token in known]
        if not asked:
            return list(range(len(paragraphs)))
        index = self._bm25s.BM25(method="lucene", k1=1.5, b=0.75)
        index.index(corpus, show_progress=False)
        return _best_first(index.get_scores(asked))

    def _tokens(self, texts: list[str]) -> list[list[str]]:
        tokens: list[list[str]] = self._bm25s.tokenize(
            texts, stopwords="en", stemmer=self._stemmer, return_ids=False, show_progress=False
        )
        return tokens


class Dense:
    """By the dot product of the question's embedding with that of title and text."""

    def __init__(self, texts: TextCache) -> None:
        self._texts = texts

    def rank(self, question: str, paragraphs: Sequence[Paragraph]) -> list[int]:
        if not paragraphs:
            return []
        rows = self._texts.rows([question, *(paragraph.as_text() for paragraph in paragraphs)])
        vectors = self._texts.vectors[rows]
        return _best_first(vectors[1:] @ vectors[0])


class Fused:
    """Reciprocal rank fusion: the sum of 1 / (60 + rank) over several rankings (Cormack, Clarke and Büttcher 2009)."""

    def __init__(self, *retrievers: Retriever) -> None:
        self._retrievers = retrievers

    def rank(self, question: str, paragraphs: Sequence[Paragraph]) -> list[int]:
        scores = [0.0] * len(paragraphs)
        for retriever in self._retrievers:
            for rank, place in enumerate(retriever.rank(question, paragraphs), 1):
                scores[place] += 1 / (FUSION + rank)
        return _best_first(scores)


def _best_first(scores: Scores | Sequence[float]) -> list[int]:
    """The places of the scores, from the highest; equal to six decimals, they stay in order."""
    return sorted(range(len(scores)), key=lambda place: -round(float(scores[place]), 6))
