"""Arrays of vectors that grow."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_VERY_MANY = 2**17

Number = TypeVar("Number", bound=np.generic)


def with_room(array: NDArray[Number], rows: int, columns: int) -> NDArray[Number]:
    """Return `array` if it has enough rows, else a copy with at least twice as many; an eighth more for very large
    arrays, to limit unused memory."""
    if rows <= len(array):
        return array
    more = len(array) if len(array) < _VERY_MANY else len(array) // 8
    grown = np.zeros((max(rows, len(array) + more), columns), dtype=array.dtype)
    if len(array):
        grown[: len(array)] = array
    return grown
