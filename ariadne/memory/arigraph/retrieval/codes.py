"""Approximate search over very many vectors by product quantization.

Vectors are projected on their principal components and rotated at random, so that all dimensions matter alike. Each two
dimensions become a code of four bits (Jégou et al. 2011), whose products are looked up in the processor's registers
(André et al. 2015). The candidates with the best codes are then compared exactly.
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
"""The recall that codes need: the share of the nearest vectors among the candidates."""

_OVER = (16, 32, 64, 128)
"""Candidates per result. More candidates give a higher recall."""
_KEPT = 0.97
"""The share of the variance that is kept. Rare facts differ in the directions of the least variance."""
_PAIR, _BITS = 2, 4

Rows = NDArray[np.int64]


class Codes:
    """The codes of vectors, in rows.

    Args:
        sample: some of the vectors, shape (n, d), to train the codes.

    Attributes:
        over: candidates per result.
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
        """Read codes from a file of this user. Faiss does not check files, so others' must not be read.

        Raises:
            RuntimeError: the file holds no codes.
        """
        import faiss

        read = cls.__new__(cls)
        read._index, read.over = faiss.read_index(str(path)), over
        return read

    def write(self, path: Path) -> None:
        """Write the codes into a file."""
        import faiss

        faiss.write_index(self._index, str(path))

    def __len__(self) -> int:
        return int(self._index.ntotal)

    @property
    def nbytes(self) -> int:
        """The approximate size in bytes."""
        return int(len(self) * self._index.sa_code_size())

    def add(self, vectors: Vectors) -> None:
        """Add the next vectors, shape (n, d)."""
        import faiss

        faiss.omp_set_num_threads(_threads())
        self._index.add(np.ascontiguousarray(vectors))

    def candidates(self, queries: Vectors, width: int) -> Rows:
        """For each query, shape (m, d), the rows of candidates for the `width` nearest, shape (m, n); -1 for none."""
        import faiss

        faiss.omp_set_num_threads(_threads())
        found: Rows
        _, found = self._index.search(np.ascontiguousarray(queries), self.over * width)
        return found

    def find_enough(self, queries: Vectors, nearest: Sequence[Sequence[int]]) -> bool:
        """Whether the recall of the rows that exact search finds for some queries reaches `ENOUGH`; sets `over` to the
        least with which it does."""
        return any(self._finds(over, queries, nearest) for over in _OVER)

    def _finds(self, over: int, queries: Vectors, nearest: Sequence[Sequence[int]]) -> bool:
        self.over = over
        found = self.candidates(queries, max(map(len, nearest)))
        hits = sum(len({*rows} & {*near.tolist()}) for rows, near in zip(nearest, found, strict=True))
        return hits >= ENOUGH * sum(map(len, nearest))


def _turned(sample: Vectors) -> Vectors:
    """The matrix that projects and rotates vectors, shape (kept, d), with an even number of rows."""
    middle = sample - sample.mean(axis=0)
    variances, directions = np.linalg.eigh((middle.T @ middle).astype(np.float64))
    shares = np.cumsum(variances[::-1])
    kept = min(int(np.searchsorted(shares, _KEPT * shares[-1])) + 1, len(shares))
    length = -(-kept // _PAIR) * _PAIR
    turn, _ = np.linalg.qr(np.random.default_rng(0).standard_normal((length, length)))
    return np.ascontiguousarray((directions[:, ::-1][:, :kept] @ turn[:kept]).T, dtype=np.float32)


def _threads() -> int:
    """Half of the cores: waiting for a busy core takes longer than using fewer."""
    return max(1, (os.cpu_count() or 1) // 2)
