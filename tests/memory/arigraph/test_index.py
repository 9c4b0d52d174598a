from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from threading import Event

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ariadne.memory.arigraph.approximate import Approximate, Question
from ariadne.memory.arigraph.index import VectorIndex
from ariadne.triplet import Triplet
from tests.command import environment

vectors = st.tuples(*[st.integers(-3, 3)] * 3)
few_triplets = st.integers(1, 6).map(lambda number: Triplet(f"thing {number}", "is in", "box"))


def row(*numbers: float) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.array([numbers], dtype=np.float32)


def some(count: int) -> list[Triplet]:
    return [Triplet(f"thing {number}", "is in", "box") for number in range(count)]


def test_the_nearest_come_first() -> None:
    index = VectorIndex()
    near, far, nearest = some(3)
    index.add([near, far, nearest], np.array([[2, 0], [-1, 0], [3, 0]], dtype=np.float32))
    assert index.nearest(row(1, 0), 2) == [(nearest, near)]
    assert index.nearest(row(1, 0), 9) == [(nearest, near, far)]
    assert index.nearest(np.array([[1, 0], [-1, 0]], dtype=np.float32), 1) == [(nearest,), (far,)]


def test_among_equals_the_first_added_is_first_wherever_it_stands() -> None:
    index = VectorIndex()
    first, second, third, fourth = some(4)
    index.add([first, second, third, fourth], np.ones((4, 2), dtype=np.float32))
    index.remove(first)
    assert index.nearest(row(1, 1), 2) == [(second, third)]
    index.add([first], row(1, 1))
    assert index.nearest(row(1, 1), 4) == [(second, third, fourth, first)]


def test_what_was_found_before_is_found_as_things_are_now() -> None:
    index = VectorIndex(shorten_from=1)
    first, second, third = some(3)
    index.add([first, second], np.ones((2, 2), dtype=np.float32))
    assert index.nearest(row(1, 1), 1) == [(first,)]
    index.remove(first)
    index.add([first], row(1, 1))
    assert index.nearest(row(1, 1), 1) == [(second,)]
    index.add([third], row(2, 2))
    assert index.nearest(row(1, 1), 1) == [(third,)]
    others = [Triplet(f"thing {number}", "is on", "shelf") for number in range(3000)]
    index.add(others, np.ones((3000, 2), dtype=np.float32) * np.linspace(0, 3, 3000, dtype=np.float32)[:, None])
    assert index.nearest(row(1, 1), 1) == [(others[-1],)]


def test_queries_that_were_asked_at_different_times_are_asked_at_once() -> None:
    index = VectorIndex()
    first, second, third = some(3)
    early, late = row(1, 0), row(0, 1)
    index.add([first], row(1, 1))
    assert index.nearest(early, 3) == [(first,)]
    index.add([second], row(2, 2))
    assert index.nearest(late, 3) == [(second, first)]
    index.add([third], row(3, 3))
    assert index.nearest(np.vstack([early, late]), 3) == [(third, second, first)] * 2


def test_a_query_is_known_by_its_text_as_by_its_vector() -> None:
    index = VectorIndex()
    first, second, third = some(3)
    index.add([first], row(1, 1))
    assert index.nearest(row(1, 0), 1, texts=["early"]) == [(first,)]
    index.add([second], row(2, 2))
    assert index.nearest(np.vstack([row(1, 0), row(0, 1)]), 1, texts=["early", "late"]) == [(second,)] * 2
    index.remove(second)
    assert index.nearest(row(1, 0), 1, texts=["early"]) == [(first,)]
    index.add([third], row(3, 3))
    assert index.nearest(row(1, 0), 1) == index.nearest(row(1, 0), 1, texts=["early"]) == [(third,)]


def test_few_of_the_latest_answers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ariadne.memory.arigraph.index._QUERIES", 3)
    index = VectorIndex()
    index.add(some(9), of_few_dimensions(9))
    queries = of_few_dimensions(8)
    for query in queries:
        index.nearest(query[None], 2)
    assert [asked for asked, _ in index.found()] == [query.tobytes() for query in queries[-3:]]


def test_scores_that_differ_by_noise_only_are_equal() -> None:
    index = VectorIndex()
    first, second = some(2)
    index.add([first, second], np.array([[0.5, 0], [0.5 + 1e-7, 0]], dtype=np.float32))
    assert index.nearest(row(1, 0), 1) == [(first,)]


@pytest.mark.parametrize(("threshold", "count"), [(None, 3), (0.0, 2), (0.75, 1), (2.0, 0)])
def test_what_is_below_the_threshold_is_left_out(threshold: float | None, count: int) -> None:
    index = VectorIndex()
    index.add(some(3), np.array([[1, 0], [0.5, 0], [-1, 0]], dtype=np.float32))
    assert [len(found) for found in index.nearest(row(1, 0), 3, threshold)] == [count]


def test_an_empty_index_finds_nothing() -> None:
    index = VectorIndex()
    assert index.nearest(row(1, 0), 3) == [()]
    (only,) = some(1)
    index.add([only], row(1, 0))
    assert index.nearest(row(1, 0), 0) == [()]
    index.remove(only)
    index.remove(only)
    assert index.nearest(row(1, 0), 3) == [()]
    assert len(index) == 0


