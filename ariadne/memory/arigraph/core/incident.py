"""The valid edges at a vertex."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from ariadne.geography import is_spatial
from ariadne.memory.arigraph.core.filed import Lists
from ariadne.memory.arigraph.core.kept import Edges, Valid
from ariadne.triplet import Triplet

MANY = 64
"""How many edges make a vertex a hub, such as `north`. The valid edges of a hub are listed once and kept up to date."""

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
        self._hubs: dict[str, dict[Kind, Valid]] = {}

    def of(self, vertex: str, kind: Kind) -> Valid:
        """The valid triplets of a kind at a vertex, by the places of their edges, in the order of adding."""
        kept = self._hubs.get(vertex, {}).get(kind)
        if kept is not None:
            return kept
        numbers = self._edges_of.get(vertex, ())
        found = self._edges.valid(numbers, lambda triplet: kind(triplet, vertex))
        if len(numbers) > MANY:
            self._hubs.setdefault(vertex, {})[kind] = found
        return found

    def last_of(self, vertex: str, kind: Kind, count: int) -> Valid:
        """The last of them. A hub is listed as a whole only if its last edges hold too few."""
        last = self._edges_of.get(vertex, ())[-max(MANY, 2 * count) :]
        if kind not in self._hubs.get(vertex, {}):
            found = self._edges.valid(last, lambda triplet: kind(triplet, vertex))
            if len(found) >= count:
                return dict(islice(reversed(found.items()), count))
        return dict(islice(reversed(self.of(vertex, kind).items()), count))

    def add(self, number: int, triplet: Triplet) -> None:
        """Add a valid edge to the lists of hubs."""
        for listed in self._lists(triplet):
            listed[number] = triplet

    def remove(self, number: int, triplet: Triplet) -> None:
        """Remove an edge that has ended from the lists of hubs."""
        for listed in self._lists(triplet):
            del listed[number]

    def _lists(self, triplet: Triplet) -> list[Valid]:
        kept = {vertex: self._hubs.get(vertex, {}) for vertex in triplet.vertices}
        return [found for vertex, kinds in kept.items() for kind, found in kinds.items() if kind(triplet, vertex)]
