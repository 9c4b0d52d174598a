from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ariadne.memory.arigraph.retrieval.codes import Codes
from ariadne.memory.arigraph.retrieval.index import VectorIndex

vectors = st.tuples(*[st.integers(-3, 3)] * 3)


def row(*numbers: float) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.array([numbers], dtype=np.float32)


def test_results_are_updated() -> None:
    index = VectorIndex()
    index.add([1, 2], np.ones((2, 2), dtype=np.float32))
    assert index.nearest(row(1, 1), 1) == [(1,)]
    index.remove(1)
    assert index.nearest(row(1, 1), 1) == [(2,)]
    index.add([3], row(2, 2))
    assert index.nearest(row(1, 1), 1) == [(3,)]
    more = np.ones((3000, 2), dtype=np.float32) * np.linspace(0, 3, 3000, dtype=np.float32)[:, None]
    index.add(range(4, 3004), more)
    assert index.nearest(row(1, 1), 1) == [(3003,)]


def test_keys_are_added_once_and_in_any_order() -> None:
    index = VectorIndex()
    index.add([9, 4], np.array([[1, 0], [0, 1]], dtype=np.float32))
    index.add([4, 9], np.ones((2, 2), dtype=np.float32))
    assert index.vectors([4, 9]).tolist() == [[0, 1], [1, 0]]
    for missing in (3, 5, 10):
        with pytest.raises(KeyError):
            index.vectors([4, missing])
    assert index.nearest(row(1, 1), 2) == [(4, 9)]


def test_a_query_that_is_repeated_finds_what_was_added_and_removed_since() -> None:
    index = VectorIndex()
    index.add([1], row(1, 1))
    assert index.nearest(row(1, 0), 1) == [(1,)]
    index.add([2], row(2, 2))
    assert index.nearest(np.vstack([row(1, 0), row(0, 1)]), 1) == [(2,)] * 2
    index.remove(2)
    assert index.nearest(row(1, 0), 1) == [(1,)]
    index.add([3], row(3, 3))
    assert index.nearest(np.vstack([row(0, 1), row(1, 0)]), 1) == [(3,)] * 2
    assert index.nearest(row(1, 0), 1, 3.5) == [()]


def test_scores_that_differ_by_noise_only_are_equal() -> None:
    index = VectorIndex()
    index.add([1, 2], np.array([[0.5, 0], [0.5 + 1e-7, 0]], dtype=np.float32))
    assert index.nearest(row(1, 0), 1) == [(1,)]


def test_an_empty_index_finds_nothing() -> None:
    index = VectorIndex()
    assert index.nearest(row(1, 0), 3) == [()]
    index.add([1], row(1, 0))
    assert index.nearest(row(1, 0), 0) == [()]
    index.remove(1)
    index.remove(1)
    assert index.nearest(row(1, 0), 3) == [()]
    assert len(index) == 0


def sorted_all(
    valid: dict[int, np.ndarray[tuple[int], np.dtype[np.float32]]],
    query: np.ndarray[tuple[int], np.dtype[np.float32]],
) -> list[tuple[int, float]]:
    """All keys, in the order of adding, sorted by the dot product to five decimals."""
    scores = {key: round(float(vector.astype(float) @ query), 5) for key, vector in valid.items()}
    return sorted(scores.items(), key=lambda scored: -scored[1])


def first(ranked: list[tuple[int, float]], width: int, threshold: float | None) -> tuple[int, ...]:
    return tuple(key for key, score in ranked if threshold is None or score >= threshold)[:width]


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["add", "add", "remove"]), st.integers(0, 5), vectors, st.booleans()), max_size=40
    ),
    st.lists(vectors, min_size=1, max_size=3),
    st.integers(1, 8),
    st.sampled_from([None, -1.0, 0.0, 4.0]),
)
def test_search_equals_sorting_all(
    changes: list[tuple[str, int, tuple[int, ...], bool]],
    queries: list[tuple[int, ...]],
    width: int,
    threshold: float | None,
) -> None:
    index, asked = VectorIndex(), np.array(queries, dtype=np.float32)
    valid: dict[int, np.ndarray[tuple[int], np.dtype[np.float32]]] = {}
    for number, (change, back, vector, is_looked_up) in enumerate(changes):
        if change == "add":
            index.add([number], row(*vector))
            valid[number] = row(*vector)[0]
        else:
            index.remove(number - back)
            valid.pop(number - back, None)
        if is_looked_up:
            expected = [first(sorted_all(valid, query), width, threshold) for query in asked]
            assert index.nearest(asked, width, threshold) == expected
    assert len(index) == len(valid)
    assert all(key in index for key in valid)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in (1, 2))])
