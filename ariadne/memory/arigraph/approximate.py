"""Finding most of the nearest vectors without looking at all: a graph of neighbours (HNSW, Malkov and Yashunin 2018).

It is made in a thread, while searches look at all vectors, and takes their place only where it is seen to find what
they found: that depends on what the vectors are like.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from threading import Thread
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Vectors

ENOUGH = 0.995
"""What share of the nearest must be found."""

_LOOKED_AT = (128, 256, 512, 1024)
"""How many candidates a search keeps: it is as much the slower."""
_OVER = 4
"""How many times as many are found as are wanted, since the graph holds numbers of eight bits."""

Numbers = NDArray[np.uint64]
Part = tuple[Numbers, Vectors]
Question = tuple[bytes, int]


class Approximate:
    """Vectors by their numbers, searched by a graph of neighbours. Not to be changed while `make` runs."""

    def __init__(self, dimensions: int) -> None:
        from usearch.index import Index

        self._index: Any = Index(ndim=dimensions, metric="ip", dtype="i8", connectivity=16, expansion_add=128)

    @property
    def nbytes(self) -> int:
        """The bytes that it takes."""
        return int(self._index.memory_usage)

    def add(self, numbers: Numbers, vectors: Vectors) -> None:
        """Add vectors, shape (n, d)."""
        if len(numbers):
            self._index.add(numbers, vectors, threads=max(1, (os.cpu_count() or 1) // 2))

    def remove(self, number: int) -> None:
        """Remove a vector."""
        self._index.remove(number)

    def candidates(self, queries: Vectors, width: int) -> list[NDArray[np.intp]]:
        """For each query, shape (m, d), numbers among which are most of the `width` nearest."""
        return [self._index.search(query, _OVER * width, threads=1).keys.astype(np.intp) for query in queries]

    def prove(self, answers: Mapping[Question, Sequence[int]]) -> bool:
        """Look at as few candidates as find `ENOUGH` of what looking at all found; tells whether any number does.

        Args:
            answers: the numbers that were found, by the query's bytes and how many were asked for.
        """
        wanted = sum(map(len, answers.values()))
        for looked_at in _LOOKED_AT:
            self._index.expansion_search = looked_at
            found = 0
            for (query, width), numbers in answers.items():
                (candidates,) = self.candidates(np.frombuffer(query, dtype=np.float32)[None], width)
                found += len({*numbers} & {*candidates.tolist()})
            if wanted and found >= ENOUGH * wanted:
                return True
        return False


class Owner(Protocol):
    """Who has an `Approximate` made. All this is called in the thread that makes it."""

    def part(self) -> Part | None:
        """The next vectors; None after the last."""

    def found(self) -> Mapping[Question, Sequence[int]]:
        """What was found by looking at all of them."""

    def use(self, made: Approximate | None) -> None:
        """Keep what was made for when the thread has ended; None if that does not find enough."""


def can_be_made() -> bool:
    """Whether the library that makes it is installed, in a version that does no harm (`pyproject.toml`)."""
    try:
        major, minor = map(int, version("usearch").split(".")[:2])
    except (PackageNotFoundError, ValueError):
        return False
    return (major, minor) < (2, 24)


def make(dimensions: int, owner: Owner) -> Thread:
    """Make one in a thread, for as long as its owner lives."""
    living = weakref.ref(owner)

    def run() -> None:
        made = Approximate(dimensions)
        while (it := living()) is not None:
            if (part := it.part()) is None:
                it.use(made if made.prove(it.found()) else None)
                return
            del it
            made.add(*part)

    thread = Thread(target=run, name="approximate", daemon=True)
    thread.start()
    return thread
