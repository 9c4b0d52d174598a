"""The ranking `blend` of episodes: by words, by meaning, and by the vertices they share (`docs/retrieval.md`)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, islice

import numpy as np
from numpy.typing import NDArray

from ariadne.caches import cached
from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Vectors
from ariadne.gather import gathered
from ariadne.memory.arigraph.core.episodes import EpisodeNode, remembered
from ariadne.memory.arigraph.retrieval.lexical import terms, weighed
from ariadne.memory.arigraph.retrieval.nearest import DECIMALS
from ariadne.triplet import Triplet

Scores = NDArray[np.float64]
Numbers = NDArray[np.intp]
Vertex = frozenset[str]
"""The terms of a vertex's name."""
_TOKEN = re.compile(r"[^\W_][\w'’-]*|[^\w\s]")
_LONGEST = 6
"""The most words of a name."""
Named = tuple[list[Vertex], NDArray[np.bool_]]
"""Vertices, and whether each observation names each, shape (observations, vertices)."""

CANDIDATES = 50


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
class Having:
    """Which texts have which terms.

    Attributes:
        columns: the place of each term in `matrix`, shape (texts, terms).
    """

    columns: Mapping[str, int]
    matrix: NDArray[np.bool_]

    @classmethod
    def of(cls, texts: Sequence[Collection[str]]) -> Having:
        """The matrix of texts, each given by its terms."""
        columns: dict[str, int] = {}
        places = [columns.setdefault(term, len(columns)) for text in texts for term in text]
        matrix = np.zeros((len(texts), len(columns)), dtype=np.bool_)
        matrix[np.repeat(np.arange(len(texts)), [*map(len, texts)]), places] = True
        return cls(columns, matrix)

    def places(self, term: str) -> NDArray[np.intp]:
        """The texts that have a term."""
        column = self.columns.get(term)
        return np.flatnonzero(self.matrix[:, column]) if column is not None else np.empty(0, dtype=np.intp)

    def all_of(self, vertices: Sequence[Vertex]) -> NDArray[np.bool_]:
        """Whether each text has all terms of each vertex, shape (texts, vertices)."""
        nowhere, anywhere = len(self.columns), len(self.columns) + 1
        texts, longest = len(self.matrix), max(map(len, vertices), default=0)
        padded = np.hstack([self.matrix, np.zeros((texts, 1), np.bool_), np.ones((texts, 1), np.bool_)])
        wanted = np.full((longest, len(vertices)), anywhere)
        for column, vertex in enumerate(vertices):
            wanted[: len(vertex), column] = [self.columns.get(term, nowhere) for term in vertex]
        having: NDArray[np.bool_] = np.logical_and.reduce([padded[:, own] for own in wanted] or [padded[:, :0]])
        return having


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


def names_in(text: str) -> list[Vertex]:
    """The names in a text without triplets: words with a capital or a digit, alone and in runs."""
    runs = [[*words] for is_name, words in groupby(_TOKEN.findall(text), _is_name) if is_name]
    names = (" ".join(name) for run in runs for name in (run[:_LONGEST], *([word] for word in run)))
    return list(dict.fromkeys(frozenset(terms(name)) for name in names))


def _is_name(word: str) -> bool:
    return word[0].isupper() or any(map(str.isdigit, word))


def ends(fact: Triplet) -> tuple[Vertex, Vertex]:
    """The vertices of a triplet."""
    return frozenset(terms(fact.subject)), frozenset(terms(fact.object))


def named(having: Having, own: Sequence[Iterable[Vertex]]) -> Named:
    """The vertices that observations name: those of their own triplets, and others of which they have all terms.

    Args:
        having: the terms of the observations.
        own: the vertices of each observation's triplets. Vertices without terms are skipped.
    """
    listed = [[*filter(None, vertices)] for vertices in own]
    columns = {vertex: column for column, vertex in enumerate(dict.fromkeys(chain.from_iterable(listed)))}
    vertices = [*columns]
    names = having.all_of(vertices)
    rows = np.repeat(np.arange(len(listed)), [*map(len, listed)])
    names[rows, [columns[vertex] for each in listed for vertex in each]] = True
    return vertices, names
