"""Serve pages to a browser on this machine, at an address that cannot be guessed."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any
from urllib.parse import parse_qs

from ariadne.errors import UserError
from ariadne.keys import redacted

HOST = "127.0.0.1"
# Seconds for a viewer to load the end. A viewer that has been silent for as long is gone.
LINGER = 3.0
# Seconds that a request may take to arrive.
PATIENCE = 10.0
LONGEST_LINE = 1000
# How long a page rests before it is rendered again, as a multiple of its rendering time.
REST = 9
NOTHING = "There is nothing here."
# A form encodes a byte as three characters at most, after the field's name.
_LONGEST_BODY = 3 * LONGEST_LINE + 100

# Makes a body, and returns whether it is final.
Make = Callable[[], tuple[str, bool]]
# Maps a path below the address to the body's content type and its maker; None if there is no such page.
Answer = Callable[[str], tuple[str, Make] | None]
# Takes a submitted line; False if there is no room for it.
Take = Callable[[str], bool]


class Rendered:
    """A cache of rendered pages. Each is rendered once for all tabs that show it, one page at a time.

    Args:
        most: the number of pages kept.
    """

    def __init__(self, most: int = 4) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: dict[object, _Kept] = {}

    def resting(self, name: object) -> object | None:
        """Return the state in which the page was last rendered; None if its rest is over, or if it was never rendered.

        Rendering a page that changes all the time only after a rest leaves processor time for the runs it shows.
        """
        kept = self._kept.get(name)
        return kept.state if kept and time.monotonic() < kept.rests_until else None

    def page(self, name: object, state: object, make: Make) -> tuple[str, bool]:
        """Return the page, rendered again if its state has changed.

        Args:
            state: a value that changes whenever the page would.
        """
        with self._lock:
            kept = self._kept.pop(name, None)
            if kept is None or kept.state != state:
                began = time.monotonic()
                page = make()
                ended = time.monotonic()
                kept = _Kept(state, page, ended + REST * (ended - began))
            # Most recently used last.
            self._kept[name] = kept
            for oldest in list(self._kept)[: -self._most]:
                del self._kept[oldest]
            return kept.page


@dataclass(frozen=True)
class _Kept:
    """A page, its state when rendered, and the end of its rest by the monotonic clock."""

    state: object
    page: tuple[str, bool]
    rests_until: float


@contextmanager
def served(answer: Answer, linger: float = LINGER, take: Take | None = None, port: int = 0) -> Iterator[str]:
    """Serve while the block runs, and yield the secret address.

    When the block ends, connected viewers get a moment to load the end.

    Args:
        answer: finds pages by name; the first page's name is empty.
        linger: seconds of that moment, at most.
        take: receives the lines that the page's form sends to `command`; None if there is no form.
        port: 0 for any free one.

    Raises:
        UserError: the port, or any port, is not available.
    """
    try:
        server = _Server(answer, take, port)
    except OSError as error:
        place = f"{HOST}:{port}" if port else HOST
        raise UserError(f"cannot serve a page on {place}: {error.strerror or error}") from error
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server.address
    finally:
        with suppress(KeyboardInterrupt):
            server.linger(linger)
        server.shutdown()
        server.server_close()


class _Server(ThreadingHTTPServer):
    """The server of the pages.

    Attributes:
        root: the path of the first page, which holds the token.
        answer: finds the pages below it.
        take: receives submitted lines.
        hosts: the `Host` headers accepted, against DNS rebinding: a foreign name that resolves to here is refused.
        asked: the time of the last request, in seconds of the monotonic clock; None before the first.
        has_told: whether the final page was served.
    """

    def __init__(self, answer: Answer, take: Take | None, port: int) -> None:
        super().__init__((HOST, port), _Reader if take is None else _Player)
        self.root = f"/{secrets.token_urlsafe(24)}/"
        self.address = f"http://{HOST}:{self.server_port}{self.root}"
        self.answer = answer
        self.take = take
        self.hosts = [[f"{name}:{self.server_port}"] for name in (HOST, "localhost")]
        self.asked: float | None = None
        self.has_told = Event()

    def linger(self, seconds: float) -> None:
        """Wait until a viewer has loaded the final page."""
        if self.asked is not None and time.monotonic() - self.asked < seconds:
            self.has_told.wait(seconds)

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a closed connection; print nothing, since the terminal belongs to the episode."""


