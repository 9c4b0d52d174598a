"""The reply cache: replies of endpoints in SQLite, for all runs.

A reply is found by everything that shapes it: what the model says of itself and the question (endpoint, name,
messages, form of the answer, sampling, seed), the repeat, and which occurrence of the question it is in the episode, so
that a question that is asked again is not answered with the same bad reply. A refusal to reply is not kept.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import Any, Protocol, runtime_checkable

from ariadne.database import check_journal, guard, tables_of
from ariadne.errors import Failure, UserError, clear
from ariadne.events import Usage
from ariadne.files import write
from ariadne.keys import redacted
from ariadne.models.model import Model, Reply, UnreadableReply
from ariadne.models.question import A, Question
from ariadne.models.reading import beside
from ariadne.models.stored import Stored
from ariadne.text import encodable

BUSY_SECONDS = 60.0
DUE = ".due-"
"""Within the names of files beside a cache that hold the keys of replies which are to be erased, not their words."""
LATER = "it goes as soon as the cache is opened again"
_TABLE = """
CREATE TABLE IF NOT EXISTS replies (
    key TEXT PRIMARY KEY, model TEXT, text TEXT, error TEXT, prompt_tokens INTEGER, completion_tokens INTEGER,
    cached_tokens INTEGER, cost_usd REAL, seconds REAL
) WITHOUT ROWID
"""


def marks(path: Path) -> list[Path]:
    """The files that say which replies of a cache are to be erased."""
    return [*path.parent.glob(f"{path.name}{DUE}*")]


@runtime_checkable
class Cacheable(Protocol):
    """A model whose replies are worth keeping."""

    def fingerprint(self, question: Question[Any]) -> Mapping[str, Any] | None:
        """All that shapes its reply to a question, as JSON can hold it; never a key. None for one not worth keeping."""


@dataclass(frozen=True)
class Contents:
    """What a cache holds: replies, what they cost when they were given, and its size."""

    replies: int
    cost_usd: float
    bytes: int


class ReplyStore:
    """A file of replies that threads and processes share.

    Raises:
        UserError: the file cannot be written, or is no such file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._is_closed = False
        self._keeping: set[asyncio.Task[None]] = set()
        try:
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            check_journal(path)
            # SQLite gives its logs the rights of the file.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._database = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise self._trouble(error) from error
        try:
            with self._open() as database:
                guard(database)
                _write_ahead(database)
                if tables_of(database) not in (frozenset(), _expected()):
                    raise sqlite3.DatabaseError("it holds other tables than a cache")
                database.execute("PRAGMA synchronous=NORMAL")
                database.execute(_TABLE)
            with suppress(Failure):
                self.erase_marked(patience=0)
        except BaseException:
            self._database.close()
            raise

    def get(self, key: str) -> Stored | None:
        """The reply of a key."""
        query = (
            "SELECT text, error, prompt_tokens, completion_tokens, cached_tokens, seconds FROM replies WHERE key = ?"
        )
        with self._open() as database:
            row = database.execute(query, (key,)).fetchone()
        if row is None:
            return None
        text, error, prompt, completion, cached, seconds = row
        return Stored(text, Usage(prompt, completion, cached, 0.0), seconds, error, cached=True)

    def put(self, key: str, model: str, stored: Stored) -> None:
        """Keep a reply, unless another process was first, or the file is closed already."""
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

    def keep(self, key: str, model: str, stored: Stored) -> asyncio.Task[None]:
        """Keep a reply beside the event loop; `settled` waits for it."""
        keeping = asyncio.create_task(asyncio.to_thread(self.put, key, model, stored))
        self._keeping.add(keeping)
        keeping.add_done_callback(self._keeping.discard)
        return keeping

    async def settled(self) -> None:
        """Wait until all is written that is to be kept, so that the file can be closed."""
        await asyncio.gather(*self._keeping)

    def drop(self, key: str) -> None:
        """Forget a reply, so that another one can be kept."""
        with self._open() as database:
            database.execute("DELETE FROM replies WHERE key = ?", (key,))

    def mark(self, is_erased: Callable[[str], bool]) -> int:
        """Have the replies erased that hold certain texts, or whose errors do, with `erase_marked` or as soon as the
        file is opened again; how many those are.

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
        """Leave nothing of the replies that are marked.

        Raises:
            Failure: somebody uses the file for longer than these seconds, or for as long as any use may take.
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
                raise Failure(f"the reply cache {self.path} still holds what was erased ({error}): {LATER}") from error
            finally:
                self._database.execute(f"PRAGMA busy_timeout={int(BUSY_SECONDS * 1000)}")
        if is_busy:
            raise Failure(f"the reply cache {self.path} is being read, and may still hold what was erased: {LATER}")
        for path in due:
            path.unlink(missing_ok=True)

    def contents(self) -> Contents:
        """What is there."""
        # Not the size of the file, since what was written last stands in a log beside it.
        size = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        with self._open() as database:
            replies, cost = database.execute("SELECT COUNT(*), TOTAL(cost_usd) FROM replies").fetchone()
            (size_in_bytes,) = database.execute(size).fetchone()
        return Contents(replies, cost, size_in_bytes)

    def clear(self) -> int:
        """Forget everything; how many replies that were."""
        with self._open() as database:
            gone = database.execute("DELETE FROM replies").rowcount
            database.execute("VACUUM")
        return gone

    def close(self) -> None:
        """Close the file; what is kept after that is not."""
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
    """What the schema of a cache says."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(_TABLE)
        return tables_of(database)


def _write_ahead(database: sqlite3.Connection) -> None:
    """Keep what is written in a log, so that readers need not wait. While others who open the file do the same, SQLite
    refuses at once, whatever its timeout is."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            database.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > until:
                raise
            time.sleep(0.01)


