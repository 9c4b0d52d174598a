"""A scope of a file, of which rows are read as they are asked for."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ariadne.embed.embedder import Vectors
from ariadne.memory.arigraph.core import episodes, kept
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.core.filed import Lists, Table
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.retrieval.lexical import best
from ariadne.memory.arigraph.storage import columns
from ariadne.memory.arigraph.storage.copies import Copy, Stamp
from ariadne.memory.arigraph.storage.schema import EDGE, EPISODE, SPAN, checksum, damaged, sound
from ariadne.triplet import Edge, Triplet

_AT_ONCE = 4096
_NAMES_AT_ONCE = 500
_KEPT = 2**16
_Row = tuple[Any, ...]
K = TypeVar("K")
V = TypeVar("V")

_SOME = "IN (SELECT value FROM json_each(:numbers))"
_OF_SCOPE = "number >= :first AND number < :end"
_EDGE_ENDS = 2 + len(EDGE.columns)
"""Where in a row of `_EDGES` the columns of the edge end."""
_EDGES = f"""SELECT edge.checksum, edge.vector, {", ".join(f"edge.{column}" for column in EDGE.columns)},
    s.checksum, s.id, s.name, o.checksum, o.id, o.name
    FROM edge JOIN vertex AS s ON s.id = edge.subject JOIN vertex AS o ON o.id = edge.object
    WHERE edge.number {_SOME}"""
_VALID = f"""SELECT edge.number, s.name, edge.relation, o.name FROM edge
    JOIN vertex AS s ON s.id = edge.subject JOIN vertex AS o ON o.id = edge.object
    WHERE edge.number {_SOME} AND edge.valid_to IS NULL"""
_FACT = """json_each(:ends) AS fact CROSS JOIN edge
    ON edge.subject = json_extract(fact.value, '$[0]') AND edge.object = json_extract(fact.value, '$[1]')"""
_NUMBER = (
    f"SELECT edge.subject, edge.relation, edge.object, edge.number FROM {_FACT} WHERE valid_to IS NULL AND {_OF_SCOPE}"
)
_TIED = f"""SELECT DISTINCT edge.subject, edge.relation, edge.object, tie.episode
    FROM {_FACT} CROSS JOIN tie ON tie.edge = edge.number
    WHERE tie.episode >= :first AND tie.episode < :end ORDER BY tie.episode"""
_NUMBERS = " UNION ".join(
    f"SELECT value, number FROM json_each(:ids) CROSS JOIN edge ON {end} = value WHERE {_OF_SCOPE}"
    for end in ("subject", "object")
)
_DEGREE = " UNION ALL ".join(
    f"""SELECT value, count(*) FROM json_each(:ids) CROSS JOIN edge ON {end} = value
    WHERE valid_to IS NULL AND {_OF_SCOPE} GROUP BY value"""
    for end in ("subject", "object")
)
_VALID_NOW = f"{_OF_SCOPE} AND (valid_to IS NULL OR valid_to > :step)"
_COUNT_VALID = f"SELECT count(*) FROM edge WHERE {_VALID_NOW}"
_COUNT_ENDS = f"""SELECT count(*) FROM
    (SELECT subject FROM edge WHERE {_VALID_NOW} UNION SELECT object FROM edge WHERE {_VALID_NOW})"""
_NAMES = f"""SELECT checksum, id, name FROM vertex WHERE id IN
    (SELECT subject FROM edge WHERE {_OF_SCOPE} UNION SELECT object FROM edge WHERE {_OF_SCOPE}) ORDER BY id"""
_TIMED = f"SELECT checksum, number, time FROM step WHERE time IS NOT NULL AND {_OF_SCOPE} ORDER BY number"
_VECTORS = f"""SELECT checksum, vector, {", ".join(EDGE.columns)} FROM edge
    WHERE {_OF_SCOPE} AND valid_to IS NULL ORDER BY number"""
_NODES = f"""SELECT checksum, vector, {", ".join(EPISODE.columns)} FROM episode WHERE number {_SOME}"""
_FORGOTTEN = f"SELECT number FROM episode WHERE forgotten IS NOT NULL AND {_OF_SCOPE}"
_TIES = f"SELECT episode, edge FROM tie WHERE episode {_SOME} ORDER BY episode, place"
# The signs have SQLite take no other index, and put no value in the place of a column.
_TOLD = """SELECT number FROM episode WHERE substr(observation, 1, 64) = substr(:said, 1, 64) AND +observation = :said
    AND +number >= :first AND +number < :end ORDER BY number"""


class Lookups:
    """Reads a scope as it was when this was made, and what this process has written to it since: what another process
    writes later is read by another one.

    Args:
        database: in a transaction while this is made.
        first: the number of the scope's first row.
        reading: a context in which rows are read later, one reader at a time.
        epoch: what the file says of itself that is another word after anything was erased, or embedded anew.
        copy: of the index that finds the facts.

    Attributes:
        edges, nodes: how many there are. `step`: the last. `latest`: the latest time of which anything was learned.
    """

    def __init__(
        self,
        database: sqlite3.Connection,
        path: Path,
        first: int,
        reading: Callable[[], AbstractContextManager[None]],
        epoch: str,
        copy: Copy,
    ) -> None:
        self._database, self._path, self._first, self._reading = database, path, first, reading
        self._epoch, self.copy = epoch, copy
        self._ids: dict[str, int | None] = {}
        """Of vertices; None for what the file does not have."""
        self.edges, self.nodes, self.step = (
            self._last(f"SELECT max(number) FROM {table} WHERE {_OF_SCOPE}") for table in ("edge", "episode", "step")
        )
        self.step = max(0, self.step - 1)
        tied = "SELECT max({0}) FROM tie WHERE {0} >= :first AND {0} < :end"
        if self._last(tied.format("edge")) > self.edges or self._last(tied.format("episode")) > self.nodes:
            raise damaged(path, "rows are missing at its end")
        self.latest = columns.read_moment(self._one(f"SELECT max(time) FROM step WHERE {_OF_SCOPE}"))
        self.graph, self.episodic = self._graph(), self._episodic()

    def written(self, step: int) -> None:
        """Take in that the file holds what was changed up to a step."""
        new = [
            vertex for edge in self.graph.some(range(self.edges, self.graph.ever)) for vertex in edge.triplet.vertices
        ]
        for vertex in new:
            self._ids.pop(vertex, None)
        self.edges, self.nodes, self.step = self.graph.ever, len(self.episodic.nodes), step
        self.graph.written()
        self.episodic.written()

    def _graph(self) -> SemanticGraph:
        self._rows = kept.Edges(self.edges, self._edges, self._valid_edges)
        return SemanticGraph(
            kept=kept.Kept(
                self._rows,
                Lists(self._of_vertices, self._names, lambda: sum(1 for _ in self._names())),
                Table(self._numbers, self._facts, lambda: self._values(_COUNT_VALID, **self._now())[0]),
                Table(self._ends, tuple, lambda: self._values(_COUNT_ENDS, **self._now())[0]),
                Table(_each(self._time), lambda: dict(self._times()), lambda: len(dict(self._times()))),
            )
        )

    def _episodic(self) -> EpisodicMemory:
        return EpisodicMemory(
            episodes.Kept(
                episodes.Nodes(self.nodes, self._nodes, self._tied, lambda: self._places(_FORGOTTEN, **self._told())),
                Lists(lambda facts: self._of(facts, _TIED, self._told())),
                Lists(_each(lambda said: self._places(_TOLD, said=columns.text(said), **self._told()))),
            )
        )

    def _now(self) -> dict[str, int]:
        """Where the scope's edges and steps end."""
        return {"end": self._first + self.edges, "step": self._first + self.step}

    def _told(self) -> dict[str, int]:
        """Where the scope's episodes end."""
        return {"end": self._first + self.nodes}

    def _of_vertices(self, vertices: Sequence[str]) -> dict[str, list[int]]:
        """The places of the edges of some vertices."""
        found: dict[str, list[int]] = {}
        for vertex, number in sorted(self._by_vertex(_NUMBERS, vertices), key=itemgetter(1)):
            found.setdefault(vertex, []).append(number - self._first)
        return found

    def _ends(self, vertices: Sequence[str]) -> dict[str, int]:
        """Of how many valid edges each of some vertices is an end."""
        found = Counter[str]()
        for vertex, count in self._by_vertex(_DEGREE, vertices):
            found[vertex] += count
        return dict(found)

    def _by_vertex(self, query: str, vertices: Sequence[str]) -> Iterator[tuple[str, int]]:
        """What a query finds for the ids of some vertices, with their names."""
        names = {number: vertex for vertex, number in self._known(vertices).items()}
        if names:
            with self._reading():
                rows = self._all(query, ids=json.dumps([*names]), **self._now())
            yield from ((names[vertex], number) for vertex, number in rows)

    def vectors(self, since: int = 0) -> Iterator[tuple[list[int], list[bytes]]]:
        """The valid edges' vectors from a place on, some at a time, each with its edge's place."""
        start = since
        while start < self.edges:
            end = min(start + _AT_ONCE, self.edges)
            with self._reading():
                rows = self._all(_VECTORS, first=self._first + start, end=self._first + end)
            for row in rows:
                self._check("edge", row[1], row[0], *row[2:])
            if rows:
                yield [row[2] - self._first for row in rows], [row[1] for row in rows]
            start = end

    def ended_after(self, step: int) -> list[int]:
        """The places of the edges that ended after a step."""
        return self._places(
            "SELECT number FROM edge WHERE valid_to > :step AND valid_to < :end", step=self._first + step
        )

    def stamp(self, embedder: str, edges: int, nodes: int, step: int) -> Stamp | None:
        """What a copy of the first edges and nodes is known by, which are in the file; None if there are none."""
        marked = (
            ("SELECT checksum(NULL, subject, relation, object, valid_from) FROM edge WHERE number = :number", edges),
            ("SELECT checksum(NULL, step, observation) FROM episode WHERE number = :number", nodes),
        )
        marks = [mark for query, count in marked for mark in self._values(query, number=self._first + count - 1)]
        is_there = len(marks) == (edges > 0) + (nodes > 0)
        return Stamp(self._epoch, embedder, edges, nodes, sum(marks), step) if is_there and edges else None

    def goes_on(self, stamp: Stamp | None, embedder: str) -> bool:
        """Whether the file has what a copy is of, and maybe more."""
        return stamp is not None and stamp == self.stamp(embedder, stamp.edges, stamp.nodes, stamp.step)

    def observed(self, places: Sequence[int] | None = None) -> Iterator[tuple[str, Vectors]]:
        """The vectors of the observations at some places, of all if none are named, as far as the file has them."""
        for _, row in self._some_nodes(range(self.nodes) if places is None else places):
            if row[1] is not None:
                yield columns.read_text(row[4]), np.frombuffer(row[1], dtype=np.float32)

    def best(self, query: str, most: int) -> list[int]:
        """The places of the texts that have words of a query: see `lexical.best`."""
        with self._reading():
            found = best(
                lambda asked, values: self._database.execute(asked, values).fetchall(),
                query, most, self._first, self._first + self.nodes,
            )  # fmt: skip
        return [number - self._first for number in found]

    def _some_nodes(self, places: Sequence[int]) -> Iterator[tuple[int, _Row]]:
        for start in range(0, len(places), _AT_ONCE):
            part = [place for place in places[start : start + _AT_ONCE] if place < self.nodes]
            yield from self._checked_nodes(part)[0].items()

    def _edges(self, places: Sequence[int]) -> dict[int, Edge]:
        with self._reading():
            rows = self._all(_EDGES, numbers=self._absolute(places))
        with sound(self._path):
            found = dict(map(self._edge, rows))
        self._complete("edge", places, found)
        return found

    def _valid_edges(self, places: Sequence[int]) -> dict[int, Triplet]:
        """The triplets of those of some edges that are valid, as far as is known without their checksums."""
        found: dict[int, Triplet] = {}
        for start in range(0, len(places), _AT_ONCE):
            with self._reading():
                rows = self._all(_VALID, numbers=self._absolute(places[start : start + _AT_ONCE]))
            with sound(self._path):
                found |= {row[0] - self._first: Triplet.of_clean(*map(columns.read_text, row[1:])) for row in rows}
        return found

    def _edge(self, row: _Row) -> tuple[int, Edge]:
        """A row of an edge and its vertices, as the edge with its place."""
        told, vector, *stood = row[:_EDGE_ENDS]
        self._check("edge", vector, told, *stood)
        subject, thing = row[_EDGE_ENDS : _EDGE_ENDS + 3], row[_EDGE_ENDS + 3 :]
        self._check("vertex", None, *subject)
        self._check("vertex", None, *thing)
        number, _, relation, _, valid_from, valid_to, since, until, reason, retired_by = stood
        triplet = Triplet.of_clean(*map(columns.read_text, (subject[2], relation, thing[2])))
        span = valid_from - self._first, None if valid_to is None else valid_to - self._first
        times = columns.read_moment(since), columns.read_moment(until)
        why = columns.read_text(reason or ""), columns.read_triplet(retired_by)
        return number - self._first, Edge(triplet, *span, *times, *why)

    def _nodes(self, places: Sequence[int]) -> dict[int, EpisodeNode]:
        rows, ties = self._checked_nodes(places)
        edges = {place: [edge - self._first for edge in own] for place, own in ties.items()}
        times = self._steps({row[3] for row in rows.values()})
        wanted = [*dict.fromkeys(chain.from_iterable(edges.values()))]
        facts = dict(zip(wanted, (edge.triplet for edge in self._rows.some(wanted)), strict=True))
        with sound(self._path):
            return {
                place: self._node(row, times, tuple(facts[edge] for edge in edges.get(place, ())))
                for place, row in rows.items()
            }

    def _node(self, row: _Row, times: Mapping[int, datetime | None], facts: tuple[Triplet, ...]) -> EpisodeNode:
        _, _, _, step, said, source, metadata, model, forgotten = row
        origin = columns.read_text(source or ""), columns.read_metadata(metadata), columns.read_text(model or "")
        until = None if forgotten is None else forgotten - self._first
        return EpisodeNode(step - self._first, columns.read_text(said), facts, times[step], *origin, until)

    def _checked_nodes(self, places: Sequence[int]) -> tuple[dict[int, _Row], dict[int, list[int]]]:
        """The rows of nodes, and the numbers of the edges that each is tied to, by their places."""
        numbers = self._absolute(places)
        with self._reading():
            rows, tied = self._all(_NODES, numbers=numbers), self._all(_TIES, numbers=numbers)
        ties: dict[int, list[int]] = {}
        for episode, edge in tied:
            ties.setdefault(episode - self._first, []).append(edge)
        found = {row[2] - self._first: row for row in rows}
        for place, row in found.items():
            self._check("episode", row[1], row[0], *row[2:], columns.joined(ties.get(place, ())))
        self._complete("episode", places, found)
        return found, ties

    def _tied(self, places: Sequence[int]) -> dict[int, int]:
        counted = f"SELECT episode, count(*) FROM tie WHERE episode {_SOME} GROUP BY episode"
        with self._reading():
            found = self._all(counted, numbers=self._absolute(places))
        return {**dict.fromkeys(places, 0), **{episode - self._first: count for episode, count in found}}

    def _steps(self, numbers: Iterable[int]) -> dict[int, datetime | None]:
        with self._reading():
            rows = self._all(
                f"SELECT checksum, number, time FROM step WHERE number {_SOME}", numbers=json.dumps([*numbers])
            )
        for row in rows:
            self._check("step", None, *row)
        return {number: columns.read_moment(stamp) for _, number, stamp in rows}

    def _time(self, step: int) -> datetime | None:
        return self._steps([self._first + step]).get(self._first + step)

    def _times(self) -> Iterator[tuple[int, datetime]]:
        """The steps with their times."""
        with self._reading():
            rows = self._all(_TIMED, end=self._first + self.step + 1)
        for row in rows:
            self._check("step", None, *row)
            if (time := columns.read_moment(row[2])) is not None:
                yield row[1] - self._first, time

    def _facts(self) -> Iterator[Triplet]:
        """The triplets that were valid, but for those that have ended since."""
        for start in range(0, self.edges, _AT_ONCE):
            places = range(start, min(start + _AT_ONCE, self.edges))
            yield from (edge.triplet for edge in self._rows.some(places) if edge.valid_to is None)

    def _names(self) -> Iterator[str]:
        return (name for _, name in self._vertices())

    def _vertices(self) -> Iterator[tuple[int, str]]:
        with self._reading():
            rows = self._all(_NAMES, end=self._first + self.edges)
        for row in rows:
            self._check("vertex", None, *row)
            yield row[1], columns.read_text(row[2])

    def _name(self, vertex: int) -> str:
        with self._reading():
            (row,) = self._all("SELECT checksum, id, name FROM vertex WHERE id = :id", id=vertex)
        self._check("vertex", None, *row)
        return columns.read_text(row[2])

    def _numbers(self, facts: Sequence[Triplet]) -> dict[Triplet, int]:
        """The places of the edges of valid triplets."""
        found = self._of(facts, _NUMBER, self._now())
        return {fact: numbers[-1] for fact, numbers in found.items()}

    def _of(self, facts: Sequence[Triplet], query: str, limits: Mapping[str, int]) -> dict[Triplet, list[int]]:
        """What a query finds of the edges of some triplets, as places in the scope."""
        ids = self._known({vertex for fact in facts for vertex in fact.vertices})
        of = {
            (subject, columns.text(fact.relation), thing): fact
            for fact in facts
            if (subject := ids.get(fact.subject)) and (thing := ids.get(fact.object))
        }
        ends = json.dumps([*{(subject, thing) for subject, _, thing in of}])
        with self._reading():
            rows = self._all(query, ends=ends, **limits)
        found: dict[Triplet, list[int]] = {}
        for *parts, number in rows:
            if fact := of.get(tuple(parts)):
                found.setdefault(fact, []).append(number - self._first)
        return found

    def _known(self, vertices: Collection[str]) -> dict[str, int]:
        """The ids of those of some vertices that the file has."""
        if len(self._ids) > _KEPT:
            self._ids = {}
        new = [vertex for vertex in vertices if vertex not in self._ids]
        for start in range(0, len(new), _NAMES_AT_ONCE):
            names = {columns.text(vertex): vertex for vertex in new[start : start + _NAMES_AT_ONCE]}
            asked = f"SELECT name, id FROM vertex WHERE name IN ({', '.join('?' * len(names))})"
            with self._reading():
                rows = self._database.execute(asked, [*names]).fetchall()
            self._ids.update(dict.fromkeys(names.values()))
            self._ids.update((names[name], number) for name, number in rows)
        return {vertex: number for vertex in vertices if (number := self._ids[vertex]) is not None}

    def _absolute(self, places: Iterable[int]) -> str:
        return json.dumps([self._first + place for place in places])

    def _places(self, query: str, **values: object) -> list[int]:
        """The numbers that a query finds, as places in the scope."""
        return [number - self._first for number in self._values(query, **values)]

    def _values(self, query: str, **values: object) -> list[int]:
        """What a query finds, in one column."""
        with self._reading():
            return [value for (value,) in self._all(query, **values)]

    def _last(self, query: str) -> int:
        last = self._one(query)
        return 0 if last is None else last - self._first + 1

    def _one(self, query: str) -> Any:
        return self._all(query)[0][0]

    def _all(self, query: str, **values: object) -> list[_Row]:
        limits = {"first": self._first, "end": self._first + SPAN}
        return self._database.execute(query, {**limits, **values}).fetchall()

    def _check(self, kind: str, vector: bytes | None, told: object, *stood: object) -> None:
        if told != checksum(vector, *stood):
            raise damaged(self._path, f"{kind} {stood[0]} is not what was written")

    def _complete(self, kind: str, places: Iterable[int], found: Mapping[int, object]) -> None:
        if missing := [place for place in places if place not in found]:
            raise damaged(self._path, f"{kind} {missing[0]} is missing")


def _each(read: Callable[[K], V | None]) -> Callable[[Sequence[K]], dict[K, V]]:
    """Read what there is under some keys, one by one, and leave out what is nothing."""
    return lambda keys: {key: value for key in keys if (value := read(key))}
