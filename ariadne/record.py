"""The record, a function that writes an event of an episode; and reading the events again."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

from ariadne.delta import DeltaCoder
from ariadne.errors import UserError
from ariadne.events import Event, event_of
from ariadne.files import LONGEST_LINE, open_inside

# The schema of the file. Since 2, texts that mostly repeat earlier ones are delta-encoded (see `delta.py`).
SCHEMA = 2
ITEM_STARTS = ("item_started", "exam_started")
# The number of bytes at the end of a file searched for its last events.
_END = 2**16
# Steps without events are rare; a larger gap means a damaged number.
LONGEST_JUMP = 10


def _no_number(constant: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python accepts although they are not JSON."""
    raise ValueError(constant)


_JSON = json.JSONDecoder(parse_constant=_no_number)

Record = Callable[[Event], None]
"""Writes an event; the caller leaves `step` and `time` unset."""


def ignore(event: Event, /) -> None:
    """The record of a memory or an agent without an observer."""


class Damaged(UserError):
    """A file of events has invalid content."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"{path} is damaged, or was changed by hand: {what}")


def read_events(path: Path) -> Iterator[Event]:
    """Read the valid events of a file in order, one at a time. An incomplete last line, left by a killed process, is
    dropped.

    The `resumed` event of a resumed episode says how many of the earlier events were `kept`. The others are invalid.

    Raises:
        UserError: the file cannot be read, or was written by a newer version.
        Damaged: a line is not an event, or its values are invalid.
    """
    held = iter(_held(path))
    deltas, step, is_item, wanted = DeltaCoder(), 0, False, next(held, 0)
    for number, line in _lines(path):
        if number == wanted:
            content = _content(path, number, line)
            is_item = is_item or content["event"] in ITEM_STARTS
            try:
                event = event_of(deltas.decode(content), is_item)
                _check(content, event.step, step)
            except ValueError as error:
                raise Damaged(path, f"line {number}: {error}") from error
            except (LookupError, TypeError, AttributeError, RecursionError) as error:
                raise Damaged(path, f"line {number}: a field is missing or has the wrong type") from error
            if content.get("schema", SCHEMA) > SCHEMA:
                raise UserError(f"{path} was written by a newer version of Ariadne: read it with that version")
            step = event.step
            yield event
            wanted = next(held, 0)


def read_ends(path: Path, kinds: Collection[str]) -> list[Event]:
    """Return the first event of a file, and those of the given kinds from its last lines; empty if it has none yet.
    Events invalidated by a later `resumed` are included.

    Raises:
        UserError: the file cannot be read. Damaged: one of these lines is not an event.
    """
    number, first = next(_lines(path), (0, b""))
    if not number:
        return []
    start = _content(path, number, first)
    names = [f'"{kind}"'.encode() for kind in kinds]
    late = [line for line in _last_lines(path, len(first)) if any(name in line for name in names)]
    found = [start, *(content for line in late if (content := _content(path, 0, line))["event"] in kinds)]
    try:
        return [event_of(DeltaCoder().decode(content), start["event"] in ITEM_STARTS) for content in found]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise Damaged(path, "its first or one of its last lines is not an event") from error


def _last_lines(path: Path, start: int) -> list[bytes]:
    """The complete lines at the end of a file, starting at a byte at which a line begins."""
    try:
        with os.fdopen(open_inside(path), "rb") as file:
            end = file.seek(0, os.SEEK_END)
            begin = max(start, end - _END)
            file.seek(begin)
            lines = file.read(end - begin).split(b"\n")[:-1]
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error
    return lines if begin == start else lines[1:]


def _check(content: Mapping[str, Any], step: int, before: int) -> None:
    """Check that an event can follow the previous ones."""
    if not before <= step <= before + LONGEST_JUMP:
        raise ValueError(f"its step, {step}, cannot follow step {before}")
    if type(schema := content.get("schema", SCHEMA)) is not int:
        raise ValueError(f"its schema, {repr(schema)[:40]}, is invalid")


def _held(path: Path) -> list[int]:
    """The numbers of the valid lines, from 1."""
    held: list[int] = []
    for number, line in _lines(path):
        if b'"resumed"' in line and (event := _content(path, number, line))["event"] == "resumed":
            kept = event.get("kept", len(held))
            if type(kept) is not int or not 0 <= kept <= len(held):
                raise Damaged(path, f"line {number} keeps {repr(kept)[:40]} of the {len(held)} events before it")
            del held[kept:]
        held.append(number)
    return held


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The complete lines, with their numbers."""
    try:
        with os.fdopen(open_inside(path), "rb") as file:
            for number in count(1):
                line = file.readline(LONGEST_LINE + 1)
                if len(line) > LONGEST_LINE:
                    raise Damaged(path, f"line {number} is longer than {LONGEST_LINE // 2**20} MB")
                if not line.endswith(b"\n"):
                    return
                yield number, line
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error


def _content(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        event = _JSON.decode(line.decode("utf-8", errors="replace"))
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict) or "event" not in event:
        raise Damaged(path, f"line {number} is not an event" if number else "a line at its end is not an event")
    return event
