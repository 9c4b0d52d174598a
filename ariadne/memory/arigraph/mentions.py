"""Which observations name which vertices: the ranking `blend` goes from one to the other (`docs/retrieval.md`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ariadne.gather import gathered
from ariadne.memory.arigraph.lexical import terms

Vertex = frozenset[str]
"""The terms of a vertex's name."""
Having = Mapping[str, set[int]]
"""The places of the texts that have each term."""
Named = tuple[list[Vertex], NDArray[np.bool_]]
"""Vertices, and whether each observation names each, shape (observations, vertices)."""
_NONE: set[int] = set()


def vertex_of(name: str) -> Vertex:
    """The vertex of a name."""
    return frozenset(terms(name))


def having(texts: Sequence[Iterable[str]]) -> Having:
    """Which of some texts have each term."""
    found: dict[str, set[int]] = {}
    for place, text in enumerate(texts):
        for term in text:
            found.setdefault(term, set()).add(place)
    return found


def named(having: Having, own: Sequence[Iterable[Vertex]]) -> Named:
    """What observations name: the vertices of their own triplets, and those of others whose terms they all have.

    Args:
        having: the observations that have each term.
        own: the vertices of the triplets of each observation; what has no term is none.
    """
    owners = gathered((vertex, place) for place, vertices in enumerate(own) for vertex in vertices if vertex)
    names = np.zeros((len(own), len(owners)), dtype=np.bool_)
    for column, (vertex, places) in enumerate(owners.items()):
        first, *others = (having.get(term, _NONE) for term in vertex)
        names[[*places, *(first.intersection(*others))], column] = True
    return [*owners], names
