"""How what a memory holds stands in the columns of its file, whose values may be of any kind."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from ariadne.memory.arigraph.core.episodes import Metadata, flat
from ariadne.text import kept
from ariadne.triplet import Triplet

if TYPE_CHECKING:
    from ariadne.embed.embedder import Vectors

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def text(said: str) -> str:
    """Text as the file holds it."""
    return kept(said)


def read_text(value: object) -> str:
    """The text of a column.

    Raises:
        ValueError: it holds something else.
    """
    if type(value) is not str:
        raise ValueError("bytes in the place of text")
    return value


def triplet(said: Triplet | None) -> str | None:
    """A triplet in one column; None where there is none."""
    return None if said is None else json.dumps([text(said.subject), text(said.relation), text(said.object)])


def read_triplet(value: object) -> Triplet | None:
    """What `triplet` wrote.

    Raises:
        ValueError, TypeError: it is no such text.
    """
    return None if value is None else Triplet.of_clean(*map(read_text, json.loads(read_text(value))))


def metadata(said: Metadata) -> str | None:
    """Metadata in one column; None where there is none."""
    return json.dumps(flat(said), ensure_ascii=False, sort_keys=True) if said else None


def read_metadata(value: object) -> Metadata:
    """What `metadata` wrote.

    Raises:
        ValueError: it is no such text.
    """
    return {} if value is None else flat(json.loads(read_text(value)))


def moment(time: datetime | None) -> int | None:
    """A time in microseconds since 1970."""
    return None if time is None else (time - _EPOCH) // _MICROSECOND


def read_moment(value: int | None) -> datetime | None:
    """What `moment` wrote."""
    return None if value is None else _EPOCH + value * _MICROSECOND


def joined(edges: Sequence[int]) -> str:
    """The edges that an episode is tied to, as its checksum takes them."""
    return ",".join(map(str, edges))


class Packed:
    """Rows of vectors, as they are read, in one piece: a million of them beside it would take as much again."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._length = 0
        self.count = 0

    def add(self, vector: bytes) -> None:
        """Take in the next row.

        Raises:
            ValueError: it is of another length than those before.
            TypeError: it is none.
        """
        if self.count and len(vector) != self._length:
            raise ValueError("vectors of different lengths")
        self._length = len(vector)
        self._bytes += vector
        self.count += 1

    def array(self) -> Vectors:
        """All of them, shape (n, d).

        Raises:
            ValueError: they are no rows of numbers.
        """
        import numpy as np

        return np.frombuffer(self._bytes, dtype=np.float32).reshape(self.count, -1 if self.count else 0)
