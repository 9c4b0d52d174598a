"""The nearest vectors to queries, from their dot products."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Vectors

Rows = NDArray[np.intp]

DECIMALS = 5
"""Decimals of products that count. The last bits depend on the processor."""
FLOAT32_ERROR = 1e-5
"""The greatest error of a product of unit vectors in single precision."""
_LOWEST = float(np.finfo(np.float32).min)
_GROUP = 8


class Nearest(NamedTuple):
    """The results of a query.

    Attributes:
        rows: of the nearest vectors, best first.
        least: the product from which on another vector is among them.
    """

    rows: list[int]
    least: float


def ranked(
    vectors: NDArray[np.floating[Any]],
    queries: Vectors,
    places: Rows,
    rows: Rows,
    width: int,
    threshold: float | None,
) -> Iterator[Nearest]:
    """For each query, shape (m, d), the nearest of its rows of `vectors`, shape (n, d); of equals the first.

    Args:
        places: the place of the query of each row.
        threshold: leave out rows of a lower product.
    """
    # Each product depends on its two vectors alone.
    pairs = vectors[rows].astype(np.float64), queries[places].astype(np.float64)
    products = np.einsum("nd,nd->n", *pairs).round(DECIMALS)
    if threshold is not None:
        enough = products >= threshold
        places, rows, products = places[enough], rows[enough], products[enough]
    order = np.lexsort((rows, -products, places))
    starts = np.searchsorted(places[order], np.arange(len(queries) + 1)).tolist()
    best, scores, lowest = rows[order].tolist(), products[order], _LOWEST if threshold is None else threshold
    for start, end in pairwise(starts):
        least = float(scores[start + width - 1]) if end - start >= width else lowest
        yield Nearest(best[start : min(start + width, end)], least)


def reached(products: Vectors, width: int) -> Vectors:
    """A lower bound of the `width` highest products of each query: so many groups have one that is as high."""
    queries, count = products.shape
    groups = count // _GROUP
    if width >= count:
        return np.full(queries, _LOWEST, dtype=np.float32)
    if width <= groups:
        products = products[:, : groups * _GROUP].reshape(queries, _GROUP, groups).max(axis=1)
    highest: Vectors = np.maximum(np.partition(products, -width, axis=1)[:, -width], _LOWEST)
    return highest


def longest(vectors: Vectors) -> float:
    """The length of the longest of some vectors, shape (n, d)."""
    return math.sqrt(np.einsum("nd,nd->n", vectors, vectors).max())
