"""The exceptions. Their messages are for users.

AriadneError              the base; the command line prints its message and exits
├── UserError             the user can fix it: exit code 2
│   ├── MissingPackage    an optional package is not installed; names the pip command
│   └── NoAnswer          the model does not answer questions of this kind
├── Failure               the user cannot fix it: exit code 1
└── AnswerError           a model's reply does not fit the question; a repair may follow
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator

from ariadne.installed import requirement

__all__ = ["AnswerError", "AriadneError", "Failure", "MissingPackage", "NoAnswer", "UserError", "clear", "line_of"]

_FILES_OF_SQLITE = 4
_OF_PATHS = (errno.EACCES, errno.ELOOP, errno.ENAMETOOLONG, errno.ENOTDIR, errno.EPERM, errno.EROFS)
_LONGEST = 200
TOO_MANY_FILES = "too many open files: do less at once (concurrency), or raise the limit with `ulimit -n`"


class AriadneError(Exception):
    """The base of all errors that Ariadne raises on purpose. The message is one line for the user."""

    exit_code = 1


class UserError(AriadneError):
    """A mistake that the user can fix. The message says what is wrong and what to do."""

    exit_code = 2


class NoAnswer(UserError):
    """The model does not answer questions of this kind: for example, the built-in rules answer only some kinds."""


class MissingPackage(UserError):
    """A package is missing.

    Args:
        what: the feature that needs it.
        extra: the extra of Ariadne that installs it; empty for a core dependency.
    """

    def __init__(self, what: str, extra: str = "") -> None:
        super().__init__(f"{what} needs a package that is not installed: pip install '{requirement(extra)}'")


class Failure(AriadneError):
    """Something outside the user's control failed. Trying again later may help."""


class AnswerError(AriadneError):
    """A model's reply could not be parsed as an answer to the question."""


def line_of(error: object) -> str:
    """Return an error's message on one line; its type if it has no message."""
    return " ".join(str(error).split()) or type(error).__name__


def clear(error: Exception) -> Exception:
    """Return the error to show the user. If too many files are open, the consequences, such as an unreachable endpoint,
    would be misleading. A path that the system refuses is the user's mistake."""
    if why := _refused(error):
        shown = UserError(f"cannot use {why}")
        shown.__cause__ = error
        return shown
    if TOO_MANY_FILES in str(error) or not any(map(_is_too_many, _causes(error))):
        return error
    return UserError(TOO_MANY_FILES)


def _refused(error: Exception) -> str:
    """The path that the system refuses, and why; empty for another error."""
    if isinstance(error, OSError) and error.errno in _OF_PATHS and error.filename:
        return f"{str(error.filename)[:_LONGEST]}: {error.strerror}"
    # `Path.resolve` raises this before Python 3.13.
    loop = str(error).partition("Symlink loop from ")[2] if isinstance(error, RuntimeError) else ""
    return f"{loop[:_LONGEST]}: {os.strerror(errno.ELOOP)}" if loop else ""


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and all its causes."""
    left: list[BaseException | None] = [error]
    seen: set[int] = set()
    while left:
        each = left.pop()
        if each is not None and id(each) not in seen:
            seen.add(id(each))
            yield each
            left += [each.__cause__, each.__context__, *getattr(each, "exceptions", ())]


def _is_too_many(error: BaseException) -> bool:
    if getattr(error, "sqlite_errorname", "") == "SQLITE_CANTOPEN":
        return not _can_open(_FILES_OF_SQLITE)
    if isinstance(error, ImportError):
        return os.strerror(errno.EMFILE) in str(error)
    return isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE)


def _can_open(count: int) -> bool:
    """Whether `count` more files can be opened. SQLite does not report this cause of its errors."""
    handles: list[int] = []
    try:
        handles.extend(os.open(os.devnull, os.O_RDONLY) for _ in range(count))
    except OSError:
        return False
    finally:
        for handle in handles:
            os.close(handle)
    return True
