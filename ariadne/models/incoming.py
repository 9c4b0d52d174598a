"""What an endpoint sends, counted while it streams: nothing is taken in beyond a limit, however small it is packed."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Iterator
from importlib import import_module
from typing import Any

from ariadne.caches import cached
from ariadne.errors import Failure

MEGABYTE = 1_000_000
# What we can unpack piece by piece; what else is sent packed is refused.
ACCEPTED = {"Accept-Encoding": "gzip, deflate"}
_ANY_HEADER = 47  # zlib's word for a stream with the header of gzip or its own


class TooLong(Failure):
    """A body is longer than its limit, or packed in a way that was not asked for."""


def limited(most: int, is_async: bool = False) -> dict[str, Any]:
    """How a client of httpx, or of what is in its place, is made that takes in bodies of `most` unpacked bytes: more
    raises `TooLong`."""

    def hook(response: Any) -> None:
        _limit(response, most)

    async def later(response: Any) -> None:
        _limit(response, most)

    return {"headers": ACCEPTED, "event_hooks": {"response": [later if is_async else hook]}}


def _limit(response: Any, most: int) -> None:
    """Have the body of a response counted while it is read."""
    counted = _counted(type(response).__module__.partition(".")[0])
    packing = response.headers.pop("content-encoding", "identity").strip().lower()
    response.stream = counted(response.stream, _Body(packing, most))


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
    """A body that comes in pieces."""

    def __init__(self, packing: str, most: int) -> None:
        self._packing = packing
        self._most = self._left = most
        self._unpacker = zlib.decompressobj(_ANY_HEADER) if packing in ("gzip", "x-gzip", "deflate") else None

    def unpacked(self, piece: bytes) -> bytes:
        """What a piece holds; of one that holds too much no more than the limit is unpacked."""
        if self._unpacker:
            piece = self._unpacker.decompress(piece, self._left + 1)
        elif self._packing not in ("identity", ""):
            raise TooLong(f"the answer is packed as '{self._packing[:40]}', which was not asked for")
        self._left -= len(piece)
        if self._left < 0:
            raise TooLong(f"the answer is longer than {self._most / MEGABYTE:g} MB")
        return piece
