"""Paths of the data that ships with Ariadne and of the folders that it writes; and safe access to untrusted files."""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import stat
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

from ariadne.errors import UserError
from ariadne.keys import redacted

PACKAGE = Path(__file__).parent
# The longest line that is read: far longer than needed, and short enough for memory.
LONGEST_LINE = 64 * 2**20

# The folders of a run that have subfolders.
_DEEP = ("episodes", "items", "report", "games")
# The number of first bytes that identify a kind of file. With a mark behind them, `<svg` or `GIF8` suffices; without
# one, `{"format": "` of an export or `unit,arm,mod` of a scorecard.
_MARKED, _UNMARKED = 4, 12
# The mark at the beginning of pages and pictures: a file without it is not taken for an earlier version.
MADE_BY = "made by ariadne"
_HEAD = 4096
# Files beside a memory or in a run that may be empty while in use.
_BESIDE = (".lock", "-wal", "-shm")
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW


def data_folder(name: str) -> Path:
    """Return the folder `prompts`, `games` or `plans` that ships with Ariadne, in the wheel or in a checkout."""
    in_wheel = PACKAGE / "_data" / name
    return in_wheel if in_wheel.is_dir() else PACKAGE.parent / name


def home() -> Path:
    """Return the folder for `games/built` and `runs`: `ARIADNE_HOME`, by default the current one."""
    return Path(os.environ.get("ARIADNE_HOME") or ".")


def built_games() -> Path:
    """Return the folder of games made on first use."""
    return home() / "games" / "built"


def runs() -> Path:
    """Return the folder of runs without `--runs`."""
    return home() / "runs"


def reply_cache() -> Path:
    """Return the path of the reply cache, shared by all runs."""
    return home() / "cache" / "replies.sqlite"


def state() -> Path:
    """Return the folder of the user's private data, independent of the current folder."""
    folder = Path(os.environ.get("XDG_STATE_HOME", ""))
    return (folder if folder.is_absolute() else Path.home() / ".local" / "state") / "ariadne"


def write(path: Path, content: str | bytes, inside: bool = False, at_end: bool = False, force: bool = False) -> None:
    """Write a file: a text with keys redacted, or bytes unchanged.

    Args:
        inside: the file is in a run's folder, where links are not followed. `at_end` then appends to the file.
        force: as for `replaced`, for a file outside a run's folder.

    Raises:
        UserError: the file cannot be written, or an existing file is of another kind; see `replaced`.
    """
    try:
        if not inside:
            replaced(path, [content], force)
            return
        rest = os.O_APPEND if at_end else os.O_TRUNC
        with os.fdopen(open_inside(path, os.O_WRONLY | os.O_CREAT | rest), "wb") as file:
            file.write(_bytes(content))
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}") from error


def replaced(path: Path, parts: Iterable[str | bytes], force: bool = False) -> None:
    """Write a file named by the user: first a temporary file beside it, which then replaces it.

    If writing fails, the old file is unchanged. Only an earlier version is replaced: an SVG replaces an old SVG, not a
    memory. An earlier version begins with the same bytes as the new content, and has `MADE_BY` at its beginning if the
    new content has.

    Args:
        force: replace an existing file of any kind.

    Raises:
        UserError: the file cannot be written, or the old file is not an earlier version.
    """
    contents = map(_bytes, parts)
    first = next(contents, b"")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(b"".join([first, *contents]))
            return
        place = path.resolve()
        if not force and place.exists() and not _is_alike(place, first):
            raise UserError(f"{path} is not an earlier version: name another file, or replace it with --force")
        part = place.with_name(f".{place.name}.{secrets.token_hex(4)}.part")
        try:
            with part.open("xb") as file:
                file.writelines(chain([first], contents))
            if place.exists():
                part.chmod(place.stat().st_mode & 0o777)
            part.replace(place)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}") from error


