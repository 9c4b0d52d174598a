"""The page of an episode that is being played, served to a browser on this machine."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

from ariadne.errors import UserError
from ariadne.report.film import read_film
from ariadne.report.page import page, part
from ariadne.report.report import episode_page

HOST = "127.0.0.1"
# How many seconds somebody who watches has for the end; who has not asked for as long is not there.
LINGER = 3.0
# How many seconds a request may take to arrive.
PATIENCE = 10.0

Find = Callable[[], Path | None]


@contextmanager
def serving(find: Find, linger: float = LINGER) -> Iterator[str]:
    """Serve the page of an episode to whoever knows its address, which is given, while the block runs.

    Whoever is watching when the block ends is given a moment to fetch the end.

    Args:
        find: where the episode's events are; None before it has begun.
        linger: how long that moment is at most, in seconds.

    Raises:
        UserError: no port can be had.
    """
    try:
        server = _Server(find)
    except OSError as error:
        raise UserError(f"cannot serve a page on {HOST}: {error.strerror or error}") from error
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server.address
    finally:
        with suppress(KeyboardInterrupt):
            server.linger(linger)
        server.shutdown()
        server.server_close()


class _Server(ThreadingHTTPServer):
    """Serves one episode.

    Attributes:
        answers: what makes the body and says its type, by path.
        hosts: what a request may call this server; a page from elsewhere whose name leads here calls it something else.
        asked: when somebody last asked, in seconds of the monotonic clock; None if nobody has.
        has_told: whether somebody was given the page of the whole episode.
    """

    def __init__(self, find: Find) -> None:
        super().__init__((HOST, 0), _Handler)
        self._find = find
        root = f"/{secrets.token_urlsafe(24)}/"
        self.address = f"http://{HOST}:{self.server_port}{root}"
        self.answers = {root: ("text/html", self._page), f"{root}step": ("application/json", self._step)}
        self.hosts = [[f"{name}:{self.server_port}"] for name in (HOST, "localhost")]
        self.asked: float | None = None
        self.has_told = Event()

    def linger(self, seconds: float) -> None:
        """Wait until somebody who watches has the page of the whole episode."""
        if self.asked is not None and time.monotonic() - self.asked < seconds:
            self.has_told.wait(seconds)

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that has gone is nobody's trouble, and the terminal belongs to the episode."""

    def _page(self) -> tuple[str, bool]:
        """The page so far, and whether that is all."""
        path = self._find()
        # Counted first: what is written meanwhile makes the page load once more.
        events = _count(path)
        if path is None or not events:
            nothing = part("live", events=0, ended=False)
            return page("The episode has not begun yet", [], [nothing], ["live.js"], follows=True), False
        film = read_film(path)
        ended = film.ended is not None
        return episode_page(film, path, live=part("live", events=events, ended=ended)), ended

    def _step(self) -> tuple[str, bool]:
        return json.dumps({"events": _count(self._find())}), False


def _count(path: Path | None) -> int:
    """How many events have been written."""
    return path.read_bytes().count(b"\n") if path else 0


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    timeout = PATIENCE

    def do_GET(self) -> None:
        if self.headers.get_all("Host") not in self.server.hosts:
            return self._send(HTTPStatus.FORBIDDEN, "text/plain", "This host is not served.")
        if self.path not in self.server.answers:
            return self._send(HTTPStatus.NOT_FOUND, "text/plain", "There is nothing here.")
        self.server.asked = time.monotonic()
        kind, make = self.server.answers[self.path]
        try:
            body, is_all = make()
        except Exception as error:
            # The episode goes on, and whoever watches is told.
            return self._send(HTTPStatus.INTERNAL_SERVER_ERROR, "text/plain", f"There is no page: {error}")
        self._send(HTTPStatus.OK, kind, body)
        if is_all and self.command == "GET":
            self.server.has_told.set()

    def do_HEAD(self) -> None:
        self.do_GET()

    def _send(self, status: HTTPStatus, kind: str, body: str) -> None:
        content = body.encode(errors="backslashreplace")
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", "frame-ancestors 'none'")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def version_string(self) -> str:
        """No versions for whoever asks."""
        return "ariadne"

    def log_message(self, *_args: Any) -> None:
        """Nothing: the terminal belongs to the episode."""
