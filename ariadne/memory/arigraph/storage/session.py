"""An open memory file and its transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from secrets import token_hex

from ariadne.database import bounded, size, tables_of
from ariadne.errors import Failure
from ariadne.memory.arigraph.storage.hold import Hold
from ariadne.memory.arigraph.storage.opening import explained
from ariadne.memory.arigraph.storage.rows import FileRows
from ariadne.memory.arigraph.storage.schema import APPLICATION, SCHEMA, VERSION, check, sound

# A row of the file while erased data may be left in its free pages or its log.
_UNCLEAN = "unclean"
# A row whose value changes when rows are renumbered.
EPOCH = "epoch"


class Session:
    """A connection to the file, as its one writer or as a reader.

    Raises:
        UserError: there is no such file, it is not a memory, or another process writes it.
    """

    def __init__(self, path: Path, read_only: bool = False) -> None:
        self.path = path
        self._hold = Hold(path, read_only)
        self._largest = self._epochs = 0
        try:
            with self._using():
                self.database = self._hold.connect()
                self.rows = FileRows(self.database, path)
                self._measure()
                with sound(path), self._bounded():
                    check(self.database, path, read_only)
                if not read_only:
                    self._prepare()
                self._hold.note()
            if not read_only and self.rows.about(_UNCLEAN):
                self.clean()
        except BaseException:
            self._hold.end()
            raise

    @property
    def read_only(self) -> bool:
        """Whether the file, which must be open, was opened for reading only."""
        self._hold.must_be_open()
        return self._hold.read_only

    def begin_epoch(self) -> None:
        """Change the epoch."""
        self._epochs += 1
        self.rows.say_about(EPOCH, token_hex(8))

    @contextmanager
    def reading(self, at_once: bool = False) -> Iterator[None]:
        """Read rows.

        Args:
            at_once: all as of one moment, since they depend on each other.
        """
        transaction = self._transaction("BEGIN") if at_once else nullcontext()
        with sound(self.path), self._using(), self._bounded(), transaction:
            yield

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction that writes. When it returns, its changes are on the disk."""
        with self._using():
            with self._transaction("BEGIN IMMEDIATE"):
                self._hold.check()
                yield
            # Acknowledge nothing that was written to a file which has been replaced meanwhile.
            self._hold.note()
            self._measure()

    @contextmanager
    def cleaning(self) -> Iterator[None]:
        """A transaction that erases data, and then `clean`, which is made up for at the next opening if it fails."""
        with self.writing():
            yield
            self.rows.say_about(_UNCLEAN, "yes")
        self.clean()

    def clean(self) -> None:
        """Rewrite the file and empty its log, so that no page keeps erased data.

        Raises:
            Failure: another process reads the file.
        """
        with self._using():
            self._hold.check()
            self._empty_log()
            self.database.execute("VACUUM")
            with self._transaction("BEGIN IMMEDIATE"):
                self.rows.drop_about(_UNCLEAN)
            self._empty_log()
            self._hold.note()

    def size(self) -> int:
        """The bytes of the file and its log."""
        return size(self._hold.file)

    def version(self) -> int:
        """A number that changes when another process writes the file, or this one erases data.

        Raises:
            UserError: the file was removed.
        """
        if not self.read_only:
            return self._epochs
        with self._using():
            self._hold.check()
            self._measure()
            return int(self.database.execute("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        """Close the file, so that another process can write it."""
        self._hold.end()

    def _prepare(self) -> None:
        """Make the file ready for writing, with tables if it has none."""
        self.database.execute("PRAGMA journal_mode=WAL")
        # Acknowledged writes survive a power failure, not only a crash of the process.
        self.database.execute("PRAGMA synchronous=FULL")
        self.database.execute("PRAGMA secure_delete=ON")
        if tables_of(self.database):
            return
        with self._transaction("BEGIN IMMEDIATE"):
            for statement in SCHEMA:
                self.database.execute(statement)
            self.begin_epoch()
            self.database.execute(f"PRAGMA application_id = {APPLICATION}")
            self.database.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _using(self) -> Iterator[None]:
        with self._hold.use(), explained(self.path, self._hold.read_only):
            yield

    def _empty_log(self) -> None:
        """Move the log into the file, and truncate it."""
        is_busy, *_ = self.database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if is_busy:
            raise Failure(
                f"another process reads the memory {self.path}, so erased data is still in {self.path}-wal: "
                "when that process has ended, run: ariadne memory vacuum"
            )

    def _measure(self) -> None:
        """Note the size of the file. One that was removed while open keeps its size."""
        self._largest = max(self._largest, self.size())

    def _bounded(self) -> AbstractContextManager[None]:
        """Limit queries to the steps that a file of this size can take."""
        return bounded(self.database, self._largest)

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        self.database.execute(begin)
        try:
            yield
            self.database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self.database.execute("ROLLBACK")
            raise
