"""Safe use of untrusted SQLite files: only the rows of their tables have an effect, and no query takes longer than the
size of the file justifies."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ariadne.errors import UserError

# The longest text or vector, since lengths in the file are not trusted.
MOST_BYTES = 2**26
# Steps of SQLite's virtual machine. Checking and reading a row of ten bytes takes tens; a cyclic tree never ends.
STEPS_A_BYTE = 16
FEWEST_STEPS = 1_000_000
STEPS_AT_ONCE = 50_000
# The end of a rollback journal that names another file, which SQLite deletes after the rollback.
_NAMES_A_FILE = bytes.fromhex("d9d505f920a163d7")


def guard(database: sqlite3.Connection) -> None:
    """Restrict a connection to a file's rows. Views, checks and generated columns may not call functions with side
    effects. Triggers and views are off if this Python can disable them."""
    database.execute("PRAGMA trusted_schema=OFF")
    database.execute("PRAGMA cell_size_check=ON")
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
    if sys.version_info >= (3, 12):
        database.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        database.setconfig(sqlite3.SQLITE_DBCONFIG_TRUSTED_SCHEMA, False)
        database.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
        database.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)


def tables_of(database: sqlite3.Connection) -> frozenset[tuple[str, ...]]:
    """Return a file's schema: type, name, table and text of each entry."""
    rows = database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    return frozenset(tuple(" ".join(str(part).split()) for part in row) for row in rows)


@contextmanager
def bounded(database: sqlite3.Connection, size: int) -> Iterator[None]:
    """Interrupt queries that take more steps than the size of the file, in bytes, justifies."""
    left = FEWEST_STEPS + STEPS_A_BYTE * size

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
    """Return the size of a file and its log, if visible, in bytes."""
    found = 0
    for part in (path, f"{path}-wal"):
        with suppress(OSError):
            found += os.stat(part).st_size
    return found


def check_journal(path: Path) -> None:
    """Check that a journal left by a crash names no other file. Ariadne's never do.

    Raises:
        UserError: the journal names another file.
    """
    journal = Path(f"{path}-journal")
    try:
        if not journal.is_file():
            return
        with journal.open("rb") as content:
            content.seek(max(0, journal.stat().st_size - len(_NAMES_A_FILE)))
            names_a_file = content.read() == _NAMES_A_FILE
    except FileNotFoundError:
        return  # Its writer has finished.
    except OSError as error:
        raise UserError(f"cannot read {journal}: {error.strerror or error}") from error
    if names_a_file:
        raise UserError(f"{journal} would delete another file, and is not Ariadne's: remove it")
