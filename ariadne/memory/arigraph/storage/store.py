"""A memory in one SQLite file: one process writes it, any number read it, and a kill at any moment loses nothing that
was acknowledged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from ariadne.database import bounded, size
from ariadne.errors import Failure, UserError, clear
from ariadne.memory.arigraph.core.contents import Contents, Entry
from ariadne.memory.arigraph.storage.copies import Copy
from ariadne.memory.arigraph.storage.hold import Hold, under_another_name
from ariadne.memory.arigraph.storage.lookups import Lookups
from ariadne.memory.arigraph.storage.opening import uncollected
from ariadne.memory.arigraph.storage.rows import Rows
from ariadne.memory.arigraph.storage.schema import LOOKED_THROUGH, SPAN, check, create, damaged, sound
from ariadne.triplet import Edge, Triplet

if TYPE_CHECKING:
    from ariadne.embed.embedder import Vectors

# Corrupt pages, an index that tells otherwise than its table, and what took longer than reading a whole file takes.
_SIGNS_OF_DAMAGE = ("SQLITE_CORRUPT", "SQLITE_CONSTRAINT", "SQLITE_INTERRUPT")
# The log, or its index, cannot be made or written.
_SIGNS_OF_NO_LOG = ("SQLITE_READONLY", "SQLITE_CANTOPEN")
# What the file says of itself while something erased may be left of it in free pages or in the log.
_UNCLEAN = "unclean"
# Of the file: another word after anything was erased, or embedded anew.
_EPOCH = "epoch"
# Of the file, from what is written first until it is closed: the name under which it is open, and a word of its own.
_LOG = "log"


class Store:
    """The file. It holds scopes, each with steps, edges and episodes of its own; that without a name is `""`.

    Args:
        path: made if there is none, unless it is only read.

    Attributes:
        embedder: whose vectors are in the file; empty while there are none.

    Raises:
        UserError: there is no such file, it is no memory, or another process writes it.
    """

    def __init__(self, path: Path, read_only: bool = False) -> None:
        self.path = path
        self._hold = Hold(path, read_only)
        self._name = blake2b(bytes(self._hold.file), digest_size=8).hexdigest()
        self._word = f"{self._name} {token_hex(8)}"
        self._is_said = self._is_marked = False
        self._size = 0
        try:
            with self._hold.use(), self._explained():
                self._database = self._hold.connect()
                with sound(path), self._bounded():
                    check(self._database, path, read_only)
                if not read_only:
                    self._database.execute("PRAGMA journal_mode=WAL")
                    # What is acknowledged survives a loss of power, not only of the process.
                    self._database.execute("PRAGMA synchronous=FULL")
                    self._database.execute("PRAGMA secure_delete=ON")
                    create(self._database)
                self._rows = Rows(self._database, path)
                self._check_log()
                if not read_only and not self._rows.about(_EPOCH):
                    self._begin_epoch()
                self.embedder = self._rows.about("embedder")
                self._hold.look_beside()
                self._hold.check()
            if not read_only and self._rows.about(_UNCLEAN):
                self._clean()
        except BaseException:
            self._hold.end()
            raise

    @property
    def read_only(self) -> bool:
        """Whether it is only read. Whoever uses a memory asks this first.

        Raises:
            UserError: it was opened before a fork, by the parent of this process.
        """
        self._hold.must_be_ours()
        return self._hold.read_only

    def scopes(self) -> tuple[str, ...]:
        """The names of the scopes of which anything was written, and `""`."""
        with self._reading():
            return tuple(self._rows.scopes())

    def load(self, scope: str = "", whole: bool = False) -> Contents:
        """What a scope holds, as of now, of which rows are read as they are asked for.

        Args:
            whole: have all of it here, so that the file may be closed or changed.

        Raises:
            UserError: the file is damaged.
        """
        with uncollected(), self._reading():
            key = self._rows.scopes().get(scope)
            self.embedder = self._rows.about("embedder")
            if key is None:
                return Contents()
            if whole:
                return self._rows.contents(key)
            if self._size < LOOKED_THROUGH:
                self._rows.check(key)
            epoch, copy = self._rows.about(_EPOCH), Copy(self.path, scope)
            file = Lookups(self._database, self.path, key * SPAN, self._reading_some, epoch, copy)
        return Contents.of_file(file)

    def write(self, scope: str, *entries: Entry) -> None:
        """Write steps, all or none; when this returns, they last.

        Raises:
            UserError: the file cannot be written.
        """
        with self._writing():
            key = self._scope(scope)
            for entry in entries:
                self._write(key, entry)

    def erase(self, scope: str, left: Contents | None) -> None:
        """Have a scope hold what is left, and nothing of what it held besides.

        Args:
            left: None for nothing, not even the scope's name.

        Raises:
            UserError: the file cannot be written; then nothing is erased. Failure: another process reads it for so
                long that what is erased stays in the log beside it, until the next one who writes the file opens it.
        """
        with self._writing():
            key = self._scope(scope)
            self._rows.clear(key)
            self._rows.drop_scope(key) if left is None else self._fill(key, left)
            self._rows.drop_unused()
            self._rows.index_words()
            self._rows.say_about(_UNCLEAN, "yes")
            self._begin_epoch()
            Copy(self.path, scope).drop()
        self._clean()

    def vacuum(self) -> None:
        """Give back to the system what the file has in excess, and leave nothing in it of what it once held.

        Raises:
            UserError: the file cannot be written. Failure: another process reads it all the time.
        """
        with self._writing():
            self._rows.say_about(_UNCLEAN, "yes")
        self._clean()

    def size(self) -> int:
        """The bytes of the file and its log."""
        return size(self._hold.file)

    def examine(self) -> None:
        """Have SQLite look at all of the file.

        Raises:
            UserError: the file is damaged.
        """
        with self._reading():
            check(self._database, self.path, self.read_only, everything=True)

    def reembedded(self, embedder: str) -> tuple[int, int]:
        """How much another embedder has embedded anew, and how much it has not yet; a third one's is dropped."""
        with self._writing():
            self._rows.to_reembed(embedder, 0)
            return self._rows.reembedded()

    def to_reembed(self, embedder: str, most: int) -> list[tuple[str, int, str]]:
        """Some of what another embedder is still to embed: its kind, its number and its text."""
        with self._writing():
            return self._rows.to_reembed(embedder, most)

    def epoch(self) -> str:
        """What is another one once edges and texts were numbered anew."""
        with self._reading():
            return self._rows.about(_EPOCH)

    def keep_reembedded(self, embedder: str, made: Sequence[tuple[str, int, Vectors]], epoch: str) -> None:
        """Keep vectors of another embedder beside those that count; none, if what they are of was numbered anew since
        an epoch.

        Raises:
            UserError: the file cannot be written.
        """
        with self._writing():
            if self._rows.about(_EPOCH) == epoch:
                self._rows.keep_reembedded(embedder, made)

    def take_reembedded(self, embedder: str) -> None:
        """Have those take the place of the others, at once.

        Raises:
            UserError: the file cannot be written.
        """
        with self._writing():
            self._rows.take_reembedded(embedder)
            self._begin_epoch()
        self.embedder = embedder

    def fill(self, scopes: Mapping[str, Contents], embedder: str) -> None:
        """Write all that some scopes hold into a new file; the vectors of their valid triplets must be known.

        Raises:
            UserError: the file cannot be written.
        """
        with self._writing():
            self._rows.say_about("embedder", embedder)
            for scope, contents in scopes.items():
                self._fill(self._scope(scope), contents)
        self.embedder = embedder

    def write_embedder(self, name: str) -> None:
        """Say whose vectors the file is going to hold."""
        with self._writing():
            self._rows.say_about("embedder", name)
        self.embedder = name

    def version(self) -> int:
        """A number that is another one when another process has written.

        Raises:
            UserError: the file is not there any more.
        """
        with self._hold.use(), self._explained():
            self._hold.check()
            return int(self._database.execute("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        """Close the file, and let others write it."""
        if self._is_said and not self._hold.read_only:
            with suppress(UserError):
                self._say_closed()
        self._hold.end()

    def _clean(self) -> None:
        """Write the file and its log anew, of which pages may hold what was erased."""
        with self._hold.use(), self._explained():
            self._hold.check()
            self._into_file()
            self._database.execute("VACUUM")
            with self._transaction("BEGIN IMMEDIATE"):
                self._rows.drop_about(_UNCLEAN)
            self._into_file()
            self._is_marked = self._is_marked and self._hold.look_for(self._word)
            self._hold.check()

    def _into_file(self) -> None:
        """Move what the log holds into the file, and leave the log empty."""
        is_busy, *_ = self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if is_busy:
            raise Failure(
                f"another process reads the memory {self.path}, so that what was erased is still in {self.path}-wal: "
                "let it end, then say: ariadne memory vacuum"
            )

    def _begin_epoch(self) -> None:
        self._rows.say_about(_EPOCH, token_hex(8))

    def _check_log(self) -> None:
        """See that the log is not beside another name of the file.

        Raises:
            UserError: it may be.
        """
        said = self._rows.about(_LOG)
        self._is_said = bool(said)
        if said and not said.startswith(self._name) and self._hold.has_other_names():
            raise under_another_name(self.path)

    def _say_open(self) -> None:
        """Have the file say that it is open, and under which name, until it is closed."""
        if not self._is_marked:
            self._rows.say_about(_LOG, self._word)
            self._is_said = True

    def _mark(self) -> None:
        """Have that be in the file itself, which is opened under other names without the log."""
        if not self._is_marked:
            with suppress(sqlite3.OperationalError):
                self._database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            self._is_marked = self._hold.look_for(self._word)

    def _say_closed(self) -> None:
        with self._hold.use(), self._explained(), self._transaction("BEGIN IMMEDIATE"):
            self._hold.check()
            self._rows.drop_about(_LOG)

    def _scope(self, name: str) -> int:
        key = self._rows.scopes().get(name)
        return self._rows.add_scope(name) if key is None else key

    def _write(self, key: int, entry: Entry) -> None:
        vectors = iter(entry.vectors)
        self._rows.add_step(key, entry.step, entry.time)
        for number, edge in entry.edges:
            self._rows.add_edge(key, number, edge, next(vectors) if edge.valid_to is None else None)
        self._rows.close(key, entry.step, entry.time, entry.closed)
        self._rows.forget(key, entry.step, entry.forgotten)
        for number, node, ties in entry.nodes:
            self._rows.add_episode(key, number, node, entry.observed.get(node.observation), ties)

    def _fill(self, key: int, contents: Contents) -> None:
        """Write all that a scope holds, which is empty."""
        edges, nodes, vectors = contents.graph.history(), contents.episodic.nodes, contents.vectors
        assert vectors is not None
        # Every step has a row, also one whose time is not known.
        ends = (step for edge in edges for step in (edge.valid_from, edge.valid_to) if step is not None)
        times: dict[int, datetime | None] = dict.fromkeys([contents.step, *ends])
        times |= {node.step: node.time for node in nodes} | contents.graph.times
        row_of = {triplet: row for row, triplet in enumerate(contents.graph.valid())}
        at = _numbers_by_step(edges)
        for step, time in times.items():
            self._rows.add_step(key, step, time)
        for number, edge in enumerate(edges):
            vector = vectors[row_of[edge.triplet]] if edge.valid_to is None else None
            self._rows.add_edge(key, number, edge, vector)
        for number, node in enumerate(nodes):
            # What a world that began anew has lost is no edge any more.
            ties = [own for triplet in node.triplets if (own := at(triplet, node.step)) is not None]
            self._rows.add_episode(key, number, node, contents.observed.get(node.observation), ties)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._reading_some(), self._transaction("BEGIN"):
            yield

    @contextmanager
    def _reading_some(self) -> Iterator[None]:
        """Read what needs no other rows to be as they are at the same time."""
        with sound(self.path), self._hold.use(), self._explained(), self._bounded():
            yield

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._hold.use(), self._explained():
            with self._transaction("BEGIN IMMEDIATE"):
                self._hold.check()
                self._say_open()
                yield
            self._mark()
            # Nobody is told that something was kept where nobody will find it.
            self._hold.check()
            self._size = self.size()

    def _bounded(self) -> AbstractContextManager[None]:
        """Read in no more steps than the file can take. Gone or not, it is the size that it was."""
        self._size = max(self._size, self.size())
        return bounded(self._database, self._hold.file, self._size)

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        self._database.execute(begin)
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            self._rows.undo()
            raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise UserError(f"the memory {self.path} cannot be used: {error.strerror or error}") from error
        except sqlite3.Error as error:
            known = clear(error)
            raise (self._unusable(error) if known is error else known) from error

    def _unusable(self, error: sqlite3.Error) -> UserError:
        if isinstance(error, sqlite3.ProgrammingError):
            return UserError(f"the memory {self.path} is closed: open it anew to ask it")
        # Text that is none has no name.
        kind = getattr(error, "sqlite_errorname", "SQLITE_CORRUPT" if "UTF-8" in str(error) else "")
        if kind == "SQLITE_NOTADB":
            return UserError(f"{self.path} is no memory: {error}; name another one")
        if kind.startswith(_SIGNS_OF_DAMAGE):
            return damaged(self.path, error)
        if kind.startswith("SQLITE_BUSY"):
            return UserError(f"another program keeps the memory {self.path} locked: let it end, then try again")
        if kind.startswith(_SIGNS_OF_NO_LOG) and not self._hold.read_only:
            return UserError(
                f"the log beside the memory {self.path} cannot be written: "
                f"have its folder and {self._hold.file}-wal writable, or open it read-only"
            )
        return UserError(f"the memory {self.path} cannot be used: {error}")


def _numbers_by_step(edges: Sequence[Edge]) -> Callable[[Triplet, int], int | None]:
    """Which edge a triplet was at a step: the last that was valid from then on, or before; None if it was none."""
    spans: dict[Triplet, list[int]] = {}
    for number, edge in enumerate(edges):
        spans.setdefault(edge.triplet, []).append(number)

    def number_at(triplet: Triplet, step: int) -> int | None:
        return max((number for number in spans.get(triplet, ()) if edges[number].valid_from <= step), default=None)

    return number_at
