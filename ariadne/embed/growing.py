"""Arrays of vectors that grow."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_VERY_MANY = 2**17

Number = TypeVar("Number", bound=np.generic)


def with_room(array: NDArray[Number], rows: int, columns: int) -> NDArray[Number]:
    """`array` itself if it has that many rows, else a copy with room for at least twice as many as before; for an
    eighth more where they are very many, so that half of it does not stand empty."""
    if rows <= len(array):
        return array
    more = len(array) if len(array) < _VERY_MANY else len(array) // 8
    grown = np.zeros((max(rows, len(array) + more), columns), dtype=array.dtype)
    if len(array):
        grown[: len(array)] = array
    return grown
