"""Which observations name which vertices: the links that the ranking `blend` follows (`docs/retrieval.md`)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

import numpy as np
from numpy.typing import NDArray

from ariadne.memory.arigraph.retrieval.lexical import terms
from ariadne.triplet import Triplet

Vertex = frozenset[str]
"""The terms of a vertex's name."""
_TOKEN = re.compile(r"[^\W_][\w'’-]*|[^\w\s]")
_LONGEST = 6
"""The most words of a name."""
Named = tuple[list[Vertex], NDArray[np.bool_]]
"""Vertices, and whether each observation names each, shape (observations, vertices)."""


@dataclass(frozen=True)
class Having:
    """Which texts have which terms.

    Attributes:
        columns: the place of each term in `matrix`, shape (texts, terms).
    """

    columns: Mapping[str, int]
    matrix: NDArray[np.bool_]

    @classmethod
    def of(cls, texts: Sequence[Collection[str]]) -> Having:
        """The matrix of texts, each given by its terms."""
        columns: dict[str, int] = {}
        places = [columns.setdefault(term, len(columns)) for text in texts for term in text]
        matrix = np.zeros((len(texts), len(columns)), dtype=np.bool_)
        matrix[np.repeat(np.arange(len(texts)), [*map(len, texts)]), places] = True
        return cls(columns, matrix)

    def places(self, term: str) -> NDArray[np.intp]:
        """The texts that have a term."""
        column = self.columns.get(term)
        return np.flatnonzero(self.matrix[:, column]) if column is not None else np.empty(0, dtype=np.intp)

    def all_of(self, vertices: Sequence[Vertex]) -> NDArray[np.bool_]:
        """Whether each text has all terms of each vertex, shape (texts, vertices)."""
        nowhere, anywhere = len(self.columns), len(self.columns) + 1
        texts, longest = len(self.matrix), max(map(len, vertices), default=0)
        padded = np.hstack([self.matrix, np.zeros((texts, 1), np.bool_), np.ones((texts, 1), np.bool_)])
        wanted = np.full((longest, len(vertices)), anywhere)
        for column, vertex in enumerate(vertices):
            wanted[: len(vertex), column] = [self.columns.get(term, nowhere) for term in vertex]
        having: NDArray[np.bool_] = np.logical_and.reduce([padded[:, own] for own in wanted] or [padded[:, :0]])
        return having


def names_in(text: str) -> list[Vertex]:
    """The names in a text without triplets: words with a capital or a digit, alone and in runs."""
    runs = [[*words] for is_name, words in groupby(_TOKEN.findall(text), _is_name) if is_name]
    names = (" ".join(name) for run in runs for name in (run[:_LONGEST], *([word] for word in run)))
    return list(dict.fromkeys(frozenset(terms(name)) for name in names))


def _is_name(word: str) -> bool:
    return word[0].isupper() or any(map(str.isdigit, word))


def ends(fact: Triplet) -> tuple[Vertex, Vertex]:
    """The vertices of a triplet."""
    return frozenset(terms(fact.subject)), frozenset(terms(fact.object))


def named(having: Having, own: Sequence[Iterable[Vertex]]) -> Named:
    """The vertices that observations name: those of their own triplets, and others of which they have all terms.

    Args:
        having: the terms of the observations.
        own: the vertices of each observation's triplets. Vertices without terms are skipped.
    """
    listed = [[*filter(None, vertices)] for vertices in own]
    columns = {vertex: column for column, vertex in enumerate(dict.fromkeys(chain.from_iterable(listed)))}
    vertices = [*columns]
    names = having.all_of(vertices)
    rows = np.repeat(np.arange(len(listed)), [*map(len, listed)])
    names[rows, [columns[vertex] for each in listed for vertex in each]] = True
    return vertices, names
