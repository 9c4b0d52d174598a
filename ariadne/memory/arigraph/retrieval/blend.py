"""The ranking `blend` of episodes: by words, by meaning, and by the vertices they share (`docs/retrieval.md`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from ariadne.caches import cached
from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Vectors
from ariadne.gather import gathered
from ariadne.memory.arigraph.core.episodes import EpisodeNode, remembered
from ariadne.memory.arigraph.core.mentions import Having, Named, Vertex, ends, named, names_in
from ariadne.memory.arigraph.retrieval.lexical import terms, weighed

Scores = NDArray[np.float64]
Numbers = NDArray[np.intp]

CANDIDATES = 50
DECIMALS = 5
"""Decimals of a dot product that count. The last bits depend on the processor."""


@dataclass(frozen=True)
class Weights:
    """The settings of the ranking.

    Attributes:
        lexical: λ, the weight of words against meaning, from 0 to 1.
        sharpness: β, how far the best observations stand out.
        spread: α, how much relevance spreads over shared vertices, from 0 (none) to less than 1.
    """

    lexical: float = 0.5
    sharpness: float = 10.0
    spread: float = 0.3


@dataclass(frozen=True)
class Observed:
    """Distinct observations, in the order of their first occurrence.

    Attributes:
        nodes: the places of the episode nodes of each, oldest first. `vectors`: of their texts, shape (m, d).
        texts: the term counts of each. `having`: which of them have each term.
        vertices: those that they name. `names`: whether each observation names each vertex, shape (m, vertices).
    """

    nodes: Sequence[Sequence[int]]
    vectors: Vectors
    texts: Sequence[Counter[str]]
    having: Having
    vertices: Sequence[Vertex]
    names: NDArray[np.bool_]

    def lexical(self, query: Iterable[str]) -> Scores:
        """BM25 of each observation. A repeated term of the query counts once."""
        scores, lengths = np.zeros(len(self.texts)), np.array([text.total() for text in self.texts])
        for term in dict.fromkeys(query):
            places = self.having.places(term)
            counts = np.array([self.texts[place][term] for place in places])
            scores[places] += weighed(counts, lengths[places], lengths.mean(), len(places), len(self.texts))
        return scores

    def links(self, query: frozenset[str]) -> tuple[Scores, Scores]:
        """The vertices that several observations name and the query does not: whether each observation names each,
        shape (m, vertices), and log(m / m_v) / m_v of each."""
        leads = np.array([not vertex <= query for vertex in self.vertices], dtype=np.bool_)
        names = self.names[:, leads & (self.names.sum(axis=0) > 1)].astype(float)
        naming = names.sum(axis=0)
        return names, np.log(len(names) / naming) / naming


class Blend:
    """Ranks episodes by a random walk with restart over observations that share vertices.

    The base score of observation i is b(i) = λ BM25(i) / max BM25 + (1 − λ) d(i), where d is the dot product of its
    embedding with the query's, scaled to [0, 1]. Its relevance is r = (1 − α) p + α Pᵀ r: with probability 1 − α a step
    restarts from p(i) ∝ exp(β b(i)); otherwise it goes over a shared vertex to another observation,
    P(i, j) ∝ Σ_v log(m / m_v) / m_v, over the vertices v that i and j name and the query does not, where m_v of all m
    observations name v. So rare vertices link strongly and common ones weakly.

    The walk is among 50 candidates: the most likely ones after one step from the 50 best by b.

    Sources: personalised PageRank (Haveliwala 2002), over passages and triplets as in HippoRAG (Gutiérrez et al. 2024).

    Args:
        compared: returns the observation in an episode's text.
    """

    def __init__(self, weights: Weights = Weights(), compared: Callable[[str], str] = str) -> None:
        self._weights = weights
        self._compared = compared
        # Many questions compare the same texts. These caches are dropped with the object when anything is erased.
        self._words = cached(2**12)(_counted)
        self._ends = cached(2**14)(ends)
        self._names = cached(2**12)(names_in)

    def relevances(
        self,
        nodes: Sequence[EpisodeNode],
        query: str,
        texts: TextCache,
        among: Callable[[EpisodeNode], bool] = remembered,
    ) -> Mapping[int, float]:
        """r(i) of the candidates, by the place of the last node of each. Nothing is relevant to an empty query.

        Args:
            nodes: a few hundred nodes (`shortlist.py`), oldest first.
            among: which of the nodes may be candidates.

        Raises:
            Unembedded: texts have no vectors yet.
        """
        if not nodes or not query.strip():
            return {}
        told = gathered((self._compared(node.observation), number) for number, node in enumerate(nodes))
        *vectors, wanted = texts.known([*told, query])
        observed, words = self._observed(nodes, told, np.array(vectors)), terms(query)
        base, own = self._base(observed, words, wanted), frozenset(words)
        latest_first = np.arange(len(base))[::-1]

        def best(scores: Scores, numbers: Numbers) -> dict[int, int]:
            """The candidates with their last nodes, best first; of equals the later."""
            ranked = map(int, numbers[np.argsort(-scores[numbers], kind="stable")])
            last = ((number, _last(observed.nodes[number], nodes, among)) for number in ranked)
            return dict(islice(((number, node) for number, node in last if node is not None), CANDIDATES))

        candidates = best(base, latest_first)
        if not candidates:
            return {}
        if len(candidates) < len(base):
            reached = self._step(base, list(candidates), *observed.links(own))
            candidates = best(reached, latest_first[reached[latest_first] > 0])
        numbers = list(candidates)
        scores = self._spread(base[numbers], self._links(observed, numbers, own))
        return dict(zip(candidates.values(), scores.tolist(), strict=True))

    def _observed(self, nodes: Sequence[EpisodeNode], told: Mapping[str, Sequence[int]], vectors: Vectors) -> Observed:
        texts = [*map(self._words, told)]
        facts = [[fact for at in places for fact in nodes[at].triplets] for places in told.values()]
        own = [dict.fromkeys(end for fact in each for end in self._ends(fact)) for each in facts]
        if not any(own):
            own = [dict.fromkeys(self._names(text)) for text in told]
        having = Having.of([text.keys() for text in texts])
        return Observed([*told.values()], vectors, texts, having, *self._named(texts, having, own))

    def _named(self, texts: Sequence[Iterable[str]], having: Having, own: Sequence[Iterable[Vertex]]) -> Named:
        return named(having, own)

    def _base(self, observed: Observed, words: Sequence[str], vector: Vectors) -> Scores:
        """b(i) of every observation."""
        lexical = observed.lexical(words)
        dense = np.round((observed.vectors @ vector).astype(float), DECIMALS)
        weight = self._weights.lexical
        base: Scores = weight * lexical / (lexical.max() or 1)
        base += (1 - weight) * (dense - dense.min()) / (np.ptp(dense) or 1)
        return base

    def _step(self, base: Scores, start: Sequence[int], names: Scores, rarity: Scores) -> Scores:
        """(1 − α) p + α Pᵀ p of every observation, where p is 0 outside `start`."""
        own, out = self._own(base[start]), names[start] @ (rarity * (names.sum(axis=0) - 1))
        share = self._weights.spread * np.divide(own, out, out=np.zeros_like(out), where=out > 0)
        reached: Scores = names @ (rarity * (share @ names[start]))
        reached[start] += np.where(out > 0, 1 - self._weights.spread, 1) * own - share * (names[start] @ rarity)
        return reached

    def _links(self, observed: Observed, numbers: Sequence[int], query: frozenset[str]) -> Scores:
        """Σ_v log(m / m_v) / m_v for each pair of these observations."""
        names, rarity = observed.links(query)
        links: Scores = (names[numbers] * rarity) @ names[numbers].T
        np.fill_diagonal(links, 0)
        return links

    def _spread(self, base: Scores, links: Scores) -> Scores:
        """r(i) of the candidates. The walk stays at a candidate without links."""
        out = links.sum(axis=1, keepdims=True)
        steps = np.divide(links, out, out=np.eye(len(links)), where=out > 0)
        stay = np.eye(len(links)) - self._weights.spread * steps.T
        relevance: Scores = np.linalg.solve(stay, (1 - self._weights.spread) * self._own(base))
        return relevance

    def _own(self, base: Scores) -> Scores:
        """p(i) of the candidates."""
        own: Scores = np.exp(self._weights.sharpness * (base - base.max()))
        own /= own.sum()
        return own


def _counted(text: str) -> Counter[str]:
    return Counter(terms(text))


def _last(numbers: Sequence[int], nodes: Sequence[EpisodeNode], among: Callable[[EpisodeNode], bool]) -> int | None:
    """The last of some nodes that may be a candidate."""
    return next((number for number in reversed(numbers) if among(nodes[number])), None)
