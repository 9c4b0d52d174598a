"""Rows and mappings that are read from a file on demand, through a cache, and hold changes until they are written.

Without a file, all rows are unwritten changes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from itertools import islice
from typing import Generic, TypeVar, cast, overload

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_KEPT = 2**15
_AT_ONCE = 1024


def _nothing(keys: object) -> Mapping[K, V]:
    return {}


class Rows(Sequence[V]):
    """Rows, numbered from 0.

    Args:
        count: how many rows the file has.
        read: reads rows by their numbers.
    """

    def __init__(self, count: int = 0, read: Callable[[Sequence[int]], Mapping[int, V]] = _nothing) -> None:
        self._count = count
        self._read = read
        self._changed: dict[int, V] = {}
        self._kept: dict[int, V] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> V: ...
    @overload
    def __getitem__(self, place: slice) -> list[V]: ...
    def __getitem__(self, place: int | slice) -> V | list[V]:
        if isinstance(place, slice):
            return self.some(range(self._count)[place])
        for rows in (self._changed, self._kept):
            if place in rows:
                return rows[place]
        return self.some([range(self._count)[place]])[0]

    def __setitem__(self, number: int, row: V) -> None:
        self._changed[number] = row

    def __iter__(self) -> Iterator[V]:
        for start in range(0, self._count, _AT_ONCE):
            yield from self.some(range(start, min(start + _AT_ONCE, self._count)))

    def append(self, row: V) -> None:
        """Add a row."""
        self._changed[self._count] = row
        self._count += 1

    def some(self, numbers: Iterable[int]) -> list[V]:
        """The rows of some numbers."""
        changed, kept = self._changed, self._kept
        if len(changed) == self._count:
            return [changed[number] for number in numbers]
        numbers = [*numbers]
        new = [number for number in dict.fromkeys(numbers) if number not in changed and number not in kept]
        if not new:
            return [changed[number] if number in changed else kept[number] for number in numbers]
        read: dict[int, V] = {}
        for start in range(0, len(new), _AT_ONCE):
            read.update(self._read(new[start : start + _AT_ONCE]))
        # Copy cached rows first: `_keep` may evict them.
        here = {**read, **{number: kept[number] for number in numbers if number in kept}}
        self._keep(read)
        return [changed[number] if number in changed else here[number] for number in numbers]

    def written(self) -> None:
        """Move the changes, which the file has now, into the cache."""
        self._keep(self._changed)
        self._changed = {}

    def _keep(self, rows: Mapping[int, V]) -> None:
        self._kept = _joined(self._kept, rows)


class Table(MutableMapping[K, V], Generic[K, V]):
    """Values under keys.

    Args:
        read: reads the file's values under some keys.
        keys: all keys of the file, in order. `count`: how many, if that is known without reading them.
    """

    def __init__(
        self,
        read: Callable[[Sequence[K]], Mapping[K, V]] = _nothing,
        keys: Callable[[], Iterable[K]] = tuple,
        count: Callable[[], int] | None = None,
    ) -> None:
        self._read, self._keys = read, keys
        self._counted = count or (lambda: sum(1 for _ in keys()))
        self._is_all_here = read is _nothing
        self._count: int | None = None
        self._changed: dict[K, V] = {}
        self._new: dict[K, None] = {}
        self._gone: set[K] = set()
        self._kept: dict[K, V | None] = {}

    def __len__(self) -> int:
        if self._count is None:
            self._count = self._counted()
        return self._count - len(self._gone) + len(self._new)

    def __iter__(self) -> Iterator[K]:
        yield from (key for key in self._keys() if key not in self._gone)
        yield from self._new

    def __contains__(self, key: object) -> bool:
        if key in self._changed or self._is_all_here:
            return key in self._changed
        if key in self._kept:
            return key not in self._gone and self._kept[key] is not None
        return bool(self.some([cast("K", key)]))

    def __getitem__(self, key: K) -> V:
        if key in self._changed or self._is_all_here:
            return self._changed[key]
        kept = None if key in self._gone else self._kept.get(key)
        return self.some([key])[key] if kept is None else kept

    def __setitem__(self, key: K, value: V) -> None:
        if key not in self:
            self._new[key] = None
        self._changed[key] = value

    def __delitem__(self, key: K) -> None:
        if key not in self:
            raise KeyError(key)
        if key in self._new:
            del self._new[key]
        else:
            self._gone.add(key)
        self._changed.pop(key, None)

    def some(self, keys: Iterable[K]) -> dict[K, V]:
        """The values under those of some keys that exist."""
        changed = self._changed
        if self._is_all_here:
            return {key: changed[key] for key in keys if key in changed}
        keys = [*keys]
        unchanged = [key for key in keys if key not in changed and key not in self._gone]
        found = {key: changed[key] for key in keys if key in changed}
        found.update((key, value) for key, value in self._kept_of(unchanged).items() if value is not None)
        return found

    def written(self) -> None:
        """Move the changes, which the file has now, into the cache."""
        if self._count is not None:
            self._count = len(self)
        self._kept = _joined(self._kept, {**dict.fromkeys(self._gone), **self._changed})
        self._changed, self._new, self._gone = {}, {}, set()

    def _kept_of(self, keys: Sequence[K]) -> dict[K, V | None]:
        """The file's values under some keys; None for missing ones."""
        new = [key for key in keys if key not in self._kept]
        if not new:
            return {key: self._kept[key] for key in keys}
        found = self._read(new)
        read = {key: found.get(key) if key in found else self._kept.get(key) for key in keys}
        self._kept = _joined(self._kept, {key: read[key] for key in new})
        return read


class Lists(Table[K, list[int]]):
    """Lists of numbers under keys."""

    def add(self, keys: Iterable[K], number: int) -> None:
        """Add a number to the lists under some keys."""
        keys = [*keys]
        found = self.some(keys)
        for key in keys:
            if key not in found:
                self._new[key] = None
            if key not in self._changed:
                # The cached list is changed in place, so it must leave the cache.
                self._kept.pop(key, None)
                self._changed[key] = found.get(key, [])
            self._changed[key].append(number)


def _joined(kept: dict[K, V], more: Mapping[K, V]) -> dict[K, V]:
    """Add entries to the cache. A full cache loses its older half."""
    kept.update(more)
    return kept if len(kept) < 2 * _KEPT else dict(islice(kept.items(), len(kept) - _KEPT, None))
