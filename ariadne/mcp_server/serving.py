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
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, JSONRPCRequest
from pydantic import ValidationError
from pydantic_core import from_json

from ariadne.errors import UserError
from ariadne.memory.arigraph.api.tools import in_a_line
from ariadne.text import encodable

HOST = "127.0.0.1"
TOKEN = "ARIADNE_MCP_TOKEN"
SHORTEST_TOKEN = 16
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
"""Where JSON may contain half of a surrogate pair."""

Announce = Callable[[str], None]


async def serve_stdio(server: MCPServer[Any]) -> None:
    """Serve one client over stdin and stdout until it closes one of them, or until Ctrl-C or SIGTERM."""
    with _lines_of_stdin() as (lines, close), _on_signals(close):

        async def messages() -> AsyncIterator[str]:
            while line := await asyncio.to_thread(next, lines, b""):
                message = _readable(line).decode("utf-8", "replace")
                if refusal := _refusal(message):
                    await write.send(SessionMessage(refusal))
                else:
                    yield message

        try:
            async with stdio_server(cast(Any, messages())) as (read, write):
                served = server._lowlevel_server
                await served.run(read, write, served.create_initialization_options())
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
def _lines_of_stdin() -> Iterator[tuple[Iterator[bytes], Callable[[], None]]]:
    """The lines of stdin, and a function that ends them, since a read of stdin cannot be interrupted.

    They also end when the reader of stdout is gone.
    """
    source, sink = sys.stdin.fileno(), os.dup(sys.stdout.fileno())
    wakes, wake = os.pipe()

    def chunks() -> Iterator[bytes]:
        poll = select.poll()
        poll.register(source, select.POLLIN)
        poll.register(wakes, select.POLLIN)
        poll.register(sink, 0)
        while {ready for ready, _ in poll.poll()} == {source} and (chunk := os.read(source, 1 << 16)):
            yield chunk

    def close() -> None:
        os.write(wake, b".")

    try:
        yield _lines(chunks()), close
    finally:
        close()


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


def _refusal(line: str) -> JSONRPCError | None:
    """The error response to a line that is not a message; the SDK would send none."""
    if not line.strip():
        return None
    try:
        message = from_json(line)
    except ValueError as error:
        return _error(None, PARSE_ERROR, f"Parse error: {error}")
    if isinstance(message, dict) and (
        "id" not in message if "method" in message else message.keys() & {"result", "error"}
    ):
        return None  # A notification or a response gets no answer.
    try:
        JSONRPCRequest.model_validate(message)
    except ValidationError as error:
        wrong = {each["loc"][:1] for each in error.errors()}
        name = message["id"] if isinstance(message, dict) and ("id",) not in wrong else None
        return _error(name, INVALID_PARAMS if wrong == {("params",)} else INVALID_REQUEST, in_a_line(error))
    return None


def _error(name: str | int | None, code: int, message: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=name, error=ErrorData(code=code, message=message))


def _readable(message: bytes) -> bytes:
    """Remove half surrogate pairs, which programs in JavaScript may send: the SDK would not answer such a message."""
    if not _HALF.search(message):
        return message
    try:
        return encodable(json.dumps(json.loads(message), ensure_ascii=False)).encode() + b"\n"
    except (ValueError, RecursionError):
        return message
