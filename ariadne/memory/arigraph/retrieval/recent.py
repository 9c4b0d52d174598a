"""A query cache: the results of an index's last queries, updated as vectors are added."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Vectors
from ariadne.embed.growing import with_room

DECIMALS = 5
"""Decimals of products that count."""

MOST = 4096
_LOWEST = float(np.finfo(np.float32).min)

Log = Sequence[Hashable | None]
"""Keys by their numbers; None if removed."""
Query = tuple[bytes | str, int, float | None]
"""A vector or its text, the number of results, and the least dot product."""


class Nearest(NamedTuple):
    """The results of a query, best first: the numbers of keys, and the negative dot product of each."""

    numbers: tuple[int, ...] = ()
    products: tuple[float, ...] = ()

    def with_more(self, more: Iterable[tuple[float, int]], width: int, log: Log) -> Nearest:
        """The `width` best of these results and more, given as negative products with numbers."""
        best = sorted([*more, *zip(self.products, self.numbers, strict=True)])[:width]
        there = [(number, product) for product, number in best if log[number] is not None]
        return Nearest(*zip(*there, strict=True))


class QueryCache:
    """The results of the last queries."""

    def __init__(self) -> None:
        self._rows: dict[Query, int] = {}
        self._queries: list[Query] = []
        self._found: list[Nearest] = []
        self._vectors: Vectors = np.empty((0, 0), dtype=np.float32)
        self._least = np.empty((0, 1), dtype=np.float32)
        self._times = 0
        self._asked = np.empty((0, 1), dtype=np.int64)

    def __len__(self) -> int:
        return len(self._rows)

    def known(self, queries: Sequence[Query], log: Log) -> dict[int, Nearest]:
        """The cached results by the places of the queries, without those that have lost a key."""
        self._times += 1
        rows = {place: row for place, row in enumerate(map(self._rows.get, queries)) if row is not None}
        self._asked[[*rows.values()]] = self._times
        found = {place: self._found[row] for place, row in rows.items()}
        return {place: each for place, each in found.items() if _is_there(each, log)}

    def remember(self, query: Query, vector: Vectors, found: Nearest, most: int) -> None:
        """Cache the results of a query with a vector, shape (d,), among at most `most` queries (and MOST)."""
        row = self._rows.get(query)
        if row is None:
            row = self._free_row(min(most, MOST))
            self._rows[query] = row
            self._vectors = with_room(self._vectors, row + 1, len(vector))
            self._least, self._asked = with_room(self._least, row + 1, 1), with_room(self._asked, row + 1, 1)
            self._queries[row], self._vectors[row], self._asked[row] = query, vector, self._times
        self._keep(row, found)

    def add(self, start: int, vectors: Vectors, noise: float, log: Log) -> None:
        """Update the results with new vectors, shape (n, d), numbered from `start`.

        Args:
            noise: the greatest error of a product in single precision.
        """
        count = len(self._found)
        rough = self._vectors[:count] @ vectors.T
        rows, added = np.nonzero(rough >= self._least[:count] - np.float32(noise))
        products = products_of(vectors[added], self._vectors[rows])
        more: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
        for row, place, product in zip(rows.tolist(), added.tolist(), products.tolist(), strict=True):
            _, _, threshold = self._queries[row]
            if threshold is None or product >= threshold:
                more[row].append((-product, start + place))
        for row, new in more.items():
            if _is_there(self._found[row], log):
                self._keep(row, self._found[row].with_more(new, self._queries[row][1], log))

    def last(self, most: int) -> Vectors:
        """The vectors of the last queries, at most `most`, shape (m, d)."""
        rows = np.argsort(self._asked[: len(self._found), 0], kind="stable")[-most:]
        return self._vectors[rows]

    def _free_row(self, most: int) -> int:
        """A row for a new query; if the cache is full, that of the least recent one."""
        if len(self._found) < most:
            self._queries.append((b"", 0, None))
            self._found.append(Nearest())
            return len(self._found) - 1
        row = int(self._asked[: len(self._found)].argmin())
        del self._rows[self._queries[row]]
        return row

    def _keep(self, row: int, found: Nearest) -> None:
        _, width, threshold = self._queries[row]
        enough = -found.products[-1] if len(found.products) == width else _LOWEST
        self._found[row], self._least[row] = found, enough if threshold is None else max(enough, threshold)


def products_of(vectors: Vectors, others: Vectors) -> NDArray[np.float64]:
    """The rounded dot products of vectors, both of shape (n, d). Each depends on its two vectors alone."""
    products: NDArray[np.float64] = np.einsum("nd,nd->n", vectors.astype(np.float64), others.astype(np.float64))
    return products.round(DECIMALS)


def _is_there(found: Nearest, log: Log) -> bool:
    """Whether no result was removed."""
    return None not in map(log.__getitem__, found.numbers)
