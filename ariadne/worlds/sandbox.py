"""Run worlds with C engines in their own processes: a story that exits, crashes or loops ends only its episode.

The processes are forks of one that has the engines loaded (`zygote.py`). A story is opened once, and each of its
episodes gets a fork: parallel episodes do not wait for each other, and the story is not loaded again.
"""

from __future__ import annotations

import atexit
import os
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from ariadne.errors import Failure, UserError
from ariadne.events import Handicaps
from ariadne.worlds.ipc import LONGEST, SILENT_SECONDS, OpenedWorld, Stepped, asked, forked, has_ended, pair
from ariadne.worlds.world import Score, Turn

STEP_SECONDS = 20.0
"""Processor seconds for a step; listing the valid actions of a large story takes up to 8."""

OPENING_SECONDS = 60.0
"""Processor seconds for opening a story."""


MEMORY = 512 * 2**20
"""Bytes that a story may use in addition to the engines."""


IDLE = 8
"""The number of idle stories kept open."""

# The environment variables that Python and the engines need. Secrets such as API keys are not passed on.
_ENVIRONMENT = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR", "PYTHONHOME", "PYTHONHASHSEED")
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class StoryOrder:
    """An order to open a story. Equal orders mean the same story.

    Attributes:
        digest: of the story's files.
        card: as JSON; empty if there is no card.
    """

    kind: Literal["textworld", "jericho"]
    path: Path
    digest: str
    card: str
    seed: int | None = None
    handicap: Handicaps = ()


def get_ready() -> None:
    """Start the zygote if it is not running, without waiting for it: that takes most of a second."""
    _ready()


def open_sandboxed(order: StoryOrder) -> SandboxedWorld:
    """Open a story in a separate process.

    Raises:
        UserError: this system cannot fork processes.
        Failure: the story cannot be opened, or its process ended or timed out.
    """
    return _ready().open(order)


class SandboxedWorld:
    """A world that is played in another process. Its description and score are cached here."""

    def __init__(self, story: _Story, opened: OpenedWorld, connection: socket.socket) -> None:
        self.path = story.order.path
        self.domain = opened.domain
        self.instructions = opened.instructions
        self.goal = opened.goal
        self.briefing = opened.briefing
        self.walkthrough = opened.walkthrough
        self.fewest = opened.fewest
        self.known = opened.known
        self._score = opened.standing
        self._story = story
        self._connection = connection
        self._connection.settimeout(SILENT_SECONDS)
        self._failure = ""
        self._closed = False

    def reset(self) -> Turn:
        """Start from the beginning.

        Raises:
            Failure: the story's process has ended or timed out, now or before.
        """
        return self._ask(None)

    def step(self, command: str) -> Turn:
        """Execute one command.

        Raises:
            Failure: see `reset`.
        """
        # No world needs longer commands. Lone surrogates cannot be encoded, so replace them.
        line = " ".join(command.split())[:LONGEST]
        return self._ask(line.encode(errors="replace").decode())

    def score(self) -> Score:
        """Return the score after the last turn."""
        return self._score

    def close(self) -> None:
        """End the process, even if another thread is waiting for a step."""
        if self._closed:
            return
        self._closed = True
        self._failure = self._failure or f"{self.path}: the world is closed"
        with suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)
        self._connection.close()
        self._story.leave()

    def _ask(self, command: str | None) -> Turn:
        if self._failure:
            raise Failure(self._failure)
        try:
            result = asked(self._connection, {"command": command}, STEP_SECONDS, Stepped)
        except Failure as error:
            self._connection.close()
            at = "as it began" if command is None else f"at '{command[:80]}'"
            self._failure = self._failure or f"{self.path}: {error}, {at}"
            raise Failure(self._failure) from error
        self._score = result.standing
        return result.turn


