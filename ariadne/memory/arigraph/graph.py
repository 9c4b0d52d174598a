"""The semantic graph (Vs, Es) of AriGraph (section 2), with the history of its edges."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from ariadne.memory.arigraph.space import is_spatial
from ariadne.triplet import Triplet, clean

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class Edge:
    """A triplet and when it was valid: after steps `valid_from` ≤ step < `valid_to` (None: until now).

    Attributes:
        since, until: the times of those steps, where they are known.
    """

    triplet: Triplet
    valid_from: int
    valid_to: int | None = None
    since: datetime | None = None
    until: datetime | None = None

    def valid_at(self, moment: int | datetime) -> bool:
        """Whether it was valid after a step, or at a time."""
        if isinstance(moment, datetime):
            return self.since is not None and self.since <= moment and (self.until is None or moment < self.until)
        return self.valid_from <= moment and (self.valid_to is None or moment < self.valid_to)


class SemanticGraph:
    """Triplets as edges between their subjects and objects. A removed one stays in the history.

    Whatever is returned is in the order of adding; a triplet that comes back after its removal is added anew.

    Args:
        history: edges that it begins with, in the order of adding.
    """

    def __init__(self, history: Iterable[Edge] = ()) -> None:
        self._edges: list[Edge] = []
        self._edges_of: dict[str, list[int]] = {}
        self._valid: dict[Triplet, int] = {}
        self._valid_of: dict[str, dict[int, Triplet]] = {}
        self._not_spatial_of: dict[str, dict[int, Triplet]] = {}
        for edge in history:
            self._append(edge)

    def __len__(self) -> int:
        return len(self._valid)

    def __contains__(self, triplet: object) -> bool:
        return triplet in self._valid

    @property
    def vertices(self) -> int:
        """How many vertices have a valid edge."""
        return len(self._valid_of)

    def knows(self, vertex: str) -> bool:
        """Whether a vertex, named as `clean` writes it, ever had an edge."""
        return vertex in self._edges_of

    def add(self, triplet: Triplet, step: int, time: datetime | None = None) -> bool:
        """Make a triplet valid from `step` on. Tells whether it was new, that is, not valid already."""
        if triplet in self._valid:
            return False
        self._append(Edge(triplet, step, since=time))
        return True

    def remove(self, triplet: Triplet, step: int, time: datetime | None = None) -> bool:
        """Make a triplet outdated from `step` on. Tells whether it was valid until now."""
        number = self._valid.pop(triplet, None)
        if number is None:
            return False
        self._edges[number] = replace(self._edges[number], valid_to=step, until=time)
        for listed in self._lists(triplet):
            for vertex in set(triplet.vertices):
                del listed[vertex][number]
                if not listed[vertex]:
                    del listed[vertex]
        return True

    def number(self, triplet: Triplet) -> int:
        """The place of a valid triplet's edge in the history.

        Raises:
            KeyError: it is not valid.
        """
        return self._valid[triplet]

    def valid(self) -> tuple[Triplet, ...]:
        """The triplets that are valid now."""
        return tuple(self._valid)

    def incident(self, vertices: Iterable[str], *, spatial: bool = True) -> tuple[Triplet, ...]:
        """The valid triplets whose subject or object is one of `vertices`.

        Args:
            spatial: with connections and exits. Those of `north` are half a world's, and take long to leave out later.
        """
        listed = self._valid_of if spatial else self._not_spatial_of
        found: dict[int, Triplet] = {}
        for vertex in vertices:
            found.update(listed.get(clean(vertex), {}))
        return tuple(found[number] for number in sorted(found))

    def at(self, step: int) -> tuple[Triplet, ...]:
        """The triplets that were valid after `step`."""
        return tuple(edge.triplet for edge in self._edges if edge.valid_at(step))

    def history(self, vertex: str | None = None) -> tuple[Edge, ...]:
        """Every edge that ever was, past and valid, or those of one vertex."""
        if vertex is None:
            return tuple(self._edges)
        return tuple(self._edges[number] for number in self._edges_of.get(clean(vertex), ()))

    def to_networkx(self) -> nx.MultiDiGraph:
        """A networkx `MultiDiGraph` of the whole history.

        It has one edge for each span in which a triplet was valid; an edge's key is its number in the order of adding,
        its data are the attributes of `Edge`.
        """
        import networkx as nx

        network: nx.MultiDiGraph = nx.MultiDiGraph()
        for number, edge in enumerate(self._edges):
            data = {name: getattr(edge, name) for name in Edge.__slots__}
            network.add_edge(*edge.triplet.vertices, key=number, **data)
        return network

    def _append(self, edge: Edge) -> None:
        number = len(self._edges)
        self._edges.append(edge)
        vertices = set(edge.triplet.vertices)
        for vertex in vertices:
            self._edges_of.setdefault(vertex, []).append(number)
        if edge.valid_to is None:
            self._valid[edge.triplet] = number
            for listed in self._lists(edge.triplet):
                for vertex in vertices:
                    listed.setdefault(vertex, {})[number] = edge.triplet

    def _lists(self, triplet: Triplet) -> Iterable[dict[str, dict[int, Triplet]]]:
        """Where a valid triplet is found by its vertices."""
        return (self._valid_of,) if is_spatial(triplet) else (self._valid_of, self._not_spatial_of)
