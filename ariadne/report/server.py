"""Serves pages to a browser on this machine, at an address that cannot be guessed."""

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
# Seconds for a viewer to load the end; a viewer that has not asked for as long is gone.
LINGER = 3.0
# How many seconds a request may take to arrive.
PATIENCE = 10.0
LONGEST_LINE = 1000
# How long a page rests, as a multiple of the time that it took to make it.
REST = 9
NOTHING = "There is nothing here."
# A form writes a byte as three characters at most, and puts a name before them.
_LONGEST_BODY = 3 * LONGEST_LINE + 100

# Makes a body, and says whether it tells all that there will ever be.
Make = Callable[[], tuple[str, bool]]
# The type of the body that is asked for, below the address, and what makes it; None if there is nothing of that name.
Answer = Callable[[str], tuple[str, Make] | None]
# Takes a line that was sent; False if there is no room for it.
Take = Callable[[str], bool]


class Rendered:
    """The pages that were rendered last. Each is rendered once for all tabs that show it, and one page at a time.

    Args:
        most: pages that are kept.
    """

    def __init__(self, most: int = 4) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: dict[object, _Kept] = {}

    def resting(self, name: object) -> object | None:
        """The state that the page of this name was last made in; None if it has rested, or was never made.

        A page that changes all the time and is made anew only after its rest leaves time to what it shows.
        """
        kept = self._kept.get(name)
        return kept.state if kept and time.monotonic() < kept.rests_until else None

    def page(self, name: object, state: object, make: Make) -> tuple[str, bool]:
        """The page of this name, which is made again if it was made in another state.

        Args:
            state: differs if the page would.
        """
        with self._lock:
            kept = self._kept.pop(name, None)
            if kept is None or kept.state != state:
                began = time.monotonic()
                page = make()
                ended = time.monotonic()
                kept = _Kept(state, page, ended + REST * (ended - began))
            # The last one that was asked for stands last.
            self._kept[name] = kept
            for oldest in list(self._kept)[: -self._most]:
                del self._kept[oldest]
            return kept.page


@dataclass(frozen=True)
class _Kept:
    """A page, the state that it was made in, and the end of its rest by the monotonic clock."""

    state: object
    page: tuple[str, bool]
    rests_until: float


@contextmanager
def served(answer: Answer, linger: float = LINGER, take: Take | None = None, port: int = 0) -> Iterator[str]:
    """Serve while the block runs, and yield the address, which is secret.

    Viewers that are there when the block ends get a moment to load the end.

    Args:
        answer: says what there is; the first page's name is empty.
        linger: how long that moment is at most, in seconds.
        take: is given the lines that the page's form sends to `command`; None if nothing can be sent.
        port: 0 for any that is free.

    Raises:
        UserError: no port can be had, or not this one.
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
    """Serves what there is to be looked at.

    Attributes:
        root: the path of the first page, which holds the token.
        answer: says what there is below it.
        take: what is given the lines that are sent.
        hosts: what a request may call this server; a page from elsewhere whose name leads here calls it something else.
        asked: the time of the last request, in seconds of the monotonic clock; None before the first.
        has_told: whether the page of the whole episode was served.
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
        """Wait until a viewer has loaded the page of the whole episode."""
        if self.asked is not None and time.monotonic() - self.asked < seconds:
            self.has_told.wait(seconds)

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a closed connection; print nothing, since the terminal belongs to the episode."""


class _Reader(BaseHTTPRequestHandler):
    """For pages that can only be read."""

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
        """Whether a request names this host and has the token; if not, send the error."""
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
        """Nothing: the terminal belongs to the episode."""


class _Player(_Reader):
    """Headers of a page with a form; pages of other origins may not send it."""

    # With no-referrer a browser would hide where its form comes from.
    referrer = "same-origin"

    def do_POST(self) -> None:
        # Read in any case: a browser that is cut off while it sends does not hear why.
        body = self._body()
        if not self._is_for_us():
            return
        if self.path != f"{self.server.root}command":
            return self._refuse(HTTPStatus.NOT_FOUND, NOTHING)
        if self.headers.get_all("Origin", []) not in ([], [f"http://{self.headers['Host']}"]):
            return self._refuse(HTTPStatus.FORBIDDEN, "Another page may send nothing here.")
        line = None if body is None else self._line(body)
        if line is None:
            return self._refuse(HTTPStatus.BAD_REQUEST, "This is not a line of a form.")
        if len(line.encode()) > LONGEST_LINE:
            return self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"A line has {LONGEST_LINE} bytes at most.")
        if self.server.take is None or not self.server.take(line):
            return self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "Too many lines are waiting.")
        self._send(HTTPStatus.SEE_OTHER, "text/plain", "", to=self.server.root)

    def _body(self) -> bytes | None:
        """What was sent, or a part that is too long in any case; None if its length is not said."""
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
