"""The log of an episode: one JSON object a line, flushed as it is written. What is not in it did not happen."""

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

from ariadne.errors import Failure, UserError
from ariadne.events import (
    EpisodeEnded,
    EpisodeStarted,
    Event,
    ExamStarted,
    ItemEnded,
    ItemStarted,
    Question,
    Resumed,
    written,
)
from ariadne.files import LONGEST_LINE, open_inside
from ariadne.keys import without_keys
from ariadne.pieces import Pieces
from ariadne.record import SCHEMA, Record

# Why an episode ended that can be taken up again.
UNFINISHED = ("stopped", "failed")
LOCK_SECONDS = 60.0
_BLOCK = 2**20
# What may differ when an episode is taken up again: later, in a folder that was moved, by a newer version. Whether its
# game is the same is seen to before.
_PASSING = ("time", "seconds", "run", "versions", "salvaged", "cut", "texts", "digest", "origin", "source")

Watch = Record
"""Is shown every event as it is written."""


class Diverged(Failure):
    """An episode that was taken up again did not do again what it had done."""


class EventLog:
    """Appends events to a file, and shows them to whoever watches. It is a `Record`. Nobody else can write the file.

    Args:
        past: the events that hold in the file, which the episode, taken up again, is going to repeat: they are
            checked off, not written, and the first new one comes after a `resumed`.

    Attributes:
        step: the step that the next events belong to; 0 before the first decision.
        counts: how many events of each kind there are.

    Raises:
        UserError: the file cannot be written, or another process writes it.
    """

    def __init__(self, path: Path, watch: Watch | None = None, past: Sequence[Event] = ()) -> None:
        self.path = path
        self.step = 0
        self.counts: Counter[str] = Counter()
        self._watch = watch
        self._past = deque((place, event) for place, event in enumerate(past) if not isinstance(event, Resumed))
        self._kept = len(past)
        self._pieces = Pieces()
        try:
            file = open_inside(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
            # Half of a surrogate pair, which a reply may hold, becomes the escape that JSON has for it.
            self._file = os.fdopen(file, "a", encoding="utf-8", errors="backslashreplace")
            if path.is_file():
                _take(self._file, path)
        except OSError as error:
            raise _cannot_write(path, error) from error

    def __call__(self, event: Event, /) -> None:
        event = replace(event, step=self.step, time=round(time.time(), 3))
        if self._past and isinstance(event, EpisodeEnded | ItemEnded) and event.why in UNFINISHED:
            return  # Interrupted again before it came to where it had been: what is in the file still holds.
        if self._past and _is_of_no_use_now(self._past[0][1], event):
            self._kept = self._past[0][0]
            self._past.clear()
        if self._past:
            event = self._repeated(event)
        else:
            if self._kept:
                self._write(Resumed(step=self.step, time=event.time, kept=self._kept))
                self._kept = 0
            self._write(event)
        self.counts[event.name] += 1
        if self._watch:
            self._watch(event)

    @property
    def is_repeating(self) -> bool:
        """Whether what was before the interruption is being repeated."""
        return bool(self._past)

    def close(self) -> None:
        """Close the file. What a full disk kept from being written is lost, what came before it is not."""
        try:
            self._file.close()
        except OSError as error:
            raise _cannot_write(self.path, error) from error

    def _write(self, event: Event) -> None:
        # What could not be written is nothing that later texts can refer to.
        pieces, self._pieces = self._pieces, Pieces()
        head = {"schema": SCHEMA} if isinstance(event, EpisodeStarted | ItemStarted | ExamStarted) else {}
        line = json.dumps({**head, **pieces.cut(without_keys(written(event)))}, ensure_ascii=False) + "\n"
        if len(line.encode("utf-8", "backslashreplace")) > LONGEST_LINE:
            raise Failure(f"{self.path}: an event ('{event.name}') is longer than {LONGEST_LINE // 2**20} MB")
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            raise _cannot_write(self.path, error) from error
        self._pieces = pieces

    def _repeated(self, event: Event) -> Event:
        """The event as it is in the file; this one must be the same but for times."""
        _, past = self._past.popleft()
        self._pieces.see(written(past))
        if _lasting(past) != _lasting(event):
            raise Diverged(f"{self.path}: step {self.step} did not go as before ('{event.name}'), so the episode "
                           "cannot be taken up again")  # fmt: skip
        return past


def _is_of_no_use_now(past: Event, event: Event) -> bool:
    """Whether a reply that was used then is found to be of no use: what came of it does not hold."""
    return isinstance(past, Question) and isinstance(event, Question) and not past.error and bool(event.error)


def _lasting(event: Event) -> dict[str, Any]:
    """What of an event is the same whenever it happens, as a file would have it."""
    said = json.loads(json.dumps(without_keys(written(event))))
    return {name: value for name, value in said.items() if name not in _PASSING}


def _take(file: TextIO, path: Path) -> None:
    """Make a file one's own, from its last whole line on."""
    try:
        _lock(file)
        _drop_torn_line(path)
    except OSError:
        file.close()
        raise


def _lock(file: TextIO) -> None:
    """Lock a file; a process that was killed a moment ago may still hold it."""
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def _drop_torn_line(path: Path) -> None:
    """End a file where its last whole line ends."""
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
        return UserError(f"the disk is full: {path} keeps what was written; free some space, or use --runs DIR")
    if isinstance(error, BlockingIOError):
        return UserError(f"another process writes {path}: wait for it, or end it")
    return UserError(f"cannot write {path}: {error.strerror or error}; choose another folder with --runs DIR")
