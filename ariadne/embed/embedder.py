"""The interface of text embedders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors whose dot product measures similarity.

    `threshold` is the least dot product that counts as related; None if the embedder has no such threshold.
    """

    name: str
    threshold: float | None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return vectors of `texts`, float32 of shape (n, d). Called in a worker thread, in batches."""
