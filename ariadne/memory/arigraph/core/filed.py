"""What a file holds, as lists and mappings that are read as they are asked for, with what this process has changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from itertools import islice
from typing import Generic, TypeVar, cast, overload

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_KEPT = 2**14
_AT_ONCE = 1024


class Rows(list[V]):
    """Rows in this process."""

    def some(self, numbers: Iterable[int]) -> list[V]:
        """Those at some places."""
        return [self[number] for number in numbers]


class FiledRows(Sequence[V]):
    """Rows of a file, and those that were added since. Those that were asked for lately are kept.

    Args:
        count: how many the file has.
        read: those at some places.
    """

    def __init__(self, count: int, read: Callable[[Sequence[int]], Mapping[int, V]]) -> None:
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
        places = range(self._count)[place]
        return self.some([places])[0] if isinstance(places, int) else self.some(places)

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
        """Those at some places."""
        numbers = [*numbers]
        wanted = [number for number in dict.fromkeys(numbers) if number not in self._changed]
        read = {number: row for number in wanted if (row := self._kept.get(number)) is not None}
        new = [number for number in wanted if number not in read]
        for start in range(0, len(new), _AT_ONCE):
            read.update(self._read(new[start : start + _AT_ONCE]))
        self._kept.update((number, read[number]) for number in new)
        self._kept = _latest(self._kept)
        return [self._changed[number] if number in self._changed else read[number] for number in numbers]


class Held(dict[K, V]):
    """What this process holds under keys."""

    def some(self, keys: Iterable[K]) -> dict[K, V]:
        """What there is under some keys."""
        return {key: value for key in keys if (value := self.get(key)) is not None}

    def having(self, keys: Iterable[K]) -> list[K]:
        """Those of some keys that there is anything under."""
        return [key for key in keys if key in self]


class HeldLists(Held[K, list[int]]):
    """Lists of numbers that this process holds under keys."""

    def add(self, keys: Iterable[K], number: int) -> None:
        """Add a number to the lists under some keys."""
        for key in keys:
            self.setdefault(key, []).append(number)


class Filed(MutableMapping[K, V], Generic[K, V]):
    """What a file holds under keys, and what was changed since. What was asked for lately is kept.

    Args:
        read: what there is under some keys, of which each process may only change its own.
        keys: all of them, in their order. `count`: how many.
        has: those of some keys that there is anything under, where that is quicker to say than what.
    """

    def __init__(
        self,
        read: Callable[[Sequence[K]], Mapping[K, V]],
        keys: Callable[[], Iterable[K]],
        count: Callable[[], int],
        has: Callable[[Sequence[K]], Collection[K]] | None = None,
    ) -> None:
        self._read, self._keys, self._counted, self._has = read, keys, count, has
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
        return bool(self.having([cast("K", key)]))

    def __getitem__(self, key: K) -> V:
        return self.some([key])[key]

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
        """What there is under some keys."""
        keys = [*keys]
        unchanged = [key for key in keys if key not in self._changed and key not in self._gone]
        found = {key: self._changed[key] for key in keys if key in self._changed}
        found.update((key, value) for key, value in self._kept_of(unchanged).items() if value is not None)
        return found

    def having(self, keys: Iterable[K]) -> list[K]:
        """Those of some keys that there is anything under."""
        keys = [*keys]
        if self._has is None:
            return [*filter(self.some(keys).__contains__, keys)]
        unsure = [key for key in keys if key not in self._changed and key not in self._gone]
        there = {*self._has(unsure)} if unsure else ()
        return [key for key in keys if key in self._changed or key in there]

    def _kept_of(self, keys: Sequence[K]) -> dict[K, V | None]:
        """What the file holds under some keys; None for nothing."""
        new = [key for key in keys if key not in self._kept]
        found = self._read(new) if new else {}
        read = {key: found.get(key) if key in found else self._kept.get(key) for key in keys}
        self._kept.update((key, read[key]) for key in new)
        self._kept = _latest(self._kept)
        return read


class FiledLists(Filed[K, list[int]]):
    """Lists of numbers that a file holds under keys."""

    def add(self, keys: Iterable[K], number: int) -> None:
        """Add a number to the lists under some keys."""
        keys = [*keys]
        found = self.some(keys)
        for key in keys:
            if key not in found:
                self._new[key] = None
            if key not in self._changed:
                self._changed[key] = [*found.get(key, ())]
            self._changed[key].append(number)


def _latest(kept: dict[K, V]) -> dict[K, V]:
    """What is kept, without the older half where that is very much."""
    return kept if len(kept) < 2 * _KEPT else dict(islice(kept.items(), len(kept) - _KEPT, None))
