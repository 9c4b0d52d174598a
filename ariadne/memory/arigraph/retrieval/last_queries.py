"""The last queries of an index, with their results: most queries of a step were asked before."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Vectors
from ariadne.embed.growing import with_room
from ariadne.memory.arigraph.retrieval.nearest import Nearest, ranked


class LastQueries:
    """The last queries, with their results, which are kept up to date as vectors are added.

    Args:
        width, threshold: of all queries, see `VectorIndex.nearest`.
    """

    def __init__(self, width: int, threshold: float | None) -> None:
        self.width, self.threshold = width, threshold
        self._places: dict[Hashable, int] = {}
        self._rows: list[list[int]] = []
        self._least: Vectors = np.empty((0, 1), dtype=np.float32)
        self._queries: Vectors = np.empty((0, 0), dtype=np.float32)

    def __len__(self) -> int:
        return len(self._rows)

    def last(self, count: int) -> Vectors:
        """The queries that were asked last, shape (count or fewer, d)."""
        return self._queries[[*self._places.values()][-count:]]

    def rows(self, name: Hashable) -> Sequence[int] | None:
        """The rows nearest to a query; None if it was not asked lately."""
        place = self._places.pop(name, None)
        if place is None:
            return None
        # The query that was asked longest ago is the first.
        self._places[name] = place
        return self._rows[place]

    def add(self, names: Sequence[Hashable], queries: Vectors, found: Iterable[Nearest], most: int) -> None:
        """Remember the results of queries, shape (m, d), and forget those of the oldest beyond `most`."""
        self._queries = with_room(self._queries, len(self) + len(queries), queries.shape[1])
        self._least = with_room(self._least, len(self) + len(queries), 1)
        for name, query, nearest in zip(names, queries, found, strict=True):
            place = self._place(name, most)
            self._queries[place], (self._rows[place], self._least[place]) = query, nearest

    def update(self, vectors: NDArray[np.floating[Any]], start: int, noise: np.float32) -> None:
        """Compare the queries with the rows of `vectors`, shape (n, d), from `start` on.

        Args:
            noise: the greatest error of a product.
        """
        queries, least = self._queries[: len(self)], self._least[: len(self)] - noise
        places, rows = np.nonzero(queries @ vectors[start:].astype(np.float32, copy=False).T >= least)
        if not len(places):
            return
        changed, places = np.unique(places, return_inverse=True)
        before = [self._rows[place] for place in changed]
        places = np.concatenate([np.repeat(np.arange(len(changed)), [*map(len, before)]), places])
        rows = np.concatenate([np.array([*chain.from_iterable(before)], dtype=np.intp), rows + start])
        better = ranked(vectors, queries[changed], places, rows, self.width, self.threshold)
        for place, nearest in zip(changed, better, strict=True):
            self._rows[place], self._least[place] = nearest

    def _place(self, name: Hashable, most: int) -> int:
        """The place of a query: its own, a new one, or that of the query that was asked longest ago."""
        place = self._places.pop(name, None)
        if place is None and len(self) < most:
            place = len(self)
            self._rows.append([])
        elif place is None:
            place = self._places.pop(next(iter(self._places)))
        self._places[name] = place
        return place
