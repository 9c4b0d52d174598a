"""The files that this process has open, by device and inode, and their locks.

By POSIX, closing any descriptor of a file releases all locks that SQLite holds on it for the process. So only the
writer opens the file besides SQLite, and its descriptor is closed when this process has no more connections to the
file.
"""

from __future__ import annotations

import errno
import fcntl
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakSet

from ariadne.errors import UserError
from ariadne.files import lock

if TYPE_CHECKING:
    from ariadne.memory.arigraph.storage.hold import Hold

Identity = tuple[int, int]
"""A file's device and inode."""
_LOCK_OF_DESCRIPTOR: int | None = getattr(fcntl, "F_OFD_SETLK", None)


@dataclass
class Inode:
    """A file that this process has open, under any of its names.

    Attributes:
        descriptors: the first one holds the lock. `unlock`: releases `FILE.lock`.
    """

    users: WeakSet[Hold] = field(default_factory=WeakSet)
    descriptors: list[int] = field(default_factory=list)
    unlock: Callable[[], None] = lambda: None

    def claim(self, beside: Path) -> bool:
        """Lock the file and `beside`, its lock file. Returns False if there is a writer."""
        if not all(user.read_only for user in self.users):
            return False
        # An earlier user may not have released it.
        self.unlock()
        try:
            self.unlock = lock(beside)
            _lock_first_byte(self.descriptors[0], fcntl.F_WRLCK)
        except BlockingIOError:
            self.unlock()
            return False
        return True

    def release(self) -> None:
        """Release both locks."""
        _lock_first_byte(self.descriptors[0], fcntl.F_UNLCK)
        self.unlock()


inodes: dict[Identity, Inode] = {}


def place(path: Path) -> Path:
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


def identity_of(path: Path) -> Identity | None:
    """The identity of the file at a path; None if there is none."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


def opened(path: Path) -> Identity:
    """Open a file for writing, creating it if necessary, unless this process has it open."""
    identity = identity_of(path)
    if identity in inodes and inodes[identity].descriptors:
        return identity
    # Not blocking, in case a pipe was put there since; readable by its owner only.
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
    found = os.fstat(descriptor)
    inodes.setdefault((found.st_dev, found.st_ino), Inode()).descriptors.append(descriptor)
    return found.st_dev, found.st_ino


def _lock_first_byte(descriptor: int, kind: int) -> None:
    """Lock or unlock the first byte, if the system has OFD locks.

    Raises:
        BlockingIOError: another process has locked it.
    """
    if _LOCK_OF_DESCRIPTOR is None:
        return
    try:
        fcntl.fcntl(descriptor, _LOCK_OF_DESCRIPTOR, struct.pack("hhqqi0q", kind, os.SEEK_SET, 0, 1, 0))
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise


def close_unused() -> None:
    """Close the descriptors of files to which this process has no connection."""
    for identity, inode in list(inodes.items()):
        if not inode.users:
            del inodes[identity]
            inode.unlock()
            for descriptor in inode.descriptors:
                os.close(descriptor)
