"""Queries on one scope of a memory's file, whose rows are known by their places in the scope."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from ariadne.memory.arigraph.core.filed import batches
from ariadne.memory.arigraph.storage import queries
from ariadne.memory.arigraph.storage.schema import SPAN, FileTable, damaged
from ariadne.text import kept
from ariadne.triplet import Triplet

Row = tuple[Any, ...]
_NAMES_AT_ONCE = 500
_KEPT = 2**16


class Selection:
    """Runs queries, and checks the rows that they return.

    Args:
        path: of the file, for error messages.
        first: the number of the scope's first row.

    Attributes:
        reading: a context for each query; it allows one reader at a time. At first none: the caller reads.
        edges, nodes: how many rows are read. `step`: the last one.
    """

    def __init__(self, database: sqlite3.Connection, path: Path, first: int) -> None:
        self._database, self.path, self.first = database, path, first
        self.reading: Callable[[], AbstractContextManager[None]] = nullcontext
        self.edges = self.nodes = self.step = 0
        self._ids: dict[str, int] = {}

    def rows(self, query: str, **values: int | str | Iterable[object]) -> list[Row]:
        """The rows that a query selects. `:first` and `:end` are the bounds of the scope; `:edges`, `:nodes` and
        `:step` of what is read in it. Several values are JSON for `json_each`."""
        first = self.first
        own: dict[str, int | str] = {"first": first, "end": first + SPAN}
        own |= {"edges": first + self.edges, "nodes": first + self.nodes, "step": first + self.step}
        for name, value in values.items():
            own[name] = value if isinstance(value, int | str) else json.dumps([*value])
        return self.listed(query, own)

    def listed(self, query: str, values: Any) -> list[Row]:
        """The rows of a query with exactly these values."""
        with self.reading():
            return self._database.execute(query, values).fetchall()

    def values(self, query: str, **values: int | str | Iterable[object]) -> list[int]:
        """The values of a query's one column."""
        return [value for (value,) in self.rows(query, **values)]

    def checked(self, table: FileTable, where: str, **values: int | str | Iterable[object]) -> list[Row]:
        """The vectors and columns of the rows of a table.

        Raises:
            UserError: a row is damaged.
        """
        return [table.checked(row, self.path) for row in self.rows(f"{table.select} {where}", **values)]

    def at(self, table: FileTable, places: Sequence[int]) -> dict[int, Row]:
        """The vectors and columns of the rows at some places.

        Raises:
            UserError: a row is damaged or missing.
        """
        found = {row[1] - self.first: row for row in self.checked(table, queries.AT, places=places)}
        if missing := [place for place in places if place not in found]:
            raise damaged(self.path, f"{table.name} {missing[0]} is missing")
        return found

    def ids(self, vertices: Collection[str]) -> dict[str, int]:
        """The ids of those vertices that the file has."""
        if len(self._ids) > _KEPT:
            self._ids = {}
        new = {kept(vertex): vertex for vertex in vertices if vertex not in self._ids}
        for names in batches([*new], _NAMES_AT_ONCE):
            rows = self.listed(queries.ids(len(names)), names)
            self._ids.update((new[name], number) for name, number in rows)
        return {vertex: self._ids[vertex] for vertex in vertices if vertex in self._ids}

    def of_facts(self, facts: Sequence[Triplet], query: str) -> dict[Triplet, list[int]]:
        """The places that a query selects for the edges of some triplets: (subject, relation, object, place)."""
        ids = self.ids({vertex for fact in facts for vertex in fact.vertices})
        of = {
            (subject, kept(fact.relation), thing): fact
            for fact in facts
            if (subject := ids.get(fact.subject)) and (thing := ids.get(fact.object))
        }
        ends = [*{(subject, thing) for subject, _, thing in of}]
        found: dict[Triplet, list[int]] = {}
        for *parts, place in self.rows(query, ends=ends):
            if fact := of.get(tuple(parts)):
                found.setdefault(fact, []).append(place)
        return found
