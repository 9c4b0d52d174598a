"""The locks of a memory's file: one process writes it, by whatever name it is opened, while that name stands for it.

There are two locks. One is on `FILE.lock`. The other is on the file itself, which every link leads to, so that removing
`FILE.lock` lets no second writer in. It covers a byte that SQLite does not lock, and belongs to the open file
description (an OFD lock), since SQLite at times ends all locks of the process. Systems without OFD locks have the first
lock only.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from ariadne.errors import UserError
from ariadne.memory.arigraph.storage.inodes import Identity, Inode, close_unused, identity_of, inodes, opened, place
from ariadne.memory.arigraph.storage.opening import connect

_MAGIC = b"SQLite format 3\0"


class Hold:
    """One opening of a memory's file by this process; it is to be ended.

    Args:
        path: as somebody calls the file, which is made if it is to be written.

    Attributes:
        file: where it is, without links.

    Raises:
        UserError: it can be no memory's file, nothing can be read or written there, or another process writes it.
    """

    def __init__(self, path: Path, read_only: bool) -> None:
        self.path, self.read_only = path, read_only
        self._named = path.absolute()
        self._process = os.getpid()
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
        """Use the connection. Others wait meanwhile, and so does a fork.

        Raises:
            UserError: it is the connection of a process from which this one was forked.
        """
        self.must_be_ours()
        with self._using:
            yield

    def must_be_ours(self) -> None:
        """See that this process has opened it.

        Raises:
            UserError: it has not, but another one, from which it was forked.
        """
        if not self._is_ours():
            raise UserError(f"the memory {self.path} was opened before a fork: open it anew in this process")

    def look_beside(self) -> None:
        """Remember the log and its index, which stay the same files while anybody has the memory open."""
        beside = (Path(f"{self.file}{end}") for end in ("-wal", "-shm"))
        self._beside = {path: identity for path in beside if (identity := identity_of(path))}

    def look_for(self, word: str) -> bool:
        """Whether the file itself, not only its log, has a word where it says what it is; from now on it must."""
        assert self._database
        (page,) = self._database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'about'").fetchone()
        (size,) = self._database.execute("PRAGMA page_size").fetchone()
        mark = _Mark(word.encode(), (page - 1) * size, size)
        self._mark = mark if self._has(mark) else None
        return self._mark is not None

    def check(self) -> None:
        """See that what is open is what is there: what is written elsewhere is lost.

        Raises:
            UserError: it was removed, or something else is in its place.
        """
        with self._explained("use"):
            known = {self._named: self._identity, **self._beside}
            gone = [path for path, identity in known.items() if identity_of(path) != identity]
            if self._mark and not self._has(self._mark):
                gone.append(self._named)
        if gone:
            raise UserError(
                f"{gone[0]} was removed, replaced or overwritten while this memory had it open, so it is used no more: "
                "close the memory and open it again, or save what it holds to another file"
            )

    def has_other_names(self) -> bool:
        """Whether the file has several names, which are hard links."""
        return os.stat(self.file).st_nlink > 1

    def end(self) -> None:
        """Close the file, and let others write it. Of what was opened before a fork, the child closes nothing."""
        if not self._is_ours():
            return
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
        """Have SQLite know nothing of the file any more, in a child that has it of its parent and may open it anew."""
        if self._database:
            with suppress(sqlite3.Error):
                self._database.close()

    def _is_ours(self) -> bool:
        return os.getpid() == self._process

    def _found(self) -> Identity:
        """The file to be read, which is not opened."""
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
        """The file of which this becomes the one writer; a process that ends, however it does, is that no more."""
        identity = opened(self.file)
        inode = inodes[identity]
        try:
            begins = os.pread(inode.descriptors[0], len(_MAGIC), 0)
            # SQLite would begin anew over a short text.
            if begins and begins != _MAGIC:
                raise UserError(f"{self.path} is no memory: it is another program's file; name another one")
            self._check_name(inode)
            if not inode.claim(self.file.with_name(f"{self.file.name}.lock")):
                raise UserError(f"another process writes the memory {self.path}: wait for it, or open it read-only")
            inode.users.add(self)
        finally:
            close_unused()
        return identity

    def _check_name(self, inode: Inode) -> None:
        """See that this process calls a file by one name: SQLite would take it for one, and look for two logs."""
        if other := next((user.file for user in inode.users if user.file != self.file), None):
            raise under_another_name(self.path, other)

    def _has(self, mark: _Mark) -> bool:
        return mark.word in os.pread(inodes[self._identity].descriptors[0], mark.size, mark.begins)

    @contextmanager
    def _explained(self, what: str) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise UserError(f"cannot {what} the memory {self.path}: {why}") from error


def under_another_name(path: Path, file: Path | None = None) -> UserError:
    """The error of a file that was called by a hard link while its log may be beside another name."""
    known = f" ({file})" if file else ""
    return UserError(
        f"{path} is open under another name{known}, a hard link, or was not closed there: "
        "let it be closed there, or open it under that name and close it"
    )


@dataclass(frozen=True)
class _Mark:
    """A word that is on a page of a file."""

    word: bytes
    begins: int
    size: int


_changing = Lock()
_paused: list[Hold] = []


def _pause() -> None:
    """Before a fork, wait until nobody uses a connection: the child would have it in the middle of something."""
    _changing.acquire()
    _paused.extend(user for inode in inodes.values() for user in inode.users)
    for hold in _paused:
        hold._using.acquire()


def _resume() -> None:
    while _paused:
        _paused.pop()._using.release()
    _changing.release()


def _begin_anew() -> None:
    """Let a child have nothing open of what its parent has, whose locks it has not."""
    for hold in _paused:
        hold.abandon()
    for inode in inodes.values():
        inode.users.clear()
    close_unused()
    _resume()


os.register_at_fork(before=_pause, after_in_parent=_resume, after_in_child=_begin_anew)
