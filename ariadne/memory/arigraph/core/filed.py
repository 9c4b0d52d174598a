"""Rows and mappings that are read from a file on demand, through a cache, and hold changes until they are written.

Without a file, all rows are unwritten changes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Generic, TypeVar, overload

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_KEPT = 2**15
_AT_ONCE, _LATEST = 1024, 64


def batches(values: Sequence[V], size: int = _AT_ONCE) -> Iterator[Sequence[V]]:
    """Consecutive parts of some values."""
    return (values[start : start + size] for start in range(0, len(values), size))


def _nothing(keys: object) -> Mapping[K, V]:
    return {}


class Filed(Generic[K, V]):
    """Values under keys, or None under a key that has none.

    Args:
        read: reads the file's values under some keys.
    """

    def __init__(self, read: Callable[[Sequence[K]], Mapping[K, V | None]]) -> None:
        self._read = read
        self._held: dict[K, Any] = {}
        self._changed: dict[K, None] = {}

    def written(self) -> None:
        """Note that the file has all changes."""
        self._changed = {}
        self._shrink()

    def _set(self, key: K, value: V | None) -> None:
        self._held[key], self._changed[key] = value, None

    def _one(self, key: K) -> Any:
        return self._held[key] if key in self._held else self._all([key])[0]

    def _all(self, keys: Sequence[K]) -> list[Any]:
        held = self._held
        with suppress(KeyError):
            return [held[key] for key in keys]
        read = dict.fromkeys(key for key in keys if key not in held)
        for part in batches([*read]):
            read.update(self._read(part))
        held.update(read)
        found = [held[key] for key in keys]
        self._shrink()
        return found

    def _shrink(self) -> None:
        """Drop the older of many values, if the file has them."""
        if len(self._held) - len(self._changed) >= 2 * _KEPT:
            for key in [*islice(self._held, len(self._held) - _KEPT)]:
                if key not in self._changed:
                    del self._held[key]


class Rows(Filed[int, V], Sequence[V]):
    """Rows, numbered from 0.

    Args:
        count: how many rows the file has.
    """

    def __init__(self, count: int = 0, read: Callable[[Sequence[int]], Mapping[int, V]] = _nothing) -> None:
        super().__init__(read)
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> V: ...
    @overload
    def __getitem__(self, place: slice) -> list[V]: ...
    def __getitem__(self, place: int | slice) -> V | list[V]:
        if isinstance(place, slice):
            return self._all(range(self._count)[place])
        row: V = self._one(range(self._count)[place])
        return row

    def __setitem__(self, number: int, row: V) -> None:
        self._set(number, row)

    def __iter__(self) -> Iterator[V]:
        for part in batches(range(self._count)):
            yield from self._all(part)

    def __reversed__(self) -> Iterator[V]:
        for end in range(self._count, 0, -_LATEST):
            yield from reversed(self._all(range(max(0, end - _LATEST), end)))

    def append(self, row: V) -> None:
        """Add a row."""
        self._set(self._count, row)
        self._count += 1

    def some(self, numbers: Iterable[int]) -> list[V]:
        """The rows of some numbers."""
        return self._all([*numbers])


class Table(Filed[K, V], MutableMapping[K, V]):
    """Values under keys.

    Args:
        keys: all keys of the file, in order. `count`: how many, if that is known without reading them.
    """

    def __init__(
        self,
        read: Callable[[Sequence[K]], Mapping[K, V | None]] = _nothing,
        keys: Callable[[], Iterable[K]] = tuple,
        count: Callable[[], int] | None = None,
    ) -> None:
        super().__init__(read)
        self._keys = keys
        self._counted = count or (lambda: sum(1 for _ in keys()))
        self._count: int | None = None
        self._more = 0

    def __len__(self) -> int:
        if self._count is None:
            self._count = self._counted()
        return self._count + self._more

    def __iter__(self) -> Iterator[K]:
        yield from (key for key in self._keys() if key not in self._changed)
        yield from (key for key in self._changed if self._held[key] is not None)

    def __contains__(self, key: Any) -> bool:
        return self._one(key) is not None

    def __getitem__(self, key: K) -> V:
        value: V | None = self._one(key)
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key: K, value: V) -> None:
        if key not in self:
            self._more += 1
            # A key that was removed comes last.
            self._changed.pop(key, None)
        self._set(key, value)

    def __delitem__(self, key: K) -> None:
        if key not in self:
            raise KeyError(key)
        self._more -= 1
        self._set(key, None)

    def some(self, keys: Iterable[K]) -> dict[K, V]:
        """The values under those of some keys that exist."""
        keys = [*keys]
        return {key: value for key, value in zip(keys, self._all(keys), strict=True) if value is not None}

    def written(self) -> None:
        if self._count is not None:
            self._count += self._more
        self._more = 0
        super().written()


class Lists(Table[K, list[int]]):
    """Lists of numbers under keys."""

    def add(self, keys: Iterable[K], number: int) -> None:
        """Add a number to the lists under some keys."""
        keys = [*keys]
        for key, known in zip(keys, self._all(keys), strict=True):
            if known is None:
                self[key] = [number]
            else:
                known.append(number)
                # It may have been dropped from the cache.
                self._set(key, known)
