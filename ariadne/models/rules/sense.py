"""Common sense about things and places."""

from __future__ import annotations

from collections.abc import Callable

Similarity = Callable[[str, str], float]


def haunts(thing: str, similarity: Similarity) -> list[str]:
    """Kinds of places where a thing may belong."""
    return []
