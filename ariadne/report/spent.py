"""The usage of the calls in a running episode."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from threading import Lock

from pydantic import TypeAdapter

from ariadne.caches import cached
from ariadne.events import Usage, Use
from ariadne.files import LONGEST_LINE, open_inside

_USAGE = TypeAdapter(Usage)


def spent(path: Path) -> Use:
    """Return the sum over the calls in a file of events. Each call of this reads only what was appended since the last.

    Raises:
        OSError: the file cannot be read.
    """
    return _followed(path).use()


@cached(2**10)
def _followed(path: Path) -> _Followed:
    return _Followed(path)


class _Followed:
    """A file of events that grows."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._begin(0)

    def use(self) -> Use:
        """Return the sum over its calls."""
        with self._lock, os.fdopen(open_inside(self._path), "rb") as file:
            now = os.fstat(file.fileno())
            if now.st_ino != self._file or now.st_size < self._at:
                self._begin(now.st_ino)
            file.seek(self._at)
            # A line that is too long or incomplete is not an event.
            while (line := file.readline(LONGEST_LINE + 1)).endswith(b"\n"):
                self._at += len(line)
                self._add(line)
        return self._sums[-1]

    def _begin(self, file: int) -> None:
        self._file, self._at = file, 0
        # One sum per event, since resuming an episode drops its last events.
        self._sums = [Use()]

    def _add(self, line: bytes) -> None:
        use = Use()
        if b'"question"' in line or b'"resumed"' in line:
            with suppress(ValueError, LookupError, TypeError, AttributeError, RecursionError):
                event = json.loads(line)
                if event["event"] == "question":
                    use = Use.of(_USAGE.validate_python(event["usage"]))
                elif event["event"] == "resumed" and event["kept"] >= 0:
                    del self._sums[event["kept"] + 1 :]
        self._sums.append(self._sums[-1] + use)
