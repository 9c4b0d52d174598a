"""What an index found for the queries that it was asked last, as long as that can be gone on from."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

_QUERIES = 4096
_NEW = 64

K = TypeVar("K", bound=Hashable)

Query = tuple[bytes, int, float | None]
"""A vector, how many are wanted of what is nearest to it, and the least dot product."""


class Found(NamedTuple, Generic[K]):
    """What was found for a query, best first, when so many had been added and so many removed."""

    added: int
    removed: int
    keys: tuple[K, ...] = ()
    numbers: tuple[int, ...] = ()
    scores: tuple[float, ...] = ()


NOTHING: Found[Any] = Found(0, 0)


class Recent(Generic[K]):
    """What was found for the last queries."""

    def __init__(self) -> None:
        self._removed: list[int] = []
        self._found: dict[Query, Found[K]] = {}

    def __len__(self) -> int:
        return len(self._found)

    def remove(self, number: int) -> None:
        """What was added under a number is there no more."""
        self._removed.append(number)

    def known(self, queries: Sequence[Query], oldest: int) -> dict[int, Found[K]]:
        """What was found before, by the places of the queries, if all of that is there still: only what was added since
        can be nearer.

        Args:
            oldest: how many must have been added then.
        """
        known: dict[int, Found[K]] = {}
        for place, query in enumerate(queries):
            found = self._found.get(query)
            if found is not None and found.added >= oldest:
                gone = self._removed[found.removed :]
                if not gone or not {*gone} & {*found.numbers}:
                    known[place] = found
        return known

    def remember(self, queries: Sequence[Query], found: Sequence[Found[K]], added: int) -> None:
        """Keep what was found for queries, now that so many were added."""
        for query, each in zip(queries, found, strict=True):
            # What is known and was looked at a little while ago need not be written anew.
            if added - each.added <= _NEW and self._found.get(query) is each:
                continue
            self._found.pop(query, None)
            self._found[query] = each._replace(added=added, removed=len(self._removed))
        for query in list(islice(self._found, max(0, len(self._found) - _QUERIES))):
            del self._found[query]

    def last(self, most: int) -> Iterator[tuple[Query, Found[K]]]:
        """What was found last."""
        return islice(self._found.items(), max(0, len(self._found) - most), None)
