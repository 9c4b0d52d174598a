"""Finding most of the nearest vectors without looking at all: an inverted file with product quantisation.

Vectors stand in cells around their means; a search looks into the nearest cells alone (Sivic and Zisserman 2003), by
codes of four bits for each pair of dimensions (Jégou et al. 2011). It is made in a thread, while searches look at all
vectors, and takes their place only where it is seen to find what they found: that depends on what the vectors are like.
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

_CELLS = (8, 16, 32, 64, 128, 256, 512)
"""Into how many cells a search looks: it is as much the slower."""
_OVER = 64
"""How many times as many are found as are wanted, since codes tell the nearest only roughly."""
_BITS = 4
_LEARNED_FROM = 50
"""Vectors a cell, from which its mean is learned."""

Numbers = NDArray[np.int64]
Part = tuple[Numbers, Vectors]
Question = tuple[bytes, int]


class Approximate:
    """Vectors by their numbers, searched by their cells. Not to be changed while `make` runs.

    Args:
        sample: some of the vectors, shape (n, d), from which the cells and codes are learned.
        count: how many vectors there will be.
    """

    def __init__(self, sample: Vectors, count: int) -> None:
        import faiss

        _, dimensions = sample.shape
        cells = min(2 ** round(np.log2(2 * count**0.5)), max(1, len(sample) // _LEARNED_FROM))
        codes = dimensions // 2 if dimensions % 2 == 0 else dimensions
        self._index: Any = faiss.index_factory(
            dimensions, f"IVF{cells},PQ{codes}x{_BITS}fs", faiss.METRIC_INNER_PRODUCT
        )
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
        return int(self._index.ntotal * (self._index.code_size + 8))

    def add(self, numbers: Numbers, vectors: Vectors) -> None:
        """Add vectors, shape (n, d)."""
        import faiss

        if len(numbers):
            faiss.omp_set_num_threads(_threads())
            self._index.add_with_ids(np.ascontiguousarray(vectors), numbers)

    def candidates(self, queries: Vectors, width: int) -> list[Numbers]:
        """For each query, shape (m, d), numbers among which are most of the `width` nearest, and of some removed."""
        import faiss

        # Somebody waits for this, and not for long.
        faiss.omp_set_num_threads(os.cpu_count() or 1)
        _, found = self._index.search(np.ascontiguousarray(queries), _OVER * width)
        return [numbers[numbers >= 0] for numbers in found]

    def prove(self, answers: Mapping[Question, Sequence[int]]) -> bool:
        """Look into as few cells as find `ENOUGH` of what looking at all found; tells whether any number does.

        Args:
            answers: the numbers that were found, by the query's bytes and how many were asked for.
        """
        wanted = sum(map(len, answers.values()))
        for cells in _CELLS:
            self._index.nprobe = cells
            if wanted and self._found(answers) >= ENOUGH * wanted:
                return True
        return False

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

    def __len__(self) -> int:
        """How many vectors there are."""

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
        sample, count = it.sample(), len(it)
        del it
        made = Approximate(sample, count)
        while (it := living()) is not None:
            if (part := it.part()) is None:
                it.use(made if made.prove(it.found()) else None)
                return
            del it
            made.add(*part)

    thread = Thread(target=run, name="approximate", daemon=True)
    thread.start()
    return thread


def _threads() -> int:
    """On how many cores it is made: as many are left to others."""
    return max(1, (os.cpu_count() or 1) // 2)


def _width(answer: tuple[Question, Sequence[int]]) -> int:
    return answer[0][1]
