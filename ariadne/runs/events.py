"""The log of an episode: one JSON object per line, flushed immediately. It is the complete record of the episode."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import time
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from ariadne.delta import DeltaCoder
from ariadne.errors import Failure, UserError
from ariadne.events import (
    EpisodeEnded,
    EpisodeStarted,
    Event,
    ExamStarted,
    ItemEnded,
    ItemStarted,
    QuestionEvent,
    Resumed,
    Use,
    written,
)
from ariadne.files import LONGEST_LINE, open_inside
from ariadne.keys import without_keys
from ariadne.record import SCHEMA, Record
from ariadne.text import one_line

# The endings after which an episode can be resumed.
UNFINISHED = ("stopped", "failed")
LOCK_SECONDS = 60.0
_BLOCK = 2**20
# Fields that may differ when an episode is resumed later, in a moved folder, or with a newer version. The caller has
# checked that the game is the same.
_PASSING = ("time", "seconds", "run", "versions", "salvaged", "cut", "texts", "digest", "origin", "source")

Watch = Record
"""Receives every event as it is written."""


class Diverged(Failure):
    """A resumed episode did not repeat its earlier events."""


class EventLog:
    """A `Record` that appends events to a file and passes them to a `Watch`. The file is locked for other processes.

    Args:
        past: the valid events in the file, which a resumed episode repeats. Repeated events are compared, not
            written; a `resumed` precedes the first new event.

    Attributes:
        step: the step of the next events; 0 before the first decision.
        counts: the number of events of each kind.

    Raises:
        UserError: the file cannot be written, or another process is writing it.
    """

    def __init__(self, path: Path, watch: Watch | None = None, past: Sequence[Event] = ()) -> None:
        self.path = path
        self.step = 0
        self.counts: Counter[str] = Counter()
        self.use = Use()
        self._watch = watch
        self._past = deque(enumerate(past))
        self._kept = len(past)
        self._deltas = DeltaCoder()
        try:
            file = open_inside(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
            # Escape lone surrogates, which a reply may contain.
            self._file = os.fdopen(file, "a", encoding="utf-8", errors="backslashreplace")
            if path.is_file():
                _take(self._file, path)
        except OSError as error:
            raise _cannot_write(path, error) from error

    def __call__(self, event: Event, /) -> None:
        event = replace(event, step=self.step, time=round(time.time(), 3))
        while self._past and isinstance(self._past[0][1], Resumed):
            self._show(self._past.popleft()[1])
        if self._past and isinstance(event, EpisodeEnded | ItemEnded) and event.why in UNFINISHED:
            return  # Interrupted again during the repetition: the file is still valid.
        if self._past and _is_of_no_use_now(self._past[0][1], event):
            self._kept = self._past[0][0]
            self._past.clear()
        if self._past:
            event = self._repeated(event)
        else:
            if self._kept:
                resumed = Resumed(step=self.step, time=event.time, kept=self._kept)
                self._write(resumed)
                self._show(resumed)
                self._kept = 0
            self._write(event)
        self.counts[event.name] += 1
        if isinstance(event, QuestionEvent):
            self.use += Use.of(event.usage, event.kept)
        self._show(event)

    @property
    def is_repeating(self) -> bool:
        """Return whether a resumed episode still repeats its earlier events."""
        return bool(self._past)

    def close(self) -> None:
        """Close the file. Events that did not fit on a full disk are lost; earlier ones are kept."""
        try:
            self._file.close()
        except OSError as error:
            raise _cannot_write(self.path, error) from error

    def _show(self, event: Event) -> None:
        if self._watch:
            self._watch(event)

    def _write(self, event: Event) -> None:
        # If writing fails, later texts must not refer to this one.
        deltas, self._deltas = self._deltas, DeltaCoder()
        head = {"schema": SCHEMA} if isinstance(event, EpisodeStarted | ItemStarted | ExamStarted) else {}
        line = json.dumps({**head, **deltas.encode(without_keys(written(event)))}, ensure_ascii=False) + "\n"
        if len(line.encode("utf-8", "backslashreplace")) > LONGEST_LINE:
            raise Failure(f"{self.path}: an event ('{event.name}') is longer than {LONGEST_LINE // 2**20} MB")
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            raise _cannot_write(self.path, error) from error
        self._deltas = deltas

    def _repeated(self, event: Event) -> Event:
        """Return the event in the file, which the new one must equal except for times."""
        _, past = self._past.popleft()
        self._deltas.remember(written(past))
        if _lasting(past) != _lasting(event):
            raise Diverged(f"{self.path}: {self._difference(past, event)}, so the episode cannot be resumed")
        return past

    def _difference(self, past: Event, event: Event) -> str:
        if not (isinstance(past, EpisodeStarted) and isinstance(event, EpisodeStarted)):
            return f"step {self.step} differs from the first time ('{event.name}')"
        before, now = _lasting(past), _lasting(event)
        changed = [f"{name} was {before.get(name)} and is {now[name]}" for name in now if before.get(name) != now[name]]
        return one_line(f"its settings have changed since it began ({'; '.join(changed)})")


def _is_of_no_use_now(past: Event, event: Event) -> bool:
    """Whether a reply that was usable is now unusable, so that the later events no longer apply."""
    return isinstance(past, QuestionEvent) and isinstance(event, QuestionEvent) and not past.error and bool(event.error)


def _lasting(event: Event) -> dict[str, Any]:
    """The fields of an event that do not depend on the time, as JSON values."""
    content = json.loads(json.dumps(without_keys(written(event))))
    return {name: value for name, value in content.items() if name not in _PASSING}


def _take(file: TextIO, path: Path) -> None:
    """Lock a file, and drop an incomplete last line."""
    try:
        _lock(file)
        _drop_torn_line(path)
    except OSError:
        file.close()
        raise


def _lock(file: TextIO) -> None:
    """Lock a file. Wait briefly, since a process that was just killed may still hold the lock."""
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def _drop_torn_line(path: Path) -> None:
    """Truncate a file after its last complete line."""
    with path.open("rb+") as file:
        start, whole = file.seek(0, os.SEEK_END), 0
        while start and not whole:
            end, start = start, max(start - _BLOCK, 0)
            file.seek(start)
            newline = file.read(end - start).rfind(b"\n")
            whole = start + newline + 1 if newline >= 0 else 0
        file.truncate(whole)


def _cannot_write(path: Path, error: OSError) -> UserError:
    if error.errno == errno.ENOSPC:
        return UserError(f"the disk is full; {path} keeps the events so far: free some space, or use --runs DIR")
    if isinstance(error, BlockingIOError):
        return UserError(f"another process is writing {path}: wait for it, or end it")
    return UserError(f"cannot write {path}: {error.strerror or error}; choose another folder with --runs DIR")
