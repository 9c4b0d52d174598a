"""`EmbedAndRetrieve` of Algorithm 2 (AriGraph, section 2): an index of the embeddings of valid edges."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from threading import RLock
from typing import Any, Generic, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Vectors
from ariadne.embed.growing import with_room
from ariadne.memory.arigraph.retrieval.codes import Codes
from ariadne.memory.arigraph.retrieval.recent import DECIMALS, Nearest, QueryCache, products_of

Rows = NDArray[np.intp]
K = TypeVar("K", bound=Hashable)

_ROUNDING = 2 * 10.0**-DECIMALS
_NOISE = 1e-5
_GROUP = 64
_AT_ONCE = 2**22
"""How many products are computed at once."""
_QUERIES, _PER_QUERY = 512, 8
_LATE = 2048
"""The query cache is dropped after so many new vectors without a search."""
_SAMPLE = 4096
"""How many vectors codes are trained on."""
_PROOF, _WIDTH = 128, 6
"""How many of the last queries codes are tested on, with how many results each."""
_PART = 8192
_HALVED_FROM = 200_000
"""From so many vectors on, they are stored in half precision."""
_LOWEST = float(np.finfo(np.float32).min)


@dataclass(frozen=True)
class IndexTable(Generic[K]):
    """The contents of an index: `keys` by rows, None if removed; `vectors`, shape (rows, d); `codes`."""

    keys: list[K | None]
    vectors: NDArray[np.floating[Any]]
    longest: float
    codes: Codes | None


class VectorIndex(Generic[K]):
    """Finds the keys whose vectors are nearest to a query; for a graph, the numbers of its edges.

    Each vector has a row of a growing table. The row of a removed one stays, without a key, until half of all rows are
    removed. A search compares all vectors. If there are many, codes find candidates first, provided that their recall
    is high enough.

    The results of the last queries are cached, and updated as vectors are added: half of a step's queries are repeats.

    Args:
        coded_from: use codes from so many vectors on.
    """

    def __init__(self, coded_from: int = 8_000) -> None:
        self._vectors: NDArray[np.floating[Any]] = np.empty((0, 0), dtype=np.float32)
        self._keys: list[K | None] = []
        self._row: dict[K, int] = {}
        self._there = np.zeros((0, 1), dtype=np.bool_)
        self._longest = self._longest_query = 0.0
        self._recent = QueryCache()
        self._unasked = 0
        self._codes: Codes | None = None
        self._coded_from = self._next_proof = coded_from
        self._lock = RLock()

    @classmethod
    def of(cls, table: IndexTable[K]) -> VectorIndex[K]:
        """An index with the contents of another one."""
        made = cls()
        made._keys, made._vectors, made._longest, made._codes = table.keys, table.vectors, table.longest, table.codes
        made._row = {key: row for row, key in enumerate(table.keys) if key is not None}
        made._there = np.array([[key is not None] for key in table.keys])
        made._next_proof = 2 * len(table.keys) if table.codes else made._coded_from
        return made

    def table(self) -> IndexTable[K] | None:
        """The contents; None if they are too small to be worth a snapshot."""
        with self._lock:
            if len(self) < self._coded_from:
                return None
            return IndexTable(self._keys, self._vectors[: len(self._keys)], self._longest, self._codes)

    def __len__(self) -> int:
        return len(self._row)

    def __contains__(self, key: object) -> bool:
        return key in self._row

    @property
    def nbytes(self) -> int:
        """The size of the vectors and codes in bytes."""
        codes = self._codes.nbytes if self._codes else 0
        return self._vectors[: len(self._keys)].nbytes + codes

    @property
    def is_exact(self) -> bool:
        """Whether a search compares all vectors: there are no codes, or they need another test."""
        return self._codes is None or len(self) >= self._next_proof

    def add(self, keys: Sequence[K], vectors: Vectors) -> None:
        """Add vectors, shape (n, d), under their keys. Known keys keep their vectors."""
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
            self._update_recent(start)

    def vectors(self, keys: Sequence[K]) -> Vectors:
        """The vectors of keys, shape (n, d)."""
        with self._lock:
            return self._vectors[[self._row[key] for key in keys]].astype(np.float32, copy=False)

    def remove(self, key: K) -> None:
        """Remove a key with its vector, if it is there."""
        with self._lock:
            if (row := self._row.pop(key, None)) is None:
                return
            self._keys[row], self._there[row] = None, False
            if 2 * len(self._row) < len(self._keys):
                self._compact()

    def nearest(
        self, queries: Vectors, width: int, threshold: float | None = None, texts: Sequence[str] | None = None
    ) -> list[tuple[K, ...]]:
        """For each query, shape (m, d), the keys of the `width` highest dot products, best first.

        Dot products count to five decimals, since their last bits depend on the processor. Of equals, the one added
        first comes first.

        Args:
            threshold: leave out results below it.
            texts: the queries' texts, if any: a faster key for the cache.
        """
        if not len(self) or width < 1 or not len(queries):
            return [() for _ in queries]
        names = texts or [query.tobytes() for query in queries]
        asked = [(name, width, threshold) for name in names]
        with self._lock:
            self._unasked = 0
            known = self._recent.known(asked, self._keys)
            if new := [at for at in range(len(queries)) if at not in known]:
                made = self._anew(queries[new], width, threshold)
                most = max(_QUERIES, len(self) // _PER_QUERY)
                for at, each in zip(new, made, strict=True):
                    self._recent.remember(asked[at], queries[at], each, most)
                known.update(zip(new, made, strict=True))
            keys = cast("list[K]", self._keys)
            return [tuple(map(keys.__getitem__, known[at].numbers)) for at in range(len(queries))]

    def _append(self, key: K) -> bool:
        """Give a key the next row. Returns False if it has one."""
        if key in self._row:
            return False
        self._row[key] = len(self._keys)
        self._keys.append(key)
        return True

    def _update_recent(self, start: int) -> None:
        """Update the query cache with the rows from `start` on; drop it if much was added since the last search."""
        self._unasked += len(self._keys) - start
        if self._unasked > _LATE:
            self._recent = QueryCache()
        elif len(self._recent):
            added = self._vectors[start : len(self._keys)].astype(np.float32, copy=False)
            self._recent.add(start, added, self._noise, self._keys)

    def _compact(self) -> None:
        """Drop the rows of removed vectors."""
        rows = [*self._row.values()]
        self._keys = [*self._row]
        self._row = {key: row for row, key in enumerate(self._row)}
        self._vectors, self._there = self._vectors[rows], np.ones((len(rows), 1), dtype=np.bool_)
        self._recent = QueryCache()
        self._codes = self._made_codes() if self._codes else None

    @property
    def _noise(self) -> float:
        """The greatest error of a product in single precision."""
        return _ROUNDING + _NOISE * self._longest * self._longest_query

    def _anew(self, queries: Vectors, width: int, threshold: float | None) -> list[Nearest]:
        """The results of queries that are not in the cache."""
        self._longest_query = max(self._longest_query, _longest(queries))
        if len(self) >= self._next_proof and len(self._recent) >= _PROOF:
            self._prove_codes()
        found = self._looked_through(queries, width) if self.is_exact else self._candidates(queries, width)
        return [self._best(query, rows, width, threshold) for query, rows in zip(queries, found, strict=True)]

    def _best(self, query: Vectors, rows: Rows, width: int, threshold: float | None) -> Nearest:
        """The rows among some that are nearest to a query, shape (d,)."""
        rough = self._vectors[rows].astype(np.float32, copy=False) @ query
        if len(rows) > width:
            rows = rows[rough >= np.partition(rough, -width)[-width] - self._noise]
        products = products_of(vectors := self._vectors[rows], np.broadcast_to(query, vectors.shape))
        if threshold is not None:
            rows, products = rows[products >= threshold], products[products >= threshold]
        return Nearest().with_more(zip((-products).tolist(), rows.tolist(), strict=True), width, self._keys)

    def _looked_through(self, queries: Vectors, width: int) -> Iterator[Rows]:
        """For each query, the rows of the `width` highest products, and those within the noise of them."""
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
        """For each query, the rows that codes find, without removed ones."""
        assert self._codes
        for part in _parts(self._vectors[len(self._codes) : len(self._keys)]):
            self._codes.add(part)
        return (rows[self._there[rows, 0]] for rows in self._codes.candidates(queries, width))

    def _prove_codes(self) -> None:
        """Use codes if their recall is high enough. The next test is at twice as many vectors."""
        self._next_proof = 2 * len(self)
        queries = self._recent.last(_PROOF)
        looked = zip(queries, self._looked_through(queries, _WIDTH), strict=True)
        nearest = [self._best(query, rows, _WIDTH, None).numbers for query, rows in looked]
        if not (self._codes and self._codes.find_enough(queries, nearest)):
            made = self._made_codes()
            self._codes = made if made.find_enough(queries, nearest) else None
            self._recent = QueryCache()
        if self._codes and len(self) >= _HALVED_FROM:
            self._vectors = self._vectors.astype(np.float16, copy=False)

    def _made_codes(self) -> Codes:
        """Train codes, and encode all vectors."""
        codes = Codes(self._sample(_SAMPLE))
        for part in _parts(self._vectors[: len(self._keys)]):
            codes.add(part)
        return codes

    def _sample(self, count: int) -> Vectors:
        """About `count` of the vectors."""
        rows = [*self._row.values()]
        return self._vectors[rows[:: max(1, len(rows) // count)]].astype(np.float32)


def _reached(products: Vectors, width: int) -> float:
    """A lower bound of the `width` highest products: so many groups have one that is as high."""
    groups = len(products) // _GROUP
    if width >= len(products):
        return _LOWEST
    highest = products[: groups * _GROUP].reshape(groups, _GROUP).max(axis=1) if width <= groups else products
    return max(float(np.partition(highest, -width)[-width]), _LOWEST)


def _parts(vectors: NDArray[np.floating[Any]]) -> Iterator[Vectors]:
    """Vectors in single precision, a few thousand at a time."""
    return (vectors[start : start + _PART].astype(np.float32) for start in range(0, len(vectors), _PART))


def _longest(vectors: Vectors) -> float:
    """The length of the longest of some vectors."""
    return math.sqrt(np.einsum("nd,nd->n", vectors, vectors).max())
