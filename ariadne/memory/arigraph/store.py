"""A memory in one SQLite file: one process writes it, any number read it, and a kill at any moment loses nothing that
was acknowledged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import TYPE_CHECKING

from ariadne.database import bounded
from ariadne.errors import Failure, UserError, clear
from ariadne.memory.arigraph.contents import Contents, Entry
from ariadne.memory.arigraph.copies import Copy
from ariadne.memory.arigraph.lookups import Lookups
from ariadne.memory.arigraph.opening import check_kind, claim, connect, uncollected
from ariadne.memory.arigraph.rows import Rows
from ariadne.memory.arigraph.schema import SPAN, check, create, damaged, sound
from ariadne.triplet import Edge, Triplet

if TYPE_CHECKING:
    from ariadne.embed.embedder import Vectors

LARGE = 200_000
"""From how many edges on a scope is read from the file as it is asked for."""
# Corrupt pages, an index that tells otherwise than its table, and what took longer than reading a whole file takes.
_SIGNS_OF_DAMAGE = ("SQLITE_CORRUPT", "SQLITE_CONSTRAINT", "SQLITE_INTERRUPT")
# What the file says of itself while something erased may be left of it in free pages or in the log.
_UNCLEAN = "unclean"
# Of the file: another word after anything was erased, or embedded anew.
_EPOCH = "epoch"


def is_large(edges: int) -> bool:
    """Whether a scope of so many edges is read from the file as it is asked for."""
    return edges >= LARGE


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
        self.read_only = read_only
        self._using = Lock()
        check_kind(path)
        self._release = claim(path) if not read_only else lambda: None
        try:
            with self._explained():
                self._database = connect(path, read_only)
                with sound(path), bounded(self._database, path):
                    check(self._database, path, read_only)
                if not read_only:
                    self._database.execute("PRAGMA journal_mode=WAL")
                    # What is acknowledged survives a loss of power, not only of the process.
                    self._database.execute("PRAGMA synchronous=FULL")
                    self._database.execute("PRAGMA secure_delete=ON")
                    create(self._database)
                self._rows = Rows(self._database, path)
                if not read_only and not self._rows.about(_EPOCH):
                    self._begin_epoch()
                self.embedder = self._rows.about("embedder")
            if not read_only and self._rows.about(_UNCLEAN):
                self._clean()
        except BaseException:
            self._end()
            raise

    def scopes(self) -> tuple[str, ...]:
        """The names of the scopes of which anything was written, and `""`."""
        with self._reading():
            return tuple(self._rows.scopes())

    def load(self, scope: str = "", whole: bool = False) -> Contents:
        """Everything that a scope holds, as of now; where that is very much, it is read as it is asked for.

        Args:
            whole: have it here, however much it is, so that the file may be closed or changed.

        Raises:
            UserError: the file is damaged.
        """
        with uncollected(), self._reading():
            key = self._rows.scopes().get(scope)
            self.embedder = self._rows.about("embedder")
            if key is None:
                return Contents()
            if whole or not is_large(self._rows.edges(key)):
                return self._rows.contents(key)
            epoch = self._rows.about(_EPOCH)
        copy = Copy(self.path, scope)
        return Contents.of_file(Lookups(self._database, self.path, key * SPAN, self._reading_some, epoch, copy))

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
        parts = (self.path, Path(f"{self.path}-wal"))
        return sum(part.stat().st_size for part in parts if part.exists())

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
        """A number that is another one when another process has written."""
        with self._explained():
            return int(self._database.execute("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        """Close the file, and let others write it."""
        with self._using:
            self._end()

    def _end(self) -> None:
        with suppress(sqlite3.Error, AttributeError):
            self._database.close()
        self._release()

    def _clean(self) -> None:
        """Write the file and its log anew, of which pages may hold what was erased."""
        with self._using, self._explained():
            self._into_file()
            self._database.execute("VACUUM")
            with self._transaction("BEGIN IMMEDIATE"):
                self._rows.drop_about(_UNCLEAN)
            self._into_file()

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
        with sound(self.path), self._using, self._explained(), bounded(self._database, self.path):
            yield

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._using, self._explained(), self._transaction("BEGIN IMMEDIATE"):
            yield

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
        except sqlite3.Error as error:
            known = clear(error)
            raise (self._unusable(error) if known is error else known) from error

    def _unusable(self, error: sqlite3.Error) -> UserError:
        # Text that is none has no name.
        kind = getattr(error, "sqlite_errorname", "SQLITE_CORRUPT" if "UTF-8" in str(error) else "")
        if kind == "SQLITE_NOTADB":
            return UserError(f"{self.path} is no memory: {error}; name another one")
        if kind.startswith(_SIGNS_OF_DAMAGE):
            return damaged(self.path, error)
        return UserError(f"the memory {self.path} cannot be used: {error}")


def _numbers_by_step(edges: Sequence[Edge]) -> Callable[[Triplet, int], int | None]:
    """Which edge a triplet was at a step: the last that was valid from then on, or before; None if it was none."""
    spans: dict[Triplet, list[int]] = {}
    for number, edge in enumerate(edges):
        spans.setdefault(edge.triplet, []).append(number)

    def number_at(triplet: Triplet, step: int) -> int | None:
        return max((number for number in spans.get(triplet, ()) if edges[number].valid_from <= step), default=None)

    return number_at
