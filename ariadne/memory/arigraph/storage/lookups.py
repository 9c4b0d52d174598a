"""A scope of a memory's file, whose rows are read on demand."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path

import numpy as np

from ariadne.embed.embedder import Vectors
from ariadne.gather import gathered
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory, Nodes
from ariadne.memory.arigraph.core.filed import Lists, Table, batches
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.kept import Edges, GraphRows
from ariadne.memory.arigraph.core.state import Contents
from ariadne.memory.arigraph.retrieval.lexical import best
from ariadne.memory.arigraph.storage import columns, queries
from ariadne.memory.arigraph.storage.copies import IndexSnapshot, Stamp
from ariadne.memory.arigraph.storage.schema import EDGE, EPISODE, STEP, VERTEX, damaged, sound
from ariadne.memory.arigraph.storage.selection import Row, Selection
from ariadne.text import kept
from ariadne.triplet import Edge, Triplet

_AT_ONCE = 4096


class Lookups(Selection):
    """Reads a scope as of the moment of construction, with what this process has written to it since.

    Args:
        database: must be in a transaction during construction.
        epoch: of the file; it changes when anything is erased.
        copy: the index snapshot.

    Attributes:
        latest: the latest time of a text.
    """

    def __init__(self, database: sqlite3.Connection, path: Path, first: int, epoch: str, copy: IndexSnapshot) -> None:
        super().__init__(database, path, first)
        self._epoch, self.copy = epoch, copy
        self.edges, self.nodes, steps = (
            self.values(queries.EXTENT.format(table))[0] for table in ("edge", "episode", "step")
        )
        self.step = max(0, steps - 1)
        if self.rows(queries.LOST):
            raise damaged(path, "its last rows are missing")
        self.latest = columns.read_moment(self.values(queries.LATEST)[0])
        self._vertices = Table(self._names_of)
        self._rows = Edges(self.edges, self._edges, self._triplets)
        self.graph, self.episodic = self._graph(), self._episodic()

    def whole(self) -> Contents:
        """Read all of the scope into memory."""
        parts = [vectors for _, vectors in self.vectors()]
        vectors = np.concatenate(parts) if parts else np.empty((0, 0), dtype=np.float32)
        graph, episodic = SemanticGraph(self.graph.history(), times=self.graph.times), EpisodicMemory()
        for node in self.episodic.nodes:
            episodic.append(node)
        return Contents(graph, episodic, self.step, vectors, dict(self.observed(range(self.nodes))))

    def written(self, step: int) -> None:
        """Note that the file holds all changes up to a step."""
        self.edges, self.nodes, self.step = len(self.graph.edges), len(self.episodic.nodes), step
        self.graph.written()
        self.episodic.written()

    def vectors(self, since: int = 0) -> Iterator[tuple[list[int], Vectors]]:
        """The places of valid edges from a place on, and their vectors, shape (n, d), a few thousand at a time."""
        for part in batches(range(since, self.edges), _AT_ONCE):
            if rows := self.checked(EDGE, queries.VECTORS, start=part[0], stop=part[-1] + 1):
                vectors = np.frombuffer(b"".join(row[0] for row in rows), dtype=np.float32)
                yield [row[1] - self.first for row in rows], vectors.reshape(len(rows), -1)

    def ended_after(self, step: int) -> list[int]:
        """The places of the edges that ended after a step."""
        return self.values(queries.ENDED, since=step)

    def stamp(self, embedder: str, edges: int, nodes: int, step: int) -> Stamp | None:
        """The stamp of a snapshot of the first edges and nodes; None if the file does not have them."""
        marks = self.values(queries.MARK, facts=edges, texts=nodes)
        return Stamp(self._epoch, embedder, edges, nodes, marks[0], step) if marks else None

    def goes_on(self, stamp: Stamp, embedder: str) -> bool:
        """Whether the file has all rows of a snapshot, and perhaps more."""
        return stamp == self.stamp(embedder, stamp.edges, stamp.nodes, stamp.step)

    def observed(self, places: Sequence[int]) -> Iterator[tuple[str, Vectors]]:
        """The known vectors of the observations at some places."""
        for part in batches([place for place in places if place < self.nodes], _AT_ONCE):
            for vector, _, _, said, *_ in self.at(EPISODE, part).values():
                if vector is not None:
                    yield columns.read_text(said), np.frombuffer(vector, dtype=np.float32)

    def best(self, query: str, most: int) -> list[int]:
        """The places of the texts with words of a query, as `lexical.best` ranks them."""
        first = self.first
        return [number - first for number in best(self.listed, query, most, first, first + self.nodes)]

    def _graph(self) -> SemanticGraph:
        rows = GraphRows(
            self._rows,
            Lists(self._of_vertices, self._names),
            Table(self._numbers, self._facts, lambda: self.values(queries.COUNT_VALID)[0]),
            Table(self._steps, lambda: self.values(queries.TIMED)),
            lambda: self.values(queries.COUNT_ENDS)[0],
        )
        return SemanticGraph(rows=rows)

    def _episodic(self) -> EpisodicMemory:
        return EpisodicMemory(
            Nodes(self.nodes, self._nodes, self._tied, lambda: self.values(queries.FORGOTTEN)),
            Lists(lambda facts: self.of_facts(facts, queries.TIED)),
            Lists(self._saying),
        )

    def _edges(self, places: Sequence[int]) -> dict[int, Edge]:
        with sound(self.path):
            rows = self.at(EDGE, places)
            names = self._vertices.some({end for row in rows.values() for end in (row[2], row[4])})
            return {place: self._edge(row, names) for place, row in rows.items()}

    def _edge(self, row: Row, names: Mapping[int, str]) -> Edge:
        _, _, subject, relation, thing, valid_from, valid_to, since, until, reason, retired_by = row
        triplet = Triplet.of_clean(names[subject], columns.read_text(relation), names[thing])
        span = valid_from - self.first, None if valid_to is None else valid_to - self.first
        times = columns.read_moment(since), columns.read_moment(until)
        return Edge(triplet, *span, *times, columns.read_text(reason or ""), columns.read_triplet(retired_by))

    def _triplets(self, places: Sequence[int]) -> dict[int, Triplet]:
        """The triplets of those of some edges that are valid. Checksums are not verified."""
        found: dict[int, Triplet] = {}
        for part in batches(places, _AT_ONCE):
            with sound(self.path):
                rows = self.rows(queries.TRIPLETS, places=part)
                names = self._vertices.some({end for _, subject, _, thing in rows for end in (subject, thing)})
                for place, subject, relation, thing in rows:
                    found[place] = Triplet.of_clean(names[subject], columns.read_text(relation), names[thing])
        return found

    def _names_of(self, ids: Sequence[int]) -> dict[int, str]:
        """The names of vertices."""
        return {key: columns.read_text(name) for _, key, name in self.checked(VERTEX, queries.NAMED, ids=ids)}

    def _names(self) -> Iterator[str]:
        """The names of all vertices."""
        return (columns.read_text(name) for _, _, name in self.checked(VERTEX, queries.NAMES))

    def _of_vertices(self, vertices: Sequence[str]) -> dict[str, list[int]]:
        """The places of the edges of some vertices."""
        names = {number: vertex for vertex, number in self.ids(vertices).items()}
        rows = self.rows(queries.NUMBERS, ids=names) if names else ()
        return gathered((names[vertex], place) for vertex, place in sorted(rows, key=itemgetter(1)))

    def _numbers(self, facts: Sequence[Triplet]) -> dict[Triplet, int]:
        """The places of the edges of valid triplets."""
        return {fact: places[-1] for fact, places in self.of_facts(facts, queries.NUMBER).items()}

    def _facts(self) -> Iterator[Triplet]:
        """The triplets that were valid at construction, without those that have ended since."""
        return (edge.triplet for edge in islice(self._rows, self.edges) if edge.valid_to is None)

    def _nodes(self, places: Sequence[int]) -> dict[int, EpisodeNode]:
        with sound(self.path):
            rows = self.at(EPISODE, places)
            times = self._steps({row[2] - self.first for row in rows.values()})
            ties = {
                place: [int(edge) - self.first for edge in row[-1].split(",") if edge] for place, row in rows.items()
            }
            told = (edge.triplet for edge in self._rows.some(chain.from_iterable(ties.values())))
            return {place: self._node(row, times, tuple(islice(told, len(ties[place])))) for place, row in rows.items()}

    def _node(self, row: Row, times: Mapping[int, datetime | None], facts: tuple[Triplet, ...]) -> EpisodeNode:
        _, _, step, said, source, metadata, model, forgotten, _ = row
        place, until = step - self.first, None if forgotten is None else forgotten - self.first
        origin = columns.read_text(source or ""), columns.read_metadata(metadata), columns.read_text(model or "")
        return EpisodeNode(place, columns.read_text(said), facts, times[place], *origin, until)

    def _tied(self, places: Sequence[int]) -> dict[int, int]:
        """How many edges each of some episodes is tied to."""
        return {**dict.fromkeys(places, 0), **dict(self.rows(queries.COUNT_TIES, places=places))}

    def _saying(self, texts: Sequence[str]) -> dict[str, list[int] | None]:
        """The places of the episodes with each of some texts."""
        return {said: self.values(queries.TOLD, said=kept(said)) or None for said in texts}

    def _steps(self, steps: Iterable[int]) -> dict[int, datetime | None]:
        """The times of some steps, if they are known."""
        filed = [step for step in steps if step <= self.step]
        rows = self.checked(STEP, queries.AT, places=filed) if filed else ()
        return {number - self.first: columns.read_moment(time) for _, number, time in rows}
