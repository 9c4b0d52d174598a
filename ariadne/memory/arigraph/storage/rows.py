"""Writing and checking the rows of a memory's file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ariadne.memory.arigraph.core.endings import Ending
from ariadne.memory.arigraph.core.episodes import EpisodeNode
from ariadne.memory.arigraph.core.filed import batches
from ariadne.memory.arigraph.storage import columns, queries
from ariadne.memory.arigraph.storage.schema import ABOUT, EDGE, EPISODE, SCOPE, SPAN, STEP, VERTEX, FileTable, checksum
from ariadne.text import kept
from ariadne.triplet import Edge

if TYPE_CHECKING:
    from datetime import datetime

    from ariadne.embed.embedder import Vectors

_WHY = {"until": ":until", "reason": ":reason", "retired_by": ":retired_by"}
# End an edge. If its triplet becomes valid again, that is a new edge with its own vector.
_CLOSE = EDGE.update(valid_to=":step", vector="NULL", **_WHY)
# Set the later end of an edge that stays valid.
_LIMIT = EDGE.update(**_WHY)
_FORGET = EPISODE.update(forgotten=":step")

_EDGES_AT_ONCE = 256
"""Edges whose vertices are looked up in one query: SQLite limits its parameters."""


class FileRows:
    """Reads and writes rows, each with its checksum. The caller begins and ends transactions.

    A scope is known by `first`, the number of its first row.
    """

    def __init__(self, database: sqlite3.Connection, path: Path) -> None:
        self._database = database
        self._path = path

    def about(self, key: str) -> str:
        """A property of the file; empty if it is not set."""
        return str(dict(self._rows(ABOUT)).get(key, ""))

    def say_about(self, key: str, value: str) -> None:
        """Set a property of the file."""
        self.drop_about(key)
        self._add(ABOUT, key, value)

    def drop_about(self, key: str) -> None:
        """Remove a property of the file."""
        self._database.execute("DELETE FROM about WHERE key = ?", (key,))

    def scopes(self) -> dict[str, int]:
        """The first numbers of the scopes by their names."""
        return {"": 0, **{columns.read_text(name): key * SPAN for key, name in self._rows(SCOPE)}}

    def scope(self, name: str) -> int:
        """The first number of a scope, which is added if it is new."""
        known = self.scopes()
        if name not in known:
            known[name] = max(known.values()) + SPAN
            self._add(SCOPE, known[name] // SPAN, name)
        return known[name]

    def add_step(self, first: int, step: int, time: datetime | None) -> None:
        """Write a step with its time."""
        self._add(STEP, first + step, columns.moment(time))

    def add_edges(self, first: int, edges: Iterable[tuple[int, Edge]], vectors: Vectors) -> None:
        """Write new edges with their numbers.

        Args:
            vectors: those of the valid ones, shape (valid, d).
        """
        left = iter(vectors)
        for part in batches([*edges], _EDGES_AT_ONCE):
            ids = self._vertices(end for _, edge in part for end in edge.triplet.vertices)
            for number, edge in part:
                subject, relation, thing = edge.triplet
                if edge.valid_to is None:
                    end, vector = None, next(left)
                else:
                    end, vector = first + edge.valid_to, None
                row = first + number, ids[subject], relation, ids[thing], first + edge.valid_from, end
                times = columns.moment(edge.since), columns.moment(edge.until)
                self._add(EDGE, *row, *times, edge.reason, columns.triplet(edge.retired_by), vector=vector)

    def add_episode(
        self, first: int, number: int, node: EpisodeNode, vector: Vectors | None, ties: Sequence[int]
    ) -> None:
        """Write a new episode node with the numbers of the edges that it is tied to."""
        key, edges = first + number, [first + edge for edge in ties]
        told = node.source, columns.metadata(node.metadata), node.model
        forgotten = None if node.forgotten is None else first + node.forgotten
        row = key, first + node.step, node.observation, *told, forgotten
        self._add(EPISODE, *row, vector=vector, more=[",".join(map(str, edges))])
        tied = [(key, place, edge) for place, edge in enumerate(edges)]
        self._database.executemany("INSERT INTO tie VALUES (?, ?, ?)", tied)
        self._database.execute(
            "INSERT INTO said(rowid, observation) SELECT number, observation FROM episode WHERE number = ?", (key,)
        )

    def close(self, first: int, step: int, time: datetime | None, endings: Iterable[Ending]) -> None:
        """End edges with a step, or set their later end.

        Raises:
            UserError: a row is damaged.
        """
        for ending in endings:
            until, by = columns.moment(ending.until or time), columns.triplet(ending.retired_by)
            change = {"step": first + step, "until": until, "reason": kept(ending.reason), "retired_by": by}
            self._update(EDGE, _CLOSE if ending.closes else _LIMIT, first + ending.number, change)

    def forget(self, first: int, step: int, episodes: Iterable[int]) -> None:
        """Mark episodes as forgotten from a step on.

        Raises:
            UserError: a row is damaged.
        """
        for episode in episodes:
            self._update(EPISODE, _FORGET, first + episode, {"step": first + step})

    def clear(self, first: int) -> None:
        """Remove the contents of a scope, with what only they have: names of vertices, and words in the index."""
        for table, key in (("tie", "episode"), ("episode", "number"), ("edge", "number"), ("step", "number")):
            self._database.execute(f"DELETE FROM {table} WHERE {key} >= ? AND {key} < ?", (first, first + SPAN))

        self._database.execute(
            "DELETE FROM vertex WHERE id NOT IN (SELECT subject FROM edge UNION SELECT object FROM edge)"
        )
        self._database.execute("INSERT INTO said(said) VALUES ('rebuild')")

    def drop_scope(self, name: str) -> None:
        """Remove the name of a scope."""
        self._database.execute("DELETE FROM scope WHERE name = ?", (name,))

    def _rows(self, table: FileTable) -> list[tuple[Any, ...]]:
        """The columns of all rows of a table.

        Raises:
            UserError: a row is damaged.
        """
        rows = self._database.execute(f"{table.select} ORDER BY {table.columns[0]}").fetchall()
        return [table.checked(row, self._path)[1:] for row in rows]

    def _add(self, table: FileTable, *values: object, vector: Vectors | None = None, more: Sequence[str] = ()) -> None:
        """Write a row with its checksum, and without API keys."""
        row = [kept(value) if isinstance(value, str) else value for value in values]
        blob = None if vector is None else vector.tobytes()
        self._database.execute(table.insert, (checksum(blob, *row, *more), *[blob] * table.has_vector, *row))

    def _update(self, table: FileTable, statement: str, number: int, values: Mapping[str, object]) -> None:
        if not self._database.execute(statement, {"number": number, **values}).rowcount:
            raise table.damaged(number, self._path)

    def _vertices(self, names: Iterable[str]) -> dict[str, int]:
        """The ids of vertices, which all scopes share. New ones are added."""
        spelled = {name: kept(name) for name in names}
        wanted = dict.fromkeys(spelled.values())
        ids: dict[str, int] = dict(self._database.execute(queries.ids(len(wanted)), [*wanted]))
        (last,) = self._database.execute("SELECT coalesce(max(id), 0) FROM vertex").fetchone()
        for name in wanted:
            if name not in ids:
                ids[name] = last = last + 1
                self._add(VERTEX, last, name)
        return {name: ids[spelled[name]] for name in spelled}
