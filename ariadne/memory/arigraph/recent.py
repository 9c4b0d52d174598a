"""What an index found for the queries that it was asked last, kept true as vectors are added."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from ariadne.embed.embedder import Vectors
from ariadne.embed.growing import with_room
from ariadne.memory.arigraph.scan import DECIMALS, ROOM, dots, reaching

MOST = 4096
_LOWEST = float(np.finfo(np.float32).min)

K = TypeVar("K", bound=Hashable)

Query = tuple[bytes | str, int, float | None]
"""A vector or its text, how many are wanted of what is nearest to it, and the least dot product."""


class Found(NamedTuple, Generic[K]):
    """What was found for a query, best first: keys, their numbers, and the negative dot product of each."""

    keys: tuple[K, ...] = ()
    numbers: tuple[int, ...] = ()
    products: tuple[float, ...] = ()

    def with_more(self, more: Iterable[tuple[float, int]], width: int, log: Sequence[K | None]) -> Found[K]:
        """The `width` best of this and of more products with their numbers.

        Args:
            log: what was added, by its numbers; None for what is there no more.
        """
        best = sorted([*more, *zip(self.products, self.numbers, strict=True)])[:width]
        there = [(key, number, product) for product, number in best if (key := log[number]) is not None]
        return Found(*zip(*there, strict=True))


NOTHING: Found[Any] = Found()


class Recent(Generic[K]):
    """What was found for the last queries."""

    def __init__(self) -> None:
        self._rows: dict[Query, int] = {}
        self._queries: list[Query] = []
        self._found: list[Found[K]] = []
        self._vectors: Vectors = np.empty((0, 0), dtype=np.float32)
        self._least = np.full(MOST + ROOM, np.inf, dtype=np.float32)
        self._times = 0
        self._asked = np.zeros(MOST, dtype=np.int64)

    def __len__(self) -> int:
        return len(self._rows)

    def known(self, queries: Sequence[Query], log: Sequence[K | None]) -> dict[int, Found[K]]:
        """What was found before, by the places of the queries, if all of that is there still.

        Args:
            log: what was added, by its numbers; None for what is there no more.
        """
        self._times += 1
        rows = {place: row for place, row in enumerate(map(self._rows.get, queries)) if row is not None}
        self._asked[[*rows.values()]] = self._times
        found = {place: self._found[row] for place, row in rows.items()}
        return {place: each for place, each in found.items() if _is_there(each, log)}

    def remember(self, query: Query, vector: Vectors, found: Found[K], most: int) -> None:
        """Keep what was found for a query of a vector, shape (d,), and of no more queries than `most` (or MOST)."""
        row = self._rows.get(query)
        if row is None:
            row = self._free_row(min(most, MOST))
            self._rows[query] = row
            self._vectors = with_room(self._vectors, row + 1 + ROOM, len(vector))
            self._queries[row], self._vectors[row], self._asked[row] = query, vector, self._times
        self._keep(row, found)

    def add(self, numbers: Sequence[int], vectors: Vectors, noise: float, log: Sequence[K | None]) -> None:
        """Have what was found be what is found when vectors were added, shape (n, d), under some numbers.

        Args:
            noise: how much less a product in single precision may be.
        """
        added, rows = reaching(self._vectors, len(self._found), vectors, self._least - np.float32(noise))
        products = np.round(dots(vectors, added, self._vectors, rows, np.float64), DECIMALS)
        more: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
        for row, place, product in zip(rows.tolist(), added.tolist(), products.tolist(), strict=True):
            _, _, threshold = self._queries[row]
            if threshold is None or product >= threshold:
                more[row].append((-product, numbers[place]))
        for row, new in more.items():
            if _is_there(self._found[row], log):
                self._keep(row, self._found[row].with_more(new, self._queries[row][1], log))

    def last(self, most: int) -> list[tuple[Vectors, int, Found[K]]]:
        """What was found for the vectors, shape (d,), that were asked for last, and how many were wanted."""
        rows = np.argsort(self._asked[: len(self._found)], kind="stable")[-most:].tolist()
        return [(self._vectors[row], self._queries[row][1], self._found[row]) for row in rows]

    def _free_row(self, most: int) -> int:
        """Where a query is kept that was not: in the place of the one that was asked longest ago, if they are many."""
        if len(self._found) < most:
            self._queries.append((b"", 0, None))
            self._found.append(NOTHING)
            return len(self._found) - 1
        row = int(self._asked[: len(self._found)].argmin())
        del self._rows[self._queries[row]]
        return row

    def _keep(self, row: int, found: Found[K]) -> None:
        _, width, threshold = self._queries[row]
        enough = -found.products[-1] if len(found.products) == width else _LOWEST
        self._found[row], self._least[row] = found, enough if threshold is None else max(enough, threshold)


def _is_there(found: Found[K], log: Sequence[K | None]) -> bool:
    """Whether all that was found is there still."""
    return None not in map(log.__getitem__, found.numbers)
