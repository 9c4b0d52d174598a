"""Worlds in C, each in a process of its own: a story that exits, crashes or loops ends its episode, and nothing else.

The processes are forks of one that has the engines (`zygote.py`). A story is opened once; each episode that plays it
gets a fork of it, so that many at once neither wait for each other nor hold it many times.
"""

from __future__ import annotations

import atexit
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from ariadne.errors import Failure, UserError
from ariadne.events import Handicaps
from ariadne.worlds.wire import Failed, Gone, Opened, Stepped, forked, has_ended, pair, receive, send
from ariadne.worlds.world import Score, Turn

STEP_SECONDS = 20.0
"""Of a processor, for a step; listing the valid actions of a large story takes up to 8."""

OPENING_SECONDS = 60.0
"""Of a processor, for opening a story."""

SILENT_SECONDS = 600.0
"""By the clock, for an answer, whatever keeps it."""

MEMORY = 512 * 2**20
"""Bytes that a story may take beside what the engines have."""

LONGEST = 1000
"""Characters of a command that are sent."""

IDLE = 8
"""Stories that are kept open while nobody plays them."""

# What Python and the engines need of the environment; keys and the like are not theirs to know.
_ENVIRONMENT = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR", "PYTHONHOME", "PYTHONHASHSEED")
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True)
class Order:
    """Which story is opened, and how; equal orders are the same story.

    Attributes:
        digest: of the files that it is opened from.
        card: as JSON; empty for none.
    """

    kind: Literal["textworld", "jericho"]
    path: Path
    digest: str
    card: str
    goal: str
    briefing: str
    seed: int | None = None
    handicap: Handicaps = ()


def get_ready() -> None:
    """Start what opens worlds, if it is not there, and wait for nothing: it takes most of a second."""
    _ready()


def open_apart(order: Order) -> WorldApart:
    """Open a story in a process of its own.

    Raises:
        UserError: this system cannot do that.
        Failure: the story cannot be opened, or its process ended or took too long over it.
    """
    return _ready().open(order)


class WorldApart:
    """A world that is played in another process. What it is and how it stands is known here."""

    def __init__(self, story: _Story, opened: Opened, connection: socket.socket) -> None:
        self.path = story.order.path
        self.domain = opened.domain
        self.instructions = opened.instructions
        self.goal = opened.goal
        self.briefing = opened.briefing
        self.walkthrough = opened.walkthrough
        self.fewest = opened.fewest
        self.known = opened.known
        self._score = opened.standing.as_score()
        self._story = story
        self._connection = connection
        self._connection.settimeout(SILENT_SECONDS)
        self._failure = ""
        self._closed = False

    def reset(self) -> Turn:
        """Start from the beginning.

        Raises:
            Failure: the story's process has ended or took too long, now or before.
        """
        return self._ask(None)

    def step(self, command: str) -> Turn:
        """Execute one command.

        Raises:
            Failure: as `reset` does.
        """
        # Nothing longer is for a world, and what is no Unicode cannot be said.
        line = " ".join(command.split())[:LONGEST]
        return self._ask(line.encode(errors="replace").decode())

    def score(self) -> Score:
        """How the game stood after the last turn."""
        return self._score

    def close(self) -> None:
        """End the process, also in the middle of a step that another thread waits for."""
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
            said = _asked(self._connection, {"command": command}, STEP_SECONDS, Stepped)
        except Failure as error:
            self._connection.close()
            at = "as it began" if command is None else f"at '{command[:80]}'"
            self._failure = self._failure or f"{self.path}: {error}, {at}"
            raise Failure(self._failure) from error
        self._score = said.standing.as_score()
        return said.turn


