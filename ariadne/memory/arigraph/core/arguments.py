"""Checks of callers' arguments: one of a wrong type is told in one line, where it comes in.

Texts are checked by `text.kept`, times by `dated.utc`, facts by `learning.as_fact`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import NoneType
from typing import Any

from ariadne.errors import UserError, clear
from ariadne.text import one_line

LONGEST = 200
"""Characters of a path that are shown."""


def check_kind(name: str, value: object, *kinds: type[Any]) -> None:
    """Check that an argument is of one of these types. A truth value is not a number.

    Raises:
        UserError: it is not. The value is not quoted, since it may be a key.
    """
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        wanted = " or ".join("None" if kind is NoneType else kind.__name__ for kind in kinds)
        raise UserError(f"{name} must be of type {wanted}, not {type(value).__name__}")


def check_names(given: Iterable[str], names: Iterable[str]) -> None:
    """Check the names of keyword arguments that a typed dictionary declares, as Python checks those in a signature.

    Raises:
        TypeError: one is not among `names`.
    """
    for name in given:
        if name not in names:
            raise TypeError(f"there is no argument {name!r}; there are {', '.join(sorted(names))}")


def check_counts(counts: Mapping[str, object]) -> None:
    """Check that numbers are whole and not negative.

    Raises:
        UserError: one is not.
    """
    for name, count in counts.items():
        if type(count) is not int or count < 0:
            raise UserError(one_line(f"{name} must be a whole number from 0, not {count!r}"))


def as_texts(texts: str | Iterable[str]) -> list[str]:
    """One text or several, in a list.

    Raises:
        UserError: an item is not a text.
    """
    several = [texts] if isinstance(texts, str | bytes) or not isinstance(texts, Iterable) else [*texts]
    for text in several:
        if not isinstance(text, str):
            raise UserError(one_line(f"{text!r} is neither a text (str) nor a list of texts"))
    return several


def as_path(path: str | Path) -> Path:
    """The path of a file, which need not exist.

    Raises:
        UserError: the system refuses it.
    """
    check_kind("a path", path, str, Path)
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        raise clear(error) from error
    except ValueError as error:
        raise UserError(one_line(f"no file can be named {str(path)[:LONGEST]!r}: {error}")) from error
    return Path(path)
