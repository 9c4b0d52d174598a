"""SQLite connections to a memory's file, and SQLite's errors as sentences for the user."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from ariadne.database import check_journal, guard
from ariadne.errors import UserError, clear
from ariadne.memory.arigraph.storage.schema import checksum, damaged

BUSY_SECONDS = 30.0
# Corrupt pages, an index that contradicts its table, and a query that took longer than reading the whole file.
_SIGNS_OF_DAMAGE = ("SQLITE_CORRUPT", "SQLITE_CONSTRAINT", "SQLITE_INTERRUPT")
# The log or its index is not writable.
_SIGNS_OF_NO_LOG = ("SQLITE_READONLY", "SQLITE_CANTOPEN")


def connect(path: Path, read_only: bool, immutable: bool = False) -> sqlite3.Connection:
    """A connection that runs no code from the file, such as triggers.

    Args:
        path: without links, since the log and the journal are beside the file itself.
        immutable: the file to be read cannot change, so it needs no locks.

    Raises:
        UserError: the journal would delete another file.
    """
    check_journal(path)
    how = "immutable=1" if immutable else "mode=ro" if read_only else "mode=rw"
    address = f"file:{quote(os.fsencode(path))}?{how}"
    database = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        guard(database)
        database.create_function("checksum", -1, checksum, deterministic=True)
        if read_only:
            database.execute("PRAGMA schema_version").fetchone()
    except BaseException as error:
        database.close()
        is_locked_out = isinstance(error, sqlite3.OperationalError) and read_only and not immutable
        if not is_locked_out or Path(f"{path}-wal").exists():
            raise
        # On a read-only medium, where even a reader's lock cannot be written, the file does not change.
        return connect(path, read_only, immutable=True)
    return database


@contextmanager
def explained(path: Path, read_only: bool) -> Iterator[None]:
    """Turn errors of SQLite and of the system into UserErrors.

    Args:
        path: of the memory's file.
    """
    try:
        yield
    except OSError as error:
        raise UserError(f"the memory {path} cannot be used: {error.strerror or error}") from error
    except sqlite3.Error as error:
        known = clear(error)
        raise (_unusable(error, path, read_only) if known is error else known) from error


def _unusable(error: sqlite3.Error, path: Path, read_only: bool) -> UserError:
    # SQLite gives invalid UTF-8 no error name.
    kind = getattr(error, "sqlite_errorname", "SQLITE_CORRUPT" if "UTF-8" in str(error) else "")
    if kind == "SQLITE_NOTADB":
        return UserError(f"{path} is not a memory: {error}; name another one")
    if kind.startswith(_SIGNS_OF_DAMAGE):
        return damaged(path, error)
    if kind.startswith("SQLITE_BUSY"):
        return UserError(f"another program has locked the memory {path}: try again when it has ended")
    if kind.startswith(_SIGNS_OF_NO_LOG) and not read_only:
        return UserError(
            f"the log beside the memory {path} cannot be written: "
            f"make its folder and {path.resolve()}-wal writable, or open it read-only"
        )
    return UserError(f"the memory {path} cannot be used: {error}")
