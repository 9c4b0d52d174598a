"""The valid edges at a vertex."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from itertools import islice

from ariadne.geography import is_spatial
from ariadne.memory.arigraph.core.filed import Lists
from ariadne.memory.arigraph.core.kept import Edges, Valid
from ariadne.triplet import Triplet

MANY = 64
"""From how many edges on a vertex is listed from its last edges back, if only a few are asked for."""
LISTED = 2**13
"""For how many vertices the valid edges are kept listed: those that were asked for last."""

Kind = Callable[[Triplet, str], bool]
"""Which triplets at a vertex are meant."""


def is_any(triplet: Triplet, vertex: str) -> bool:
    """All triplets."""
    return True


def is_not_spatial(triplet: Triplet, vertex: str) -> bool:
    """All but connections and exits."""
    return not is_spatial(triplet)


def is_subject(triplet: Triplet, vertex: str) -> bool:
    """Triplets whose subject is the vertex."""
    return triplet.subject == vertex


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
        last = self._edges_of.get(vertex, ())[-max(MANY, 2 * count) :]
        if kind not in self._listed.get(vertex, {}):
            found = self._edges.valid(last, lambda triplet: kind(triplet, vertex))
            if len(found) >= count:
                return dict(islice(reversed(found.items()), count))
        return dict(islice(reversed(self.of(vertex, kind).items()), count))

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
