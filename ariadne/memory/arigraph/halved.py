"""Vectors in half the space, for memories so large that their vectors are most of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Vectors
from ariadne.embed.growing import with_room

_LARGEST = 2**15 - 1
_AT_ONCE = 256


class Halved:
    """Rows of vectors whose numbers have sixteen bits each, as shares of the largest of their row.

    Each is off by at most that, divided by 65,534: the dot product of two vectors of length 1 by some millionths.
    """

    def __init__(self) -> None:
        self._numbers: NDArray[np.int16] = np.empty((0, 0), dtype=np.int16)
        self._units: Vectors = np.empty((0, 1), dtype=np.float32)

    @property
    def bytes_a_row(self) -> int:
        """How much a vector takes."""
        return self._numbers[:1].nbytes + self._units[:1].nbytes

    def __getitem__(self, places: int | slice | list[int] | NDArray[np.intp]) -> Vectors:
        """The vectors at some places, float32."""
        vectors: Vectors = self._numbers[places] * self._units[places]
        return vectors

    def __setitem__(self, places: int | slice, vectors: Vectors) -> None:
        largest = np.abs(vectors).max(axis=-1, keepdims=True)
        self._units[places] = largest / _LARGEST
        self._numbers[places] = np.rint(vectors * (_LARGEST / np.where(largest > 0, largest, np.float32(1))))

    def write(self, start: int, rows: Vectors) -> None:
        """Have vectors, shape (n, d), stand from a place on."""
        end = start + len(rows)
        self._numbers = with_room(self._numbers, end, rows.shape[1])
        self._units = with_room(self._units, end, 1)
        for first in range(0, len(rows), _AT_ONCE):
            part = rows[first : first + _AT_ONCE]
            self[start + first : start + first + len(part)] = part
