"""Lookup by name among the entries of Ariadne and other packages, with suggestions for unknown names."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar

from ariadne.errors import UserError, line_of
from ariadne.text import truncated

T = TypeVar("T")

# No real name is longer.
LONGEST_NAME = 100


def find(what: str, name: str, own: Mapping[str, T], group: str) -> T:
    """Return the entry of this name: Ariadne's own, or an entry point of another package.

    Args:
        what: the kind of entry in the message, e.g. `agent`.
        group: the group of the entry points.

    Raises:
        UserError: there is no such entry.
    """
    if name in own:
        return own[name]
    others = entry_points(group=group)
    for entry in others.select(name=name):
        found: T = load(entry)
        return found
    name = truncated(name, LONGEST_NAME)
    raise UserError(f"there is no {what} {name}{_instead(name, [*own, *others.names])}")


def load(entry: EntryPoint) -> Any:
    """Load an entry point.

    Raises:
        UserError: it cannot be imported, for any reason.
    """
    try:
        return entry.load()
    except Exception as error:
        package = f" of {entry.dist.name}" if entry.dist else ""
        raise UserError(f"{entry.name} ({entry.group}){package} cannot be loaded: {line_of(error)}") from error


def unknown(name: str, known: Iterable[str]) -> str:
    """Return a phrase about an unknown name, with similar known ones; with all if none is similar."""
    name = truncated(name, LONGEST_NAME)
    return f"unknown name '{name}'{_instead(name, known)}"


def unasked(question: str, who: str, asked: Iterable[str]) -> str:
    """Return a phrase about a question that is never asked in this configuration, with those that are."""
    reason = f"{who} asks no such question, only these: {', '.join(asked) or 'none'}"
    return f"{question}: of no use, since {reason}; leave it out"


def near(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean …?`, to follow an unknown name; empty if no known name is similar."""
    found = difflib.get_close_matches(truncated(name, LONGEST_NAME), sorted(known), n=3)
    return f"; did you mean {' or '.join(found)}?" if found else ""


def _instead(name: str, known: Iterable[str]) -> str:
    names = sorted(known)
    return near(name, names) or f"; known are {', '.join(names) or 'none'}."
