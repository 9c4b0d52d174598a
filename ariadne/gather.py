"""Putting what belongs together side by side."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def gathered(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """All values of each key, keys and values in the order in which they come."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
