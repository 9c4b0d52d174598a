"""Which observations name which vertices: the ranking `blend` goes from one to the other (`docs/retrieval.md`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Set
from functools import reduce
from itertools import chain
from operator import and_

Vertex = frozenset[str]
"""The terms of a vertex's name."""


class Mentions:
    """An observation names the vertices of its own triplets, and those of others whose terms it all has.

    What is asked is found then: an observation that comes later costs nothing but its own words and vertices.

    Args:
        having: the observations that have a term, by their numbers.
    """

    def __init__(self, having: Callable[[str], Set[int]]) -> None:
        self._having = having
        self._terms: list[dict[str, None]] = []
        self._own: list[dict[Vertex, None]] = []
        self._owners: dict[Vertex, set[int]] = {}
        self._by_term: dict[str, list[Vertex]] = {}

    def __len__(self) -> int:
        return len(self._terms)

    def add(self, terms: Iterable[str]) -> None:
        """Add the next observation, as its terms; `having` knows it already."""
        self._terms.append(dict.fromkeys(terms))
        self._own.append({})

    def own(self, number: int, vertices: Iterable[Vertex]) -> None:
        """Add vertices of an observation's own triplets; what has no term is none."""
        for vertex in filter(None, vertices):
            if vertex not in self._owners:
                self._owners[vertex] = set()
                self._by_term.setdefault(self._rarest(vertex), []).append(vertex)
            self._owners[vertex].add(number)
            self._own[number][vertex] = None

    def vertices(self, number: int) -> Iterator[Vertex]:
        """Those that an observation names; some may come twice."""
        terms = self._terms[number]
        found = chain.from_iterable(self._by_term.get(term, ()) for term in terms)
        return chain(self._own[number], (vertex for vertex in found if terms.keys() >= vertex))

    def observations(self, vertex: Vertex) -> list[int]:
        """The numbers of those that name a vertex, in order."""
        having = sorted(map(self._having, vertex), key=len)
        return sorted(reduce(and_, having[1:], having[0]) | self._owners.get(vertex, frozenset()))

    def _rarest(self, terms: Collection[str]) -> str:
        return min(sorted(terms), key=lambda term: len(self._having(term)))
