"""SQLite files, whoever made them: nothing but the rows of their tables has an effect, and nothing takes longer than a
file of its size can."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ariadne.errors import UserError

# The longest text or vector; a file's own lengths are not believed.
MOST_BYTES = 2**26
# Steps of SQLite's machine. A row of ten bytes takes some tens to be checked and read, an endless tree any number.
STEPS_A_BYTE = 16
FEWEST_STEPS = 1_000_000
STEPS_AT_ONCE = 50_000
# What a rollback journal ends with that names another file, which SQLite deletes when it has rolled back.
_NAMES_A_FILE = bytes.fromhex("d9d505f920a163d7")


def guard(database: sqlite3.Connection) -> None:
    """Let a connection believe nothing of what a file says beyond its rows: neither views nor checks nor generated
    columns may call what has effects, and where Python can say so, there are neither triggers nor views."""
    database.execute("PRAGMA trusted_schema=OFF")
    database.execute("PRAGMA cell_size_check=ON")
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
    if sys.version_info >= (3, 12):
        database.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        database.setconfig(sqlite3.SQLITE_DBCONFIG_TRUSTED_SCHEMA, False)
        database.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
        database.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)


def tables_of(database: sqlite3.Connection) -> frozenset[tuple[str, ...]]:
    """All that a file's schema says, each as type, name, table and text."""
    rows = database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    return frozenset(tuple(" ".join(str(part).split()) for part in row) for row in rows)


@contextmanager
def bounded(database: sqlite3.Connection, path: Path, known: int = 0) -> Iterator[None]:
    """End what is done meanwhile where it takes more steps than reading a file of this size can take.

    Args:
        known: how many bytes it has had, for it may be open and not there any more.
    """
    left = FEWEST_STEPS + STEPS_A_BYTE * max(known, size(path))

    def tick() -> bool:
        nonlocal left
        left -= STEPS_AT_ONCE
        return left < 0

    database.set_progress_handler(tick, STEPS_AT_ONCE)
    try:
        yield
    finally:
        database.set_progress_handler(None, 0)


def size(path: Path) -> int:
    """The bytes of a file and its log, as far as they can be seen."""
    found = 0
    for part in (path, f"{path}-wal"):
        with suppress(OSError):
            found += os.stat(part).st_size
    return found


def check_journal(path: Path) -> None:
    """See that a journal beside the file, as a crash leaves it, names no other file. Ariadne's never does.

    Raises:
        UserError: it does.
    """
    journal = Path(f"{path}-journal")
    try:
        if not journal.is_file():
            return
        with journal.open("rb") as content:
            content.seek(max(0, journal.stat().st_size - len(_NAMES_A_FILE)))
            names_a_file = content.read() == _NAMES_A_FILE
    except FileNotFoundError:
        return  # Whoever wrote it is done.
    except OSError as error:
        raise UserError(f"cannot read {journal}: {error.strerror or error}") from error
    if names_a_file:
        raise UserError(f"{journal} would have another file deleted, and is not Ariadne's: remove it")
