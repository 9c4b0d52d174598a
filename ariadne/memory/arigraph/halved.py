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

    Args:
        numbers: the shares of the first ones, with room for more, shape (n, d). `units`: of what they are, (n, 1).
    """

    def __init__(self, numbers: NDArray[np.int16] | None = None, units: Vectors | None = None) -> None:
        self.numbers: NDArray[np.int16] = np.empty((0, 0), dtype=np.int16) if numbers is None else numbers
        self.units: Vectors = np.empty((0, 1), dtype=np.float32) if units is None else units

    @property
    def bytes_a_row(self) -> int:
        """How much a vector takes."""
        return self.numbers[:1].nbytes + self.units[:1].nbytes

    def __getitem__(self, places: int | slice | list[int] | NDArray[np.intp]) -> Vectors:
        """The vectors at some places, float32."""
        vectors: Vectors = self.numbers[places].astype(np.float32)
        vectors *= self.units[places]
        return vectors

    def __setitem__(self, places: int | slice, vectors: Vectors) -> None:
        largest = np.abs(vectors).max(axis=-1, keepdims=True)
        self.units[places] = largest / _LARGEST
        self.numbers[places] = np.rint(vectors * (_LARGEST / np.where(largest > 0, largest, np.float32(1))))

    def write(self, start: int, rows: Vectors) -> None:
        """Have vectors, shape (n, d), stand from a place on."""
        end = start + len(rows)
        self.numbers = with_room(self.numbers, end, rows.shape[1])
        self.units = with_room(self.units, end, 1)
        for first in range(0, len(rows), _AT_ONCE):
            part = rows[first : first + _AT_ONCE]
            self[start + first : start + first + len(part)] = part