def sorted_all(
    valid: dict[Triplet, np.ndarray[tuple[int], np.dtype[np.float32]]],
    query: np.ndarray[tuple[int], np.dtype[np.float32]],
) -> list[tuple[Triplet, float]]:
    """All triplets, in the order of adding, sorted by the dot product to five decimals."""
    scores = {triplet: round(float(vector.astype(float) @ query), 5) for triplet, vector in valid.items()}
    return sorted(scores.items(), key=lambda scored: -scored[1])


def first(ranked: list[tuple[Triplet, float]], width: int, threshold: float | None) -> tuple[Triplet, ...]:
    return tuple(triplet for triplet, score in ranked if threshold is None or score >= threshold)[:width]


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["add", "add", "remove"]), few_triplets, vectors, st.booleans()), max_size=40),
    st.lists(vectors, min_size=1, max_size=3),
    st.integers(1, 8),
    st.sampled_from([None, -1.0, 0.0, 4.0]),
    st.sampled_from([1, 2, 5, 4096]),
)
def test_it_finds_what_sorting_all_finds(
    changes: list[tuple[str, Triplet, tuple[int, ...], bool]],
    queries: list[tuple[int, ...]],
    width: int,
    threshold: float | None,
    shorten_from: int,
) -> None:
    index, asked = VectorIndex(shorten_from), np.array(queries, dtype=np.float32)
    valid: dict[Triplet, np.ndarray[tuple[int], np.dtype[np.float32]]] = {}
    for change, triplet, vector, is_looked_up in changes:
        if change == "add":
            index.add([triplet], row(*vector))
            valid.setdefault(triplet, row(*vector)[0])
        else:
            index.remove(triplet)
            valid.pop(triplet, None)
        if is_looked_up:
            expected = [first(sorted_all(valid, query), width, threshold) for query in asked]
            assert index.nearest(asked, width, threshold) == expected
    assert len(index) == len(valid)
    assert all(triplet in index for triplet in valid)


@pytest.mark.parametrize("seed", range(3))
def test_of_thousands_it_finds_what_sorting_all_finds(seed: int) -> None:
    """Vectors as embedders make them: near one another in families, some of them equal."""
    rng = np.random.default_rng(seed)
    families = rng.standard_normal((12, 40))
    asked_before = rng.standard_normal((0, 40))
    index, valid = VectorIndex(shorten_from=300), {}
    for batch in range(8):
        vectors = families[rng.integers(12, size=250)] + rng.choice([0, 0.1, 1]) * rng.standard_normal((250, 40))
        vectors = np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)
        batch_of = [Triplet(f"thing {number}", "is in", f"box {batch}") for number in range(250)]
        index.add(batch_of, vectors)
        valid |= dict(zip(batch_of, vectors, strict=True))
        for triplet in [list(valid)[place] for place in rng.permutation(len(valid))[:60]]:
            index.remove(triplet)
            del valid[triplet]
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


def approximate(count: int) -> tuple[VectorIndex, list[Triplet]]:
    """An index whose approximate index has been made, and what it holds."""
    index, triplets = VectorIndex(approximate_from=count), some(count)
    index.add(triplets, of_few_dimensions(count))
    for few in (1, 300):
        # So far too few were asked to see by them what it finds.
        index.nearest(of_few_dimensions(few), 6)
        index.settle()
        assert index.is_exact
    index.nearest(of_few_dimensions(300), 6)
    index.settle()
    assert not index.is_exact
    return index, triplets


def test_an_approximate_index_finds_what_looking_at_all_finds() -> None:
    index, triplets = approximate(5000)
    exact = VectorIndex(approximate_from=None)
    exact.add(triplets, of_few_dimensions(5000))
    queries = of_few_dimensions(400)
    found, wanted = index.nearest(queries, 6), exact.nearest(queries, 6)
    assert sum(len({*some} & {*all_}) for some, all_ in zip(found, wanted, strict=True)) >= 0.99 * 6 * 400


def test_very_many_take_half_the_space_and_are_found_alike() -> None:
    triplets, vectors = some(3000), of_few_dimensions(3000)
    queries = np.vstack([of_few_dimensions(60), np.zeros((1, 12), dtype=np.float32)])
    exact = VectorIndex(approximate_from=None)
    # Made large at once and bit by bit; searched by bounds and without.
    several = [VectorIndex(approximate_from=2000), VectorIndex(9999, approximate_from=2000)]
    several[0].add(triplets, vectors)
    for start in range(0, 3000, 1500):
        several[1].add(triplets[start : start + 1500], vectors[start : start + 1500])
    exact.add(triplets, vectors)
    for index in (*several, exact):
        for triplet in triplets[100:1000]:
            index.remove(triplet)
    wanted = exact.nearest(queries, 6)
    for index in several:
        found = index.nearest(queries, 6)
        assert sum(len({*some} & {*all_}) for some, all_ in zip(found, wanted, strict=True)) >= 0.99 * 6 * 61
        assert index.is_exact
        np.testing.assert_allclose(index.vectors(triplets[1000:]), vectors[1000:], atol=1e-4)


