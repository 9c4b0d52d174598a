"""How the parts of an episode tell what they did: a function that writes one event; and how that is read again."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NoReturn, Protocol

from ariadne.errors import UserError
from ariadne.fields import check
from ariadne.files import LONGEST_LINE, open_inside
from ariadne.pieces import Pieces

Event = Mapping[str, Any]

# The file's form: since 2, a text that mostly tells what the one before it told is written as pieces of that.
SCHEMA = 2
# What is raised over an event that says something else than is expected.
_WRONG = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)


class Record(Protocol):
    """Writes an event; its kinds and fields are listed in `docs/runs.md`."""

    def __call__(self, event: str, /, **fields: object) -> None: ...


def ignore(event: str, /, **fields: object) -> None:
    """The record of a memory or an agent that nobody watches."""


class Damaged(UserError):
    """A file of events says what no episode says."""


def read_events(path: Path) -> Iterator[dict[str, Any]]:
    """The events of a file that hold, in order, one at a time. A torn last line, as a kill leaves it, is dropped,
    whatever it says: an event is there when its line has ended.

    Where an episode was taken up again, its `resumed` says how many of the events before it were `kept`:
    the others do not hold.

    Raises:
        UserError: the file cannot be read, or a newer version wrote it.
        Damaged: a line is no event, or says what its readers could not use.
    """
    held = iter(_held(path))
    pieces, step, wanted = Pieces(), 0, next(held, 0)
    for number, line in _lines(path):
        if number == wanted:
            event = _event(path, number, line)
            try:
                event = dict(pieces.join(event))
                check(event, step)
            except _WRONG as error:
                raise Damaged(
                    f"{path} does not hold an episode's events: line {number}: {_phrase(error)}; "
                    "it was changed by hand or is damaged"
                ) from error
            if event.get("schema", SCHEMA) > SCHEMA:
                raise UserError(f"{path}: a newer version of Ariadne wrote it; read it with that one")
            step = max(step, event.get("step", 0))
            yield event
            wanted = next(held, 0)


@contextmanager
def events_of(path: Path, what: str = "an episode's events") -> Iterator[None]:
    """Whatever goes wrong with events while they are read and told is one line about their file.

    Raises:
        UserError: the file cannot be read. Damaged: its events are none of `what`.
    """
    try:
        yield
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error
    except _WRONG as error:
        raise Damaged(f"{path} does not hold {what}; it was changed by hand or is damaged") from error


def _held(path: Path) -> list[int]:
    """The numbers of the lines that hold, from 1."""
    held: list[int] = []
    for number, line in _lines(path):
        if b'"resumed"' in line and (event := _event(path, number, line))["event"] == "resumed":
            kept = event.get("kept", len(held))
            if type(kept) is not int or not 0 <= kept <= len(held):
                raise _damaged(path, number, f"keeps {repr(kept)[:40]} of the {len(held)} events before it")
            del held[kept:]
        held.append(number)
    return held


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The whole lines, with their numbers."""
    with os.fdopen(_opened(path), "rb") as file:
        for number in count(1):
            line = file.readline(LONGEST_LINE + 1)
            if len(line) > LONGEST_LINE:
                raise _damaged(path, number, f"is longer than {LONGEST_LINE // 2**20} MB")
            if not line.endswith(b"\n"):
                return
            yield number, line


def _opened(path: Path) -> int:
    try:
        return open_inside(path)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error


def _event(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        event = json.loads(line.decode("utf-8", errors="replace"), parse_constant=_no_number)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict) or "event" not in event:
        raise _damaged(path, number, "is no event")
    return event


def _no_number(said: str) -> NoReturn:
    """Python would read NaN and Infinity, which are no JSON, and nobody could reckon with them."""
    raise ValueError(said)


def _phrase(error: Exception) -> str:
    return str(error) if type(error) is ValueError else "something is missing, or is of another kind"


def _damaged(path: Path, number: int, what: str) -> Damaged:
    return Damaged(f"{path}: line {number} {what}; the file was changed by hand or is damaged")
