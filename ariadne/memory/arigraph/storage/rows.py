"""Writing and checking the rows of a memory's file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ariadne.memory.arigraph.core.endings import Ending
from ariadne.memory.arigraph.core.episodes import EpisodeNode
from ariadne.memory.arigraph.storage import columns
from ariadne.memory.arigraph.storage.schema import (
    ABOUT,
    CLOSE,
    EDGE,
    EPISODE,
    FORGET,
    LIMIT,
    SCOPE,
    SPAN,
    STEP,
    VERTEX,
    FileTable,
    checksum,
    damaged,
)
from ariadne.text import kept
from ariadne.triplet import Edge

if TYPE_CHECKING:
    from datetime import datetime

    from ariadne.embed.embedder import Vectors


class FileRows:
    """Reads and writes rows, each with its checksum. The caller begins and ends transactions.

    Args:
        path: the file's, for error messages.
    """

    def __init__(self, database: sqlite3.Connection, path: Path) -> None:
        self._database = database
        self._path = path

    def about(self, key: str) -> str:
        """A property of the file; empty if it is not set."""
        return next((str(value) for known, value in self._rows(ABOUT) if known == key), "")

    def say_about(self, key: str, value: str) -> None:
        """Set a property of the file."""
        self._add(ABOUT, key, value, verb="INSERT OR REPLACE")

    def drop_about(self, key: str) -> None:
        """Remove a property of the file."""
        self._database.execute("DELETE FROM about WHERE key = ?", (key,))

    def scopes(self) -> dict[str, int]:
        """The ids of the scopes by their names."""
        return {"": 0, **{columns.read_text(name): key for key, name in self._rows(SCOPE)}}

    def scope(self, name: str) -> int:
        """The id of a scope, which is added if it is new."""
        known = self.scopes()
        if name not in known:
            known[name] = max(known.values()) + 1
            self._add(SCOPE, known[name], name)
        return known[name]

    def add_step(self, scope: int, step: int, time: datetime | None) -> None:
        """Write a step with its time."""
        self._add(STEP, scope * SPAN + step, columns.moment(time), verb="INSERT OR REPLACE")

    def add_edge(self, scope: int, number: int, edge: Edge, vector: Vectors | None) -> None:
        """Write a new edge. A valid one has a vector."""
        first, triplet = scope * SPAN, edge.triplet
        parts = self._vertex(triplet.subject), kept(triplet.relation), self._vertex(triplet.object)
        span = first + edge.valid_from, None if edge.valid_to is None else first + edge.valid_to
        times = columns.moment(edge.since), columns.moment(edge.until)
        why = kept(edge.reason), columns.triplet(edge.retired_by)
        self._add(EDGE, first + number, *parts, *span, *times, *why, vector=_bytes(vector))

    def add_episode(
        self, scope: int, number: int, node: EpisodeNode, vector: Vectors | None, ties: Sequence[int]
    ) -> None:
        """Write a new episode node with the numbers of the edges that it is tied to."""
        first = scope * SPAN
        edges = [first + edge for edge in ties]
        told = kept(node.source), columns.metadata(node.metadata), kept(node.model)
        forgotten = None if node.forgotten is None else first + node.forgotten
        row = first + number, first + node.step, kept(node.observation), *told, forgotten
        self._add(EPISODE, *row, vector=_bytes(vector), more=[columns.joined(edges)])
        tied = [(first + number, place, edge) for place, edge in enumerate(edges)]
        self._database.executemany("INSERT INTO tie VALUES (?, ?, ?)", tied)
        self._database.execute("INSERT INTO said(rowid, observation) VALUES (?, ?)", (first + number, row[2]))

    def close(self, scope: int, step: int, time: datetime | None, endings: Iterable[Ending]) -> None:
        """End edges with a step, or set their later end.

        Raises:
            UserError: a row is damaged.
        """
        first = scope * SPAN
        for ending in endings:
            change = {
                "number": first + ending.number, "step": first + step, "until": columns.moment(ending.until or time),
                "reason": kept(ending.reason), "retired_by": columns.triplet(ending.retired_by),
            }  # fmt: skip
            self._update(CLOSE if ending.closes else LIMIT, [change], "a fact that ends")

    def forget(self, scope: int, step: int, episodes: Iterable[int]) -> None:
        """Mark episodes as forgotten from a step on.

        Raises:
            UserError: a row is damaged.
        """
        first = scope * SPAN
        changes = [{"number": first + episode, "step": first + step} for episode in episodes]
        self._update(FORGET, changes, "a text that is forgotten")

    def clear(self, scope: int) -> None:
        """Remove the contents of a scope, except the names of its vertices."""
        span = scope * SPAN, (scope + 1) * SPAN
        self._database.execute("DELETE FROM tie WHERE episode >= ? AND episode < ?", span)
        for table in (EPISODE, EDGE, STEP):
            self._database.execute(f"DELETE FROM {table.name} WHERE number >= ? AND number < ?", span)

    def drop_scope(self, scope: int) -> None:
        """Remove the name of a scope."""
        self._database.execute("DELETE FROM scope WHERE id = ?", (scope,))

    def drop_unused(self) -> None:
        """Remove the names of vertices without edges, and rebuild the index of words, so that no erased one is left."""
        self._database.execute(
            "DELETE FROM vertex WHERE id NOT IN (SELECT subject FROM edge UNION SELECT object FROM edge)"
        )
        self._database.execute("INSERT INTO said(said) VALUES ('rebuild')")

    def _rows(self, table: FileTable) -> list[tuple[Any, ...]]:
        """The rows of a table without vectors.

        Raises:
            UserError: a row is damaged.
        """
        rows = self._database.execute(f"SELECT checksum, {', '.join(table.columns)} FROM {table.name} ORDER BY 2")
        found = rows.fetchall()
        for told, *stood in found:
            if told != checksum(None, *stood):
                raise damaged(self._path, f"{table.name} {stood[0]} is not what was written")
        return [tuple(stood) for _, *stood in found]

    def _add(
        self,
        table: FileTable,
        *values: object,
        vector: bytes | None = None,
        more: Sequence[str] = (),
        verb: str = "INSERT",
    ) -> None:
        """Write a row with its checksum."""
        row = (*[vector] * table.has_vector, checksum(vector, *values, *more), *values)
        self._database.execute(f"{verb} {table.insert()}", row)

    def _update(self, statement: str, changes: Sequence[Mapping[str, object]], what: str) -> None:
        if self._database.executemany(statement, changes).rowcount not in (-1, len(changes)):
            raise damaged(self._path, f"{what} is not what was written")

    def _vertex(self, name: str) -> int:
        """The id of a vertex, which all scopes share."""
        name = kept(name)
        known = self._database.execute("SELECT id FROM vertex WHERE name = ?", (name,)).fetchone()
        if known:
            return int(known[0])
        (number,) = self._database.execute("SELECT coalesce(max(id), 0) + 1 FROM vertex").fetchone()
        self._add(VERTEX, number, name)
        return int(number)


def _bytes(vector: Vectors | None) -> bytes | None:
    return None if vector is None else vector.tobytes()
