"""The locks of a memory's file: one process writes it, under any of its names, as long as it is not replaced.

There are two locks. One is on `FILE.lock`. The other is on the file itself, so that removing `FILE.lock` or opening
another link lets no second writer in. It covers a byte that SQLite does not lock, and is an OFD lock (of the open file
description), since SQLite may release all locks of the process. Systems without OFD locks have only the first lock.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from ariadne.errors import UserError
from ariadne.memory.arigraph.storage.inodes import Identity, Inode, close_unused, identity_of, inodes, opened, place
from ariadne.memory.arigraph.storage.opening import connect

_MAGIC = b"SQLite format 3\0"
_Mark = tuple[bytes, int, int]
"""A word on a page of a file: where the page begins, and its size."""


class Hold:
    """One opening of a memory's file by this process. The caller must `end` it.

    Args:
        path: the file's name. The file is created unless it is opened for reading only.

    Attributes:
        file: the path without links.

    Raises:
        UserError: this cannot be the file of a memory, or be read or written, or another process writes it.
    """

    def __init__(self, path: Path, read_only: bool) -> None:
        self.path, self.read_only = path, read_only
        self._named = path.absolute()
        self._process = os.getpid()
        self._is_closed = False
        self._using = Lock()
        self._database: sqlite3.Connection | None = None
        self._beside: dict[Path, Identity] = {}
        self._mark: _Mark | None = None
        with self._explained("read" if read_only else "write"), _changing:
            self.file = place(path)
            self._identity = self._found() if read_only else self._claimed()

    def connect(self) -> sqlite3.Connection:
        """Connect to the file."""
        self._database = connect(self.file, self.read_only)
        return self._database

    @contextmanager
    def use(self) -> Iterator[None]:
        """Use the connection exclusively. Other threads wait, and so does a fork.

        Raises:
            UserError: it is closed, or the parent process opened it before a fork.
        """
        self.must_be_open()
        with self._using:
            yield

    def must_be_open(self) -> None:
        """Check that this process has opened the file, and has not closed it.

        Raises:
            UserError: it is closed, or the parent process opened it before a fork.
        """
        if self._is_closed:
            raise UserError(f"the memory {self.path} is closed: open it again to use it")
        if not self._is_ours():
            raise UserError(f"the memory {self.path} was opened before a fork: open it again in this process")

    def look_beside(self) -> None:
        """Note the identities of the log and its index. They stay the same files while the memory is open."""
        beside = (Path(f"{self.file}{end}") for end in ("-wal", "-shm"))
        self._beside = {path: identity for path in beside if (identity := identity_of(path))}

    def look_for(self, word: str) -> bool:
        """Whether the file itself, not only its log, has a word in its table `about`. If so, `check` looks for it."""
        assert self._database
        (page,) = self._database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'about'").fetchone()
        (size,) = self._database.execute("PRAGMA page_size").fetchone()
        mark = word.encode(), (page - 1) * size, size
        self._mark = mark if self._has(mark) else None
        return self._mark is not None

    def check(self) -> None:
        """Check that the open files are still those at their paths; otherwise writes would be lost.

        Raises:
            UserError: a file was removed or replaced.
        """
        with self._explained("use"):
            known = {self._named: self._identity, **self._beside}
            gone = [path for path, identity in known.items() if identity_of(path) != identity]
            if self._mark and not self._has(self._mark):
                gone.append(self._named)
        if gone:
            raise UserError(
                f"{gone[0]} was removed, replaced or overwritten while this memory had it open: "
                "close the memory and open it again, or save its contents to another file"
            )

    def has_other_names(self) -> bool:
        """Whether the file has several hard links."""
        return os.stat(self.file).st_nlink > 1

    def end(self) -> None:
        """Close the file, and release its locks. Does nothing in a child process."""
        if not self._is_ours():
            return
        self._is_closed = True
        with self._using:
            if self._database:
                self._database.close()
        with _changing:
            inode = inodes.get(self._identity)
            if inode and self in inode.users:
                inode.users.discard(self)
                if not self.read_only:
                    inode.release()
            close_unused()

    def abandon(self) -> None:
        """Close the parent's connection in a child process, which may then open the file again."""
        if self._database:
            with suppress(sqlite3.Error):
                self._database.close()

    def _is_ours(self) -> bool:
        return os.getpid() == self._process

    def _found(self) -> Identity:
        """The identity of a file to read."""
        identity = identity_of(self.file)
        if identity is None:
            raise UserError(f"there is no memory {self.path}")
        if not os.access(self.file, os.R_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        inode = inodes.setdefault(identity, Inode())
        self._check_name(inode)
        inode.users.add(self)
        return identity

    def _claimed(self) -> Identity:
        """The identity of a file to write, after locking it. The system releases the lock when the process ends."""
        if not self.file.parent.is_dir():
            raise UserError(f"there is no folder {self.path.parent}: create it, or name another file")
        identity = opened(self.file)
        inode = inodes[identity]
        try:
            begins = os.pread(inode.descriptors[0], len(_MAGIC), 0)
            # SQLite would overwrite a short text file.
            if begins and begins != _MAGIC:
                raise UserError(f"{self.path} is not a memory: it is another program's file; name another one")
            self._check_name(inode)
            if not inode.claim(self.file.with_name(f"{self.file.name}.lock")):
                raise self._in_use(is_here=not all(user.read_only for user in inode.users))
            inode.users.add(self)
        finally:
            close_unused()
        return identity

    def _in_use(self, is_here: bool) -> UserError:
        if is_here:
            return UserError(f"the memory {self.path} is open in this process: use that one, or close it first")
        return UserError(f"another process writes the memory {self.path}: wait for it, or open it read-only")

    def _check_name(self, inode: Inode) -> None:
        """Check that this process opens a file under one name only: under two, SQLite would use two logs."""
        if other := next((user.file for user in inode.users if user.file != self.file), None):
            raise under_another_name(self.path, other)

    def _has(self, mark: _Mark) -> bool:
        word, begins, size = mark
        return word in os.pread(inodes[self._identity].descriptors[0], size, begins)

    @contextmanager
    def _explained(self, what: str) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise UserError(f"cannot {what} the memory {self.path}: {why}") from error


def under_another_name(path: Path, file: Path | None = None) -> UserError:
    """The error if a file is opened by a hard link while its log may be beside another name."""
    known = f" ({file})" if file else ""
    return UserError(
        f"{path} is a hard link to a memory that is open under another name{known}, or was not closed there: "
        "open it under that name and close it"
    )


_changing = Lock()
_paused: list[Hold] = []


def _pause() -> None:
    """Before a fork, wait until no connection is in use: the child would inherit it in the middle of a query."""
    _changing.acquire()
    _paused.extend(user for inode in inodes.values() for user in inode.users)
    for hold in _paused:
        hold._using.acquire()


def _resume() -> None:
    while _paused:
        _paused.pop()._using.release()
    _changing.release()


def _begin_anew() -> None:
    """In a child process, close all files of the parent: the child does not have their locks."""
    for hold in _paused:
        hold.abandon()
    for inode in inodes.values():
        inode.users.clear()
    close_unused()
    _resume()


os.register_at_fork(before=_pause, after_in_parent=_resume, after_in_child=_begin_anew)
