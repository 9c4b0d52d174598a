"""The messages between this process and world processes: JSON, each preceded by its length.

Not pickle: a world process runs C code on an untrusted file, so its output is data of bounded size, to be validated.
"""

from __future__ import annotations

import json
import select
import socket
import struct
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from ariadne.errors import Failure
from ariadne.worlds.world import Score, Turn

LARGEST = 4 * 2**20
"""The largest message in bytes."""

SILENT_SECONDS = 600.0
"""Wall-clock seconds for an answer, on however busy a machine."""

LONGEST = 1000
"""The longest command sent, in characters."""

_LENGTH = struct.Struct(">I")

M = TypeVar("M", bound=BaseModel)


class Gone(Failure):
    """The other side has ended, or has sent an invalid message."""


class _Message(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


class OpenedWorld(_Message):
    """A world's description and initial score."""

    domain: str
    instructions: str
    goal: str
    briefing: str
    walkthrough: tuple[str, ...]
    fewest: tuple[int, ...]
    known: bool
    standing: Score


class Stepped(_Message):
    """The result of a command or a reset."""

    turn: Turn
    standing: Score


class Failed(_Message):
    """The reason for a missing answer, in one line."""

    error: str


def asked(connection: socket.socket, message: Mapping[str, Any], seconds: float, answer: type[M]) -> M:
    """Send a request to a story's process, with a limit in processor seconds, and validate its answer.

    Raises:
        Failure: what is wrong with the story.
    """
    began = time.monotonic()
    try:
        send(connection, {**message, "seconds": seconds})
        reply = receive(connection)
    except TimeoutError as error:
        raise Failure(f"the story did not answer for {SILENT_SECONDS:g} s") from error
    except Gone as error:
        late = time.monotonic() - began >= seconds
        what = f"kept its interpreter busy for {seconds:g} s" if late else "crashed its interpreter"
        raise Failure(f"the story {what}") from error
    with suppress(ValidationError):
        return answer.model_validate_json(reply)
    what = ""
    with suppress(ValidationError):
        what = Failed.model_validate_json(reply).error
    words = "".join(sign if sign.isprintable() else " " for sign in what).split()
    raise Failure(" ".join(words)[:LONGEST] or "the story's process sent an unreadable answer")


def send(connection: socket.socket, message: Mapping[str, Any]) -> None:
    """Send a message.

    Raises:
        Gone: the other side has closed the connection.
    """
    content = json.dumps(message).encode("ascii")
    try:
        connection.sendall(_LENGTH.pack(len(content)) + content)
    except OSError as error:
        raise Gone(str(error)) from error


def receive(connection: socket.socket) -> bytes:
    """Receive the next message.

    Raises:
        Gone: the other side has closed the connection, or the message is too large.
        TimeoutError: the socket's timeout has passed.
    """
    (length,) = _LENGTH.unpack(_exactly(connection, _LENGTH.size))
    if length > LARGEST:
        raise Gone(f"it sent a message of more than {LARGEST} bytes")
    return _exactly(connection, length)


def pair() -> tuple[socket.socket, socket.socket]:
    """Return both ends of a connection.

    Raises:
        Failure: this process has too many open files.
    """
    try:
        return socket.socketpair()
    except OSError as error:
        raise Failure(f"cannot start a process to play in: {error.strerror or error}") from error


def forked(above: socket.socket) -> socket.socket:
    """Request a fork from the process at the other end of a socket, and return a connection to the fork.

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
    """Return whether the process at the other end has ended. It sends nothing unless asked."""
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
