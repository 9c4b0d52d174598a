"""The valid edges' embeddings: `EmbedAndRetrieve` of AriGraph's Algorithm 2."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from threading import RLock
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Vectors
from ariadne.embed.growing import with_room
from ariadne.memory.arigraph.retrieval.codes import Codes
from ariadne.memory.arigraph.retrieval.recent import DECIMALS, NOTHING, Found, Recent, products_of

Rows = NDArray[np.intp]
K = TypeVar("K", bound=Hashable)

_ROUNDING = 2 * 10.0**-DECIMALS
_NOISE = 1e-5
_GROUP = 64
_AT_ONCE = 2**22
"""How many products are computed at once."""
_QUERIES, _PER_QUERY = 512, 8
_LATE = 2048
"""After how many vectors without a search what was found lately is not worth keeping true."""
_SAMPLE = 4096
"""From how many vectors codes are learned."""
_PROOF, _WIDTH = 128, 6
"""By how many of the last queries codes are proven, and how many of the nearest to each are looked for."""
_PART = 8192
_HALVED_FROM = 200_000
"""From how many vectors on their numbers have half the bits."""
_LOWEST = float(np.finfo(np.float32).min)


@dataclass(frozen=True)
class Table(Generic[K]):
    """What an index holds: `keys` by rows, None for those that were removed; `vectors`, shape (rows, d); `codes`."""

    keys: list[K | None]
    vectors: NDArray[np.floating[Any]]
    longest: float
    codes: Codes | None


class VectorIndex(Generic[K]):
    """Finds whose vectors are nearest to a query, among those added and not removed: of a graph, its edges' numbers.

    Each vector has a row of a growing table. The row of one that was removed stays, without a key, until half of all
    rows are such. A search multiplies with all vectors; where there are many, codes find candidates first, if they are
    seen to find what looking at all finds.

    What was found for the last queries is kept true as vectors are added: half of what a step asks was asked before.

    Args:
        coded_from: how many are many.
    """

    def __init__(self, coded_from: int = 8_000) -> None:
        self._vectors: NDArray[np.floating[Any]] = np.empty((0, 0), dtype=np.float32)
        self._keys: list[K | None] = []
        self._row: dict[K, int] = {}
        self._there = np.zeros((0, 1), dtype=np.bool_)
        self._longest = self._longest_query = 0.0
        self._recent: Recent[K] = Recent()
        self._unasked = 0
        self._codes: Codes | None = None
        self._coded_from = self._next_proof = coded_from
        self._lock = RLock()

    @classmethod
    def of(cls, table: Table[K]) -> VectorIndex[K]:
        """An index that goes on where one was."""
        made = cls()
        made._keys, made._vectors, made._longest, made._codes = table.keys, table.vectors, table.longest, table.codes
        made._row = {key: row for row, key in enumerate(table.keys) if key is not None}
        made._there = np.array([[key is not None] for key in table.keys])
        made._next_proof = 2 * len(table.keys) if table.codes else made._coded_from
        return made

    def table(self) -> Table[K] | None:
        """What is in it, where that is much."""
        with self._lock:
            if len(self) < self._coded_from:
                return None
            return Table(self._keys, self._vectors[: len(self._keys)], self._longest, self._codes)

    def __len__(self) -> int:
        return len(self._row)

    def __contains__(self, key: object) -> bool:
        return key in self._row

    @property
    def nbytes(self) -> int:
        """The bytes of its vectors and codes."""
        codes = self._codes.nbytes if self._codes else 0
        return self._vectors[: len(self._keys)].nbytes + codes

    @property
    def is_exact(self) -> bool:
        """Whether a search finds what looking at all would find: there are no codes, or they are to be proven anew."""
        return self._codes is None or len(self) >= self._next_proof

    def add(self, keys: Sequence[K], vectors: Vectors) -> None:
        """Add vectors, shape (n, d), under their keys. One that is there already stays as it is."""
        with self._lock:
            start = len(self._keys)
            new = [at for at, key in zip(range(len(vectors)), keys, strict=True) if self._append(key)]
            if not new:
                return
            added = vectors if len(new) == len(vectors) else vectors[new]
            self._longest = max(self._longest, _longest(added))
            self._vectors = with_room(self._vectors, len(self._keys), added.shape[1])
            self._vectors[start : len(self._keys)] = added
            self._there = with_room(self._there, len(self._keys), 1)
            self._there[start : len(self._keys)] = True
            self._keep_true(start)

    def vectors(self, keys: Sequence[K]) -> Vectors:
        """The vectors of keys that are there, shape (n, d)."""
        with self._lock:
            return self._vectors[[self._row[key] for key in keys]].astype(np.float32, copy=False)

    def remove(self, key: K) -> None:
        """Remove a key with its vector, if it is there."""
        with self._lock:
            if (row := self._row.pop(key, None)) is None:
                return
            self._keys[row], self._there[row] = None, False
            if 2 * len(self._row) < len(self._keys):
                self._close_ranks()

    def nearest(
        self, queries: Vectors, width: int, threshold: float | None = None, texts: Sequence[str] | None = None
    ) -> list[tuple[K, ...]]:
        """For each query, shape (m, d), the keys of the `width` highest dot products, best first.

        Dot products count to five decimals, since their last bits depend on how the processor adds; among
        equals the one added first is first.

        Args:
            threshold: leave out those below it.
            texts: what the queries are the vectors of, each always of the same, by which they are known again sooner.
        """
        if not len(self) or width < 1 or not len(queries):
            return [() for _ in queries]
        names = texts or [query.tobytes() for query in queries]
        asked = [(name, width, threshold) for name in names]
        with self._lock:
            self._unasked = 0
            known = self._recent.known(asked, self._keys)
            if new := [at for at in range(len(queries)) if at not in known]:
                found = self._anew(queries[new], width, threshold)
                most = max(_QUERIES, len(self) // _PER_QUERY)
                for at, each in zip(new, found, strict=True):
                    self._recent.remember(asked[at], queries[at], each, most)
                known.update(zip(new, found, strict=True))
            return [known[at].keys for at in range(len(queries))]

    def _append(self, key: K) -> bool:
        """Give a key the next row. Tells whether it had none."""
        if key in self._row:
            return False
        self._row[key] = len(self._keys)
        self._keys.append(key)
        return True

    def _keep_true(self, start: int) -> None:
        """Have what was found for the last queries be true of the rows from `start` on; know of none, if much was added
        since anything was asked."""
        self._unasked += len(self._keys) - start
        if self._unasked > _LATE:
            self._recent = Recent()
        elif len(self._recent):
            added = self._vectors[start : len(self._keys)].astype(np.float32, copy=False)
            self._recent.add(start, added, self._noise, self._keys)

    def _close_ranks(self) -> None:
        """Give the vectors rows one after the other."""
        rows = [*self._row.values()]
        self._keys = [*self._row]
        self._row = {key: row for row, key in enumerate(self._row)}
        self._vectors, self._there = self._vectors[rows], np.ones((len(rows), 1), dtype=np.bool_)
        self._recent = Recent()
        self._codes = self._made_codes() if self._codes else None

    @property
    def _noise(self) -> float:
        """How much less a product may be by how the processor adds, and by rounding."""
        return _ROUNDING + _NOISE * self._longest * self._longest_query

    def _anew(self, queries: Vectors, width: int, threshold: float | None) -> list[Found[K]]:
        """What is found for queries that were not asked lately."""
        self._longest_query = max(self._longest_query, _longest(queries))
        if len(self) >= self._next_proof and len(self._recent) >= _PROOF:
            self._prove_codes()
        found = self._looked_through(queries, width) if self.is_exact else self._candidates(queries, width)
        return [self._best(query, rows, width, threshold) for query, rows in zip(queries, found, strict=True)]

    def _best(self, query: Vectors, rows: Rows, width: int, threshold: float | None) -> Found[K]:
        """What is nearest to a query, shape (d,), of some rows."""
        rough = self._vectors[rows].astype(np.float32, copy=False) @ query
        if len(rows) > width:
            rows = rows[rough >= np.partition(rough, -width)[-width] - self._noise]
        products = products_of(vectors := self._vectors[rows], np.broadcast_to(query, vectors.shape))
        if threshold is not None:
            rows, products = rows[products >= threshold], products[products >= threshold]
        nothing: Found[K] = NOTHING
        return nothing.with_more(zip((-products).tolist(), rows.tolist(), strict=True), width, self._keys)

    def _looked_through(self, queries: Vectors, width: int) -> Iterator[Rows]:
        """For each query the rows whose product is among the `width` highest, and those that are about as high."""
        count = len(self._keys)
        gone = np.flatnonzero(~self._there[:count, 0])
        at_once = max(1, _AT_ONCE // count)
        for start in range(0, len(queries), at_once):
            products = self._products(queries[start : start + at_once])
            products[:, gone] = -np.inf
            yield from (np.flatnonzero(each >= _reached(each, width) - self._noise) for each in products)

    def _products(self, queries: Vectors) -> Vectors:
        """The dot products of queries with the vectors of all rows, shape (m, rows)."""
        vectors = self._vectors[: len(self._keys)]
        if vectors.dtype == np.float32:
            return queries @ vectors.T
        return np.concatenate([queries @ part.T for part in _parts(vectors)], axis=1)

    def _candidates(self, queries: Vectors, width: int) -> Iterator[Rows]:
        """For each query the rows that codes find, as far as they are there still."""
        assert self._codes
        for part in _parts(self._vectors[len(self._codes) : len(self._keys)]):
            self._codes.add(part)
        return (rows[self._there[rows, 0]] for rows in self._codes.candidates(queries, width))

    def _prove_codes(self) -> None:
        """Have codes, if they find what looking at all finds; if not, none until there are twice as many. They are
        searched until there are."""
        self._next_proof = 2 * len(self)
        queries = self._recent.last(_PROOF)
        looked = zip(queries, self._looked_through(queries, _WIDTH), strict=True)
        nearest = [self._best(query, rows, _WIDTH, None).numbers for query, rows in looked]
        if not (self._codes and self._codes.find_enough(queries, nearest)):
            made = self._made_codes()
            self._codes = made if made.find_enough(queries, nearest) else None
            self._recent = Recent()
        if self._codes and len(self) >= _HALVED_FROM:
            self._vectors = self._vectors.astype(np.float16, copy=False)

    def _made_codes(self) -> Codes:
        """Codes of all vectors, as they are now."""
        codes = Codes(self._sample(_SAMPLE))
        for part in _parts(self._vectors[: len(self._keys)]):
            codes.add(part)
        return codes

    def _sample(self, count: int) -> Vectors:
        """About so many of the vectors."""
        rows = [*self._row.values()]
        return self._vectors[rows[:: max(1, len(rows) // count)]].astype(np.float32)


def _reached(products: Vectors, width: int) -> float:
    """What the `width` highest of some products reach: so many groups have one that is as high."""
    groups = len(products) // _GROUP
    if width >= len(products):
        return _LOWEST
    highest = products[: groups * _GROUP].reshape(groups, _GROUP).max(axis=1) if width <= groups else products
    return max(float(np.partition(highest, -width)[-width]), _LOWEST)


def _parts(vectors: NDArray[np.floating[Any]]) -> Iterator[Vectors]:
    """Vectors, some thousands at a time, in single precision."""
    return (vectors[start : start + _PART].astype(np.float32) for start in range(0, len(vectors), _PART))


def _longest(vectors: Vectors) -> float:
    """The length of the longest of some vectors."""
    return math.sqrt(np.einsum("nd,nd->n", vectors, vectors).max())
