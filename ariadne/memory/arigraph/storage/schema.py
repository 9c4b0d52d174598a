"""The tables of a memory's file. Each row has a checksum, which detects damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any
from zlib import crc32

from ariadne.database import tables_of
from ariadne.errors import UserError
from ariadne.memory.arigraph.retrieval.lexical import TOKENIZED

# "AriG": distinguishes a memory's file from other SQLite files.
APPLICATION = 0x41726947

_TIES = "coalesce((SELECT group_concat(edge) FROM (SELECT edge FROM tie WHERE episode = number ORDER BY place)), '')"

# Times are microseconds since 1970, in UTC.
SCHEMA = (
    "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER) WITHOUT ROWID",
    "CREATE TABLE scope (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, checksum INTEGER)",
    "CREATE TABLE step (number INTEGER PRIMARY KEY, time INTEGER, checksum INTEGER)",
    "CREATE TABLE vertex (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, checksum INTEGER)",
    """CREATE TABLE edge (
        number INTEGER PRIMARY KEY,
        subject INTEGER NOT NULL REFERENCES vertex, relation TEXT NOT NULL,
        object INTEGER NOT NULL REFERENCES vertex,
        valid_from INTEGER NOT NULL REFERENCES step, valid_to INTEGER REFERENCES step,
        since INTEGER, until INTEGER, reason TEXT, retired_by TEXT, vector BLOB, checksum INTEGER
    )""",
    """CREATE TABLE episode (
        number INTEGER PRIMARY KEY, step INTEGER NOT NULL REFERENCES step, observation TEXT NOT NULL,
        source TEXT, metadata TEXT, model TEXT, forgotten INTEGER REFERENCES step, vector BLOB, checksum INTEGER
    )""",
    """CREATE TABLE tie (
        episode INTEGER NOT NULL REFERENCES episode, place INTEGER NOT NULL, edge INTEGER NOT NULL REFERENCES edge,
        PRIMARY KEY (episode, place)
    ) WITHOUT ROWID""",
    f"CREATE VIRTUAL TABLE said USING fts5(observation, content='episode', content_rowid='number', {TOKENIZED})",
    "CREATE INDEX edge_of ON edge (subject, object, valid_to)",
    "CREATE INDEX edge_to ON edge (object, valid_to)",
    "CREATE INDEX edge_ended ON edge (valid_to) WHERE valid_to IS NOT NULL",
    "CREATE INDEX tie_to ON tie (edge)",
    "CREATE INDEX episode_said ON episode (substr(observation, 1, 64))",
)
VERSION = 13
"""Of the schema."""
# Files of this size or more are not checked as a whole when they are opened.
LOOKED_THROUGH = 2**28

# The numbers of a scope's steps, edges and episodes begin at its id times this; those of the scope "" at 0.
SPAN = 2**40


@dataclass(frozen=True)
class FileTable:
    """A table whose rows have a checksum.

    Attributes:
        columns: in the order of the checksum; the first is the key.
        has_vector: whether there is a column for a vector.
        also: what else the checksum includes, in SQL.
    """

    name: str
    columns: tuple[str, ...]
    has_vector: bool = False
    also: tuple[str, ...] = ()

    @cached_property
    def select(self) -> str:
        """SQL that reads rows for `checked`."""
        vector = "vector" if self.has_vector else "NULL"
        return f"SELECT checksum, {', '.join((vector, *self.columns, *self.also))} FROM {self.name}"

    def checked(self, row: tuple[Any, ...], path: Path) -> tuple[Any, ...]:
        """The vector and columns of a row of `select`, with what else the checksum includes.

        Raises:
            UserError: the row is damaged.
        """
        if row[0] != checksum(*row[1:]):
            raise self.damaged(row[2], path)
        return row[1:]

    def damaged(self, key: object, path: Path) -> UserError:
        """The error of a damaged row."""
        return damaged(path, f"{self.name} {key} is not what was written")

    @cached_property
    def insert(self) -> str:
        """SQL that writes a row: checksum, vector, if it has one, columns."""
        columns = ["checksum", *["vector"] * self.has_vector, *self.columns]
        return f"INSERT INTO {self.name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"

    def update(self, **values: str) -> str:
        """SQL that changes columns of the row `:number`, which has a vector; a damaged row stays unchanged."""
        columns = ["vector", *self.columns, *self.also]
        changes = ", ".join(f"{column} = {value}" for column, value in values.items())
        new = ", ".join(values.get(column, column) for column in columns)
        return f"""UPDATE {self.name} SET {changes}, checksum = checksum({new})
            WHERE number = :number AND checksum = checksum({", ".join(columns)})"""


ABOUT = FileTable("about", ("key", "value"))
SCOPE = FileTable("scope", ("id", "name"))
STEP = FileTable("step", ("number", "time"))
VERTEX = FileTable("vertex", ("id", "name"))
EDGE = FileTable(
    "edge",
    ("number", "subject", "relation", "object", "valid_from", "valid_to", "since", "until", "reason", "retired_by"),
    has_vector=True,
)
EPISODE = FileTable(
    "episode",
    ("number", "step", "observation", "source", "metadata", "model", "forgotten"),
    has_vector=True,
    also=(_TIES,),
)


def checksum(blob: bytes | None, *values: object) -> int:
    """The checksum of a row. A row with another one is damaged."""
    return crc32(blob or b"", crc32("\0".join(map(str, values)).encode()))


def check(database: sqlite3.Connection, path: Path, read_only: bool) -> None:
    """Check that a file is an undamaged memory of this version, or empty. No code of the file, such as a trigger, runs
    before its tables are checked. The rows of a large file are only checked when they are read.

    Raises:
        UserError: it is not.
    """
    (application,) = database.execute("PRAGMA application_id").fetchone()
    found = tables_of(database)
    if application != APPLICATION and (found or read_only):
        raise UserError(f"{path} is not a memory: it is another program's file; name another one")
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if (found or version) and version != VERSION:
        raise UserError(f"{path} was written by another version of Ariadne: export it with that one, and import that")
    if found and (other := sorted(found ^ _expected())):
        kind, name = other[0][:2]
        raise UserError(
            f"{path} has tables that do not belong to a memory ({kind} {name}): another program made it, or it is "
            "damaged; restore a backup"
        )
    if path.stat().st_size < LOOKED_THROUGH:
        check_pages(database, path)


def check_pages(database: sqlite3.Connection, path: Path) -> None:
    """Have SQLite check all of a file.

    Raises:
        UserError: it is damaged.
    """
    (whole,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if whole != "ok":
        raise damaged(path, whole)


@contextmanager
def sound(path: Path) -> Iterator[None]:
    """Turn errors of decoding rows into errors of a damaged file."""
    try:
        yield
    except (ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError) as error:
        raise damaged(path, error) from error


def damaged(path: Path, why: object) -> UserError:
    """The error of a damaged file."""
    return UserError(f"the memory {path} is damaged ({' '.join(str(why).split())}): restore a backup")


@cache
def _expected() -> frozenset[tuple[str, ...]]:
    """The tables of the schema."""
    database = sqlite3.connect(":memory:")
    try:
        for statement in SCHEMA:
            database.execute(statement)
        return tables_of(database)
    finally:
        database.close()
