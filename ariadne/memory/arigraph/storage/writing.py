"""Writing contents into the rows of a memory's file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from ariadne.memory.arigraph.core.contents import Contents, StepEntry
from ariadne.memory.arigraph.storage.rows import FileRows
from ariadne.triplet import Edge, Triplet


def write(rows: FileRows, key: int, entry: StepEntry) -> None:
    """Write one step into the file."""
    vectors = iter(entry.vectors)
    rows.add_step(key, entry.step, entry.time)
    for number, edge in entry.edges:
        rows.add_edge(key, number, edge, next(vectors) if edge.valid_to is None else None)
    rows.close(key, entry.step, entry.time, entry.closed)
    rows.forget(key, entry.step, entry.forgotten)
    for number, node, ties in entry.nodes:
        rows.add_episode(key, number, node, entry.observed.get(node.observation), ties)


def fill(rows: FileRows, key: int, contents: Contents) -> None:
    """Write contents into an empty scope."""
    edges, nodes, vectors = contents.graph.history(), contents.episodic.nodes, contents.vectors
    assert vectors is not None
    # Every step has a row, also one whose time is not known.
    ends = (step for edge in edges for step in (edge.valid_from, edge.valid_to) if step is not None)
    times: dict[int, datetime | None] = dict.fromkeys([contents.step, *ends])
    times |= {node.step: node.time for node in nodes} | contents.graph.times
    row_of = {triplet: row for row, triplet in enumerate(contents.graph.valid())}
    at = _numbers_by_step(edges)
    for step, time in times.items():
        rows.add_step(key, step, time)
    for number, edge in enumerate(edges):
        vector = vectors[row_of[edge.triplet]] if edge.valid_to is None else None
        rows.add_edge(key, number, edge, vector)
    for number, node in enumerate(nodes):
        # A world that was reset may have lost the edge.
        ties = [own for triplet in node.triplets if (own := at(triplet, node.step)) is not None]
        rows.add_episode(key, number, node, contents.observed.get(node.observation), ties)


def _numbers_by_step(edges: Sequence[Edge]) -> Callable[[Triplet, int], int | None]:
    """Maps a triplet and a step to its edge at that step: the last that began by then; None if there is none."""
    spans: dict[Triplet, list[int]] = {}
    for number, edge in enumerate(edges):
        spans.setdefault(edge.triplet, []).append(number)

    def number_at(triplet: Triplet, step: int) -> int | None:
        return max((number for number in spans.get(triplet, ()) if edges[number].valid_from <= step), default=None)

    return number_at
