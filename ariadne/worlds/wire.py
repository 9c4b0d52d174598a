"""How worlds in processes of their own are reached, and what is said: JSON, the length of each message before it.

No pickle: the process runs C over a stranger's file, so what comes out of it is data, of a bounded size, and validated.
"""

from __future__ import annotations

import json
import select
import socket
import struct
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, FiniteFloat

from ariadne.errors import Failure
from ariadne.worlds.world import Score, Turn

LARGEST = 4 * 2**20
"""Bytes of a message."""

_LENGTH = struct.Struct(">I")


class Gone(Failure):
    """The other side has ended, or has said what cannot be taken."""


class _Message(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Standing(_Message):
    """A score; whole points stay whole, as records show them."""

    score: int | FiniteFloat
    maximum: int | FiniteFloat
    won: bool
    lost: bool
    task: int

    def as_score(self) -> Score:
        return Score(self.score, self.maximum, self.won, self.lost, self.task)


class Opened(_Message):
    """What a world is, and how it stands at first."""

    domain: str
    instructions: str
    goal: str
    briefing: str
    walkthrough: tuple[str, ...]
    fewest: tuple[int, ...]
    known: bool
    standing: Standing


class Stepped(_Message):
    """What a command, or a reset, came to."""

    turn: Turn
    standing: Standing


class Failed(_Message):
    """Why there is no answer, in a line."""

    error: str


def send(connection: socket.socket, message: Mapping[str, Any]) -> None:
    """Send a message.

    Raises:
        Gone: nobody is there to read it.
    """
    content = json.dumps(message).encode("ascii")
    try:
        connection.sendall(_LENGTH.pack(len(content)) + content)
    except OSError as error:
        raise Gone(str(error)) from error


def receive(connection: socket.socket) -> bytes:
    """The next message.

    Raises:
        Gone: nobody is there any more to send one, or it is larger than messages are.
        TimeoutError: the socket's timeout has passed.
    """
    (length,) = _LENGTH.unpack(_exactly(connection, _LENGTH.size))
    if length > LARGEST:
        raise Gone(f"it said more than {LARGEST} bytes at once")
    return _exactly(connection, length)


def pair() -> tuple[socket.socket, socket.socket]:
    """Both ends of a connection.

    Raises:
        Failure: this process has too many files open.
    """
    try:
        return socket.socketpair()
    except OSError as error:
        raise Failure(f"no process can be started to play in: {error.strerror or error}") from error


def forked(above: socket.socket) -> socket.socket:
    """A connection to a new fork of the process at the other end of a socket, which waits for that.

    Raises:
        Failure: that process has ended.
    """
    ours, theirs = pair()
    with theirs:
        try:
            socket.send_fds(above, [b"."], [theirs.fileno()])
        except OSError as error:
            ours.close()
            raise Failure(f"the process to play in has ended: {error.strerror or error}") from error
    return ours


def has_ended(silent: socket.socket) -> bool:
    """Whether the process at the other end has ended, which says nothing unless it is asked."""
    asked = select.poll()
    asked.register(silent, select.POLLIN)
    return bool(asked.poll(0))


def _exactly(connection: socket.socket, length: int) -> bytes:
    content = bytearray()
    while len(content) < length:
        try:
            part = connection.recv(min(length - len(content), 2**16))
        except TimeoutError:
            raise
        except OSError as error:
            raise Gone(str(error)) from error
        if not part:
            raise Gone("it has ended")
        content += part
    return bytes(content)