def test_an_approximate_index_follows_what_is_added_and_removed() -> None:
    index, _ = approximate(5000)
    query = of_few_dimensions(401)[:1]
    before = index.nearest(query, 3)[0]
    index.remove(before[0])
    assert index.nearest(query, 2)[0] == before[1:]
    # An answer that is not known, of which the removed one was a candidate.
    assert before[0] not in index.nearest(query, 5)[0]
    nearer = Triplet("thing", "is as", "query")
    index.add([nearer], query)
    assert index.nearest(query, 4)[0][0] == nearer


def test_what_is_removed_while_an_approximate_index_is_made_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    prove, is_added, is_removed = Approximate.prove, Event(), Event()

    def prove_later(made: Approximate, answers: Mapping[Question, Sequence[int]]) -> bool:
        is_added.set()
        return is_removed.wait(10) and prove(made, answers)

    monkeypatch.setattr(Approximate, "prove", prove_later)
    index = VectorIndex(approximate_from=5000)
    index.add(some(5000), of_few_dimensions(5000))
    index.nearest(of_few_dimensions(300), 6)
    query = of_few_dimensions(401)[:1]
    gone, *others = index.nearest(query, 4)[0]
    assert is_added.wait(10)
    index.remove(gone)
    is_removed.set()
    index.settle()
    assert not index.is_exact
    assert index.nearest(query, 3) == [tuple(others)]


def test_an_approximate_index_is_not_taken_on_no_evidence() -> None:
    assert not Approximate(of_few_dimensions(1000)).prove({})


def test_directions_in_which_vectors_hardly_differ_have_no_codes() -> None:
    drawn, numbers = np.random.default_rng(3), np.arange(1000)
    alike = drawn.standard_normal((1000, 13)).astype(np.float32) * np.array([1] * 5 + [0.01] * 8, dtype=np.float32)
    for shift in (0, 9):
        made = Approximate(alike + np.float32(shift))
        made.add(numbers, alike + np.float32(shift))
        assert made.nbytes == 1000 * (2 + 8)
        wanted = np.argsort(-(alike @ alike[:50].T), axis=0)[:3].T
        found = made.candidates(alike[:50], 3)
        assert np.mean([np.isin(own, near).mean() for own, near in zip(wanted, found, strict=True)]) >= 0.99


def test_what_is_not_in_an_approximate_index_yet_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    index, vectors = VectorIndex(approximate_from=5000), of_few_dimensions(9000)
    index.add(some(9000), vectors)
    proved: list[Mapping[Question, Sequence[int]]] = []
    prove = Approximate.prove

    def watched(made: Approximate, answers: Mapping[Question, Sequence[int]]) -> bool:
        proved.append(answers)
        return prove(made, answers)

    monkeypatch.setattr(Approximate, "prove", watched)
    # The first 8,192 are given at once; the others are so few that they are added by the next search.
    for asked in (vectors[8100:8400], vectors[:1]):
        index.nearest(asked, 1)
    index.settle()
    (answers,) = proved
    assert {number for numbers in answers.values() for number in numbers} == {0, *range(8145, 8192)}
    assert index.nearest(vectors[8990:], 1) == [(own,) for own in some(9000)[8990:]]


def test_a_process_may_end_while_an_approximate_index_is_made() -> None:
    program = """
import numpy
from ariadne.memory.arigraph.index import VectorIndex
from ariadne.triplet import Triplet
vectors = numpy.random.default_rng(1).standard_normal((20000, 200)).astype(numpy.float32)
index = VectorIndex(approximate_from=20000)
index.add([Triplet(f"thing {number}", "is in", "box") for number in range(20000)], vectors)
index.nearest(vectors[:256], 6)
index.nearest(vectors[300:301], 6)
print(index.is_exact)
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


def test_an_approximate_index_that_finds_too_little_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors, queries = of_few_dimensions(6000), of_few_dimensions(300)
    index, triplets = VectorIndex(approximate_from=3000), some(6000)

    def is_found_exactly() -> bool:
        index.nearest(queries, 6)
        index.nearest(queries, 6)
        index.settle()
        return index.is_exact

    with monkeypatch.context() as patched:
        patched.setattr("ariadne.memory.arigraph.approximate._OVER", 1)
        index.add(triplets[:3000], vectors[:3000])
        wanted = index.nearest(queries, 6)
        assert is_found_exactly()
        assert index.nearest(queries, 6) == wanted
    assert is_found_exactly(), "none is made anew before there are twice as many"
    index.add(triplets[3000:], vectors[3000:])
    assert not is_found_exactly(), "of all of them, those before as well"


def test_without_the_library_every_search_looks_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ariadne.memory.arigraph.approximate.find_spec", lambda name: None)
    index = VectorIndex(approximate_from=10)
    index.add(some(500), of_few_dimensions(500))
    index.nearest(of_few_dimensions(300), 6)
    index.nearest(of_few_dimensions(300), 6)
    index.settle()
    assert index.is_exact
