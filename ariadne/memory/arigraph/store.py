"""A memory in one SQLite file: one process writes it, any number read it, and a kill at any moment loses nothing that
was acknowledged."""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import quote

from ariadne.errors import UserError, clear
from ariadne.keys import redacted
from ariadne.memory.arigraph.episodes import EpisodicMemory
from ariadne.memory.arigraph.graph import Edge, SemanticGraph
from ariadne.memory.arigraph.schema import check, migrate
from ariadne.triplet import Triplet

if TYPE_CHECKING:
    from ariadne.embed.embedder import Vectors

BUSY_SECONDS = 30.0
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True)
class Contents:
    """What a memory holds.

    Attributes:
        step: the last one.
        vectors: of the valid triplets in their order, shape (valid, d); None where they are not known.
        observed: those of observations, as far as they are known, each of shape (d,).
    """

    graph: SemanticGraph
    episodic: EpisodicMemory
    step: int
    vectors: Vectors | None = None
    observed: Mapping[str, Vectors] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """What one step changes.

    Attributes:
        edges: the new ones, each with its number. `vectors`: those of their triplets, shape (edges, d).
        closed: the numbers of the edges that are not valid from this step on.
        nodes: the new episode nodes, each with its number and the numbers of the edges that it is tied to.
        observed: vectors of their observations, as far as they are known, each of shape (d,).
    """

    step: int
    time: datetime | None
    edges: Sequence[tuple[int, Triplet]]
    vectors: Vectors
    closed: Sequence[int]
    nodes: Sequence[tuple[int, str, Sequence[int]]]
    observed: Mapping[str, Vectors]


