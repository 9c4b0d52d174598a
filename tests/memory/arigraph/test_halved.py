from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ariadne.memory.arigraph.halved import Halved


def of_length_one(seed: int, count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    drawn = np.random.default_rng(seed).standard_normal((count, 40)).astype(np.float32)
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


@settings(deadline=None)
@given(st.integers(0, 1000))
def test_a_dot_product_is_off_by_no_more_than_its_numbers(seed: int) -> None:
    vectors, query = of_length_one(seed, 30), of_length_one(seed + 1, 1)[0]
    halved = Halved()
    halved.write(0, vectors[:10])
    halved.write(10, vectors[10:])
    most = np.abs(vectors).max() / 65534 * np.abs(query).sum()
    assert np.abs(halved[:30] @ query - vectors @ query).max() < most + 1e-6
    assert halved.bytes_a_row == 2 * 40 + 4


def test_a_vector_may_take_the_place_of_another_and_may_be_nothing() -> None:
    vectors = np.array([[0, 0], [3, -4]], dtype=np.float32)
    halved = Halved()
    halved.write(0, vectors)
    np.testing.assert_array_equal(halved[0], [0, 0])
    halved[0] = halved[1]
    np.testing.assert_allclose(halved[:2], [[3, -4], [3, -4]], atol=1e-4)
