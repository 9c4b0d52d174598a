"""The ranking `blend` of episodes: by words, by meaning, and by the vertices they share (`docs/retrieval.md`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Vectors
from ariadne.embed.growing import with_room
from ariadne.memory.arigraph.episodes import EpisodeNode, remembered
from ariadne.memory.arigraph.lexical import BM25, terms
from ariadne.memory.arigraph.mentions import Mentions

Scores = NDArray[np.float64]
Numbers = NDArray[np.intp]

_AT_ONCE = 1024
CANDIDATES = 50
DECIMALS = 5
"""Of a dot product: the processor decides on its last bits."""


@dataclass(frozen=True)
class Weights:
    """The settings of the ranking.

    Attributes:
        lexical: λ, how much words count beside meaning, from 0 to 1.
        sharpness: β, how much more the best observations are worth than the others.
        spread: α, how much relevance comes over shared vertices, from 0 (none) to less than 1.
    """

    lexical: float = 0.5
    sharpness: float = 10.0
    spread: float = 0.3


class Blend:
    """Ranks the episodes of one memory, of which it learns when it is asked.

    What an observation i is worth by itself is b(i) = λ BM25(i) / max BM25 + (1 − λ) d(i), where d is the dot product
    of its embedding with the query's, scaled to [0, 1]. Its relevance r(i) is how often a random walk is there that
    starts anew, from p(i) ∝ exp(β b(i)), with chance 1 − α at each step: r = (1 − α) p + α Pᵀ r. Else it goes to a
    vertex that the observation names, and on to another one that names it: P(i, j) ∝ Σ_v log(m / m_v) / m_v, over the
    vertices v that i and j name and the query does not, where m_v of all m observations name v. So rare vertices lead
    on, common ones hardly, and those of the query nowhere new.

    The walk is among 50 candidates: those that one step of it, from the 50 best by b, finds most likely.

    Sources: personalised PageRank (Haveliwala 2002), over passages and triplets as in HippoRAG (Gutiérrez et al. 2024).

    Args:
        compared: what of an episode's text is its observation.
    """

    def __init__(self, weights: Weights = Weights(), compared: Callable[[str], str] = str) -> None:
        self._weights = weights
        self._compared = compared
        self._seen = 0
        self._numbers: dict[str, int] = {}
        self._nodes: list[list[int]] = []
        """Of each observation the numbers of the episode nodes with it, oldest first."""
        self._lexical = BM25()
        self._mentions = Mentions(self._lexical.having)
        self._vectors: Vectors = np.empty((0, 0), dtype=np.float32)

    async def relevances(
        self,
        nodes: Sequence[EpisodeNode],
        query: str,
        texts: TextCache,
        among: Callable[[EpisodeNode], bool] = remembered,
    ) -> Mapping[int, float]:
        """The relevance of the candidates, by the number of their last node; an observation made again is one.

        Args:
            nodes: all episode nodes, oldest first: those of the last call, and what came since.
            query: what the episodes are to be about; nothing is relevant to an empty one.
            among: which of the nodes may be candidates.
        """
        if not nodes or not query.strip():
            return {}
        count = len(nodes)
        said = (self._compared(node.observation) for node in _part(nodes, self._seen, count))
        new = [text for text in said if text not in self._numbers]
        *vectors, wanted = await texts.embed([*new, query])
        self._learn(nodes, count, dict(zip(new, vectors, strict=True)))
        words = terms(query)
        base, own = self._base(words, wanted), frozenset(words)
        latest_first = np.arange(len(base))[::-1]

        def best(scores: Scores, numbers: Numbers) -> dict[int, int]:
            """The candidates with their last nodes, best first, of equals the later one."""
            ranked = numbers[np.argsort(-scores[numbers], kind="stable")]
            last = ((number, _last(self._nodes[number], count, nodes, among)) for number in map(int, ranked))
            return dict(islice(((number, node) for number, node in last if node is not None), CANDIDATES))

        candidates = best(base, latest_first)
        if not candidates:
            return {}
        if len(candidates) < len(self._nodes):
            reached = self._step(base, list(candidates), own)
            candidates = best(reached, latest_first[reached[latest_first] > 0])
        numbers = list(candidates)
        scores = self._spread(base[numbers], self._links(numbers, own))
        return dict(zip(candidates.values(), scores.tolist(), strict=True))

    def _learn(self, nodes: Sequence[EpisodeNode], count: int, vectors: Mapping[str, Vectors]) -> None:
        """Take in the first nodes, as far as they are new. Nothing else runs meanwhile, so that several may ask at
        once."""
        for node_number, node in enumerate(_part(nodes, self._seen, count), self._seen):
            said = self._compared(node.observation)
            if said not in self._numbers:
                self._add(said, vectors[said])
            number = self._numbers[said]
            self._nodes[number].append(node_number)
            vertices = (vertex for triplet in node.triplets for vertex in triplet.vertices)
            self._mentions.own(number, (frozenset(terms(vertex)) for vertex in vertices))
        self._seen = max(self._seen, count)

    def _add(self, text: str, vector: Vectors) -> None:
        number, words = len(self._nodes), terms(text)
        self._lexical.add(words)
        self._mentions.add(words)
        self._vectors = with_room(self._vectors, number + 1, len(vector))
        self._vectors[number] = vector
        self._numbers[text] = number
        self._nodes.append([])

    def _base(self, words: Sequence[str], vector: Vectors) -> Scores:
        """b(i) of every observation."""
        lexical = np.zeros(len(self._nodes))
        for number, score in self._lexical.scores(words).items():
            lexical[number] = score
        dense = np.round((self._vectors[: len(lexical)] @ vector).astype(float), DECIMALS)
        weight = self._weights.lexical
        base: Scores = weight * lexical / (lexical.max() or 1)
        base += (1 - weight) * (dense - dense.min()) / (np.ptp(dense) or 1)
        return base

    def _step(self, base: Scores, start: Sequence[int], query: frozenset[str]) -> Scores:
        """(1 − α) p + α Pᵀ p of every observation, where p is nothing but at the start."""
        names, naming, counts = self._names(start, query)
        rarity = np.log(len(base) / counts) / counts
        own, out = self._own(base[start]), names @ (rarity * (counts - 1))
        share = self._weights.spread * np.divide(own, out, out=np.zeros_like(out), where=out > 0)
        passed = np.bincount(naming, np.repeat(rarity * (share @ names), counts), minlength=len(base))
        reached: Scores = passed.astype(float)
        reached[start] += np.where(out > 0, 1 - self._weights.spread, 1) * own - share * (names @ rarity)
        return reached

    def _links(self, numbers: Sequence[int], query: frozenset[str]) -> Scores:
        """Σ_v log(m / m_v) / m_v for each pair of these observations."""
        names, _, counts = self._names(numbers, query)
        links: Scores = (names * np.log(len(self._nodes) / counts) / counts) @ names.T
        np.fill_diagonal(links, 0)
        return links

    def _names(self, numbers: Sequence[int], query: frozenset[str]) -> tuple[Scores, Numbers, Numbers]:
        """Whether each of these observations names a vertex (1 or 0), for all that one and any other does and the query
        does not; then who names each, one vertex after another, and how many do (m_v)."""
        vertices = dict.fromkeys(vertex for number in numbers for vertex in self._mentions.vertices(number))
        all_naming = (self._mentions.observations(vertex) for vertex in vertices if not vertex <= query)
        naming = [each for each in all_naming if len(each) > 1]
        counts = np.array([len(each) for each in naming], dtype=np.intp)
        flat = np.array([number for each in naming for number in each], dtype=np.intp)
        rows = np.full(len(self._nodes), -1)
        rows[numbers] = np.arange(len(numbers))
        row, column = rows[flat], np.repeat(np.arange(len(counts)), counts)
        names = np.zeros((len(numbers), len(counts)))
        names[row[row >= 0], column[row >= 0]] = 1
        return names, flat, counts

    def _spread(self, base: Scores, links: Scores) -> Scores:
        """r(i) of the candidates; from one without links the walk goes nowhere else."""
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


def _part(nodes: Sequence[EpisodeNode], start: int, end: int) -> Iterator[EpisodeNode]:
    """Some of the nodes, of which a file's are read some at a time."""
    for first in range(start, end, _AT_ONCE):
        yield from nodes[first : min(first + _AT_ONCE, end)]


def _last(
    numbers: Sequence[int], count: int, nodes: Sequence[EpisodeNode], among: Callable[[EpisodeNode], bool]
) -> int | None:
    """The last of the first nodes that may be a candidate; who asked later may have learned of more of them."""
    return next((number for number in reversed(numbers) if number < count and among(nodes[number])), None)
