"""The last queries of an index, with their results."""

from __future__ import annotations

import numpy as np

from ariadne.memory.arigraph.retrieval.last_queries import LastQueries
from ariadne.memory.arigraph.retrieval.nearest import Nearest

NAMES, QUERIES = ["x", "y", "z"], np.eye(3, dtype=np.float32)


def asked() -> LastQueries:
    """The first query was asked before the second one, and once more after it."""
    queries = LastQueries(width=1, threshold=None)
    queries.add(NAMES[:2], QUERIES[:2], [Nearest([0], 1.0), Nearest([1], 1.0)], most=2)
    assert queries.rows("x") == [0]
    return queries


def test_the_query_that_was_asked_longest_ago_is_forgotten() -> None:
    queries = asked()
    queries.add(NAMES[2:], QUERIES[2:], [Nearest([2], 1.0)], most=2)
    assert queries.last(2).tolist() == QUERIES[[0, 2]].tolist()
    assert [queries.rows(name) for name in NAMES] == [[0], None, [2]]


def test_a_nearer_vector_takes_the_place_of_the_result() -> None:
    queries = asked()
    queries.add(NAMES[2:], QUERIES[2:], [Nearest([2], 1.0)], most=2)
    queries.update(np.concatenate([QUERIES, 2 * QUERIES[2:]]), start=3, noise=np.float32(1e-5))
    assert [queries.rows(name) for name in NAMES] == [[0], None, [3]]
