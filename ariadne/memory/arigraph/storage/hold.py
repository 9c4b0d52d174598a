"""The lock of a memory's file: one process writes it, as long as the file is not replaced.

There are two locks: `FILE.lock`, and a file in this user's state folder that is named by the memory's device and inode,
so that removing the first lets no second writer in. Only SQLite keeps the file itself open: by POSIX, closing another
descriptor of it releases all locks that SQLite holds on it for this process.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Lock
from weakref import WeakSet, finalize

from ariadne.errors import UserError
from ariadne.files import lock, state
from ariadne.memory.arigraph.storage.opening import connect, explained

_MAGIC = b"SQLite format 3\0"


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
        self._ended = ""
        self._using = Lock()
        self._database: sqlite3.Connection | None = None
        self._unlock: Callable[[], None] = lambda: None
        with explained(path, read_only), _changing:
            self.file = _place(path)
            ends = ("-wal", "-shm") if read_only else ("-wal", "-shm", ".lock")
            self._beside = [Path(f"{self.file}{end}") for end in ends]
            self._files = {self._named: self._found()}
            if not read_only:
                self._lock()
            _open.add(self)

    def connect(self) -> sqlite3.Connection:
        """Connect to the file."""
        self._database = connect(self.file, self.read_only)
        return self._database

    @contextmanager
    def use(self) -> Iterator[None]:
        """Use the connection, which `must_be_open`, exclusively. Other threads wait, and so does a fork."""
        self.must_be_open()
        with self._using:
            yield

    def must_be_open(self) -> None:
        """Raise a UserError if the file is closed, or was opened by the parent process before a fork."""
        if self._ended:
            raise UserError(f"the memory {self.path} {self._ended}")

    def check(self, is_noted: bool = True) -> None:
        """Check that the files are those that were opened; otherwise writes would be lost.

        Args:
            is_noted: a writer's file must be as `note` found it, too.

        Raises:
            UserError: a file was removed, replaced or overwritten.
        """
        for path, known in self._files.items():
            is_exact = is_noted and not self.read_only and path == self._named
            parts = slice(None if is_exact else 2)
            if (identity_of(path) or ())[parts] != known[parts]:
                raise UserError(
                    f"{path} was removed, replaced or overwritten while this memory had it open: "
                    "close the memory and open it again, or save its contents to another file"
                )

    def note(self) -> None:
        """Note the files as this process has left them.

        Raises:
            UserError: a file was removed or replaced meanwhile.
        """
        self.check(is_noted=False)
        every = ((path, identity_of(path)) for path in (self._named, *self._beside))
        self._files = {path: identity for path, identity in every if identity}

    def end(self) -> None:
        """Close the file, and release its lock. Does nothing in a child process."""
        if self._ended:
            return
        self._ended = "is closed: open it again to use it"
        with self._using:
            if self._database:
                self._database.close()
        with _changing:
            self._unlock()
            _open.discard(self)

    def abandon(self) -> None:
        """In a child process, close what the parent has opened. The child may then open the file again."""
        self._ended = "was opened before a fork: open it again in this process"
        self._unlock()
        if self._database:
            with suppress(sqlite3.Error):
                self._database.close()

    def _found(self) -> Identity:
        """The identity of the file, which is created if it is to be written."""
        if not self.read_only:
            if not self.file.parent.is_dir():
                raise UserError(f"there is no folder {self.path.parent}: create it, or name another file")
            with suppress(FileExistsError):
                # Readable by its owner only.
                os.close(os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        identity = identity_of(self.file)
        if identity is None:
            raise UserError(f"there is no memory {self.path}")
        if not os.access(self.file, os.R_OK if self.read_only else os.R_OK | os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if not any(_others(identity)):
            with self.file.open("rb") as file:
                begins = file.read(len(_MAGIC))
            # SQLite would overwrite a short text file.
            if begins and begins != _MAGIC:
                raise UserError(f"{self.path} is not a memory: it is another program's file; name another one")
        if os.stat(self.file).st_nlink > 1:
            raise UserError(
                f"{self.path} has another hard link, beside which SQLite would have another log: "
                "remove that link, or copy the file"
            )
        return identity

    def _lock(self) -> None:
        if any(not other.read_only for other in _others(self._files[self._named])):
            raise UserError(f"the memory {self.path} is open in this process: use that one, or close it first")
        try:
            with ExitStack() as held:
                for place in (Path(f"{self.file}.lock"), *_by_inode(self._files[self._named])):
                    held.callback(lock(place))
                self._unlock = held.pop_all().close
        except BlockingIOError as error:
            raise UserError(
                f"another process writes the memory {self.path}: wait for it, or open it read-only"
            ) from error
        # A memory may be dropped without being closed.
        finalize(self, self._unlock)


Identity = tuple[int, int, int, int]
"""A file's device and inode, its size in bytes, and the time of its last change in nanoseconds."""


def _others(identity: Identity) -> Iterator[Hold]:
    """This process's openings of a file, of which another may have taken the name."""
    return (other for other in _open if other._files[other._named][:2] == identity[:2])


def _by_inode(identity: Identity) -> Iterator[Path]:
    """The lock of a file that is the same under any name of it; none for a user without a writable home."""
    with suppress(OSError, RuntimeError):
        folder = state() / "locks"
        folder.mkdir(0o700, parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            device, inode, *_ = identity
            yield folder / f"{device}-{inode}"


def identity_of(path: Path) -> Identity | None:
    """The identity of the file at a path; None if there is none."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _place(path: Path) -> Path:
    """The path of a file, which need not exist, without links.

    Raises:
        UserError: something else is there.
    """
    place = Path(os.path.realpath(path))
    if identity_of(path) != identity_of(place):
        raise UserError(f"{path} leads to a file that was deleted: name the file of a memory")
    if path.is_dir():
        raise UserError(f"{path} is a folder: name the file of a memory")
    if path.exists() and not path.is_file():
        raise UserError(f"{path} is a pipe or a device: name the file of a memory")
    return place


_changing = Lock()
_open: WeakSet[Hold] = WeakSet()


def _pause() -> None:
    """Before a fork, wait until no connection is in use: the child would inherit it in the middle of a query."""
    _changing.acquire()
    for hold in _open:
        hold._using.acquire()


def _resume() -> None:
    for hold in _open:
        hold._using.release()
    _changing.release()


def _begin_anew() -> None:
    """In a child process, close all files of the parent: the child does not have their locks."""
    for hold in _open:
        hold.abandon()
    _resume()
    _open.clear()


os.register_at_fork(before=_pause, after_in_parent=_resume, after_in_child=_begin_anew)
