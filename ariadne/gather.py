"""Grouping values by key."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def gathered(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Return all values of each key, in the order of the pairs."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
