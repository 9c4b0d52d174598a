"""Errors of SQLite, as sentences for the user."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ariadne.errors import UserError, clear
from ariadne.memory.arigraph.storage.schema import damaged

# Corrupt pages, an index that contradicts its table, and a query that took longer than reading the whole file.
_SIGNS_OF_DAMAGE = ("SQLITE_CORRUPT", "SQLITE_CONSTRAINT", "SQLITE_INTERRUPT")
# The log or its index is not writable.
_SIGNS_OF_NO_LOG = ("SQLITE_READONLY", "SQLITE_CANTOPEN")


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
