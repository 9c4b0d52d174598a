"""What an index found for the queries that it was asked last, as long as that can be gone on from."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice, repeat
from typing import Any, Generic, NamedTuple, TypeVar

_QUERIES = 4096

K = TypeVar("K", bound=Hashable)

Query = tuple[bytes, int, float | None]
"""A vector, how many are wanted of what is nearest to it, and the least dot product."""


class Found(NamedTuple, Generic[K]):
    """What was found for a query, best first: keys, and of each the negative dot product and its number."""

    keys: tuple[K, ...] = ()
    best: tuple[tuple[float, int], ...] = ()


NOTHING: Found[Any] = Found()


Known = tuple[int, Found[K]]
"""How many had been added, and what was found then."""


class Recent(Generic[K]):
    """What was found for the last queries."""

    def __init__(self) -> None:
        self._known: dict[Query, Known[K]] = {}

    def __len__(self) -> int:
        return len(self._known)

    def known(self, queries: Sequence[Query], oldest: int, log: Sequence[K | None]) -> dict[int, Known[K]]:
        """What was found before, by the places of the queries, if all of that is there still: only what was added since
        can be nearer.

        Args:
            oldest: how many must have been added then.
            log: what was added, by its numbers; None for what is there no more.
        """
        before = enumerate(map(self._known.get, queries))
        return {
            place: known
            for place, known in before
            if known and known[0] >= oldest and None not in [log[number] for _, number in known[1].best]
        }

    def remember(self, queries: Sequence[Query], found: Sequence[Found[K]], added: int) -> None:
        """Keep what was found for queries, now that so many were added."""
        for query in queries:
            self._known.pop(query, None)
        self._known.update(zip(queries, zip(repeat(added), found), strict=True))
        for query in list(islice(self._known, max(0, len(self._known) - _QUERIES))):
            del self._known[query]

    def last(self, most: int) -> Iterator[tuple[Query, Found[K]]]:
        """What was found last."""
        last = islice(self._known.items(), max(0, len(self._known) - most), None)
        return ((query, found) for query, (_, found) in last)
