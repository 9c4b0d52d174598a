"""The valid triplets' embeddings: `EmbedAndRetrieve` of AriGraph's Algorithm 2."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Vectors
from ariadne.embed.growing import with_room
from ariadne.memory.arigraph.shortened import ALONE, Shortening
from ariadne.triplet import Triplet

_DECIMALS = 5
_ROUNDING = 2 * 10.0**-_DECIMALS
_NOISE = 1e-5
_MANY = 32
_SMALLEST_GROUP = 16
_LARGEST_GROUP = 128
_AT_ONCE = 4096

Places = NDArray[np.intp]


class TripletIndex:
    """Finds the triplets that are nearest to a query, among those added and not removed.

    The vectors stand in one growing array, without gaps: the last one takes a removed one's place. Where there are
    many, a search first looks through shortened ones, whose dot products are upper bounds, and then only at those
    vectors whose bounds reach what it has found: it finds what looking at all would find.

    Args:
        shorten_from: how many triplets are many. The first search after they have doubled shortens all of them anew,
            which takes a third of a second for 100,000.
    """

    def __init__(self, shorten_from: int = 4096) -> None:
        self._vectors: Vectors = np.empty((0, 0), dtype=np.float32)
        self._shortened: Vectors = self._vectors
        self._shortening: Shortening | None = None
        self._longest = 0.0
        self._numbers: list[int] = []
        self._triplets: list[Triplet] = []
        self._place: dict[Triplet, int] = {}
        self._added = 0
        self._next_fit = shorten_from

    def __len__(self) -> int:
        return len(self._triplets)

    def __contains__(self, triplet: object) -> bool:
        return triplet in self._place

    @property
    def nbytes(self) -> int:
        """The bytes of its vectors."""
        return self._vectors[: len(self)].nbytes + self._shortened[: len(self)].nbytes

    def add(self, triplets: Sequence[Triplet], vectors: Vectors) -> None:
        """Add triplets with their vectors, shape (n, d). One that is there already stays as it is."""
        start = len(self)
        rows = [row for row, triplet in zip(range(len(vectors)), triplets, strict=True) if self._append(triplet)]
        if not rows:
            return
        new = vectors if len(rows) == len(vectors) else vectors[rows]
        self._longest = max(self._longest, float(np.linalg.norm(new, axis=1).max()))
        self._vectors = _written(self._vectors, start, new)
        if self._shortening:
            self._shortened = _written(self._shortened, start, self._shortening.of(new))

    def remove(self, triplet: Triplet) -> None:
        """Remove a triplet, if it is there."""
        place = self._place.pop(triplet, None)
        if place is None:
            return
        last, number = self._triplets.pop(), self._numbers.pop()
        if last != triplet:
            self._triplets[place], self._numbers[place] = last, number
            self._place[last] = place
            self._vectors[place] = self._vectors[len(self)]
            if self._shortening:
                self._shortened[place] = self._shortened[len(self)]

    def nearest(self, queries: Vectors, width: int, threshold: float | None = None) -> list[tuple[Triplet, ...]]:
        """For each query, shape (m, d), the `width` triplets of the highest dot product, best first.

        Dot products count to five decimals, since their last bits depend on how the processor adds; among
        equals the one added first is first. Those below `threshold` are left out.
        """
        if not self._triplets or width < 1 or not len(queries):
            return [() for _ in queries]
        if len(self) >= self._next_fit:
            self._fit()
        rows, places = self._within_reach(queries, width, threshold)
        scores = np.round(self._dot(queries, rows, places, np.float64), _DECIMALS)
        candidates: list[list[tuple[float, int, int]]] = [[] for _ in queries]
        for row, score, place in zip(rows.tolist(), scores.tolist(), places.tolist(), strict=True):
            if threshold is None or score >= threshold:
                candidates[row].append((-score, self._numbers[place], place))
        return [tuple(self._triplets[place] for *_, place in sorted(found)[:width]) for found in candidates]

    def _append(self, triplet: Triplet) -> bool:
        """Give a triplet the last place. Tells whether it had none."""
        if triplet in self._place:
            return False
        self._place[triplet] = len(self)
        self._triplets.append(triplet)
        self._numbers.append(self._added)
        self._added += 1
        return True

    def _fit(self) -> None:
        """Shorten all vectors anew, by what they are like now."""
        vectors = self._vectors[: len(self)]
        self._shortening = Shortening.fitted(vectors)
        self._shortened = _written(self._shortened[:0], 0, self._shortening.of(vectors))
        self._next_fit = 2 * len(self)

    def _within_reach(self, queries: Vectors, width: int, threshold: float | None) -> tuple[Places, Places]:
        """Pairs of a query and a place, among them all that are to be found, and few more."""
        noise = _ROUNDING + _NOISE * self._longest * np.linalg.norm(queries, axis=1, keepdims=True)
        least = np.full_like(noise, np.finfo(np.float32).min if threshold is None else threshold) - noise
        if not self._shortening:
            return self._looked_through(self._vectors, queries, queries, width, least, noise)
        keys = self._shortening.of(queries)
        rows, places = self._looked_through(self._shortened, keys, queries, width, least, noise)
        # Of a query that is like nothing that is known, bounds tell little: the products themselves are quicker.
        is_hard = np.bincount(rows, minlength=len(queries)) > max(len(self) // _MANY, width)
        hard, is_easy = np.flatnonzero(is_hard), ~is_hard[rows]
        rows, places = self._refined(queries, rows[is_easy], places[is_easy], width, noise)
        if len(hard):
            asked = queries[hard]
            more, where = self._looked_through(self._vectors, asked, asked, width, least[hard], noise[hard])
            rows, places = np.concatenate([rows, hard[more]]), np.concatenate([places, where])
        return rows, places

    def _looked_through(
        self, table: Vectors, keys: Vectors, queries: Vectors, width: int, least: Vectors, noise: Vectors
    ) -> tuple[Places, Places]:
        """Pairs of a query and a place at which the product of key and table reaches what can be found.

        That is told by what stands at the places of the highest products. Places are looked at in groups, of which at
        first only the highest product counts.
        """
        products = self._products(keys, table)
        highest = np.ascontiguousarray(products.max(axis=2).T)
        if width < len(self):
            rows, places, found = _leading(products, highest, width)
            if keys is not queries:
                found = self._dot(queries, rows, places, np.float32)
            least = np.maximum(least, found.reshape(-1, width).min(axis=1, keepdims=True) - noise)
        rows, group = np.nonzero(highest >= least)
        pair, line = np.nonzero(products[group, rows] >= least[rows])
        return rows[pair], group[pair] * products.shape[2] + line

    def _products(self, keys: Vectors, table: Vectors) -> Vectors:
        """Dot products of keys and a table's rows, shape (groups, m, size): row p is p % size in group p // size."""
        size = min(_LARGEST_GROUP, max(_SMALLEST_GROUP, ALONE // keys.size))
        groups = -(-len(self) // size)
        rows = table[: groups * size].reshape(groups, size, -1)
        products: Vectors = keys @ rows.transpose(0, 2, 1)
        products[-1, :, len(self) - (groups - 1) * size :] = -np.inf
        return products

    def _refined(
        self, queries: Vectors, rows: Places, places: Places, width: int, noise: Vectors
    ) -> tuple[Places, Places]:
        """Those of the pairs, in the order of the queries, whose dot product is among the query's `width` highest."""
        scores = self._dot(queries, rows, places, np.float32)
        ends = np.searchsorted(rows, np.arange(len(queries) + 1))
        kept = [
            start + np.flatnonzero(own >= np.partition(own, -width)[-width] - noise[row])
            if len(own := scores[start:end]) > width
            else np.arange(start, end)
            for row, (start, end) in enumerate(pairwise(ends))
        ]
        kept_rows = np.concatenate(kept)
        return rows[kept_rows], places[kept_rows]

    def _dot(self, queries: Vectors, rows: Places, places: Places, kind: type[np.floating]) -> NDArray[np.floating]:
        """The dot products of pairs of a query and a place: each a function of its two vectors alone."""
        scores = np.empty(len(rows), dtype=kind)
        for start in range(0, len(rows), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            vectors, asked = self._vectors[places[part]], queries[rows[part]]
            scores[part] = np.einsum("pd,pd->p", vectors.astype(kind, copy=False), asked.astype(kind, copy=False))
        return scores


def _written(array: Vectors, start: int, rows: Vectors) -> Vectors:
    """`array` with `rows` from `start` on, and room for a group more."""
    end = start + len(rows)
    array = with_room(array, end + _LARGEST_GROUP, rows.shape[1])
    array[start:end] = rows
    return array


def _leading(bounds: Vectors, highest: Vectors, width: int) -> tuple[Places, Places, Vectors]:
    """The places of the `width` highest bounds of each query, as pairs with it, and these bounds.

    They stand in the groups whose highest bounds are the highest.
    """
    _, queries, size = bounds.shape
    count = min(width, highest.shape[1])
    every = np.arange(queries)[:, None]
    groups = np.argpartition(highest, -count, axis=1)[:, -count:]
    among = bounds[groups, every].reshape(queries, -1)
    best = np.argpartition(among, -width, axis=1)[:, -width:]
    places = groups[every, best // size] * size + best % size
    return np.repeat(every, width), places.ravel(), among[every, best].ravel()
