"""`EmbedAndRetrieve` of Algorithm 2 (AriGraph, section 2): an index of the embeddings of valid edges."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Vectors
from ariadne.embed.growing import with_room
from ariadne.memory.arigraph.retrieval.codes import Codes
from ariadne.memory.arigraph.retrieval.last_queries import LastQueries
from ariadne.memory.arigraph.retrieval.nearest import DECIMALS, FLOAT32_ERROR, Nearest, Rows, longest, ranked, reached

_AT_ONCE = 2**20
"""How many numbers are compared at once."""
_FEWEST, _MOST, _PER_QUERY = 512, 4096, 8
"""How many queries' results are remembered: one per so many vectors."""
_KINDS = 4
"""For how many pairs of a width and a threshold queries are remembered."""
_ADDED = 1024
"""All queries are forgotten when more vectors are added at once."""
_SAMPLE = 4096
"""How many vectors codes are trained on."""
_PROOF, _WIDTH = 128, 6
"""How many of the last queries codes are tested on, with how many results each."""
_FEW = 5
"""So many queries are multiplied one by one: BLAS is slow with so narrow matrices."""
_PART = 8192
_HALVED_FROM = 200_000
"""From so many vectors on, they are stored in half precision."""


@dataclass(frozen=True)
class IndexTable:
    """The contents of an index.

    Attributes:
        keys: ascending, shape (rows,). `there`: whether each is there or was removed. `vectors`: shape (rows, d).
    """

    keys: NDArray[np.int64]
    there: NDArray[np.bool_]
    vectors: NDArray[np.floating[Any]]
    longest: float
    codes: Codes | None


