"""The locks of a memory's file: one process writes it, by whatever name it is opened, while that name stands for it.

There are two locks. One is on `FILE.lock`. The other is on the file itself, which every link leads to, so that removing
`FILE.lock` lets no second writer in. It covers a byte that SQLite does not lock, and belongs to the open file
description (an OFD lock), since SQLite at times ends all locks of the process. Systems without OFD locks have the first
lock only.

By POSIX, closing any descriptor of a file ends all locks that SQLite holds on it for the process. So only the writer
opens the file besides SQLite, and its descriptor is closed once this process has no connection to the file any more.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from weakref import WeakSet

from ariadne.errors import UserError
from ariadne.files import lock
from ariadne.memory.arigraph.storage.opening import connect

_Identity = tuple[int, int]
"""Of a file: its device, and its number there."""
_MAGIC = b"SQLite format 3\0"
_LOCK_OF_DESCRIPTOR: int | None = getattr(fcntl, "F_OFD_SETLK", None)


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
        self._beside: dict[Path, _Identity] = {}
        self._mark: _Mark | None = None
        with self._explained("read" if read_only else "write"), _changing:
            self.file = _place(path)
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
        self._beside = {path: identity for path in beside if (identity := _identity(path))}

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
            gone = [path for path, identity in known.items() if _identity(path) != identity]
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
            inode = _inodes.get(self._identity)
            if inode and self in inode.users:
                inode.users.discard(self)
                if not self.read_only:
                    inode.release()
            _close_unused()

    def abandon(self) -> None:
        """Have SQLite know nothing of the file any more, in a child that has it of its parent and may open it anew."""
        if self._database:
            with suppress(sqlite3.Error):
                self._database.close()

    def _is_ours(self) -> bool:
        return os.getpid() == self._process

    def _found(self) -> _Identity:
        """The file to be read, which is not opened."""
        identity = _identity(self.file)
        if identity is None:
            raise UserError(f"there is no memory {self.path}")
        if not os.access(self.file, os.R_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        inode = _inodes.setdefault(identity, _Inode())
        self._check_name(inode)
        inode.users.add(self)
        return identity

    def _claimed(self) -> _Identity:
        """The file of which this becomes the one writer; a process that ends, however it does, is that no more."""
        identity = _opened(self.file)
        inode = _inodes[identity]
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
            _close_unused()
        return identity

    def _check_name(self, inode: _Inode) -> None:
        """See that this process calls a file by one name: SQLite would take it for one, and look for two logs."""
        if other := next((user.file for user in inode.users if user.file != self.file), None):
            raise under_another_name(self.path, other)

    def _has(self, mark: _Mark) -> bool:
        return mark.word in os.pread(_inodes[self._identity].descriptors[0], mark.size, mark.begins)

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


@dataclass
class _Inode:
    """A file that this process has open, under whatever names.

    Attributes:
        descriptors: by the first of which it is locked. `unlock`: unlocks `FILE.lock`.
    """

    users: WeakSet[Hold] = field(default_factory=WeakSet)
    descriptors: list[int] = field(default_factory=list)
    unlock: Callable[[], None] = lambda: None

    def claim(self, beside: Path) -> bool:
        """Have it locked, and a file beside it. Tells whether it is: there may be a writer."""
        if not all(user.read_only for user in self.users):
            return False
        # Whoever had it may have left it without a word.
        self.unlock()
        try:
            self.unlock = lock(beside)
            _lock_first_byte(self.descriptors[0], fcntl.F_WRLCK)
        except BlockingIOError:
            self.unlock()
            return False
        return True

    def release(self) -> None:
        """Have it locked no more."""
        _lock_first_byte(self.descriptors[0], fcntl.F_UNLCK)
        self.unlock()


_inodes: dict[_Identity, _Inode] = {}
_changing = Lock()
_paused: list[Hold] = []


def _place(path: Path) -> Path:
    """Where a file is, or is to be, without links.

    Raises:
        UserError: something is there that is no file.
    """
    place = Path(os.path.realpath(path))
    if _identity(path) != _identity(place):
        raise UserError(f"{path} leads to a file that has no name any more: name the file of a memory")
    if path.is_dir():
        raise UserError(f"{path} is a folder: name the file of a memory")
    if path.exists() and not path.is_file():
        raise UserError(f"{path} is no file, but a pipe or a device: name the file of a memory")
    return place


def _identity(path: Path) -> _Identity | None:
    """Which file is there; None if there is none."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


def _opened(path: Path) -> _Identity:
    """A file that this process has a descriptor of, to write it; it is made if there is none."""
    identity = _identity(path)
    if identity in _inodes and _inodes[identity].descriptors:
        return identity
    path.parent.mkdir(parents=True, exist_ok=True)
    # A pipe that came there since would be waited for, and what is somebody's own is for nobody else to read.
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
    found = os.fstat(descriptor)
    _inodes.setdefault((found.st_dev, found.st_ino), _Inode()).descriptors.append(descriptor)
    return found.st_dev, found.st_ino


def _lock_first_byte(descriptor: int, kind: int) -> None:
    """Lock or unlock it, where the system can.

    Raises:
        BlockingIOError: somebody else has it locked.
    """
    if _LOCK_OF_DESCRIPTOR is None:
        return
    try:
        fcntl.fcntl(descriptor, _LOCK_OF_DESCRIPTOR, struct.pack("hhqqi0q", kind, os.SEEK_SET, 0, 1, 0))
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise


def _close_unused() -> None:
    """Close the descriptors of files to which this process has no connection."""
    for identity, inode in list(_inodes.items()):
        if not inode.users:
            del _inodes[identity]
            inode.unlock()
            for descriptor in inode.descriptors:
                os.close(descriptor)


def _pause() -> None:
    """Before a fork, wait until nobody uses a connection: the child would have it in the middle of something."""
    _changing.acquire()
    _paused.extend(user for inode in _inodes.values() for user in inode.users)
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
    for inode in _inodes.values():
        inode.users.clear()
    _close_unused()
    _resume()


os.register_at_fork(before=_pause, after_in_parent=_resume, after_in_child=_begin_anew)
