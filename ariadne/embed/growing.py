"""Arrays of vectors that grow."""

from __future__ import annotations

import numpy as np

from ariadne.embed.embedder import Vectors


def with_room(array: Vectors, rows: int, columns: int) -> Vectors:
    """`array` itself if it has that many rows, else a copy with room for at least twice as many as before."""
    if rows <= len(array):
        return array
    grown = np.zeros((max(rows, 2 * len(array)), columns), dtype=np.float32)
    if len(array):
        grown[: len(array)] = array
    return grown
