"""Finding most of the nearest vectors by codes of all of them, which are looked through far quicker than the vectors.

Of a vector the directions are kept in which vectors differ most, turned at random, so that none matters more than
another; each two of them are a code of four bits (Jégou et al. 2011), whose products are looked up in the processor's
registers (André et al. 2015). What has the best codes is then compared exactly. They are made in a thread, while
searches look at all vectors, and take their place only where they are seen to find what these found: that depends on
what the vectors are like.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Vectors

ENOUGH = 0.99
"""What share of the nearest must be found."""

_OVER = 128
"""How many times as many are found as are wanted, since codes tell the nearest only roughly."""
_KEPT = 0.97
"""What share of the variance is kept: what is rare is in the directions of the least."""
_PAIR, _BITS = 2, 4

Numbers = NDArray[np.int64]
Part = tuple[Numbers, Vectors]
Question = tuple[bytes, int]


class Approximate:
    """Vectors by their numbers, searched by their codes. Not to be changed while `make` runs.

    Args:
        sample: some of the vectors, shape (n, d), from which directions and codes are learned.
    """

    def __init__(self, sample: Vectors) -> None:
        import faiss

        turned = _turned(sample)
        turn = faiss.LinearTransform(*turned.shape[::-1])
        faiss.copy_array_to_vector(turned.ravel(), turn.A)
        turn.is_trained = True
        codes = faiss.IndexPQFastScan(len(turned), len(turned) // _PAIR, _BITS, faiss.METRIC_INNER_PRODUCT)
        self._index: Any = faiss.IndexIDMap(faiss.IndexPreTransform(turn, codes))
        faiss.omp_set_num_threads(_threads())
        self._index.train(np.ascontiguousarray(sample))

    @classmethod
    def read(cls, path: Path) -> Approximate:
        """One that was written before. It must come from this user: the library believes what a file says.

        Raises:
            RuntimeError: it is none.
        """
        import faiss

        read = cls.__new__(cls)
        read._index = faiss.read_index(str(path))
        return read

    def write(self, path: Path) -> None:
        """Write it into a file."""
        import faiss

        faiss.write_index(self._index, str(path))

    @property
    def nbytes(self) -> int:
        """The bytes that it takes, about: of each vector its code and its number."""
        return int(self._index.ntotal * (self._index.sa_code_size() + 8))

    def add(self, numbers: Numbers, vectors: Vectors) -> None:
        """Add vectors, shape (n, d)."""
        import faiss

        if len(numbers):
            faiss.omp_set_num_threads(_threads())
            self._index.add_with_ids(np.ascontiguousarray(vectors), numbers)

    def candidates(self, queries: Vectors, width: int) -> list[Numbers]:
        """For each query, shape (m, d), numbers among which are most of the `width` nearest, and of some removed."""
        import faiss

        faiss.omp_set_num_threads(_threads())
        _, found = self._index.search(np.ascontiguousarray(queries), _OVER * width)
        return [numbers[numbers >= 0] for numbers in found]

    def prove(self, answers: Mapping[Question, Sequence[int]]) -> bool:
        """Whether it finds `ENOUGH` of what looking at all found.

        Args:
            answers: the numbers that were found, by the query's bytes and how many were asked for.
        """
        wanted = sum(map(len, answers.values()))
        return wanted > 0 and self._found(answers) >= ENOUGH * wanted

    def _found(self, answers: Mapping[Question, Sequence[int]]) -> int:
        """How many of the numbers are candidates."""
        found = 0
        for width, group in groupby(sorted(answers.items(), key=_width), key=_width):
            same = list(group)
            queries = np.stack([np.frombuffer(query, dtype=np.float32) for (query, _), _ in same])
            for (_, numbers), near in zip(same, self.candidates(queries, width), strict=True):
                found += len({*numbers} & {*near.tolist()})
        return found


class Owner(Protocol):
    """Who has an `Approximate` made. All this is called in the thread that makes it."""

    def sample(self) -> Vectors:
        """Some of the vectors, shape (n, d)."""

    def part(self) -> Part | None:
        """The next vectors; None after the last."""

    def found(self) -> Mapping[Question, Sequence[int]]:
        """What was found by looking at all of them."""

    def use(self, made: Approximate | None) -> None:
        """Keep what was made for when the thread has ended; None if that does not find enough."""


def can_be_made() -> bool:
    """Whether the library that makes it is installed."""
    return find_spec("faiss") is not None


def make(owner: Owner) -> Thread:
    """Make one in a thread, for as long as its owner lives."""
    living = weakref.ref(owner)

    def run() -> None:
        if (it := living()) is None:
            return
        sample = it.sample()
        del it
        made = Approximate(sample)
        while (it := living()) is not None:
            if (part := it.part()) is None:
                it.use(made if made.prove(it.found()) else None)
                return
            del it
            made.add(*part)

    thread = Thread(target=run, name="approximate", daemon=True)
    thread.start()
    return thread


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


def _width(answer: tuple[Question, Sequence[int]]) -> int:
    return answer[0][1]
