"""Looking through a table of vectors for the highest dot products with some queries."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.embedder import Vectors
from ariadne.memory.arigraph.halved import Halved

ALONE = 1 << 18
"""How many multiplications BLAS does for one product without other threads. On a busy machine waiting for these takes
longer than the product, so that many small products are quicker than a large one."""

DECIMALS = 5
"""To how many decimals products count."""

_FEW = 8
_SMALLEST_GROUP = 16
_LARGEST_GROUP = 64
_AT_ONCE = 256
ROOM = 128
"""How many rows more than those that count a table must have: those of a group, and as many in the copies of files."""

Places = NDArray[np.intp]
Pairs = tuple[Places, Places]


def looked_through(
    table: Vectors,
    count: int,
    keys: Vectors,
    width: int,
    least: float,
    noise: float,
    measured: Callable[[Places, Places], NDArray[np.floating]] | None = None,
) -> Pairs:
    """Pairs of a query and a place, in the order of the queries: all whose product is among the `width` highest.

    What that takes is told by what stands at the places of the highest products. Places are looked at in groups, of
    which at first only the highest product counts.

    Args:
        table: shape (count + ROOM or more, d), of which `count` rows count.
        keys: the queries, shape (m, d).
        least: a product that reaches what is wanted.
        noise: how much less than the `width` highest is as good.
        measured: the products of pairs, where the table's and keys' are only upper bounds of them.
    """
    if not count:
        return np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp)
    products = _products(keys, table, count)
    highest = _highest(products)
    reached = np.full((len(keys), 1), least, dtype=np.float32)
    if not measured and width <= highest.shape[1]:
        # So many groups have a product at least that is as high.
        reached = np.maximum(reached, np.partition(highest, -width, axis=1)[:, -width, None] - noise)
    elif width < count:
        rows, places, found = _leading(products, highest, width)
        if measured:
            found = measured(rows, places)
        reached = np.maximum(reached, found.reshape(-1, width).min(axis=1, keepdims=True) - noise)
    return _reaching(products, highest, reached)


def reaching(table: Vectors, count: int, keys: Vectors, least: Vectors) -> Pairs:
    """Pairs of a key and a place whose product is at least what is wanted there.

    Args:
        table: shape (count + ROOM or more, d), of which `count` rows count.
        keys: shape (m, d).
        least: of each place, shape (count + ROOM,) or longer; above -inf, also for the rows that do not count.
    """
    found = []
    for start in range(0, len(keys), _LARGEST_GROUP):
        products = _products(keys[start : start + _LARGEST_GROUP], table, count)
        groups, few, size = products.shape
        reached = np.flatnonzero(products >= least[: groups * size].reshape(groups, 1, size))
        group, pair = np.divmod(reached, few * size)
        key, line = np.divmod(pair, size)
        found.append((start + key, group * size + line))
    rows, places = map(np.concatenate, zip(*found, strict=True))
    return rows, places


def dots(
    table: Vectors | Halved, places: Places, keys: Vectors, rows: Places, kind: type[np.floating]
) -> NDArray[np.floating]:
    """The dot products of a table's places and keys' rows, pair by pair: each a function of its two vectors alone."""
    scores = np.empty(len(rows), dtype=kind)
    for start in range(0, len(rows), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        vectors, asked = table[places[part]], keys[rows[part]]
        scores[part] = np.einsum("pd,pd->p", vectors.astype(kind, copy=False), asked.astype(kind, copy=False))
    return scores


def _highest(products: Vectors) -> Vectors:
    """The highest product of each query in each group, shape (m, groups)."""
    return np.ascontiguousarray(products.max(axis=2).T)


def _reaching(products: Vectors, highest: Vectors, least: Vectors) -> Pairs:
    rows, group = np.nonzero(highest >= least)
    pair, line = np.nonzero(products[group, rows] >= least[rows])
    return rows[pair], group[pair] * products.shape[2] + line


def _products(keys: Vectors, table: Vectors, count: int) -> Vectors:
    """Dot products of keys and a table's rows, shape (groups, m, size): row p is p % size in group p // size."""
    size = min(_LARGEST_GROUP, max(_SMALLEST_GROUP, ALONE // keys.size))
    groups = -(-count // size)
    products = _times(keys, table[: groups * size].reshape(groups, size, -1))
    products[-1, :, count - (groups - 1) * size :] = -np.inf
    return products


def _times(keys: Vectors, rows: Vectors) -> Vectors:
    """Dot products of keys, shape (m, d), and groups of rows, shape (groups, size, d): of shape (groups, m, size)."""
    products: Vectors
    if len(keys) < _FEW:
        # One key after the other, while the rows are in the processor's cache: BLAS makes little of so narrow matrices.
        products = np.matmul(rows[:, None], keys[:, :, None])[..., 0]
    else:
        products = keys @ rows.transpose(0, 2, 1)
    return products


def _leading(products: Vectors, highest: Vectors, width: int) -> tuple[Places, Places, NDArray[np.floating]]:
    """The places of the `width` highest products of each query, as pairs with it, and these products.

    They stand in the groups whose highest products are the highest.
    """
    _, queries, size = products.shape
    count = min(width, highest.shape[1])
    every = np.arange(queries)[:, None]
    groups = np.argpartition(highest, -count, axis=1)[:, -count:]
    among = products[groups, every].reshape(queries, -1)
    best = np.argpartition(among, -width, axis=1)[:, -width:]
    places = groups[every, best // size] * size + best % size
    return np.repeat(every, width), places.ravel(), among[every, best].ravel()
