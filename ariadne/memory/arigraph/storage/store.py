"""A memory in one SQLite file. One process writes it, any number read it; a kill at any moment loses nothing that was
acknowledged."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from ariadne.memory.arigraph.core.state import Contents, StepEntry
from ariadne.memory.arigraph.storage.copies import IndexSnapshot
from ariadne.memory.arigraph.storage.lookups import Lookups
from ariadne.memory.arigraph.storage.rows import FileRows
from ariadne.memory.arigraph.storage.schema import check_pages
from ariadne.memory.arigraph.storage.session import EPOCH, Session

_EMBEDDER = "embedder"


class Store(Session):
    """The contents of a memory's file: scopes, each with its own steps, edges and episodes. The default scope is `""`.

    Every method raises a UserError if the file is damaged, or cannot be read or written.

    Args:
        path: created if it does not exist, unless it is read-only.
    """

    @property
    def embedder(self) -> str:
        """The embedder of the vectors in the file; empty while there are none."""
        with self.reading():
            return self.rows.about(_EMBEDDER)

    def scopes(self) -> tuple[str, ...]:
        """The names of the scopes in the file, and `""`."""
        with self.reading():
            return tuple(self.rows.scopes())

    def load(self, scope: str = "", whole: bool = False) -> Contents:
        """The contents of a scope now. Rows are read when they are needed.

        Args:
            whole: read all rows now, so that the file may be closed or changed.
        """
        with self.reading(at_once=True):
            first = self.rows.scopes().get(scope)
            if first is None:
                return Contents()
            file = Lookups(self.database, self.path, first, self.rows.about(EPOCH), IndexSnapshot(self.path, scope))
            if whole:
                return file.whole()
            file.reading = self.reading
            return Contents(file.graph, file.episodic, file.step, file=file)

    def write(self, scope: str, *entries: StepEntry) -> None:
        """Write steps, all or none of them."""
        with self.writing():
            first = self.rows.scope(scope)
            for entry in entries:
                _write(self.rows, first, entry)

    def erase(self, scope: str, left: Contents | None) -> None:
        """Replace the contents of a scope, and leave no trace of the old ones.

        Args:
            left: the new contents; None removes the scope and its name.

        Raises:
            Failure: another process reads the file, so the old contents stay in its log until it is opened for writing
                again.
        """
        with self.cleaning():
            first = self.rows.scope(scope)
            self.rows.clear(first)
            self.rows.drop_scope(scope) if left is None else _fill(self.rows, first, left)
            self.begin_epoch()
            IndexSnapshot(self.path, scope).drop()

    def vacuum(self) -> None:
        """Compact the file.

        Raises:
            Failure: another process reads it all the time.
        """
        with self.cleaning():
            pass

    def examine(self) -> None:
        """Have SQLite check all of the file."""
        with self.reading():
            check_pages(self.database, self.path)

    def fill(self, scopes: Mapping[str, Contents], embedder: str) -> None:
        """Write the contents of scopes, and the name of the embedder, into a file without vectors."""
        with self.writing():
            self.rows.say_about(_EMBEDDER, embedder)
            for scope, contents in scopes.items():
                _fill(self.rows, self.rows.scope(scope), contents)


def _write(rows: FileRows, first: int, entry: StepEntry) -> None:
    """Write one step into the file."""
    rows.add_step(first, entry.step, entry.time)
    rows.add_edges(first, entry.edges, entry.vectors)
    rows.close(first, entry.step, entry.time, entry.closed)
    rows.forget(first, entry.step, entry.forgotten)
    for number, node, ties in entry.nodes:
        rows.add_episode(first, number, node, entry.observed.get(node.observation), ties)


def _fill(rows: FileRows, first: int, contents: Contents) -> None:
    """Write contents into an empty scope, as if all had been learned at the last step."""
    edges, nodes = contents.graph.history(), contents.episodic.nodes
    assert contents.vectors is not None
    # Every step has a row, also one whose time is not known.
    ends = (step for edge in edges for step in (edge.valid_from, edge.valid_to) if step is not None)
    times: dict[int, datetime | None] = dict.fromkeys([contents.step, *ends])
    times |= {node.step: node.time for node in nodes} | contents.graph.times
    last = times.pop(contents.step)
    for step, time in times.items():
        rows.add_step(first, step, time)
    told = [*zip(range(len(nodes)), nodes, contents.ties(), strict=True)]
    entry = StepEntry(contents.step, last, [*enumerate(edges)], contents.vectors, [], told, contents.observed)
    _write(rows, first, entry)
