from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ariadne.memory.arigraph.projection import Projection

numbers = st.floats(-8, 8, width=16)


@settings(deadline=None)
@given(arrays(np.float32, (9, 12), elements=numbers), arrays(np.float32, (3, 12), elements=numbers))
def test_a_dot_product_is_not_above_that_of_the_projected(vectors: np.ndarray, queries: np.ndarray) -> None:
    shortening = Projection.fitted(vectors[:5])
    products = queries.astype(float) @ vectors.T.astype(float)
    bounds = shortening.of(queries) @ shortening.of(vectors).T
    lengths = np.linalg.norm(queries, axis=1)[:, None] * np.linalg.norm(vectors, axis=1)
    assert bounds.shape == (3, 9)
    assert (bounds >= products - 1e-5 * lengths).all()


@pytest.mark.parametrize(("dimensions", "columns"), [(384, 129), (6, 3), (1, 2)])
def test_a_third_of_the_dimensions_and_a_length_are_kept(dimensions: int, columns: int) -> None:
    vectors = np.ones((3, dimensions), dtype=np.float32)
    assert Projection.fitted(vectors).of(vectors).shape == (3, columns)


def test_vectors_in_a_plane_lose_next_to_nothing() -> None:
    rng = np.random.default_rng(1)
    plane = rng.standard_normal((2, 8))
    vectors = (rng.standard_normal((9000, 2)) @ plane).astype(np.float32)
    truncated = Projection.fitted(vectors).of(vectors)
    np.testing.assert_allclose(truncated @ truncated[:5].T, vectors @ vectors[:5].T, atol=1e-4)
