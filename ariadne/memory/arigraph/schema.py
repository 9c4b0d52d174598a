"""The tables of a memory's file, and how older files become newer ones."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ariadne.errors import UserError

# "AriG": what tells a memory's file from other SQLite files.
APPLICATION = 0x41726947

# Append only: a file whose version is n has had the first n of them. Times are microseconds since 1970, in UTC.
MIGRATIONS = (
    (
        "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
        "CREATE TABLE step (number INTEGER PRIMARY KEY, time INTEGER)",
        "CREATE TABLE vertex (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
        """CREATE TABLE edge (
            number INTEGER PRIMARY KEY,
            subject INTEGER NOT NULL REFERENCES vertex, relation TEXT NOT NULL,
            object INTEGER NOT NULL REFERENCES vertex,
            valid_from INTEGER NOT NULL REFERENCES step, valid_to INTEGER REFERENCES step,
            vector BLOB
        )""",
        """CREATE TABLE episode (
            number INTEGER PRIMARY KEY, step INTEGER NOT NULL REFERENCES step, observation TEXT NOT NULL, vector BLOB
        )""",
        """CREATE TABLE tie (
            episode INTEGER NOT NULL REFERENCES episode, place INTEGER NOT NULL, edge INTEGER NOT NULL REFERENCES edge,
            PRIMARY KEY (episode, place)
        ) WITHOUT ROWID""",
    ),
)


def migrate(database: sqlite3.Connection) -> None:
    """Bring a file to the newest version: all that is missing in one transaction."""
    database.execute("BEGIN IMMEDIATE")
    try:
        for statements in MIGRATIONS[version(database) :]:
            for statement in statements:
                database.execute(statement)
        database.execute(f"PRAGMA application_id = {APPLICATION}")
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise


def version(database: sqlite3.Connection) -> int:
    """How many migrations a file has had."""
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def check(database: sqlite3.Connection, path: Path, read_only: bool) -> None:
    """Make sure that a file is a memory's that this version of Ariadne can use; an empty one may become one.

    Raises:
        UserError: it is not.
    """
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (tables,) = database.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    if application != APPLICATION and (tables or read_only):
        raise UserError(f"{path} is no memory: it is another program's file; name another one")
    if version(database) > len(MIGRATIONS):
        raise UserError(f"{path} was written by a newer version of Ariadne: pip install --upgrade ariadne-agent")
    if read_only and version(database) < len(MIGRATIONS):
        raise UserError(f"{path} was written by an older version of Ariadne: open it once for writing")
