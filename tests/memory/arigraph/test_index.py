from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ariadne.memory.arigraph.index import TripletIndex
from ariadne.triplet import Triplet

vectors = st.tuples(*[st.integers(-3, 3)] * 3)
few_triplets = st.integers(1, 6).map(lambda number: Triplet(f"thing {number}", "is in", "box"))


def row(*numbers: float) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.array([numbers], dtype=np.float32)


def some(count: int) -> list[Triplet]:
    return [Triplet(f"thing {number}", "is in", "box") for number in range(count)]


def test_the_nearest_come_first() -> None:
    index = TripletIndex()
    near, far, nearest = some(3)
    index.add([near, far, nearest], np.array([[2, 0], [-1, 0], [3, 0]], dtype=np.float32))
    assert index.nearest(row(1, 0), 2) == [(nearest, near)]
    assert index.nearest(row(1, 0), 9) == [(nearest, near, far)]
    assert index.nearest(np.array([[1, 0], [-1, 0]], dtype=np.float32), 1) == [(nearest,), (far,)]


def test_among_equals_the_first_added_is_first_wherever_it_stands() -> None:
    index = TripletIndex()
    first, second, third, fourth = some(4)
    index.add([first, second, third, fourth], np.ones((4, 2), dtype=np.float32))
    index.remove(first)
    assert index.nearest(row(1, 1), 2) == [(second, third)]
    index.add([first], row(1, 1))
    assert index.nearest(row(1, 1), 4) == [(second, third, fourth, first)]


def test_scores_that_differ_by_noise_only_are_equal() -> None:
    index = TripletIndex()
    first, second = some(2)
    index.add([first, second], np.array([[0.5, 0], [0.5 + 1e-7, 0]], dtype=np.float32))
    assert index.nearest(row(1, 0), 1) == [(first,)]


@pytest.mark.parametrize(("threshold", "count"), [(None, 3), (0.0, 2), (0.75, 1), (2.0, 0)])
def test_what_is_below_the_threshold_is_left_out(threshold: float | None, count: int) -> None:
    index = TripletIndex()
    index.add(some(3), np.array([[1, 0], [0.5, 0], [-1, 0]], dtype=np.float32))
    assert [len(found) for found in index.nearest(row(1, 0), 3, threshold)] == [count]


def test_an_empty_index_finds_nothing() -> None:
    index = TripletIndex()
    assert index.nearest(row(1, 0), 3) == [()]
    (only,) = some(1)
    index.add([only], row(1, 0))
    assert index.nearest(row(1, 0), 0) == [()]
    index.remove(only)
    index.remove(only)
    assert index.nearest(row(1, 0), 3) == [()]
    assert len(index) == 0


@settings(deadline=None)
@given(st.lists(st.tuples(st.booleans(), few_triplets, vectors), max_size=60), vectors, st.integers(1, 8))
def test_it_finds_what_sorting_all_finds(
    changes: list[tuple[bool, Triplet, tuple[int, ...]]], query: tuple[int, ...], width: int
) -> None:
    index = TripletIndex()
    valid: dict[Triplet, tuple[int, ...]] = {}
    for add, triplet, vector in changes:
        if add:
            index.add([triplet], row(*vector))
            valid.setdefault(triplet, vector)
        else:
            index.remove(triplet)
            valid.pop(triplet, None)
    best = sorted(valid, key=lambda triplet: -int(np.dot(valid[triplet], query)))
    assert index.nearest(row(*query), width) == [tuple(best[:width])]
    assert len(index) == len(valid)
    assert all(triplet in index for triplet in valid)
