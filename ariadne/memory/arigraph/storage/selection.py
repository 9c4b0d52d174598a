"""Queries on one scope of a memory's file, whose rows are known by their places in the scope."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from ariadne.memory.arigraph.storage.schema import SPAN, checksum, damaged
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
        reading: a context for each query; it allows one reader at a time.
    """

    def __init__(
        self, database: sqlite3.Connection, path: Path, first: int, reading: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._database, self.path, self.first, self.reading = database, path, first, reading
        self._ids: dict[str, int | None] = {}

    def rows(self, query: str, **values: object) -> list[Row]:
        """The rows that a query selects; `:first` and `:end` are the bounds of the scope unless given."""
        with self.reading():
            return self._database.execute(query, {"first": self.first, "end": self.first + SPAN, **values}).fetchall()

    def listed(self, query: str, values: Sequence[object]) -> list[Row]:
        """The rows of a query with values in order."""
        with self.reading():
            return self._database.execute(query, values).fetchall()

    def one(self, query: str) -> Any:
        """The one value that a query selects."""
        return self.rows(query)[0][0]

    def values(self, query: str, **values: object) -> list[int]:
        """The values of a query's one column."""
        return [value for (value,) in self.rows(query, **values)]

    def places(self, query: str, **values: object) -> list[int]:
        """The numbers that a query selects, as places in the scope."""
        return [number - self.first for number in self.values(query, **values)]

    def count(self, query: str) -> int:
        """How many rows there are, if a query selects the number of the last one."""
        last = self.one(query)
        return 0 if last is None else last - self.first + 1

    def absolute(self, places: Iterable[int]) -> str:
        """Places as the numbers of rows, in JSON for `json_each`."""
        return json.dumps([self.first + place for place in places])

    def check(self, kind: str, vector: bytes | None, told: object, *stood: object) -> None:
        """Raise a UserError if a row differs from what was written."""
        if told != checksum(vector, *stood):
            raise damaged(self.path, f"{kind} {stood[0]} is not what was written")

    def complete(self, kind: str, places: Iterable[int], found: Mapping[int, object]) -> None:
        """Raise a UserError if a row is missing."""
        if missing := [place for place in places if place not in found]:
            raise damaged(self.path, f"{kind} {missing[0]} is missing")

    def ids(self, vertices: Collection[str]) -> dict[str, int]:
        """The ids of those vertices that the file has."""
        if len(self._ids) > _KEPT:
            self._ids = {}
        new = [vertex for vertex in vertices if vertex not in self._ids]
        for start in range(0, len(new), _NAMES_AT_ONCE):
            names = {kept(vertex): vertex for vertex in new[start : start + _NAMES_AT_ONCE]}
            rows = self.listed(f"SELECT name, id FROM vertex WHERE name IN ({', '.join('?' * len(names))})", [*names])
            self._ids.update(dict.fromkeys(names.values()))
            self._ids.update((names[name], number) for name, number in rows)
        return {vertex: number for vertex in vertices if (number := self._ids[vertex]) is not None}

    def forget_ids(self, vertices: Iterable[str]) -> None:
        """Look up these vertices again: the file may have them by now."""
        for vertex in vertices:
            self._ids.pop(vertex, None)

    def of_facts(self, facts: Sequence[Triplet], query: str, limits: Mapping[str, int]) -> dict[Triplet, list[int]]:
        """What a query selects for the edges of some triplets (subject, relation, object, number), as places."""
        ids = self.ids({vertex for fact in facts for vertex in fact.vertices})
        of = {
            (subject, kept(fact.relation), thing): fact
            for fact in facts
            if (subject := ids.get(fact.subject)) and (thing := ids.get(fact.object))
        }
        ends = json.dumps([*{(subject, thing) for subject, _, thing in of}])
        found: dict[Triplet, list[int]] = {}
        for *parts, number in self.rows(query, ends=ends, **limits):
            if fact := of.get(tuple(parts)):
                found.setdefault(fact, []).append(number - self.first)
        return found