class CachedModel(Model):
    """A model that looks into the cache first. One an episode: it counts what is asked.

    Args:
        repeat: the how manieth play of the game this is; each has replies of its own.
    """

    def __init__(self, model: Model, store: ReplyStore, repeat: int) -> None:
        self.name = model.name
        self._model = model
        self._store = store
        self._repeat = repeat
        self._asked: Counter[str] = Counter()
        self._keeping: asyncio.Task[None] | None = None

    async def answer(self, question: Question[A]) -> Reply[A]:
        """See `Model.answer`; a reply from the cache costs nothing and says so."""
        key = self._key(question)
        if key is None:
            return await self._model.answer(question)
        if self._keeping:
            await self._keeping
        if stored := await asyncio.to_thread(self._store.get, key):
            try:
                return await beside(stored.text, stored.answer_to, question)
            except UnreadableReply:
                if stored.error:
                    raise
                # It was taken for one that can be used, and would be by every run.
                await asyncio.to_thread(self._store.drop, key)
        try:
            reply = await self._model.answer(question)
        except UnreadableReply as error:
            if not error.refused:
                self._keep(key, Stored(error.text, error.usage, error.seconds, str(error)))
            raise
        self._keep(key, Stored(encodable(reply.text), reply.usage, reply.seconds))
        return reply

    def passed(self, question: Question[Any]) -> None:
        """Count a question that was answered before it came here."""
        self._key(question)

    def _keep(self, key: str, stored: Stored) -> None:
        """Keep a reply once its event is written, which whoever asked does before the event loop turns.

        After a kill between the two, a reply that was paid for would come back as a cached one, which costs nothing.
        """
        self._keeping = self._store.keep(key, self.name, stored)

    def _key(self, question: Question[Any]) -> str | None:
        shape = self._model.fingerprint(question) if isinstance(self._model, Cacheable) else None
        if shape is None:
            return None
        content = _digest(shape)
        self._asked[content] += 1
        return _digest({"content": content, "repeat": self._repeat, "occurrence": self._asked[content]})


def _digest(shape: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(shape, sort_keys=True).encode()).hexdigest()
