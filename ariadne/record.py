"""How the parts of an episode tell what they did: a function that writes one event; and how that is read again."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

from ariadne.errors import UserError
from ariadne.events import Event, event_of
from ariadne.files import LONGEST_LINE, open_inside
from ariadne.pieces import Pieces

# The file's form: since 2, a text that mostly tells what the one before it told is written as pieces of that.
SCHEMA = 2
ITEM_STARTS = ("item_started", "exam_started")
# Bytes at the end of a file in which its last events are looked for.
_END = 2**16
# A step without an event is rare; many in a row are a number that was damaged.
LONGEST_JUMP = 10


def _no_number(said: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python reads although they are not JSON."""
    raise ValueError(said)


_JSON = json.JSONDecoder(parse_constant=_no_number)

Record = Callable[[Event], None]
"""Writes an event; whoever calls it leaves `step` and `time` out."""


def ignore(event: Event, /) -> None:
    """The record of a memory or an agent that nobody watches."""


class Damaged(UserError):
    """A file of events says what no episode says."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"{path} is damaged, or was changed by hand: {what}")


def read_events(path: Path) -> Iterator[Event]:
    """The events of a file that hold, in order, one at a time. A torn last line, as a kill leaves it, is dropped,
    whatever it says: an event is there when its line has ended.

    Where an episode was taken up again, its `resumed` says how many of the events before it were `kept`:
    the others do not hold.

    Raises:
        UserError: the file cannot be read, or a newer version wrote it.
        Damaged: a line is no event, or says what no event says.
    """
    held = iter(_held(path))
    pieces, step, is_item, wanted = Pieces(), 0, False, next(held, 0)
    for number, line in _lines(path):
        if number == wanted:
            content = _content(path, number, line)
            is_item = is_item or content["event"] in ITEM_STARTS
            try:
                event = event_of(pieces.join(content), is_item)
                _check(content, event.step, step)
            except ValueError as error:
                raise Damaged(path, f"line {number}: {error}") from error
            except (LookupError, TypeError, AttributeError, RecursionError) as error:
                raise Damaged(path, f"line {number}: something is missing, or is of another kind") from error
            if content.get("schema", SCHEMA) > SCHEMA:
                raise UserError(f"{path}: a newer version of Ariadne wrote it; read it with that one")
            step = event.step
            yield event
            wanted = next(held, 0)


def read_ends(path: Path, kinds: Collection[str]) -> list[Event]:
    """The first event of a file, and of its last lines those of some kinds, without what is between; none if it has not
    begun. What a later `resumed` takes back is among them.

    Raises:
        UserError: the file cannot be read. Damaged: one of these lines is no event.
    """
    number, first = next(_lines(path), (0, b""))
    if not number:
        return []
    start = _content(path, number, first)
    names = [f'"{kind}"'.encode() for kind in kinds]
    late = [line for line in _last_lines(path, len(first)) if any(name in line for name in names)]
    told = [start, *(content for line in late if (content := _content(path, 0, line))["event"] in kinds)]
    try:
        return [event_of(Pieces().join(content), start["event"] in ITEM_STARTS) for content in told]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise Damaged(path, "an event at its start or its end is none") from error


def _last_lines(path: Path, start: int) -> list[bytes]:
    """The whole lines of the last part of a file, from a byte on at which a line begins."""
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
    """See that an event follows those before it.

    Raises:
        ValueError: it does not.
    """
    if not before <= step <= before + LONGEST_JUMP:
        raise ValueError(f"its step, {step}, cannot follow step {before}")
    if type(schema := content.get("schema", SCHEMA)) is not int:
        raise ValueError(f"its schema, {repr(schema)[:40]}, cannot be")


def _held(path: Path) -> list[int]:
    """The numbers of the lines that hold, from 1."""
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
    """The whole lines, with their numbers."""
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
        raise Damaged(path, f"line {number} is no event" if number else "a line at its end is no event")
    return event
