"""The reply cache: replies of endpoints in SQLite, for all runs. `cached` makes the keys of replies."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from secrets import token_hex
from threading import Lock

from ariadne.database import check_journal, guard, tables_of
from ariadne.errors import Failure, UserError, clear
from ariadne.events import Usage
from ariadne.files import write
from ariadne.keys import redacted
from ariadne.models.raw import RawReply

BUSY_SECONDS = 60.0
DUE = ".due-"
"""Part of the names of files beside a cache. They list the keys of replies to erase, but no text of them."""
LATER = "it is erased when the cache is next opened"
_TABLE = """
CREATE TABLE IF NOT EXISTS replies (
    key TEXT PRIMARY KEY, model TEXT, text TEXT, error TEXT, prompt_tokens INTEGER, completion_tokens INTEGER,
    cached_tokens INTEGER, cost_usd REAL, seconds REAL
) WITHOUT ROWID
"""


def marks(path: Path) -> list[Path]:
    """The files that list a cache's replies to erase."""
    return [*path.parent.glob(f"{path.name}{DUE}*")]


def erase_marked(path: Path, patience: float | None = None) -> None:
    """Erase the marked replies of a cache, if there are any. Raises as `ReplyStore` and its `erase_marked` do."""
    if marks(path):
        with closing(ReplyStore(path)) as store:
            store.erase_marked(patience)


@dataclass(frozen=True)
class CacheSize:
    """The contents of a cache: number of replies, their original cost, and the size."""

    replies: int
    cost_usd: float
    bytes: int


class ReplyStore:
    """A file of replies that threads and processes share.

    Raises:
        UserError: the file cannot be written, or is not a reply cache.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._is_closed = False
        self._keeping: set[asyncio.Task[None]] = set()
        try:
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            check_journal(path)
            # SQLite gives its logs the permissions of the file.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._database = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise self._trouble(error) from error
        try:
            with self._open() as database:
                guard(database)
                _write_ahead(database)
                if tables_of(database) not in (frozenset(), _expected()):
                    raise sqlite3.DatabaseError("it has other tables than a cache")
                database.execute("PRAGMA synchronous=NORMAL")
                database.execute(_TABLE)
            with suppress(Failure):
                self.erase_marked(patience=0)
        except BaseException:
            self._database.close()
            raise

    def get(self, key: str) -> RawReply | None:
        """Return the reply for a key."""
        query = (
            "SELECT text, error, prompt_tokens, completion_tokens, cached_tokens, seconds FROM replies WHERE key = ?"
        )
        with self._open() as database:
            row = database.execute(query, (key,)).fetchone()
        if row is None:
            return None
        text, error, prompt, completion, cached, seconds = row
        return RawReply(text, Usage(prompt, completion, cached, 0.0), seconds, error, cached=True)

    def put(self, key: str, model: str, stored: RawReply) -> None:
        """Keep a reply, unless another process was faster or the file is already closed."""
        usage = stored.usage
        text, error = redacted(stored.text), redacted(stored.error)
        values = (
            key, model, text, error, usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens,
            usage.cost_usd, stored.seconds,
        )  # fmt: skip
        with self._open() as database:
            if self._is_closed:
                return
            database.execute("INSERT OR IGNORE INTO replies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)

    def keep(self, key: str, model: str, stored: RawReply) -> asyncio.Task[None]:
        """Keep a reply in a background thread; `settled` waits for it."""
        keeping = asyncio.create_task(asyncio.to_thread(self.put, key, model, stored))
        self._keeping.add(keeping)
        keeping.add_done_callback(self._keeping.discard)
        return keeping

    async def settled(self) -> None:
        """Wait for all pending writes, so the file can be closed."""
        await asyncio.gather(*self._keeping)

    def drop(self, key: str) -> None:
        """Delete a reply, so another one can be kept."""
        with self._open() as database:
            database.execute("DELETE FROM replies WHERE key = ?", (key,))

    def mark(self, is_erased: Callable[[str], bool]) -> int:
        """Mark the replies whose texts or errors match for `erase_marked`, which also runs when the file is next
        opened; return their number.

        Raises:
            UserError: they cannot be marked.
        """
        with self._open() as database:
            rows = database.execute("SELECT key, text, error FROM replies")
            gone = [key for key, *told in rows if any(is_erased(said) for said in told if said)]
        if gone:
            write(self.path.with_name(f"{self.path.name}{DUE}{token_hex(8)}"), json.dumps(gone))
        return len(gone)

    def erase_marked(self, patience: float | None = None) -> None:
        """Erase the marked replies without a trace.

        Raises:
            Failure: another process uses the file for longer than `patience` (default: the usual timeout) in seconds.
        """
        if not (due := marks(self.path)):
            return
        with self._lock:
            try:
                gone = [(key,) for path in due for key in json.loads(path.read_text(encoding="utf-8"))]
                self._database.execute(
                    f"PRAGMA busy_timeout={int((BUSY_SECONDS if patience is None else patience) * 1000)}"
                )
                self._database.execute("PRAGMA secure_delete=ON")
                self._database.execute("BEGIN IMMEDIATE")
                self._database.executemany("DELETE FROM replies WHERE key = ?", gone)
                self._database.execute("COMMIT")
                self._database.execute("VACUUM")
                (is_busy, *_) = self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except (OSError, ValueError, sqlite3.Error) as error:
                raise Failure(f"the reply cache {self.path} still has text to erase ({error}): {LATER}") from error
            finally:
                self._database.execute(f"PRAGMA busy_timeout={int(BUSY_SECONDS * 1000)}")
        if is_busy:
            raise Failure(f"the reply cache {self.path} is being read, and may still have text to erase: {LATER}")
        for path in due:
            path.unlink(missing_ok=True)

    def contents(self) -> CacheSize:
        """Count the contents."""
        # The file's size would omit the last writes, which are in a log beside it.
        size = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        with self._open() as database:
            replies, cost = database.execute("SELECT COUNT(*), TOTAL(cost_usd) FROM replies").fetchone()
            (size_in_bytes,) = database.execute(size).fetchone()
        return CacheSize(replies, cost, size_in_bytes)

    def clear(self) -> int:
        """Delete all replies; return their number.

        Raises:
            Failure: another process reads the file, so they are still in its log.
        """
        with self._open() as database:
            gone = database.execute("DELETE FROM replies").rowcount
            database.execute("VACUUM")
            (is_busy, *_) = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if is_busy:
            problem = f"the reply cache {self.path} is in use, and its log may contain replies: clear it again later"
            raise Failure(problem)
        return gone

    def close(self) -> None:
        """Close the file; later replies are not kept."""
        with self._open() as database:
            self._is_closed = True
            database.close()

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._database
            except sqlite3.Error as error:
                raise self._trouble(error) from error

    def _trouble(self, error: Exception) -> Exception:
        known = clear(error)
        line = f"the reply cache {self.path} cannot be used ({error}): remove it, or use no cache"
        return UserError(line) if known is error else known


@cache
def _expected() -> frozenset[tuple[str, ...]]:
    """The tables and columns of a cache's schema."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(_TABLE)
        return tables_of(database)


def _write_ahead(database: sqlite3.Connection) -> None:
    """Use a write-ahead log, so readers need not wait. If another process opens the file at the same time, SQLite
    refuses at once, whatever the timeout, so try again."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            database.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > until:
                raise
            time.sleep(0.01)
