"""Connecting to a memory's file: to write it, or to read it."""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from ariadne.database import check_journal, guard
from ariadne.memory.arigraph.storage.schema import checksum

BUSY_SECONDS = 30.0


def connect(path: Path, read_only: bool) -> sqlite3.Connection:
    """A connection that believes nothing of what a file says beyond its rows.

    Args:
        path: where the file is, without links: its log and its journal are beside it.

    Raises:
        UserError: its journal would have another file deleted.
    """
    check_journal(path)
    database = _to_read(path) if read_only else _plain(path)
    try:
        guard(database)
        database.create_function("checksum", -1, checksum, deterministic=True)
    except BaseException:
        database.close()
        raise
    return database


@contextmanager
def uncollected() -> Iterator[None]:
    """Collect no garbage meanwhile: a hundred thousand edges are none, and looking takes longer than making them."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _plain(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _to_read(path: Path) -> sqlite3.Connection:
    address = f"file:{quote(str(path))}?mode=ro"
    database = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA schema_version").fetchone()
    except sqlite3.OperationalError:
        database.close()
        if Path(f"{path}-wal").exists():
            raise
        # Where nothing may be written, not even a reader's marks, nobody else writes the file either.
        return sqlite3.connect(f"{address}&immutable=1", uri=True, isolation_level=None, check_same_thread=False)
    except BaseException:
        database.close()
        raise
    return database