class _Story:
    """Our handle of the process that has opened a story. The process outlives the story's last player for a while."""

    def __init__(self, order: StoryOrder, zygote: _Zygote) -> None:
        self.order = order
        self.players = 0
        self.failure = ""
        self._zygote = zygote
        self._lock = threading.Lock()
        self._process: tuple[socket.socket, OpenedWorld] | None = None

    def fork(self) -> SandboxedWorld:
        """Return a separate world for another episode. If opening fails, every waiting caller gets the error."""
        with self._lock:
            if self.failure:
                raise Failure(self.failure)
            if self._process is None or has_ended(self._process[0]):
                self._open()
            assert self._process
            connection, opened = self._process
            return SandboxedWorld(self, opened, forked(connection))

    def leave(self) -> None:
        """Release the story; each player calls this once."""
        self._zygote.leave(self)

    def close(self) -> None:
        if self._process:
            self._process[0].close()
            self._process = None

    def _open(self) -> None:
        self.close()
        connection = forked(self._zygote.connection)
        connection.settimeout(SILENT_SECONDS)
        try:
            order = {**asdict(self.order), "path": os.path.abspath(self.order.path), "memory": MEMORY}
            opened = asked(connection, order, OPENING_SECONDS, OpenedWorld)
        except Failure as error:
            connection.close()
            self.failure = f"{self.order.path}: {error}, as it was opened"
            raise Failure(self.failure) from error
        self._process = connection, opened


class _Zygote:
    """Our handle of the process that story processes are forked from."""

    def __init__(self) -> None:
        if not hasattr(os, "fork"):
            raise UserError("TextWorld's games and other stories need a system that can fork processes, such as Linux")
        self._lock = threading.Lock()
        self._stories: dict[StoryOrder, _Story] = {}
        self.connection, theirs = pair()
        try:
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-m", "ariadne.worlds.zygote"],
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=_environment(),
                    start_new_session=True,
                )
        except OSError as error:
            self.connection.close()
            raise Failure(f"cannot start a process to play in: {error.strerror or error}") from error
        atexit.register(self.end)

    def open(self, order: StoryOrder) -> SandboxedWorld:
        with self._lock:
            # The most recently used story moves to the end.
            story = self._stories[order] = self._stories.pop(order) if order in self._stories else _Story(order, self)
            story.players += 1
        try:
            return story.fork()
        except BaseException:
            self.leave(story)
            raise

    def leave(self, story: _Story) -> None:
        """Mark a story as no longer played; keep a few idle stories open."""
        with self._lock:
            story.players -= 1
            unused = [each for each in reversed(self._stories.values()) if not each.players]
            for place, each in enumerate(unused):
                if place >= IDLE or each.failure:
                    del self._stories[each.order]
                    each.close()

    def end(self) -> None:
        self.connection.close()
        for story in self._stories.values():
            story.close()
        self._process.kill()
        self._process.wait()
        atexit.unregister(self.end)

    def forget(self) -> None:
        """Close our end without a message to the other."""
        self.connection.close()
        self._process.returncode = 0
        atexit.unregister(self.end)


_STARTING = threading.Lock()
_zygotes: list[_Zygote] = []


def _leave_to_parent() -> None:
    """Forget the zygote in a fork of this process, e.g. a vector worker: only the parent uses and ends it."""
    for zygote in _zygotes:
        zygote.forget()
    _zygotes.clear()
    _STARTING.release()


if hasattr(os, "register_at_fork"):
    # A lock that another thread held would stay locked in the child.
    os.register_at_fork(before=_STARTING.acquire, after_in_parent=_STARTING.release, after_in_child=_leave_to_parent)


def _ready() -> _Zygote:
    """Return the zygote of this process; start a new one if it has died."""
    with _STARTING:
        if _zygotes and has_ended(_zygotes[0].connection):
            _zygotes.pop().end()
        if not _zygotes:
            _zygotes.append(_Zygote())
        return _zygotes[0]


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    # The zygote finds the same modules as this process, in any working directory.
    modules = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
    return {**kept, **dict.fromkeys(_ONE_THREAD, "1"), "PYTHONPATH": modules, "PYTHONUTF8": "1"}