class _Story:
    """This side of the process that has opened a story, which is there while it is played, and a while longer."""

    def __init__(self, order: Order, zygote: _Zygote) -> None:
        self.order = order
        self.players = 0
        self.failure = ""
        self._zygote = zygote
        self._lock = threading.Lock()
        self._process: tuple[socket.socket, Opened] | None = None

    def fork(self) -> WorldApart:
        """A world of its own for another episode. Of those who wait for a story to open, all hear why it cannot be."""
        with self._lock:
            if self.failure:
                raise Failure(self.failure)
            if self._process is None or has_ended(self._process[0]):
                self._open()
            assert self._process
            connection, opened = self._process
            return WorldApart(self, opened, forked(connection))

    def leave(self) -> None:
        """To be called by each who played it."""
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
            opened = _asked(connection, order, OPENING_SECONDS, Opened)
        except Failure as error:
            connection.close()
            self.failure = f"{self.order.path}: {error}, as it was opened"
            raise Failure(self.failure) from error
        self._process = connection, opened


class _Zygote:
    """This side of the process that the processes of stories are forked from."""

    def __init__(self) -> None:
        if not hasattr(os, "fork"):
            raise UserError("TextWorld's games and other stories need a system that can fork processes, such as Linux")
        self._lock = threading.Lock()
        self._stories: dict[Order, _Story] = {}
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
            raise Failure(f"no process can be started to play in: {error.strerror or error}") from error
        atexit.register(self.end)

    def open(self, order: Order) -> WorldApart:
        with self._lock:
            # What was asked for last stands last.
            story = self._stories[order] = self._stories.pop(order) if order in self._stories else _Story(order, self)
            story.players += 1
        try:
            return story.fork()
        except BaseException:
            self.leave(story)
            raise

    def leave(self, story: _Story) -> None:
        """One plays a story no more; of those that nobody plays, a few are kept."""
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
        """Close this side only, without a word to the other."""
        self.connection.close()
        self._process.returncode = 0
        atexit.unregister(self.end)


_STARTING = threading.Lock()
_zygotes: list[_Zygote] = []


def _leave_to_parent() -> None:
    """In a fork of this process, as a worker of a vector is: the zygote is its parent's to use and end."""
    for zygote in _zygotes:
        zygote.forget()
    _zygotes.clear()
    _STARTING.release()


if hasattr(os, "register_at_fork"):
    # A lock that another thread held would stay held in the child.
    os.register_at_fork(before=_STARTING.acquire, after_in_parent=_STARTING.release, after_in_child=_leave_to_parent)


def _ready() -> _Zygote:
    """The one zygote of this process, started anew if it has died."""
    with _STARTING:
        if _zygotes and has_ended(_zygotes[0].connection):
            _zygotes.pop().end()
        if not _zygotes:
            _zygotes.append(_Zygote())
        return _zygotes[0]


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    # It finds the modules that this process finds, from wherever it is.
    modules = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
    return {**kept, **dict.fromkeys(_ONE_THREAD, "1"), "PYTHONPATH": modules, "PYTHONUTF8": "1"}


def _asked(connection: socket.socket, message: Mapping[str, Any], seconds: float, answer: type[M]) -> M:
    """Ask something of a story's process, which may take so many seconds of a processor, and read what it answers.

    Raises:
        Failure: what is wrong with the story.
    """
    began = time.monotonic()
    try:
        send(connection, {**message, "seconds": seconds})
        said = receive(connection)
    except TimeoutError as error:
        raise Failure(f"the story did not answer for {SILENT_SECONDS:g} s") from error
    except Gone as error:
        late = time.monotonic() - began >= seconds
        what = f"kept its interpreter busy for {seconds:g} s" if late else "crashed its interpreter"
        raise Failure(f"the story {what}") from error
    with suppress(ValidationError):
        return answer.model_validate_json(said)
    what = ""
    with suppress(ValidationError):
        what = Failed.model_validate_json(said).error
    words = "".join(sign if sign.isprintable() else " " for sign in what).split()
    raise Failure(" ".join(words)[:LONGEST] or "the story's process answered what cannot be read")
