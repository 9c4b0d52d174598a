"""Semantic search: Algorithm 2 for each query, and the union over queries of Algorithm 1 (AriGraph, section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from ariadne.embed.cache import TextCache
from ariadne.geography import direction_of
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.retrieval.index import VectorIndex
from ariadne.triplet import Edge, clean


class SemanticSearch:
    """The search for the edges Eq_s that queries retrieve.

    Each query q searches breadth first: at each text q' less than d deep it retrieves the w triplets nearest to q', and
    enqueues their vertices one level deeper, each once. Directions are not enqueued: every location has facts about
    `north`. All queries descend together, so a level is one batch of texts and one matrix product.

    Args:
        queries: each with its depth d; 0 retrieves nothing.
        width: w, the number of triplets that a text retrieves.
        threshold: the least dot product that counts as related, if any.
    """

    def __init__(self, queries: Mapping[str, int], width: int, threshold: float | None = None) -> None:
        self._searches = [_Search(query, depth) for text, depth in queries.items() if (query := clean(text))]
        self._width, self._threshold = width, threshold
        self._nearest: dict[str, tuple[int, ...]] = {}
        self._edges: dict[int, Edge] = {}

    def found(self, graph: SemanticGraph, index: VectorIndex, cache: TextCache) -> dict[int, Edge]:
        """The edges by their numbers, in the order of first retrieval.

        Args:
            index: finds those of the graph's valid edges that are searched.

        Raises:
            Unembedded: texts have no vectors yet. Another call goes on from there, if the graph has not changed.
        """
        nearest, edges = self._nearest, self._edges
        while texts := list(dict.fromkeys(chain.from_iterable(search.queue for search in self._searches))):
            if new := [text for text in texts if text not in nearest]:
                # `EmbedAndRetrieve` of Algorithm 2.
                rows = cache.known_rows(new)
                retrieved = index.nearest(cache.vectors[rows], self._width, self._threshold, rows)
                nearest.update(zip(new, retrieved, strict=True))
                numbers = {*chain.from_iterable(retrieved)}
                edges.update(zip(numbers, graph.edges.some(numbers), strict=True))
            for search in self._searches:
                search.descend(nearest, edges)
        found = dict.fromkeys(chain.from_iterable(search.found for search in self._searches))
        return {number: edges[number] for number in found}


class _Search:
    """One query's breadth-first search. `queue` is the current level, L in the paper."""

    def __init__(self, query: str, depth: int) -> None:
        self.queue = [query] if depth > 0 else []
        self.found: list[int] = []
        self._levels_left = depth
        self._enqueued = {query}

    def descend(self, nearest: Mapping[str, Sequence[int]], edges: Mapping[int, Edge]) -> None:
        """Retrieve for every text of the level, and enqueue the next level."""
        level, self.queue = self.queue, []
        self._levels_left -= 1
        found = [*chain.from_iterable(map(nearest.__getitem__, level))]
        self.found += found
        if self._levels_left > 0:
            ends = dict.fromkeys(chain.from_iterable(edges[number].triplet.vertices for number in found))
            self.queue = [end for end in ends if end not in self._enqueued and not direction_of(end)]
            self._enqueued.update(self.queue)
