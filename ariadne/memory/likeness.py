"""The similarity of texts to a query by their embeddings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.cache import TextCache

Scores = NDArray[np.floating]


async def likeness(texts: TextCache, query: str, others: Sequence[str]) -> Scores:
    """The cosine of the embedding of each of `others` with that of the query, shape (n,)."""
    vectors = await texts.embed([query, *others])
    norms = np.linalg.norm(vectors[1:], axis=1) * np.linalg.norm(vectors[0])
    cosines: Scores = (vectors[1:] @ vectors[0]) / np.maximum(norms, 1e-12)
    return cosines


def scaled(values: Scores) -> Scores:
    """Min-max scaling to [0, 1]. Equal values all become 0."""
    between: Scores = (values - values.min()) / (np.ptp(values) or 1)
    return between


def best_first(scores: Scores | Sequence[float]) -> list[int]:
    """The places of the scores, the highest first. Scores equal to six decimals stay in order."""
    return sorted(range(len(scores)), key=lambda place: -round(float(scores[place]), 6))
