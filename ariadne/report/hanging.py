"""The trees in which an episode's graph is drawn: each vertex hangs on a parent, as a lamp does on its table.

A value such as `locked` is shared by unrelated things. It is in no tree; it is written beside each of its things.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush

from ariadne.geography import is_spatial
from ariadne.report.moments import CARRIED, KnownMoment
from ariadne.screen.blocks import Cell
from ariadne.triplet import Edge

# A vertex is a value if it is only ever an object, either of this many subjects or of the relation `is`.
_MANY = 3
_Rank = tuple[bool, int, int]
_WITHIN = frozenset({"in", "on", "at", "inside", "under", "behind", "near"})


def values_of(known: Sequence[KnownMoment]) -> frozenset[str]:
    """Return the vertices that are values at any moment, such as `locked`."""
    return _values(dict.fromkeys(edge for moment in known for edge in moment.edges), known[-1].rooms)


def hanging(moment: KnownMoment, values: frozenset[str]) -> dict[str, str | None]:
    """Return each vertex's parent; None for the root of a block."""
    links = [edge for edge in moment.edges if not values & {*edge.triplet.vertices}]
    vertices = dict.fromkeys(vertex for edge in moment.edges for vertex in edge.triplet.vertices)
    return _parents(links, moment, [vertex for vertex in vertices if vertex not in values])


def is_noted(edge: Edge, values: frozenset[str]) -> bool:
    """Whether an edge is written beside its subject: it gives a value. Exits do not count; the map shows them."""
    return edge.triplet.object in values and not is_spatial(edge.triplet)


def _values(edges: Iterable[Edge], cells: Mapping[str, Cell]) -> frozenset[str]:
    subjects = {edge.triplet.subject for edge in edges}
    pairs = {(edge.triplet.subject, edge.triplet.object) for edge in edges}
    of = Counter(value for _, value in pairs)
    plain = {
        edge.triplet.object for edge in edges if edge.triplet.relation in ("is", "are") or is_spatial(edge.triplet)
    }
    return frozenset(
        value
        for value in of
        if value not in subjects and value not in cells and value != CARRIED and (value in plain or of[value] >= _MANY)
    )


def _parents(links: Sequence[Edge], moment: KnownMoment, vertices: Iterable[str]) -> dict[str, str | None]:
    """Each vertex's parent, rooms first. A fact about its place precedes other facts, the latest place earlier ones."""
    nearby: dict[str, list[tuple[_Rank, str]]] = {}
    for number, edge in enumerate(links):
        subject, object_ = edge.triplet.vertices
        rank = (True, edge.valid_from, number)
        stands = (False, -edge.valid_from, number) if _WITHIN & {*edge.triplet.relation.split()} else rank
        nearby.setdefault(subject, []).append((rank, object_))
        nearby.setdefault(object_, []).append((stands, subject))
    parents: dict[str, str | None] = dict.fromkeys(moment.rooms)
    if CARRIED in nearby:
        parents.setdefault(CARRIED)
    _grow(parents, list(parents), nearby)
    for vertex in sorted(vertices, key=lambda vertex: -len(nearby.get(vertex, ()))):
        if vertex not in parents:
            parents[vertex] = None
            _grow(parents, [vertex], nearby)
    return parents


def _grow(parents: dict[str, str | None], seeds: Iterable[str], nearby: Mapping[str, list[tuple[_Rank, str]]]) -> None:
    """Attach every reachable vertex to the tree, always by the best link available (Prim's algorithm)."""
    open_links = [(rank, other, seed) for seed in seeds for rank, other in nearby.get(seed, ())]
    heapify(open_links)
    while open_links:
        _, vertex, parent = heappop(open_links)
        if vertex in parents:
            continue
        parents[vertex] = parent
        for rank, other in nearby[vertex]:
            heappush(open_links, (rank, other, vertex))
