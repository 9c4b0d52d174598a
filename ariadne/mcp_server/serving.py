"""Transports of the server: stdin and stdout, or HTTP for programs on this machine."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import select
import signal
import socket
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any

import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings

from ariadne.errors import UserError
from ariadne.text import encodable

HOST = "127.0.0.1"
TOKEN = "ARIADNE_MCP_TOKEN"
SHORTEST_TOKEN = 16
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
"""Where JSON may hold half of a surrogate pair."""

Announce = Callable[[str], None]


async def serve_stdio(server: MCPServer[Any]) -> None:
    """Serve one client over stdin and stdout until it closes one of them, or until Ctrl-C or SIGTERM."""
    with _closable_stdin() as close, _on_signals(close):
        try:
            await server.run_stdio_async()
        except* BrokenPipeError:
            pass  # The client has gone.


async def serve_http(server: MCPServer[Any], port: int, announce: Announce) -> None:
    """Serve clients on this machine, at an unguessable address, until Ctrl-C or SIGTERM.

    Args:
        port: 0 for a free one.
        announce: called with the address once clients can connect.

    Raises:
        UserError: the port is taken, or the token in the environment is too short.
    """
    path = f"/{_token()}/mcp"
    with _bound(port) as listener:
        port = listener.getsockname()[1]
        names = [f"{name}:{port}" for name in (HOST, "localhost")]
        app = server.streamable_http_app(
            streamable_http_path=path,
            transport_security=TransportSecuritySettings(
                allowed_hosts=names, allowed_origins=[f"http://{name}" for name in names]
            ),
        )
        config = uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=1)
        http = _QuietServer(config, lambda: announce(f"http://{HOST}:{port}{path}"))
        with _on_signals(http.end):
            await http.serve(sockets=[listener])


class _QuietServer(uvicorn.Server):
    """Leaves signals to the caller, so the memory is closed after them, and reports when it has started."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = started

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell()

    def end(self) -> None:
        """Take no more requests; on a second call, drop the open ones."""
        self.force_exit = self.should_exit
        self.should_exit = True


def _token() -> str:
    token = os.environ.get(TOKEN, "")
    if token and (len(token) < SHORTEST_TOKEN or not all(each.isalnum() or each in "-_" for each in token)):
        raise UserError(f"{TOKEN} must have {SHORTEST_TOKEN} characters or more, all of them letters, digits, - or _")
    return token or secrets.token_urlsafe(24)


@contextmanager
def _bound(port: int) -> Iterator[socket.socket]:
    listener = socket.socket()
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"cannot serve on {HOST}, port {port}: {reason}; choose another with --port") from error
    with listener:
        yield listener


@contextmanager
def _on_signals(end: Callable[[], None]) -> Iterator[None]:
    """Call `end` on Ctrl-C and SIGTERM."""
    loop = asyncio.get_running_loop()
    both = (signal.SIGINT, signal.SIGTERM)
    for each in both:
        loop.add_signal_handler(each, end)
    try:
        yield
    finally:
        for each in both:
            loop.remove_signal_handler(each)


@contextmanager
def _closable_stdin() -> Iterator[Callable[[], None]]:
    """Replace `sys.stdin` by a pipe that can be closed from here, since a read of stdin cannot be interrupted.

    The pipe is also closed when the reader of stdout is gone.
    """
    source, sink = os.dup(sys.stdin.fileno()), os.dup(sys.stdout.fileno())
    read, write = os.pipe()
    wakes, wake = os.pipe()

    def chunks() -> Iterator[bytes]:
        poll = select.poll()
        poll.register(source, select.POLLIN)
        poll.register(wakes, select.POLLIN)
        poll.register(sink, 0)
        while {ready for ready, _ in poll.poll()} == {source} and (chunk := os.read(source, 1 << 16)):
            yield chunk

    def copy() -> None:
        with suppress(OSError), os.fdopen(write, "wb", buffering=0) as pipe:
            for line in _lines(chunks()):
                left = _readable(line)
                while left:
                    left = left[pipe.write(left) :]

    before, sys.stdin = sys.stdin, os.fdopen(read, encoding="utf-8", errors="replace")
    Thread(target=copy, name="stdin", daemon=True).start()
    try:
        yield lambda: _poke(wake)
    finally:
        _poke(wake)
        sys.stdin = before


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Split chunks into lines, each with its end."""
    begun: list[bytes] = []
    for chunk in chunks:
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield b"".join([*begun, end, b"\n"])
            begun = []
        begun.append(rest)
    yield b"".join(begun)


def _readable(message: bytes) -> bytes:
    """Remove half surrogate pairs, which programs in JavaScript may send: the SDK would not answer such a message."""
    if not _HALF.search(message):
        return message
    try:
        return encodable(json.dumps(json.loads(message), ensure_ascii=False)).encode() + b"\n"
    except (ValueError, RecursionError):
        return message


def _poke(pipe: int) -> None:
    with suppress(OSError):
        os.write(pipe, b".")
