"""Opening a memory's file: by the one who writes it, and by those who read it."""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from ariadne.database import check_journal, guard
from ariadne.errors import UserError
from ariadne.files import lock
from ariadne.memory.arigraph.schema import checksum

BUSY_SECONDS = 30.0
_MAGIC = b"SQLite format 3\0"


def claim(path: Path) -> Callable[[], None]:
    """Become the one writer of a file; what is given ends that. A process that ends, however it does, is that no more.

    Raises:
        UserError: another process is, or nothing can be written there.
    """
    try:
        return lock(path.with_name(f"{path.name}.lock"))
    except BlockingIOError as error:
        raise UserError(f"another process writes the memory {path}: wait for it, or open it read-only") from error
    except OSError as error:
        raise UserError(f"cannot write the memory {path}: {error.strerror or error}") from error


def check_kind(path: Path) -> None:
    """See that what is there, if anything is, can be a memory's file: SQLite would begin anew over a short text.

    Raises:
        UserError: it is a folder, or another program's file.
    """
    if path.is_dir():
        raise UserError(f"{path} is a folder: name the file of a memory")
    if path.is_file() and path.stat().st_size:
        try:
            with path.open("rb") as file:
                begins = file.read(len(_MAGIC))
        except OSError as error:
            raise UserError(f"cannot read the memory {path}: {error.strerror or error}") from error
        if begins != _MAGIC:
            raise UserError(f"{path} is no memory: it is another program's file; name another one")


def connect(path: Path, read_only: bool) -> sqlite3.Connection:
    """A connection that believes nothing of what a file says beyond its rows.

    Raises:
        UserError: there is no such file to be read, or its journal would have another file deleted.
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
    if not path.is_file():
        raise UserError(f"there is no memory {path}")
    address = f"file:{quote(str(path.absolute()))}?mode=ro"
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
