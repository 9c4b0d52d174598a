"""Shorter vectors whose dot products are upper bounds of those of the vectors: a search looks through these first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ariadne.embed.embedder import Vectors
from ariadne.memory.arigraph.scan import ALONE

_PART = 3
_TURNS = 4
_ROUNDING = 2e-6


@dataclass(frozen=True)
class Projection:
    """Keeps of a vector x its coordinates Bᵀx, and the length of what they leave out, r(x) = |x - BBᵀx|.

    By the inequality of Cauchy and Schwarz x·q ≤ Bᵀx·Bᵀq + r(x) r(q), which is the dot product of the projected
    vectors (Bᵀx, r(x)) and (Bᵀq, r(q)). It holds for any orthonormal B, and is the tighter the less is left out.

    Attributes:
        basis: B, float32 of shape (d, d / 3).
    """

    basis: Vectors

    @property
    def length(self) -> int:
        """How many numbers a projected vector has."""
        return int(self.basis.shape[1]) + 1

    @classmethod
    def fitted(cls, sample: Vectors) -> Projection:
        """The one whose basis leaves about the least out of these vectors, shape (n, d).

        Orthogonal iteration: each turn brings the basis nearer to the largest singular values' space.
        """
        sample = sample.astype(np.float64)
        dimensions = sample.shape[1]
        basis = np.random.default_rng(0).standard_normal((dimensions, max(1, dimensions // _PART)))
        for _ in range(_TURNS):
            basis, _triangle = np.linalg.qr(sample.T @ (sample @ basis))
        return cls(np.ascontiguousarray(basis, dtype=np.float32))

    def of(self, vectors: Vectors) -> Vectors:
        """The projected vectors, shape (n, length)."""
        projected = np.empty((len(vectors), self.length), dtype=np.float32)
        kept = projected[:, :-1]
        at_once = max(1, ALONE // self.basis.size)
        for start in range(0, len(vectors), at_once):
            kept[start : start + at_once] = vectors[start : start + at_once] @ self.basis
        length, length_kept = (np.einsum("nd,nd->n", rows, rows) for rows in (vectors, kept))
        # A little more, for what rounding takes away.
        projected[:, -1] = np.sqrt(np.maximum(length - length_kept, 0) + _ROUNDING * length)
        return projected
