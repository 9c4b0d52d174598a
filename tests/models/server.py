"""A small OpenAI-compatible server that behaves as it is told, well or badly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext
from threading import Event, Lock, Thread
from typing import Any

Body = dict[str, Any]


@dataclass(frozen=True)
class Reaction:
    """How the server answers one request.

    Attributes:
        body: sent as JSON, or as it is if it is text or bytes.
        cut: break the connection after half of the body.
        hang: keep the connection open without a word until the server closes.
        events: sent as a stream, one after the other, as long as the client reads.
    """

    body: Body | str | bytes = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    hang: bool = False
    events: Iterable[Body | str] | None = None


@dataclass(frozen=True)
class Request:
    """What the server was asked."""

    path: str
    key: str
    body: Body

    @property
    def form(self) -> str:
        """The type of the answer form that was asked for."""
        if "tools" in self.body:
            return "tools"
        return str(self.body.get("response_format", {"type": "text"})["type"])


Behaviour = Callable[[Request], Reaction]


class ChatServer:
    """Serves chat completions on the loopback address, as its `behaviour` says."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.requests: list[Request] = []
        self.behaviour: Behaviour = lambda _: completion("{}")
        self.closing = Event()
        self._lock = Lock()

    def react(self, *reactions: Reaction) -> None:
        """Answer with these in turn, with the last one forever."""
        left = list(reactions)
        self.behaviour = lambda _: left.pop(0) if len(left) > 1 else left[0]

    def handle(self, request: Request) -> Reaction:
        with self._lock:
            self.requests.append(request)
            return self.behaviour(request)


def completion(text: str | None, finish: str = "stop", usage: Body | None = None, **message: Any) -> Reaction:
    """A chat completion with one reply."""
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": text, **message},
        "finish_reason": finish,
    }
    body: Body = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    return Reaction(body if usage is None else {**body, "usage": usage})


def call(arguments: Any, text: str | None = None, name: str = "Act") -> Reaction:
    """A chat completion that calls a tool."""
    function = {"name": name, "arguments": arguments}
    return completion(text, "tool_calls", tool_calls=[{"id": "1", "type": "function", "function": function}])


def streamed(pieces: Iterable[str], finish: str | None = "stop", usage: Body | None = None, **of_all: Any) -> Reaction:
    """A chat completion whose reply comes piece by piece.

    Args:
        finish: why it ends; without a word if None.
        of_all: what else each piece brings.
    """

    def events() -> Iterator[Body | str]:
        for piece in pieces:
            yield {"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}], **of_all}
        if finish:
            yield {"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}
            yield {"choices": [], "usage": usage}
            yield "[DONE]"

    return Reaction(events=events())


def refusal(
    status: int, message: str, code: str = "", param: str = "", headers: dict[str, str] | None = None
) -> Reaction:
    """An error in the form that OpenAI gives it."""
    error = {"message": message, "type": "error", "code": code or None, "param": param or None}
    return Reaction({"error": error}, status, headers or {})


@contextmanager
def serving(tls: SSLContext | None = None) -> Iterator[ChatServer]:
    """Run a server for the time of a test."""
    http = _Server(("127.0.0.1", 0), _Handler)
    if tls:
        http.socket = tls.wrap_socket(http.socket, server_side=True)
    server = ChatServer(f"http://127.0.0.1:{http.server_port}/v1")
    http.chat = server  # type: ignore[attr-defined]
    thread = Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        http.shutdown()
        thread.join()
        http.server_close()


class _Server(ThreadingHTTPServer):
    request_queue_size = 128


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        chat: ChatServer = self.server.chat  # type: ignore[attr-defined]
        key = self.headers.get("Authorization", "").removeprefix("Bearer ")
        self._send(chat, chat.handle(Request(self.path, key, {})))

    def do_POST(self) -> None:
        chat: ChatServer = self.server.chat  # type: ignore[attr-defined]
        content = self.rfile.read(int(self.headers["Content-Length"]))
        key = self.headers.get("Authorization", "").removeprefix("Bearer ")
        self._send(chat, chat.handle(Request(self.path, key, json.loads(content))))

    def _send(self, chat: ChatServer, reaction: Reaction) -> None:
        if reaction.hang:
            chat.closing.wait()
            return
        if reaction.events is not None:
            self._stream(reaction)
            return
        is_text = isinstance(reaction.body, str)
        if isinstance(reaction.body, bytes):
            content = reaction.body
        else:
            content = (reaction.body if isinstance(reaction.body, str) else json.dumps(reaction.body)).encode()
        self.send_response(reaction.status)
        self.send_header("Content-Type", "text/html" if is_text else "application/json")
        self.send_header("Content-Length", str(len(content)))
        for name, value in reaction.headers.items():
            self.send_header(name, value)
        self.end_headers()
        with suppress(ConnectionError):  # The client may not read it to its end.
            self.wfile.write(content[: len(content) // 2] if reaction.cut else content)

    def _stream(self, reaction: Reaction) -> None:
        self.send_response(reaction.status)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        with suppress(ConnectionError):  # The client may have heard enough.
            for event in reaction.events or ():
                said = event if isinstance(event, str) else json.dumps(event)
                self.wfile.write(f"data: {said}\n\n".encode())

    def log_message(self, format: str, *args: object) -> None:
        """Tests read `requests`, not a log."""
