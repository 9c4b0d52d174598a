"""SQLite connections to a memory's file, and SQLite's errors as sentences for the user."""

from __future__ import annotations

import gc
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


def connect(path: Path, read_only: bool) -> sqlite3.Connection:
    """A connection that runs no code from the file, such as triggers.

    Args:
        path: without links, since the log and the journal are beside the file itself.

    Raises:
        UserError: the journal would delete another file.
    """
    check_journal(path)
    database = _to_read(path) if read_only else _opened(path)
    try:
        guard(database)
        database.create_function("checksum", -1, checksum, deterministic=True)
    except BaseException:
        database.close()
        raise
    return database


@contextmanager
def uncollected() -> Iterator[None]:
    """Pause garbage collection: traversing a hundred thousand new edges takes longer than creating them."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _to_read(path: Path) -> sqlite3.Connection:
    address = f"file:{quote(str(path))}?mode=ro"
    database = _opened(address, uri=True)
    try:
        database.execute("PRAGMA schema_version").fetchone()
    except sqlite3.OperationalError:
        database.close()
        if Path(f"{path}-wal").exists():
            raise
        # On a read-only medium, where even a reader's lock cannot be written, the file does not change.
        return _opened(f"{address}&immutable=1", uri=True)
    except BaseException:
        database.close()
        raise
    return database


def _opened(address: Path | str, uri: bool = False) -> sqlite3.Connection:
    return sqlite3.connect(address, uri=uri, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


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
