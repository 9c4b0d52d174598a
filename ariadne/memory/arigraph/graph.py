"""The semantic graph (Vs, Es) of AriGraph (section 2), with the history of its edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ariadne.triplet import Triplet, clean

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True)
class Edge:
    """A triplet and when it was valid: after steps `valid_from` ≤ step < `valid_to` (None: until now)."""

    triplet: Triplet
    valid_from: int
    valid_to: int | None = None

    def valid_at(self, step: int) -> bool:
        """Whether it was valid after `step`."""
        return self.valid_from <= step and (self.valid_to is None or step < self.valid_to)


class SemanticGraph:
    """Triplets as edges between their subjects and objects. A removed one stays in the history.

    Whatever is returned is in the order of adding; a triplet that comes back after its removal is added anew.

    Attributes:
        network: a networkx `MultiDiGraph` with one edge for each span in which a triplet was valid; an edge's
            key is its number in the order of adding, its data are `triplet`, `valid_from` and `valid_to`.
    """

    def __init__(self) -> None:
        import networkx as nx

        self.network: nx.MultiDiGraph = nx.MultiDiGraph()
        self._valid: dict[Triplet, int] = {}
        self._valid_of: dict[str, dict[int, Triplet]] = {}
        self._added = 0

    def __len__(self) -> int:
        return len(self._valid)

    @property
    def vertices(self) -> int:
        """How many vertices have a valid edge."""
        return len({vertex for triplet in self._valid for vertex in triplet.vertices})

    def __contains__(self, triplet: object) -> bool:
        return triplet in self._valid

    def add(self, triplet: Triplet, step: int) -> bool:
        """Make a triplet valid from `step` on. Tells whether it was new, that is, not valid already."""
        if triplet in self._valid:
            return False
        self.network.add_edge(*triplet.vertices, key=self._added, triplet=triplet, valid_from=step, valid_to=None)
        self._valid[triplet] = self._added
        for vertex in triplet.vertices:
            self._valid_of.setdefault(vertex, {})[self._added] = triplet
        self._added += 1
        return True

    def remove(self, triplet: Triplet, step: int) -> bool:
        """Make a triplet outdated from `step` on. Tells whether it was valid until now."""
        number = self._valid.pop(triplet, None)
        if number is None:
            return False
        self.network.edges[(*triplet.vertices, number)]["valid_to"] = step
        for vertex in triplet.vertices:
            self._valid_of[vertex].pop(number, None)
        return True

    def valid(self) -> tuple[Triplet, ...]:
        """The triplets that are valid now."""
        return tuple(self._valid)

    def incident(self, vertices: Iterable[str]) -> tuple[Triplet, ...]:
        """The valid triplets whose subject or object is one of `vertices`."""
        found: dict[int, Triplet] = {}
        for vertex in vertices:
            found.update(self._valid_of.get(clean(vertex), {}))
        return tuple(found[number] for number in sorted(found))

    def at(self, step: int) -> tuple[Triplet, ...]:
        """The triplets that were valid after `step`."""
        return tuple(edge.triplet for edge in self.history() if edge.valid_at(step))

    def history(self, vertex: str | None = None) -> tuple[Edge, ...]:
        """Every edge that ever was, past and valid, or those of one vertex."""
        edges = dict(self._edges() if vertex is None else self._edges_of(vertex))
        return tuple(edges[number] for number in sorted(edges))

    def _edges(self) -> Iterator[tuple[int, Edge]]:
        return (_numbered(*edge) for edge in self.network.edges(keys=True, data=True))

    def _edges_of(self, vertex: str) -> Iterator[tuple[int, Edge]]:
        vertex = clean(vertex)
        if vertex in self.network:
            for edges in (self.network.out_edges, self.network.in_edges):
                yield from (_numbered(*edge) for edge in edges(vertex, keys=True, data=True))


def _numbered(subject: str, thing: str, number: int, data: dict[str, Any]) -> tuple[int, Edge]:
    return number, Edge(**data)
