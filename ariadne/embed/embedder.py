"""The seam to text embeddings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into vectors whose dot product says how much their meanings are alike.

    `threshold` is the least dot product that counts as related, for embedders that know one; else None.
    """

    name: str
    threshold: float | None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of `texts`, float32 of shape (n, d); called in a worker thread, in batches."""