def test_search_among_thousands_equals_sorting_all(seed: int) -> None:
    """Vectors in clusters, some of them equal, like those of an embedder."""
    rng = np.random.default_rng(seed)
    families = rng.standard_normal((12, 40))
    asked_before = rng.standard_normal((0, 40))
    index, valid = VectorIndex(), {}
    for batch in range(8):
        vectors = families[rng.integers(12, size=250)] + rng.choice([0, 0.1, 1]) * rng.standard_normal((250, 40))
        vectors = np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)
        batch_of = range(250 * batch, 250 * (batch + 1))
        index.add(batch_of, vectors)
        valid |= dict(zip(batch_of, vectors, strict=True))
        for key in [list(valid)[place] for place in rng.permutation(len(valid))[:60]]:
            index.remove(key)
            del valid[key]
        new = [vectors[:3], -vectors[:1], rng.standard_normal((2, 40))]
        queries = np.vstack([asked_before[-9:], *new]).astype(np.float32)
        asked_before = queries
        ranked = [sorted_all(valid, query) for query in queries]
        for width in (1, 6, 3000):
            for threshold in (None, 0.8):
                expected = [first(each, width, threshold) for each in ranked]
                assert index.nearest(queries, width, threshold) == expected


def of_few_dimensions(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    drawn = np.random.default_rng(count).standard_normal((count, 12)).astype(np.float32)
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def coded(count: int) -> VectorIndex:
    """An index with codes of so many vectors."""
    index = VectorIndex(coded_from=count)
    index.add(range(count), of_few_dimensions(count))
    for _ in range(2):
        # So far too few were asked to see by them what codes find.
        assert index.is_exact
        index.nearest(of_few_dimensions(130), 6)
    index.nearest(of_few_dimensions(1), 6)
    assert not index.is_exact
    return index


def test_codes_find_what_exact_search_finds() -> None:
    index = coded(5000)
    exact = VectorIndex()
    exact.add(range(5000), of_few_dimensions(5000))
    queries = np.vstack([of_few_dimensions(400), np.zeros((1, 12), dtype=np.float32)])
    found, wanted = index.nearest(queries, 6), exact.nearest(queries, 6)
    assert sum(len({*some} & {*all_}) for some, all_ in zip(found, wanted, strict=True)) >= 0.99 * 6 * 401


def test_very_many_vectors_are_in_half_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    index = coded(4000)
    monkeypatch.setattr("ariadne.memory.arigraph.retrieval.index._HALVED_FROM", 4000)
    halved = coded(4000)
    assert halved.nbytes < 0.6 * index.nbytes
    np.testing.assert_allclose(halved.vectors(range(9)), index.vectors(range(9)), atol=1e-3)
    found, wanted, again = (each.nearest(of_few_dimensions(400), 6) for each in (halved, index, halved))
    assert again == found
    assert sum(len({*some} & {*all_}) for some, all_ in zip(found, wanted, strict=True)) >= 0.99 * 6 * 400


def test_codes_follow_additions_and_removals() -> None:
    index = coded(5000)
    query = of_few_dimensions(401)[:1]
    before = index.nearest(query, 3)[0]
    index.remove(before[0])
    assert index.nearest(query, 2)[0] == before[1:]
    # An answer that is not known, of which the removed one was a candidate.
    assert before[0] not in index.nearest(query, 5)[0]
    index.add([5000], query)
    assert index.nearest(query, 4)[0][0] == 5000
    for key in range(4000):
        index.remove(key)
    assert len(index) == 1001 - (before[0] >= 4000)
    assert index.nearest(query, 4)[0][0] == 5000
    assert {*range(4000)}.isdisjoint(index.nearest(query, 50)[0])


def test_directions_of_little_variance_have_no_codes() -> None:
    drawn = np.random.default_rng(3)
    alike = drawn.standard_normal((1000, 13)).astype(np.float32) * np.array([1] * 5 + [0.01] * 8, dtype=np.float32)
    for shift in (0, 9):
        made = Codes(alike + np.float32(shift))
        made.add(alike + np.float32(shift))
        assert made.nbytes == 1000 * 2
        wanted = np.argsort(-(alike @ alike[:50].T), axis=0)[:3].T
        found = made.candidates(alike[:50], 3)
        assert np.mean([np.isin(own, near).mean() for own, near in zip(wanted, found, strict=True)]) >= 0.99


def test_codes_with_low_recall_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors, queries = of_few_dimensions(6000), of_few_dimensions(300)
    index = VectorIndex(coded_from=3000)
    exact = VectorIndex()
    exact.add(range(3000), vectors[:3000])
    with monkeypatch.context() as patched:
        patched.setattr("ariadne.memory.arigraph.retrieval.codes._OVER", (1,))
        index.add(range(3000), vectors[:3000])
        for width in (5, 6):
            assert index.nearest(queries, width) == exact.nearest(queries, width)
            assert index.is_exact
    index.nearest(queries, 4)
    assert index.is_exact, "none are made anew before there are twice as many"
    index.add(range(3000, 6000), vectors[3000:])
    index.nearest(queries, 3)
    index.nearest(queries, 2)
    assert not index.is_exact


def test_an_index_from_a_table_continues_it() -> None:
    index = coded(3000)
    index.add([3000, 3001], of_few_dimensions(2))
    index.remove(5)
    assert VectorIndex().table() is None
    table = index.table()
    assert table
    other, queries = VectorIndex.of(table), of_few_dimensions(20)
    assert (len(other), 5 in other) == (3001, False)
    assert other.nearest(queries, 6) == index.nearest(queries, 6)
