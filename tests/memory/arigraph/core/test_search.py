from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ariadne.embed.cache import TextCache, Unembedded
from ariadne.embed.embedder import Vectors
from ariadne.embed.minilm import MiniLM
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.search import SemanticSearch
from ariadne.memory.arigraph.retrieval.index import VectorIndex
from ariadne.triplet import Triplet
from tests.memory.arigraph.strategies import VERTICES, triplets


class Words:
    """An embedder whose dot product is the number of known words that two texts share."""

    name = "words"
    threshold: float | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.array([[word in text for word in VERTICES] for text in texts], dtype=np.float32)


def search(
    queries: Mapping[str, int], known: Sequence[Triplet], width: int, threshold: float | None = None
) -> tuple[Triplet, ...]:
    cache = TextCache(Words())
    edges, begun = indexed(known, cache), SemanticSearch(queries, width, threshold)
    found = asyncio.run(cache.supply(lambda: begun.found(*edges, cache)))
    return tuple(edge.triplet for edge in found.values())


def indexed(known: Sequence[Triplet], cache: TextCache) -> tuple[SemanticGraph, VectorIndex]:
    graph, index = SemanticGraph(), VectorIndex()
    for triplet in known:
        graph.add(triplet, 1)
    if known:
        rows = cache.rows([str(triplet) for triplet in known])
        index.add(graph.numbers_of(known), cache.vectors[rows])
    return graph, index


def algorithm_2(query: str, known: Sequence[Triplet], depth: int, width: int, threshold: float | None) -> list[Triplet]:
    """The paper's pseudo-code, line by line."""
    words = Words()

    def embed_and_retrieve(text: str) -> list[Triplet]:
        scores = {triplet: float(words.embed([str(triplet)])[0] @ words.embed([text])[0]) for triplet in known}
        best = sorted(known, key=lambda triplet: -scores[triplet])[:width]
        return [triplet for triplet in best if threshold is None or scores[triplet] >= threshold]

    edges: list[Triplet] = []
    queue, ever_queued, distance = deque([query]), [query], {query: 0}
    while queue:
        text = queue.popleft()
        if distance[text] >= depth:
            continue
        found = embed_and_retrieve(text)
        for edge in found:
            for vertex in edge.vertices:
                if vertex not in ever_queued:
                    queue.append(vertex)
                    ever_queued.append(vertex)
                    distance[vertex] = distance[text] + 1
        edges.extend(edge for edge in found if edge not in edges)
    return edges


KEY = Triplet("key", "is in", "box")
BOX = Triplet("box", "is in", "hall")
HALL = Triplet("hall", "is near", "kitchen")
LAMP = Triplet("lamp", "is on", "grill")
CHAIN = [LAMP, HALL, BOX, KEY]


def test_a_query_is_cleaned_like_a_vertex() -> None:
    assert search({" Key. ": 1}, CHAIN, width=1) == (KEY,)
    assert search({'""': 1}, CHAIN, width=1) == ()


@settings(deadline=None)
@given(
    st.lists(triplets, unique=True, max_size=25),
    st.dictionaries(st.sampled_from([*VERTICES, "hall key"]), st.integers(0, 4), max_size=4),
    st.integers(1, 5),
    st.sampled_from([None, 1.0, 2.0]),
)
def test_search_equals_algorithm_2(
    known: list[Triplet], queries: dict[str, int], width: int, threshold: float | None
) -> None:
    found = (algorithm_2(text, known, depth, width, threshold) for text, depth in queries.items())
    expected = [triplet for each in found for triplet in each]
    assert search(queries, known, width, threshold) == tuple(dict.fromkeys(expected))


def test_an_interrupted_search_asks_nothing_twice() -> None:
    cache, asked = TextCache(Words()), list[int]()
    graph, index = indexed(CHAIN, cache)

    class Counting(VectorIndex):
        def nearest(self, queries: Vectors, *args: Any) -> list[tuple[int, ...]]:
            asked.append(len(queries))
            return index.nearest(queries, *args)

    begun = SemanticSearch({"key": 3}, width=1)
    for _ in range(3):
        with pytest.raises(Unembedded) as lacking:
            begun.found(graph, Counting(), cache)
        cache.rows(lacking.value.texts)
    assert [edge.triplet for edge in begun.found(graph, Counting(), cache).values()] == [KEY, BOX, HALL]
    assert asked == [1, 1, 1]


def test_with_minilm_meaning_counts_and_each_text_is_embedded_once() -> None:
    cache = TextCache(MiniLM())
    known = (
        Triplet("bbq", "used for", "grilling"),
        Triplet("locker", "is in", "room b"),
        Triplet("bbq", "is in", "backyard"),
        Triplet("note", "mentions", "locker"),
    )
    edges = indexed(known, cache)

    async def ask(depth: int, width: int) -> tuple[Triplet, ...]:
        begun = SemanticSearch({"grill": depth}, width)
        found = await cache.supply(lambda: begun.found(*edges, cache))
        return tuple(edge.triplet for edge in found.values())

    assert asyncio.run(ask(depth=1, width=1)) == known[:1]
    assert set(asyncio.run(ask(depth=2, width=2))) >= {known[0], known[2]}
    embedded = cache.texts_embedded
    asyncio.run(ask(depth=2, width=2))
    assert cache.texts_embedded == embedded