def _is_alike(path: Path, content: bytes) -> bool:
    """Whether a file begins like an earlier version of the content, or is empty and not a lock or log."""
    with path.open("rb") as file:
        begins = file.read(_HEAD)
    is_marked, was_marked = (MADE_BY.encode() in head for head in (content[:_HEAD], begins))
    kind = content[: _MARKED if is_marked else _UNMARKED]
    if not begins:
        return not path.name.endswith(_BESIDE)
    return bool(kind) and begins.startswith(kind) and (was_marked or not is_marked)


def _bytes(content: str | bytes) -> bytes:
    return redacted(content).encode("utf-8", "backslashreplace") if isinstance(content, str) else content


def read_at_most(path: Path, most: int, name: str = "") -> bytes:
    """Return the bytes of an untrusted file, which may be endless.

    Args:
        name: the file's name in messages; by default its path.

    Raises:
        UserError: the file cannot be read, or is longer than `most`.
    """
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise _unreadable(name or str(path), error) from error
    if len(content) > most:
        raise UserError(f"{name or path} is too large: it has more than {round(most / 2**20, 1):g} MB")
    return content


def read_lines(path: Path) -> Iterator[str]:
    """Yield the lines of an untrusted file, with their line ends.

    Raises:
        UserError: the file cannot be read, is not UTF-8 text, or has a line of more than 64 MB.
    """
    number = 0
    try:
        with path.open("rb") as file:
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    raise UserError(f"{path}: line {number} is longer than {LONGEST_LINE // 2**20} MB")
                yield line.decode("utf-8-sig" if number == 1 else "utf-8")
    except OSError as error:
        raise _unreadable(str(path), error) from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not UTF-8 text: see line {number}") from error


def open_inside(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a file in an untrusted folder, such as a run's: `RUN/x`, or `RUN/episodes/1-…/x`.

    Links in that folder are not followed, and pipes are not opened. `O_CREAT` also creates the file's folders, readable
    only by their owner: prompts and replies are private.

    Raises:
        OSError: the file cannot be opened under these rules.
    """
    own = 3 if path.parent.parent.name in _DEEP else 1
    *folders, name = path.parts[-own:]
    if flags & os.O_CREAT:
        path.parents[own - 1].mkdir(parents=True, exist_ok=True)
    here = os.open(path.parents[own - 1], os.O_RDONLY | os.O_DIRECTORY)
    try:
        for folder in folders:
            if flags & os.O_CREAT:
                _make_folder(folder, here)
            there = _open(folder, _FOLDER, here)
            os.close(here)
            here = there
        # Opening a pipe would block.
        file = _open(name, flags | os.O_NOFOLLOW | os.O_NONBLOCK, here)
    finally:
        os.close(here)
    kind = os.fstat(file).st_mode
    if not (stat.S_ISREG(kind) or stat.S_ISCHR(kind)):
        os.close(file)
        raise OSError(errno.EINVAL, "it is not a file")
    return file


def lock(path: Path) -> Callable[[], None]:
    """Lock a file, created if missing, and return the function that unlocks it. The end of the process also unlocks it.

    Raises:
        BlockingIOError: another process holds the lock. OSError: the file cannot be opened.
    """
    file = open_inside(path, os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        os.close(file)
        raise
    released = False

    def release() -> None:
        nonlocal released
        if not released:
            released = True
            os.close(file)

    return release


def is_locked(path: Path) -> bool:
    """Return whether another process holds a file's lock; False if that is unknown."""
    try:
        file = open_inside(path)
    except OSError:
        return False
    try:
        # A shared lock, so that two checking processes do not block each other.
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def _open(name: str, flags: int, folder: int) -> int:
    try:
        return os.open(name, flags, 0o600, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR) and stat.S_ISLNK(os.lstat(name, dir_fd=folder).st_mode):
            raise OSError(error.errno, "it is a link, which is not followed: remove it") from error
        raise


def _make_folder(name: str, folder: int) -> None:
    try:
        os.mkdir(name, 0o700, dir_fd=folder)
    except FileExistsError:
        return


def _unreadable(name: str, error: OSError) -> UserError:
    if isinstance(error, IsADirectoryError):
        return UserError(f"cannot read {name}: it is a folder: name a file in it")
    return UserError(f"cannot read {name}: {error.strerror or error}")
