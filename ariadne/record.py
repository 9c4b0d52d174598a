"""How the parts of an episode tell what they did: a function that writes one event; and how that is read again."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from ariadne.errors import UserError
from ariadne.files import open_inside

Event = Mapping[str, Any]


class Record(Protocol):
    """Writes an event; its kinds and fields are listed in `docs/runs.md`."""

    def __call__(self, event: str, /, **fields: object) -> None: ...


def ignore(event: str, /, **fields: object) -> None:
    """The record of a memory or an agent that nobody watches."""


def read_events(path: Path) -> Iterator[dict[str, Any]]:
    """The events of a file that hold, in order. A torn last line, as a kill leaves it, is dropped, whatever it says:
    an event is there when its line has ended.

    Where an episode was taken up again, its `resumed` says how many of the events before it were `kept`:
    the others do not hold.

    Raises:
        UserError: a line is no event, or the file cannot be read.
    """
    *lines, _torn = _text(path).split("\n")
    events: list[dict[str, Any]] = []
    for number, line in enumerate(lines, 1):
        try:
            event = json.loads(line)
        except ValueError:
            event = None
        if not isinstance(event, dict) or "event" not in event:
            raise UserError(f"{path}: line {number} is no event; the file was changed by hand or is damaged")
        if event["event"] == "resumed":
            del events[int(event.get("kept", len(events))) :]
        events.append(event)
    yield from events


def _text(path: Path) -> str:
    try:
        with os.fdopen(open_inside(path), encoding="utf-8", errors="replace", newline="") as file:
            return file.read()
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error