class VectorIndex:
    """Finds the keys whose vectors are nearest to a query: the numbers of a graph's edges, or of texts.

    Each vector has a row of a growing table, in the order of the keys. The row of a removed one stays until half of all
    rows are removed. A search compares all vectors. If there are many, codes find candidates first, provided that their
    recall is high enough. A query that was asked before is compared with its last results and with what was added
    since: most of a step's queries are repeats.

    Args:
        coded_from: use codes from so many vectors on.
    """

    def __init__(self, coded_from: int = 8_000) -> None:
        self._vectors: NDArray[np.floating[Any]] = np.empty((0, 0), dtype=np.float32)
        self._keys: NDArray[np.int64] = np.zeros((0, 1), dtype=np.int64)
        self._there: NDArray[np.bool_] = np.zeros((0, 1), dtype=np.bool_)
        self._rows = 0
        self._gone: set[int] = set()
        self._longest = self._longest_query = 0.0
        self._asked: dict[tuple[int, float | None], LastQueries] = {}
        self._codes: Codes | None = None
        self._coded_from = self._next_proof = coded_from
        self._lock = RLock()

    @classmethod
    def of(cls, table: IndexTable) -> VectorIndex:
        """An index with the contents of another one."""
        made = cls()
        made._keys, made._there, made._vectors = table.keys[:, None], table.there[:, None], table.vectors
        made._longest, made._codes = table.longest, table.codes
        made._rows, made._gone = len(table.keys), {*np.flatnonzero(~table.there).tolist()}
        made._next_proof = 2 * made._rows if table.codes else made._coded_from
        return made

    def table(self) -> IndexTable | None:
        """The contents; None if they are too small to be worth a snapshot."""
        with self._lock:
            if len(self) < self._coded_from:
                return None
            rows = slice(self._rows)
            parts = self._keys[rows, 0], self._there[rows, 0], self._vectors[rows]
            return IndexTable(*parts, self._longest, self._codes)

    def __len__(self) -> int:
        return self._rows - len(self._gone)

    def __contains__(self, key: int) -> bool:
        return self._row(key) is not None

    @property
    def nbytes(self) -> int:
        """The size of the vectors and codes in bytes."""
        codes = self._codes.nbytes if self._codes else 0
        return self._vectors[: self._rows].nbytes + codes

    @property
    def is_exact(self) -> bool:
        """Whether a search compares all vectors: there are no codes, or they need another test."""
        return self._codes is None or len(self) >= self._next_proof

    def add(self, keys: Sequence[int], vectors: Vectors) -> None:
        """Add vectors, shape (n, d), under their keys. Keys up to the greatest that was added keep their vectors."""
        with self._lock:
            order = np.argsort(keys, kind="stable")
            if self._rows:
                order = order[np.asarray(keys)[order] > self._keys[self._rows - 1, 0]]
            if not len(order):
                return
            start, self._rows, added = self._rows, self._rows + len(order), vectors[order]
            self._longest = max(self._longest, longest(added))
            self._vectors = with_room(self._vectors, self._rows, added.shape[1])
            self._keys, self._there = with_room(self._keys, self._rows, 1), with_room(self._there, self._rows, 1)
            self._vectors[start : self._rows] = added
            self._keys[start : self._rows, 0] = np.asarray(keys)[order]
            self._there[start : self._rows] = True
            if len(order) > _ADDED:
                self._asked = {}
            for asked in self._asked.values():
                asked.update(self._vectors[: self._rows], start, self._noise)

    def vectors(self, keys: Sequence[int]) -> Vectors:
        """The vectors of keys, shape (n, d).

        Raises:
            KeyError: a key is not there.
        """
        with self._lock:
            rows = np.minimum(np.searchsorted(self._keys[: self._rows, 0], keys), self._rows - 1)
            if not (self._there[rows, 0] & (self._keys[rows, 0] == keys)).all():
                raise KeyError("a key is not there")
            return self._vectors[rows].astype(np.float32, copy=False)

    def remove(self, key: int) -> None:
        """Remove a key with its vector, if it is there."""
        with self._lock:
            row = self._row(key)
            if row is None:
                return
            self._there[row] = False
            self._gone.add(row)
            if 2 * len(self) < self._rows:
                self._compact()

    def nearest(
        self, queries: Vectors, width: int, threshold: float | None = None, names: Sequence[Hashable] = ()
    ) -> list[tuple[int, ...]]:
        """For each query, shape (m, d), the keys of the `width` highest dot products, best first.

        Dot products count to five decimals, since their last bits depend on the processor. Of equals, the one added
        first comes first.

        Args:
            threshold: leave out results below it.
            names: of the queries, each always of the same vector; by default the bytes of their vectors.
        """
        names = names or [query.tobytes() for query in queries]
        if not len(self) or width < 1 or not len(queries):
            return [() for _ in queries]
        with self._lock:
            asked = self._asked_before(width, threshold)
            again = enumerate(map(asked.rows, names))
            known = {at: rows for at, rows in again if rows is not None and self._gone.isdisjoint(rows)}
            if new := [at for at in range(len(queries)) if at not in known]:
                if len(self) >= self._next_proof and sum(map(len, self._asked.values())) >= _PROOF:
                    self._prove_codes()
                self._longest_query = max(self._longest_query, longest(queries[new]))
                found = [*self._found(queries[new], width, threshold, self.is_exact)]
                most = min(max(_FEWEST, len(self) // _PER_QUERY), _MOST)
                asked.add([names[at] for at in new], queries[new], found, most)
                known.update((at, each.rows) for at, each in zip(new, found, strict=True))
            nearest = [known[at] for at in range(len(queries))]
            keys = iter(self._keys[[*chain.from_iterable(nearest)], 0].tolist())
            return [tuple(islice(keys, len(rows))) for rows in nearest]

    @property
    def _noise(self) -> np.float32:
        """The greatest error of a product in single precision: nearer rows are compared once more."""
        return np.float32(2 * 10.0**-DECIMALS + FLOAT32_ERROR * self._longest * self._longest_query)

    def _row(self, key: int) -> int | None:
        """The row of a key; None if it is not there."""
        row = int(np.searchsorted(self._keys[: self._rows, 0], key))
        return row if row < self._rows and self._keys[row, 0] == key and self._there[row, 0] else None

    def _asked_before(self, width: int, threshold: float | None) -> LastQueries:
        """The results of the last queries of a width and a threshold."""
        asked = self._asked.pop((width, threshold), None) or LastQueries(width, threshold)
        self._asked[width, threshold] = asked
        if len(self._asked) > _KINDS:
            del self._asked[next(iter(self._asked))]
        return asked

    def _compact(self) -> None:
        """Drop the rows of removed vectors."""
        rows = np.flatnonzero(self._there[: self._rows, 0])
        self._keys, self._there, self._vectors = self._keys[rows], self._there[rows], self._vectors[rows]
        self._rows, self._gone = len(rows), set()
        self._asked = {}
        self._codes = self._made_codes() if self._codes else None

    def _found(self, queries: Vectors, width: int, threshold: float | None, is_exact: bool) -> Iterator[Nearest]:
        """For each query, the `width` highest products: of all rows, or of those that codes find."""
        candidates = None if is_exact else self._candidates(queries, width)
        compared = self._rows if candidates is None else candidates.shape[1] * queries.shape[1]
        at_once = max(1, _AT_ONCE // compared)
        for start in range(0, len(queries), at_once):
            some = slice(start, start + at_once)
            rows = None if candidates is None else candidates[some]
            products = self._products(queries[some], rows)
            least = reached(products, width) - self._noise
            asked, near = np.nonzero(products >= least[:, None])
            near = near if rows is None else rows[asked, near]
            yield from ranked(self._vectors[: self._rows], queries[some], asked, near, width, threshold)

    def _products(self, queries: Vectors, rows: Rows | None = None) -> Vectors:
        """The rough dot products of queries, shape (m, d), with the vectors of all rows, or of some for each query,
        shape (m, n). Those of removed rows are lowest."""
        vectors = self._vectors[: self._rows]
        if rows is not None:
            products: Vectors = (vectors[rows].astype(np.float32, copy=False) @ queries[:, :, None])[:, :, 0]
            products[(rows < 0) | ~self._there[rows, 0]] = -np.inf
            return products
        if vectors.dtype == np.float32 and len(queries) <= _FEW:
            products = np.matmul(vectors, queries[:, :, None])[:, :, 0]
        elif vectors.dtype == np.float32:
            products = queries @ vectors.T
        else:
            none = np.empty((len(queries), 0), dtype=np.float32)
            products = np.concatenate([none, *(queries @ part.T for part in _parts(vectors))], axis=1)
        products[:, ~self._there[: self._rows, 0]] = -np.inf
        return products

    def _candidates(self, queries: Vectors, width: int) -> Rows:
        """For each query, the rows that codes find, shape (m, n); -1 for none."""
        assert self._codes
        for part in _parts(self._vectors[len(self._codes) : self._rows]):
            self._codes.add(part)
        return self._codes.candidates(queries, width)

    def _prove_codes(self) -> None:
        """Use codes if their recall is high enough. The next test is at twice as many vectors."""
        self._next_proof = 2 * len(self)
        queries = np.concatenate([asked.last(_PROOF) for asked in self._asked.values() if len(asked)])[-_PROOF:]
        nearest = [each.rows for each in self._found(queries, _WIDTH, None, is_exact=True)]
        if not (self._codes and self._codes.find_enough(queries, nearest)):
            made = self._made_codes()
            self._codes = made if made.find_enough(queries, nearest) else None
        if self._codes and len(self) >= _HALVED_FROM:
            self._vectors = self._vectors.astype(np.float16, copy=False)

    def _made_codes(self) -> Codes:
        """Train codes, and encode all vectors."""
        codes = Codes(self._sample(_SAMPLE))
        for part in _parts(self._vectors[: self._rows]):
            codes.add(part)
        return codes

    def _sample(self, count: int) -> Vectors:
        """About `count` of the vectors."""
        rows = np.flatnonzero(self._there[: self._rows, 0])
        return self._vectors[rows[:: max(1, len(rows) // count)]].astype(np.float32)


def _parts(vectors: NDArray[np.floating[Any]]) -> Iterator[Vectors]:
    """Vectors in single precision, a few thousand at a time."""
    return (vectors[start : start + _PART].astype(np.float32) for start in range(0, len(vectors), _PART))
