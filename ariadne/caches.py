"""Caches of texts, registered here so that erasing can empty all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar, cast
from weakref import WeakSet

P = ParamSpec("P")
T = TypeVar("T")

_CACHES: WeakSet[Any] = WeakSet()


def cached(maxsize: int | None) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache a function like `functools.lru_cache`; `forget` empties the cache."""

    def wrap(function: Callable[P, T]) -> Callable[P, T]:
        wrapped = lru_cache(maxsize=maxsize)(function)
        _CACHES.add(wrapped)
        return cast(Callable[P, T], wrapped)

    return wrap


def forget() -> None:
    """Empty every cache of texts in this process."""
    for cache in list(_CACHES):
        cache.cache_clear()