class _Reader(BaseHTTPRequestHandler):
    """Handle requests for read-only pages."""

    server: _Server
    timeout = PATIENCE
    referrer = "no-referrer"

    def do_GET(self) -> None:
        if not self._is_for_us():
            return
        try:
            found = self.server.answer(self.path.removeprefix(self.server.root))
            if found is None:
                return self._refuse(HTTPStatus.NOT_FOUND, NOTHING)
            kind, make = found
            body, is_all = make()
        except Exception as error:
            # The episode continues, and the page shows the error.
            return self._send(HTTPStatus.INTERNAL_SERVER_ERROR, "text/plain", f"There is no page: {error}")
        self._send(HTTPStatus.OK, kind, body)
        if is_all and self.command == "GET":
            self.server.has_told.set()

    def do_HEAD(self) -> None:
        self.do_GET()

    def _is_for_us(self) -> bool:
        """Return whether a request names this host and has the token; if not, send the error."""
        if self.headers.get_all("Host") not in self.server.hosts:
            self._refuse(HTTPStatus.FORBIDDEN, "This host is not served.")
            return False
        if not self.path.startswith(self.server.root):
            self._refuse(HTTPStatus.NOT_FOUND, NOTHING)
            return False
        self.server.asked = time.monotonic()
        return True

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        self._send(status, "text/plain", why)

    def _send(self, status: HTTPStatus, kind: str, body: str, to: str = "") -> None:
        content = redacted(body).encode(errors="backslashreplace")
        self.send_response(status)
        if to:
            self.send_header("Location", to)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", "frame-ancestors 'none'")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Referrer-Policy", self.referrer)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def version_string(self) -> str:
        """Reveal no versions."""
        return "ariadne"

    def log_message(self, *_args: Any) -> None:
        """Log nothing: the terminal belongs to the episode."""


class _Player(_Reader):
    """Handle requests for a page with a form. Pages of other origins may not submit it."""

    # With no-referrer, a browser would hide the origin of the form.
    referrer = "same-origin"

    def do_POST(self) -> None:
        # Read the body even if it is refused: a browser cut off while sending does not show why.
        body = self._body()
        if not self._is_for_us():
            return
        if self.path != f"{self.server.root}command":
            return self._refuse(HTTPStatus.NOT_FOUND, NOTHING)
        if self.headers.get_all("Origin", []) not in ([], [f"http://{self.headers['Host']}"]):
            return self._refuse(HTTPStatus.FORBIDDEN, "Other pages may not send to this one.")
        line = None if body is None else self._line(body)
        if line is None:
            return self._refuse(HTTPStatus.BAD_REQUEST, "This is not a line of a form.")
        if len(line.encode()) > LONGEST_LINE:
            return self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"A line has {LONGEST_LINE} bytes at most.")
        if self.server.take is None or not self.server.take(line):
            return self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "Too many lines are waiting.")
        self._send(HTTPStatus.SEE_OTHER, "text/plain", "", to=self.server.root)

    def _body(self) -> bytes | None:
        """The body, cut off at a length that is refused anyway; None if it has no length header."""
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit() and len(length) < 10):
            return None
        return self.rfile.read(min(int(length), _LONGEST_BODY))

    def _line(self, body: bytes) -> str | None:
        kind = self.headers.get_content_type()
        text = body.decode(errors="replace")
        if kind == "text/plain":
            return text
        if kind != "application/x-www-form-urlencoded":
            return None
        try:
            (line,) = parse_qs(text, keep_blank_values=True, max_num_fields=1)["line"]
        except (KeyError, ValueError):
            return None
        return line
