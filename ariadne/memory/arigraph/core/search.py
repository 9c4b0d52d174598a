"""Semantic search: Algorithm 2 for each query, and the union over queries of Algorithm 1 (AriGraph, section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from ariadne.embed.cache import TextCache
from ariadne.geography import direction_of
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.retrieval.index import VectorIndex
from ariadne.triplet import Edge, clean


def semantic_search(
    queries: Mapping[str, int],
    graph: SemanticGraph,
    index: VectorIndex,
    cache: TextCache,
    width: int,
    threshold: float | None = None,
) -> dict[int, Edge]:
    """The edges Eq_s that the queries retrieve, by their numbers, in the order of first retrieval.

    Each query q searches breadth first: at each text q' less than d deep it retrieves the w triplets nearest to q', and
    enqueues their vertices one level deeper, each once. Directions are not enqueued: every location has facts about
    `north`. All queries descend together, so a level is one batch of texts and one matrix product.

    Args:
        queries: each with its depth d; 0 retrieves nothing.
        index: finds those of the graph's valid edges that are searched.
        width: w, the number of triplets that a text retrieves.
        threshold: the least dot product that counts as related, if any.

    Raises:
        Unembedded: texts have no vectors yet.
    """
    searches = [_Search(query, depth) for text, depth in queries.items() if (query := clean(text))]
    nearest: dict[str, tuple[int, ...]] = {}
    edges: dict[int, Edge] = {}
    while texts := list(dict.fromkeys(chain.from_iterable(search.queue for search in searches))):
        if new := [text for text in texts if text not in nearest]:
            # `EmbedAndRetrieve` of Algorithm 2.
            nearest.update(zip(new, index.nearest(cache.known(new), width, threshold), strict=True))
            numbers = {*chain.from_iterable(map(nearest.__getitem__, new))}
            edges.update(zip(numbers, graph.edges.some(numbers), strict=True))
        for search in searches:
            search.descend(nearest, edges)
    return {number: edges[number] for search in searches for number in search.found}


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
        found = dict.fromkeys(number for text in level for number in nearest[text])
        self.found += found
        if self._levels_left > 0:
            ends = dict.fromkeys(vertex for number in found for vertex in edges[number].triplet.vertices)
            self.queue = [end for end in ends if end not in self._enqueued and not direction_of(end)]
            self._enqueued.update(self.queue)
