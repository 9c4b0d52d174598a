"""What can go wrong, as people read it.

AriadneError              the base; the command line prints its message and exits
├── UserError             the user can mend it: exit code 2
│   ├── MissingPackage    an optional package is not installed; names the pip command
│   └── NoAnswer          the model does not answer questions of this kind
├── Failure               it is outside the user's hand: exit code 1
└── AnswerError           a model's reply does not fit the question; a repair may follow
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator

from ariadne.installed import requirement

__all__ = ["AnswerError", "AriadneError", "Failure", "MissingPackage", "NoAnswer", "UserError", "clear"]

_FILES_OF_SQLITE = 4
TOO_MANY_FILES = "too many open files: do less at once (concurrency), or raise the limit with `ulimit -n`"


class AriadneError(Exception):
    """Base of all errors that Ariadne raises on purpose; the message is one line for people."""

    exit_code = 1


class UserError(AriadneError):
    """A mistake that the user can mend: the message says what is wrong and what to do."""

    exit_code = 2


class NoAnswer(UserError):
    """The model does not answer questions of this kind, as the built-in rules do not answer all."""


class MissingPackage(UserError):
    """A package is not there.

    Args:
        what: needs it.
        extra: of Ariadne, that brings it; empty for what every installation brings.
    """

    def __init__(self, what: str, extra: str = "") -> None:
        super().__init__(f"{what} needs a package that is not installed: pip install '{requirement(extra)}'")


class Failure(AriadneError):
    """Something outside the user's hand failed, and trying again later may help."""


class AnswerError(AriadneError):
    """A model's reply could not be read as the answer that the question asks for."""


def clear(error: Exception) -> Exception:
    """An error as people are told it. Where no more files or connections can be opened, that is what they are told:
    what came of it, such as that nobody answers, would mislead them."""
    if TOO_MANY_FILES in str(error) or not any(map(_is_too_many, _causes(error))):
        return error
    return UserError(TOO_MANY_FILES)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error, and all that led to it."""
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
    """Whether so many more files can be opened; SQLite does not say why it cannot."""
    handles: list[int] = []
    try:
        handles.extend(os.open(os.devnull, os.O_RDONLY) for _ in range(count))
    except OSError:
        return False
    finally:
        for handle in handles:
            os.close(handle)
    return True
