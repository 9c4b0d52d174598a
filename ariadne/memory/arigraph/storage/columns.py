"""Encoding and decoding of the columns of a memory's file. A damaged file may hold values of any type."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from ariadne.memory.arigraph.core.metadata import Metadata, flat
from ariadne.text import kept
from ariadne.triplet import Triplet

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def read_text(value: object) -> str:
    """The text of a column.

    Raises:
        ValueError: it holds something else.
    """
    if type(value) is not str:
        raise ValueError("expected text")
    return value


def triplet(said: Triplet | None) -> str | None:
    """A triplet in one column, as JSON."""
    return None if said is None else json.dumps([*map(kept, said)])


def read_triplet(value: object) -> Triplet | None:
    """Decode a column of `triplet`.

    Raises:
        ValueError, TypeError: the value is invalid.
    """
    return None if value is None else Triplet.of_clean(*map(read_text, json.loads(read_text(value))))


def metadata(said: Metadata) -> str | None:
    """Metadata in one column, as JSON; None if there are none."""
    return json.dumps(flat(said), ensure_ascii=False, sort_keys=True) if said else None


def read_metadata(value: object) -> Metadata:
    """Decode a column of `metadata`.

    Raises:
        ValueError: the value is invalid.
    """
    return {} if value is None else flat(json.loads(read_text(value)))


def moment(time: datetime | None) -> int | None:
    """A time in microseconds since 1970."""
    return None if time is None else (time - _EPOCH) // _MICROSECOND


def read_moment(value: int | None) -> datetime | None:
    """Decode a column of `moment`."""
    return None if value is None else _EPOCH + value * _MICROSECOND
