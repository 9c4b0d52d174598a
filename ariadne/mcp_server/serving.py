"""How the server is reached: over stdin and stdout, or over HTTP by programs on this machine."""

from __future__ import annotations

import asyncio
import os
import secrets
import select
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any

import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings

from ariadne.errors import UserError

HOST = "127.0.0.1"
TOKEN = "ARIADNE_MCP_TOKEN"
SHORTEST_TOKEN = 16

Announce = Callable[[str], None]


async def serve_stdio(server: MCPServer[Any]) -> None:
    """Serve the one client at stdin and stdout, until it closes one of them, or until Ctrl-C or SIGTERM."""
    with _closable_stdin() as close, _on_signals(close):
        try:
            await server.run_stdio_async()
        except* BrokenPipeError:
            pass  # The client has gone.


async def serve_http(server: MCPServer[Any], port: int, announce: Announce) -> None:
    """Serve any number of clients on this machine, at an address that cannot be guessed, until Ctrl-C or SIGTERM.

    Args:
        port: 0 for one that is free.
        announce: is told the address once clients can connect.

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
        http = _Server(config, lambda: announce(f"http://{HOST}:{port}{path}"))
        with _on_signals(http.end):
            await http.serve(sockets=[listener])


class _Server(uvicorn.Server):
    """Leaves signals to us, so that the memory is closed after them, and tells when it has started."""

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
        """Take no more requests; asked once more, leave those that are being served."""
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
    """Put a pipe in the place of `sys.stdin` that can be closed from here: nobody can interrupt a read of stdin.

    It closes as well when nobody reads stdout any more.
    """
    source, sink = os.dup(sys.stdin.fileno()), os.dup(sys.stdout.fileno())
    read, write = os.pipe()
    wakes, wake = os.pipe()

    def copy() -> None:
        poll = select.poll()
        poll.register(source, select.POLLIN)
        poll.register(wakes, select.POLLIN)
        poll.register(sink, 0)
        with suppress(OSError):
            while {ready for ready, _ in poll.poll()} == {source} and (chunk := os.read(source, 1 << 16)):
                while chunk:
                    chunk = chunk[os.write(write, chunk) :]
        os.close(write)

    before, sys.stdin = sys.stdin, os.fdopen(read, encoding="utf-8", errors="replace")
    Thread(target=copy, name="stdin", daemon=True).start()
    try:
        yield lambda: _poke(wake)
    finally:
        _poke(wake)
        sys.stdin = before


def _poke(pipe: int) -> None:
    with suppress(OSError):
        os.write(pipe, b".")
