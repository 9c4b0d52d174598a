"""The edges of a semantic graph, the valid ones at a vertex, and the names of vertices."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice

from ariadne.geography import is_spatial
from ariadne.memory.arigraph.core.filed import Lists, Rows, Table
from ariadne.triplet import Edge, Triplet

LONGEST_NAME = 6
"""Names of more words are not found in texts."""
_FILTERED = 1024
"""With more edges than this, `Edges.valid` first reads the valid triplets alone."""

MANY = 64
"""From how many edges on a vertex is listed from its last edges back, if only a few are asked for."""
LISTED = 2**13
"""For how many vertices the valid edges are kept listed: those that were asked for last."""

Valid = dict[int, Triplet]
"""Valid triplets by the numbers of their edges."""
Kind = Callable[[Triplet, str], bool]
"""Which triplets at a vertex are meant."""


class Edges(Rows[Edge]):
    """Edges, in the order of adding.

    Args:
        read_valid: reads the triplets of those of some edges that are valid in the file, without reading whole edges.
    """

    def __init__(
        self,
        count: int = 0,
        read: Callable[[Sequence[int]], Mapping[int, Edge]] = lambda _: {},
        read_valid: Callable[[Sequence[int]], Mapping[int, Triplet]] = lambda _: {},
    ) -> None:
        super().__init__(count, read)
        self._read_valid = read_valid

    def valid(self, numbers: Iterable[int], is_meant: Callable[[Triplet], bool]) -> Valid:
        """The triplets of those of some edges that are valid and meant."""
        numbers = [*numbers]
        looked_at = numbers
        if len(numbers) > _FILTERED:
            filed = [number for number in numbers if number not in self._changed]
            likely = {number for number, triplet in self._read_valid(filed).items() if is_meant(triplet)}
            looked_at = [number for number in numbers if number in self._changed or number in likely]
        edges = zip(looked_at, self.some(looked_at), strict=True)
        return {n: edge.triplet for n, edge in edges if edge.valid_to is None and is_meant(edge.triplet)}


def is_any(triplet: Triplet, vertex: str) -> bool:
    """All triplets."""
    return True


def is_not_spatial(triplet: Triplet, vertex: str) -> bool:
    """All but connections and exits."""
    return not is_spatial(triplet)


def is_subject(triplet: Triplet, vertex: str) -> bool:
    """Triplets whose subject is the vertex."""
    return triplet.subject == vertex


@dataclass(frozen=True)
class GraphRows:
    """Where the edges of a graph are kept.

    Attributes:
        edges: all, in the order of adding. `of`: the numbers of a vertex's edges.
        valid: the number of a valid triplet's edge. `times`: the known times of steps.
        count_vertices: counts the vertices of valid edges in a file.
    """

    edges: Edges = field(default_factory=Edges)
    of: Lists[str] = field(default_factory=Lists)
    valid: Table[Triplet, int] = field(default_factory=Table)
    times: Table[int, datetime] = field(default_factory=Table)
    count_vertices: Callable[[], int] | None = None


class Incident:
    """Finds the valid edges at a vertex.

    Args:
        edges: all edges of the graph. `edges_of`: the places of those at a vertex.
    """

    def __init__(self, edges: Edges, edges_of: Lists[str]) -> None:
        self._edges, self._edges_of = edges, edges_of
        self._listed: OrderedDict[str, dict[Kind, Valid]] = OrderedDict()

    def of(self, vertex: str, kind: Kind) -> Valid:
        """The valid triplets of a kind at a vertex, by the places of their edges, in the order of adding."""
        kinds = self._listed.setdefault(vertex, {})
        self._listed.move_to_end(vertex)
        if kind not in kinds:
            kinds[kind] = self._edges.valid(self._edges_of.get(vertex, ()), lambda triplet: kind(triplet, vertex))
        if len(self._listed) > LISTED:
            self._listed.popitem(last=False)
        return kinds[kind]

    def last_of(self, vertex: str, kind: Kind, count: int) -> Valid:
        """The last of them. All are listed only if the last edges hold too few."""
        found: Valid = {}
        if kind not in self._listed.get(vertex, {}):
            last = self._edges_of.get(vertex, ())[-max(MANY, 2 * count) :]
            found = self._edges.valid(last, lambda triplet: kind(triplet, vertex))
        if len(found) < count:
            found = self.of(vertex, kind)
        return dict(islice(reversed(found.items()), count))

    def add(self, number: int, triplet: Triplet) -> None:
        """Add an edge that became valid."""
        for listed in self._lists(triplet):
            listed[number] = triplet

    def remove(self, number: int, triplet: Triplet) -> None:
        """Remove an edge that has ended."""
        for listed in self._lists(triplet):
            del listed[number]

    def _lists(self, triplet: Triplet) -> list[Valid]:
        kept = {vertex: self._listed.get(vertex, {}) for vertex in triplet.vertices}
        return [found for vertex, kinds in kept.items() for kind, found in kinds.items() if kind(triplet, vertex)]


class VertexNames:
    """Names of vertices; those of several words also by their first and last words."""

    def __init__(self) -> None:
        self.every: set[str] = set()
        self.by_word: dict[str, list[str]] = {}
        self._longest: dict[str, int] = {}

    def add(self, names: Iterable[str]) -> None:
        """Add names, each once."""
        for name in names:
            if name not in self.every:
                self.every.add(name)
                words = name.split()
                known = self._longest.get(words[0], 0)
                self._longest[words[0]] = min(max(known, len(words)), LONGEST_NAME)
                for word in {words[0], words[-1]} if len(words) > 1 else ():
                    self.by_word.setdefault(word, []).append(name)

    def named_in(self, words: Sequence[str], stopped: Sequence[str]) -> list[str]:
        """The names in a text, the longest first.

        Args:
            words: those of the text. `stopped`: the same with full stops, which only the last word of a name lacks.
        """
        found: dict[str, tuple[int, bool, int]] = {}
        for inner in (words, stopped):
            for at in [at for at, word in enumerate(inner) if word in self._longest]:
                for end in range(min(at + self._longest[inner[at]], len(words)), at, -1):
                    if (run := " ".join((*inner[at : end - 1], words[end - 1]))) in self.every:
                        found.setdefault(run, (-run.count(" "), inner is stopped, at))
        return sorted(found, key=found.__getitem__)
