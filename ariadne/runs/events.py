"""The log of an episode: one JSON object a line, flushed as it is written. What is not in it did not happen."""

from __future__ import annotations

import errno
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ariadne.errors import UserError

SCHEMA = 1

Event = Mapping[str, Any]
Watch = Callable[[Event], None]


class EventLog:
    """Appends events to a file, and shows them to whoever watches. It is a `Record`.

    Attributes:
        step: the step that the next events belong to; 0 before the first decision.
        counts: how many events of each kind there are.
    """

    def __init__(self, path: Path, watch: Watch | None = None) -> None:
        self.path = path
        self.step = 0
        self.counts: Counter[str] = Counter()
        self._watch = watch
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Half of a surrogate pair, which a reply may hold, becomes the escape that JSON has for it.
            self._file = path.open("a", encoding="utf-8", errors="backslashreplace")
        except OSError as error:
            raise _cannot_write(path, error) from error

    def __call__(self, event: str, /, **fields: object) -> None:
        entry = {"event": event, "step": self.step, "time": round(time.time(), 3), **fields}
        if event == "episode_started":
            entry = {"schema": SCHEMA, **entry}
        try:
            self._file.write(json.dumps(entry, ensure_ascii=False) + "\n")
            self._file.flush()
        except OSError as error:
            raise _cannot_write(self.path, error) from error
        self.counts[event] += 1
        if self._watch:
            self._watch(entry)

    def close(self) -> None:
        """Close the file. What a full disk kept from being written is lost, what came before it is not."""
        try:
            self._file.close()
        except OSError as error:
            raise _cannot_write(self.path, error) from error


def read_events(path: Path) -> Iterator[dict[str, Any]]:
    """The events of a file, in order. A torn last line, as a kill leaves it, is dropped.

    Raises:
        UserError: a line before the last is no event.
    """
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    last = len(lines) - 1
    for number, line in enumerate(lines):
        try:
            event = json.loads(line)
        except ValueError:
            event = None
        if isinstance(event, dict) and "event" in event:
            yield event
        elif number < last:
            raise UserError(f"{path}: line {number + 1} is no event; the file was changed by hand or is damaged")


def _cannot_write(path: Path, error: OSError) -> UserError:
    if error.errno == errno.ENOSPC:
        return UserError(f"the disk is full: {path} keeps what was written; free some space, or use --runs DIR")
    return UserError(f"cannot write {path}: {error.strerror or error}; choose another folder with --runs DIR")