class Store:
    """The file.

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
        self._writing = Lock()
        self._vertices: dict[str, int] = {}
        self._release = _claim(path) if not read_only else lambda: None
        try:
            with self._explained():
                self._database = _connect_to_read(path) if read_only else _connect(path)
                check(self._database, path, read_only)
                if not read_only:
                    self._database.execute("PRAGMA journal_mode=WAL")
                    # What is acknowledged survives a loss of power, not only of the process.
                    self._database.execute("PRAGMA synchronous=FULL")
                    migrate(self._database)
                self.embedder = self._embedder()
                self._seen = self._version()
        except BaseException:
            self._release()
            raise

    def load(self) -> Contents:
        """Everything in the file, as of now.

        Raises:
            UserError: the file is damaged.
        """
        collects = gc.isenabled()
        gc.disable()  # A hundred thousand edges are not garbage, and looking takes longer than making them.
        try:
            with self._explained(), self._transaction("BEGIN"):
                return self._load()
        except (ValueError, TypeError, KeyError, IndexError, OverflowError) as error:
            raise UserError(f"the memory {self.path} is damaged ({error}): take a copy of it from before") from error
        finally:
            if collects:
                gc.enable()

    def write(self, entry: Entry) -> None:
        """Write a step; when this returns, it lasts.

        Raises:
            UserError: the file cannot be written.
        """
        with self._writing, self._explained(), self._transaction("BEGIN IMMEDIATE"):
            self._database.execute("INSERT OR REPLACE INTO step VALUES (?, ?)", (entry.step, _stamp(entry.time)))
            rows = [
                (number, *self._row(triplet), entry.step, None, vector.tobytes())
                for (number, triplet), vector in zip(entry.edges, entry.vectors, strict=True)
            ]
            self._database.executemany("INSERT INTO edge VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
            # A triplet that comes back is a new edge with its own vector.
            self._database.executemany(
                "UPDATE edge SET valid_to = ?, vector = NULL WHERE number = ?",
                [(entry.step, number) for number in entry.closed],
            )
            for number, observation, edges in entry.nodes:
                self._add_episode(number, entry.step, observation, entry.observed.get(observation), edges)

    def fill(self, contents: Contents, embedder: str) -> None:
        """Write everything that a memory holds into a new file; the vectors of its valid triplets must be known.

        Raises:
            UserError: the file cannot be written.
        """
        edges, nodes, vectors = contents.graph.history(), contents.episodic.nodes, contents.vectors
        assert vectors is not None
        times: dict[int, datetime | None] = {contents.step: None}
        for edge in edges:
            times[edge.valid_from] = edge.since
            if edge.valid_to is not None:
                times[edge.valid_to] = edge.until
        times |= {node.step: node.time for node in nodes}
        row_of = {triplet: row for row, triplet in enumerate(contents.graph.valid())}
        at = _numbers_by_step(edges)
        with self._writing, self._explained(), self._transaction("BEGIN IMMEDIATE"):
            self._write_embedder(embedder)
            self._database.executemany(
                "INSERT INTO step VALUES (?, ?)", [(step, _stamp(moment)) for step, moment in times.items()]
            )
            for number, edge in enumerate(edges):
                vector = vectors[row_of[edge.triplet]].tobytes() if edge.valid_to is None else None
                row = (number, *self._row(edge.triplet), edge.valid_from, edge.valid_to, vector)
                self._database.execute("INSERT INTO edge VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            for number, node in enumerate(nodes):
                # What a world that began anew has lost is no edge any more.
                ties = [own for triplet in node.triplets if (own := at(triplet, node.step)) is not None]
                self._add_episode(number, node.step, node.observation, contents.observed.get(node.observation), ties)

    def write_embedder(self, name: str) -> None:
        """Say whose vectors the file is going to hold."""
        with self._writing, self._explained(), self._transaction("BEGIN IMMEDIATE"):
            self._write_embedder(name)

    def has_changed(self) -> bool:
        """Whether another process has written since this was last asked."""
        with self._explained():
            before, self._seen = self._seen, self._version()
        return before != self._seen

    def close(self) -> None:
        """Close the file, and let others write it."""
        with self._writing, suppress(sqlite3.Error):
            self._database.close()
        self._release()

    def _load(self) -> Contents:
        read = self._database.execute
        times = {number: _moment(stamp) for number, stamp in read("SELECT number, time FROM step")}
        names = dict(read("SELECT id, name FROM vertex"))
        edges: list[Edge] = []
        vectors: list[bytes] = []
        rows = read("SELECT number, subject, relation, object, valid_from, valid_to, vector FROM edge ORDER BY number")
        for number, subject, relation, thing, valid_from, valid_to, vector in rows:
            if number != len(edges):
                raise ValueError(f"edge {len(edges)} is missing")
            triplet = Triplet.of_clean(names[subject], relation, names[thing])
            until = None if valid_to is None else times[valid_to]
            edges.append(Edge(triplet, valid_from, valid_to, times[valid_from], until))
            if valid_to is None:
                vectors.append(vector)
        episodic = EpisodicMemory()
        ties: dict[int, list[int]] = {}
        for episode, edge in read("SELECT episode, edge FROM tie ORDER BY episode, place"):
            ties.setdefault(episode, []).append(edge)
        observed: dict[str, Vectors] = {}
        for number, step, observation, vector in read(
            "SELECT number, step, observation, vector FROM episode ORDER BY number"
        ):
            tied = [edges[edge].triplet for edge in ties.get(number, ())]
            episodic.add(step, observation, tied, times[step])
            if vector is not None:
                observed[observation] = _array([vector])[0]
        self._vertices = {name: key for key, name in names.items()}
        self.embedder = self._embedder()
        return Contents(SemanticGraph(edges), episodic, max(times, default=0), _array(vectors), observed)

    def _row(self, triplet: Triplet) -> tuple[int, str, int]:
        return self._vertex(triplet.subject), _text(triplet.relation), self._vertex(triplet.object)

    def _vertex(self, name: str) -> int:
        name = _text(name)
        if name not in self._vertices:
            row = self._database.execute("INSERT INTO vertex (name) VALUES (?) RETURNING id", (name,)).fetchone()
            self._vertices[name] = int(row[0])
        return self._vertices[name]

    def _add_episode(
        self, number: int, step: int, observation: str, vector: Vectors | None, edges: Sequence[int]
    ) -> None:
        row = (number, step, _text(observation), None if vector is None else vector.tobytes())
        self._database.execute("INSERT INTO episode VALUES (?, ?, ?, ?)", row)
        ties = [(number, place, edge) for place, edge in enumerate(edges)]
        self._database.executemany("INSERT INTO tie VALUES (?, ?, ?)", ties)

    def _embedder(self) -> str:
        row = self._database.execute("SELECT value FROM about WHERE key = 'embedder'").fetchone()
        return str(row[0]) if row else ""

    def _write_embedder(self, name: str) -> None:
        self._database.execute("INSERT OR REPLACE INTO about VALUES ('embedder', ?)", (name,))
        self.embedder = name

    def _version(self) -> int:
        return int(self._database.execute("PRAGMA data_version").fetchone()[0])

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        vertices = len(self._vertices)
        self._database.execute(begin)
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            self._vertices = dict(list(self._vertices.items())[:vertices])
            raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            known = clear(error)
            unusable = UserError(f"the memory {self.path} cannot be used: {error}")
            raise (unusable if known is error else known) from error


def _claim(path: Path) -> Callable[[], None]:
    """Become the one writer of a file. A process that ends, however it does, is that no more."""
    from filelock import FileLock, Timeout

    lock = FileLock(f"{path}.lock", blocking=False, thread_local=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise UserError(f"another process writes the memory {path}: wait for it, or open it read-only") from error
    except OSError as error:
        raise UserError(f"cannot write the memory {path}: {error.strerror or error}") from error
    return lock.release


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _connect_to_read(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise UserError(f"there is no memory {path}")
    address = f"file:{quote(str(path.absolute()))}?mode=ro"
    database = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        database.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        database.close()
        if Path(f"{path}-wal").exists():
            raise
        # Where nothing may be written, not even a reader's marks, nobody else writes the file either.
        return sqlite3.connect(f"{address}&immutable=1", uri=True, isolation_level=None, check_same_thread=False)
    return database


def _numbers_by_step(edges: Sequence[Edge]) -> Callable[[Triplet, int], int | None]:
    """Which edge a triplet was at a step: the last that was valid from then on, or before; None if it was none."""
    spans: dict[Triplet, list[int]] = {}
    for number, edge in enumerate(edges):
        spans.setdefault(edge.triplet, []).append(number)

    def number_at(triplet: Triplet, step: int) -> int | None:
        return max((number for number in spans.get(triplet, ()) if edges[number].valid_from <= step), default=None)

    return number_at


def _array(vectors: Sequence[bytes]) -> Vectors:
    import numpy as np

    if not vectors:
        return np.empty((0, 0), dtype=np.float32)
    return np.frombuffer(b"".join(vectors), dtype=np.float32).reshape(len(vectors), -1)


def _stamp(moment: datetime | None) -> int | None:
    return None if moment is None else (moment - _EPOCH) // _MICROSECOND


def _moment(stamp: int | None) -> datetime | None:
    return None if stamp is None else _EPOCH + stamp * _MICROSECOND


def _text(text: str) -> str:
    """Text as the file holds it: without keys; half of a surrogate pair, which a reply may hold, is a question mark."""
    return redacted(text).encode("utf-8", "replace").decode("utf-8")
