"""A scope of a memory's file, whose rows are read on demand."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from itertools import chain
from operator import itemgetter
from pathlib import Path

import numpy as np

from ariadne.embed.embedder import Vectors
from ariadne.gather import gathered
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory, Nodes
from ariadne.memory.arigraph.core.filed import Lists, Table
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.kept import Edges, GraphRows
from ariadne.memory.arigraph.core.state import Contents
from ariadne.memory.arigraph.retrieval.lexical import best
from ariadne.memory.arigraph.storage import columns, queries
from ariadne.memory.arigraph.storage.copies import IndexSnapshot, Stamp
from ariadne.memory.arigraph.storage.schema import damaged, sound
from ariadne.memory.arigraph.storage.selection import Row, Selection
from ariadne.text import kept
from ariadne.triplet import Edge, Triplet

_AT_ONCE = 4096


class Lookups(Selection):
    """Reads a scope as of the moment of construction, with what this process has written to it since.

    Args:
        database: must be in a transaction during construction.
        first: the number of the scope's first row.
        reading: a context for later reads, one reader at a time.
        epoch: of the file; it changes when anything is erased.
        copy: the index snapshot.

    Attributes:
        edges, nodes: how many there are. `step`: the last one. `latest`: the latest time of a text.
    """

    def __init__(
        self,
        database: sqlite3.Connection,
        path: Path,
        first: int,
        reading: Callable[[], AbstractContextManager[None]],
        epoch: str,
        copy: IndexSnapshot,
    ) -> None:
        super().__init__(database, path, first, nullcontext)
        self._epoch, self.copy = epoch, copy
        self.edges, self.nodes, self.step = (
            self.count(f"SELECT max(number) FROM {table} WHERE {queries.OF_SCOPE}")
            for table in ("edge", "episode", "step")
        )
        self.step = max(0, self.step - 1)
        tied = "SELECT max({0}) FROM tie WHERE {0} >= :first AND {0} < :end"
        if self.count(tied.format("edge")) > self.edges or self.count(tied.format("episode")) > self.nodes:
            raise damaged(path, "its last rows are missing")
        self.latest = columns.read_moment(self.one(f"SELECT max(time) FROM step WHERE {queries.OF_SCOPE}"))
        self.reading = reading
        self.graph, self.episodic = self._graph(), self._episodic()

    def whole(self) -> Contents:
        """Read all of the scope into memory."""
        rows = [row for _, some in self.vectors() for row in some]
        vectors = np.frombuffer(b"".join(rows), dtype=np.float32).reshape(len(rows), -1 if rows else 0)
        graph, episodic = SemanticGraph(self.graph.history(), times=self.graph.times), EpisodicMemory()
        for node in self.episodic.nodes:
            episodic.append(node)
        return Contents(graph, episodic, self.step, vectors, dict(self.observed()))

    def written(self, step: int) -> None:
        """Note that the file holds all changes up to a step."""
        new = self.graph.edges.some(range(self.edges, len(self.graph.edges)))
        self.forget_ids(vertex for edge in new for vertex in edge.triplet.vertices)
        self.edges, self.nodes, self.step = len(self.graph.edges), len(self.episodic.nodes), step
        self.graph.written()
        self.episodic.written()

    def _graph(self) -> SemanticGraph:
        self._rows = Edges(self.edges, self._edges, self._valid_edges)
        rows = GraphRows(
            self._rows,
            Lists(self._of_vertices, self._names),
            Table(self._numbers, self._facts, lambda: self.values(queries.COUNT_VALID, **self._now())[0]),
            Table(self._times, self._times),
            lambda: self.values(queries.COUNT_ENDS, **self._now())[0],
        )
        return SemanticGraph(rows=rows)

    def _episodic(self) -> EpisodicMemory:
        return EpisodicMemory(
            Nodes(self.nodes, self._nodes, self._tied, lambda: self.places(queries.FORGOTTEN, **self._told())),
            Lists(lambda facts: self.of_facts(facts, queries.TIED, self._told())),
            Lists(self._saying),
        )

    def _now(self) -> dict[str, int]:
        """The bounds of the scope's edges and steps."""
        return {"end": self.first + self.edges, "step": self.first + self.step}

    def _told(self) -> dict[str, int]:
        """The bound of the scope's episodes."""
        return {"end": self.first + self.nodes}

    def _of_vertices(self, vertices: Sequence[str]) -> dict[str, list[int]]:
        """The places of the edges of some vertices."""
        names = {number: vertex for vertex, number in self.ids(vertices).items()}
        rows = self.rows(queries.NUMBERS, ids=json.dumps([*names]), end=self._now()["end"]) if names else ()
        return gathered((names[vertex], number - self.first) for vertex, number in sorted(rows, key=itemgetter(1)))

    def vectors(self, since: int = 0) -> Iterator[tuple[list[int], list[bytes]]]:
        """The places and vectors of valid edges from a place on, a few thousand at a time."""
        start = since
        while start < self.edges:
            end = min(start + _AT_ONCE, self.edges)
            rows = self.rows(queries.VECTORS, first=self.first + start, end=self.first + end)
            for row in rows:
                self.check("edge", row[1], row[0], *row[2:])
            if rows:
                yield [row[2] - self.first for row in rows], [row[1] for row in rows]
            start = end

    def ended_after(self, step: int) -> list[int]:
        """The places of the edges that ended after a step."""
        return self.places("SELECT number FROM edge WHERE valid_to > :step AND valid_to < :end", step=self.first + step)

    def stamp(self, embedder: str, edges: int, nodes: int, step: int) -> Stamp | None:
        """The stamp of a snapshot of the first edges and nodes; None if the file does not have them."""
        marked = (
            ("SELECT checksum(NULL, subject, relation, object, valid_from) FROM edge WHERE number = :number", edges),
            ("SELECT checksum(NULL, step, observation) FROM episode WHERE number = :number", nodes),
        )
        marks = [mark for query, count in marked for mark in self.values(query, number=self.first + count - 1)]
        is_there = len(marks) == (edges > 0) + (nodes > 0)
        return Stamp(self._epoch, embedder, edges, nodes, sum(marks), step) if is_there and edges else None

    def goes_on(self, stamp: Stamp, embedder: str) -> bool:
        """Whether the file has all rows of a snapshot, and perhaps more."""
        return stamp == self.stamp(embedder, stamp.edges, stamp.nodes, stamp.step)

    def observed(self, places: Sequence[int] | None = None) -> Iterator[tuple[str, Vectors]]:
        """The known vectors of the observations at some places, by default all."""
        every = range(self.nodes) if places is None else [place for place in places if place < self.nodes]
        for start in range(0, len(every), _AT_ONCE):
            for row in self._checked_nodes(every[start : start + _AT_ONCE])[0].values():
                if row[1] is not None:
                    yield columns.read_text(row[4]), np.frombuffer(row[1], dtype=np.float32)

    def best(self, query: str, most: int) -> list[int]:
        """The places of the texts with words of a query, as `lexical.best` ranks them."""
        first = self.first
        return [number - first for number in best(self.listed, query, most, first, first + self.nodes)]

    def _edges(self, places: Sequence[int]) -> dict[int, Edge]:
        rows = self.rows(queries.EDGES, numbers=self.absolute(places))
        with sound(self.path):
            found = dict(map(self._edge, rows))
        self.complete("edge", places, found)
        return found

    def _valid_edges(self, places: Sequence[int]) -> dict[int, Triplet]:
        """The triplets of those of some edges that are valid. Checksums are not verified."""
        found: dict[int, Triplet] = {}
        for start in range(0, len(places), _AT_ONCE):
            rows = self.rows(queries.VALID, numbers=self.absolute(places[start : start + _AT_ONCE]))
            with sound(self.path):
                found |= {row[0] - self.first: Triplet.of_clean(*map(columns.read_text, row[1:])) for row in rows}
        return found

    def _edge(self, row: Row) -> tuple[int, Edge]:
        """The place and the edge of a row, which also has the edge's vertices."""
        told, vector, *stood = row[: queries.EDGE_ENDS]
        self.check("edge", vector, told, *stood)
        subject, thing = row[queries.EDGE_ENDS : queries.EDGE_ENDS + 3], row[queries.EDGE_ENDS + 3 :]
        self.check("vertex", None, *subject)
        self.check("vertex", None, *thing)
        number, _, relation, _, valid_from, valid_to, since, until, reason, retired_by = stood
        triplet = Triplet.of_clean(*map(columns.read_text, (subject[2], relation, thing[2])))
        span = valid_from - self.first, None if valid_to is None else valid_to - self.first
        times = columns.read_moment(since), columns.read_moment(until)
        why = columns.read_text(reason or ""), columns.read_triplet(retired_by)
        return number - self.first, Edge(triplet, *span, *times, *why)

    def _nodes(self, places: Sequence[int]) -> dict[int, EpisodeNode]:
        rows, ties = self._checked_nodes(places)
        edges = {place: [edge - self.first for edge in own] for place, own in ties.items()}
        times = self._steps({row[3] - self.first for row in rows.values()})
        wanted = [*dict.fromkeys(chain.from_iterable(edges.values()))]
        facts = dict(zip(wanted, (edge.triplet for edge in self._rows.some(wanted)), strict=True))
        with sound(self.path):
            return {
                place: self._node(row, times, tuple(facts[edge] for edge in edges.get(place, ())))
                for place, row in rows.items()
            }

    def _node(self, row: Row, times: Mapping[int, datetime | None], facts: tuple[Triplet, ...]) -> EpisodeNode:
        _, _, _, step, said, source, metadata, model, forgotten = row
        origin = columns.read_text(source or ""), columns.read_metadata(metadata), columns.read_text(model or "")
        until = None if forgotten is None else forgotten - self.first
        place = step - self.first
        return EpisodeNode(place, columns.read_text(said), facts, times[place], *origin, until)

    def _checked_nodes(self, places: Sequence[int]) -> tuple[dict[int, Row], dict[int, list[int]]]:
        """The rows of nodes, and the numbers of the edges that each is tied to, by the nodes' places."""
        numbers = self.absolute(places)
        rows, tied = self.rows(queries.NODES, numbers=numbers), self.rows(queries.TIES, numbers=numbers)
        ties: dict[int, list[int]] = {}
        for episode, edge in tied:
            ties.setdefault(episode - self.first, []).append(edge)
        found = {row[2] - self.first: row for row in rows}
        for place, row in found.items():
            self.check("episode", row[1], row[0], *row[2:], columns.joined(ties.get(place, ())))
        self.complete("episode", places, found)
        return found, ties

    def _tied(self, places: Sequence[int]) -> dict[int, int]:
        counted = f"SELECT episode, count(*) FROM tie WHERE episode {queries.SOME} GROUP BY episode"
        found = self.rows(counted, numbers=self.absolute(places))
        return {**dict.fromkeys(places, 0), **{episode - self.first: count for episode, count in found}}

    def _saying(self, texts: Sequence[str]) -> dict[str, list[int]]:
        """The places of the episodes with each of some texts."""
        found = {said: self.places(queries.TOLD, said=kept(said), **self._told()) for said in texts}
        return {said: places for said, places in found.items() if places}

    def _times(self, steps: Iterable[int] | None = None) -> dict[int, datetime]:
        """The times of those of some steps that have one, by default of all steps."""
        return {step: time for step, time in self._steps(steps).items() if time is not None}

    def _steps(self, steps: Iterable[int] | None) -> dict[int, datetime | None]:
        if steps is None:
            rows = self.rows(queries.TIMED, end=self.first + self.step + 1)
        else:
            rows = self.rows(queries.STEPS, numbers=self.absolute(steps))
        for row in rows:
            self.check("step", None, *row)
        return {number - self.first: columns.read_moment(time) for _, number, time in rows}

    def _facts(self) -> Iterator[Triplet]:
        """The triplets that were valid at construction, without those that have ended since."""
        for start in range(0, self.edges, _AT_ONCE):
            places = range(start, min(start + _AT_ONCE, self.edges))
            yield from (edge.triplet for edge in self._rows.some(places) if edge.valid_to is None)

    def _names(self) -> Iterator[str]:
        rows = self.rows(queries.NAMES, end=self.first + self.edges)
        for row in rows:
            self.check("vertex", None, *row)
            yield columns.read_text(row[2])

    def _numbers(self, facts: Sequence[Triplet]) -> dict[Triplet, int]:
        """The places of the edges of valid triplets."""
        found = self.of_facts(facts, queries.NUMBER, self._now())
        return {fact: numbers[-1] for fact, numbers in found.items()}
