"""SQLite connections to a memory's file."""

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
    """A connection that runs no code from the file, such as triggers.

    Args:
        path: without links, since the log and the journal are beside the file itself.

    Raises:
        UserError: the journal would delete another file.
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
    """Pause garbage collection: traversing a hundred thousand new edges takes longer than creating them."""
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
        # On a read-only medium, where even a reader's lock cannot be written, the file does not change.
        return sqlite3.connect(f"{address}&immutable=1", uri=True, isolation_level=None, check_same_thread=False)
    except BaseException:
        database.close()
        raise
    return database
