"""Limits of size and time for responses, counted while they stream in and are unpacked, so a small compressed body
cannot be huge."""

from __future__ import annotations

import math
import os
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from importlib import import_module
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import urlsplit
from urllib.request import getproxies_environment, proxy_bypass

from ariadne.caches import cached
from ariadne.errors import Failure, UserError, clear

C = TypeVar("C")

MEGABYTE = 1_000_000
# Encodings that can be unpacked piece by piece; others are refused.
ACCEPTED = {"Accept-Encoding": "gzip, deflate"}
_ANY_HEADER = 47  # zlib's value for a stream with a gzip or zlib header


class TooLong(Failure):
    """A body exceeds a limit, or its encoding was not requested or is not the one it names."""


def limited(client: Callable[..., C], most: int, seconds: float = math.inf, is_async: bool = False) -> C:
    """Make a client of httpx (or a compatible one) that limits bodies to `most` unpacked bytes and to some seconds, and
    raises `TooLong` beyond that. The client's own timeout restarts with each piece.

    Raises:
        UserError: proxies or certificates in the environment cannot be used.
    """

    def hook(response: Any) -> None:
        _limit(response, most, seconds)

    async def later(response: Any) -> None:
        _limit(response, most, seconds)

    try:
        return client(headers=ACCEPTED, event_hooks={"response": [later if is_async else hook]})
    except Exception as error:
        if clear(error) is not error:
            raise
        raise UserError(_of_the_environment(error)) from error


def proxy_of(address: str) -> str:
    """The environment variable with the proxy for an address; empty if it has no proxy."""
    parts = urlsplit(address)
    proxies = getproxies_environment()
    kind = next((kind for kind in (parts.scheme, "all") if kind in proxies), "")
    return _variable(kind) if kind and not proxy_bypass(parts.netloc) else ""


def _variable(kind: str) -> str:
    return next(name for name in (f"{kind}_proxy", f"{kind}_proxy".upper()) if os.environ.get(name))


def _of_the_environment(error: Exception) -> str:
    """The error in one line with the variable's name, but without a proxy's value, which may contain a password."""
    if isinstance(error, OSError):
        named = " or ".join(name for name in ("SSL_CERT_FILE", "SSL_CERT_DIR") if os.environ.get(name))
        return (
            f"the certificates in {named or 'certifi'} cannot be read ({error}): name a file with them in SSL_CERT_FILE"
        )
    variables = " or ".join(_variable(kind) for kind in getproxies_environment() if kind != "no")
    if isinstance(error, ImportError):
        return f"{variables} names a SOCKS proxy, which needs a package that is not installed: pip install socksio"
    return f"{variables} names no proxy that can be used: it must look like http://host:port"


def _limit(response: Any, most: int, seconds: float) -> None:
    """Count the body of a response while it is read."""
    counted = _counted(type(response).__module__.partition(".")[0])
    packing = response.headers.pop("content-encoding", "identity").strip().lower()
    response.stream = counted(response.stream, _Body(packing, most, seconds))


@cached(None)
def _counted(package: str) -> Any:
    """The type of a counted stream, for the package that reads it."""
    client = import_module(package)

    class Counted(client.AsyncByteStream, client.SyncByteStream):  # type: ignore[misc, name-defined]
        """The unpacked body, piece by piece."""

        def __init__(self, stream: Any, body: _Body) -> None:
            self._stream = stream
            self._body = body

        def __iter__(self) -> Iterator[bytes]:
            return (self._body.unpacked(piece) for piece in self._stream)

        async def __aiter__(self) -> AsyncIterator[bytes]:
            async for piece in self._stream:
                yield self._body.unpacked(piece)

        def close(self) -> None:
            self._stream.close()

        async def aclose(self) -> None:
            await self._stream.aclose()

    return Counted


class _Body:
    """A body that arrives in pieces."""

    def __init__(self, packing: str, most: int, seconds: float) -> None:
        self._packing = packing
        self._seconds, self._end = seconds, monotonic() + seconds
        self._most = self._left = most
        self._unpacker = zlib.decompressobj(_ANY_HEADER) if packing in ("gzip", "x-gzip", "deflate") else None

    def unpacked(self, piece: bytes) -> bytes:
        """Unpack a piece; stop at a limit."""
        if monotonic() > self._end:
            raise TooLong(f"the answer takes longer than {self._seconds:g} seconds")
        if self._unpacker:
            try:
                piece = self._unpacker.decompress(piece, self._left + 1)
            except zlib.error as error:
                raise TooLong(f"the response cannot be unpacked: {error}") from None
        elif self._packing not in ("identity", ""):
            raise TooLong(f"the response has the encoding '{self._packing[:40]}', which was not requested")
        self._left -= len(piece)
        if self._left < 0:
            raise TooLong(f"the answer is longer than {self._most / MEGABYTE:g} MB")
        return piece
