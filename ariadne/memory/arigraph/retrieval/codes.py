"""Candidates for the nearest of very many vectors, found by short codes of all of them (product quantization).

A vector is projected on the directions in which vectors differ most, these are turned at random so that none matters
more than another, and each two of them become a code of four bits (Jégou et al. 2011), whose products are looked up in
the processor's registers (André et al. 2015). What has the best codes is then compared exactly.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Vectors

ENOUGH = 0.995
"""What share of the nearest must be among the candidates."""

_OVER = (16, 32, 64, 128)
"""How many times as many candidates are found as are wanted, since codes tell the nearest only roughly."""
_KEPT = 0.97
"""What share of the variance is kept: what is rare is in the directions of the least."""
_PAIR, _BITS = 2, 4

Rows = NDArray[np.int64]


class Codes:
    """The codes of vectors, one after the other.

    Args:
        sample: some of the vectors, shape (n, d), from which directions and codes are learned.

    Attributes:
        over: how many times as many candidates are found as are wanted.
    """

    def __init__(self, sample: Vectors) -> None:
        import faiss

        self.over = _OVER[-1]
        turned = _turned(sample)
        turn = faiss.LinearTransform(*turned.shape[::-1])
        faiss.copy_array_to_vector(turned.ravel(), turn.A)
        turn.is_trained = True
        codes = faiss.IndexPQFastScan(len(turned), len(turned) // _PAIR, _BITS, faiss.METRIC_INNER_PRODUCT)
        self._index: Any = faiss.IndexPreTransform(turn, codes)
        faiss.omp_set_num_threads(_threads())
        self._index.train(np.ascontiguousarray(sample))

    @classmethod
    def read(cls, path: Path, over: int) -> Codes:
        """Those that were written before. They must come from this user: the library believes what a file says.

        Raises:
            RuntimeError: the file holds none.
        """
        import faiss

        read = cls.__new__(cls)
        read._index, read.over = faiss.read_index(str(path)), over
        return read

    def write(self, path: Path) -> None:
        """Write them into a file."""
        import faiss

        faiss.write_index(self._index, str(path))

    def __len__(self) -> int:
        return int(self._index.ntotal)

    @property
    def nbytes(self) -> int:
        """The bytes that they take, about."""
        return int(len(self) * self._index.sa_code_size())

    def add(self, vectors: Vectors) -> None:
        """Add the next vectors, shape (n, d)."""
        import faiss

        faiss.omp_set_num_threads(_threads())
        self._index.add(np.ascontiguousarray(vectors))

    def candidates(self, queries: Vectors, width: int) -> list[Rows]:
        """For each query, shape (m, d), rows among which are most of the `width` nearest."""
        import faiss

        faiss.omp_set_num_threads(_threads())
        _, found = self._index.search(np.ascontiguousarray(queries), self.over * width)
        return [rows[rows >= 0] for rows in found]

    def find_enough(self, queries: Vectors, nearest: Sequence[Sequence[int]]) -> bool:
        """Whether they find `ENOUGH` of the rows that looking at all vectors found for some queries, with as few
        candidates as that takes."""
        return any(self._finds(over, queries, nearest) for over in _OVER)

    def _finds(self, over: int, queries: Vectors, nearest: Sequence[Sequence[int]]) -> bool:
        self.over = over
        found = self.candidates(queries, max(map(len, nearest)))
        hits = sum(len({*rows} & {*near.tolist()}) for rows, near in zip(nearest, found, strict=True))
        return hits >= ENOUGH * sum(map(len, nearest))


def _turned(sample: Vectors) -> Vectors:
    """A matrix that keeps of vectors what they differ by most, shape (kept, d): two numbers for each code."""
    middle = sample - sample.mean(axis=0)
    variances, directions = np.linalg.eigh((middle.T @ middle).astype(np.float64))
    shares = np.cumsum(variances[::-1])
    kept = min(int(np.searchsorted(shares, _KEPT * shares[-1])) + 1, len(shares))
    length = -(-kept // _PAIR) * _PAIR
    turn, _ = np.linalg.qr(np.random.default_rng(0).standard_normal((length, length)))
    return np.ascontiguousarray((directions[:, ::-1][:, :kept] @ turn[:kept]).T, dtype=np.float32)


def _threads() -> int:
    """On how many cores it works: as many are left to others. To wait for a busy one takes longer than to have one."""
    return max(1, (os.cpu_count() or 1) // 2)
