"""The benchmark of the memory's speed: it counts right, and runs on a stream; what it measures is not judged here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from ariadne.triplet import Triplet
from benchmarks.memory import Light, Plain, Spread, Times, reached, read_stream
from benchmarks.stream import walk
from tests.command import benchmark

KEY = ["key", "is in", "box"]
HELD = ["key", "is in", "inventory"]
BOX = ["box", "is in", "hall"]


def line(triplets: Sequence[Sequence[str]], outdated: Sequence[Sequence[Sequence[str]]] = ()) -> str:
    step = {"observation": "A hall.", "triplets": triplets, "outdated": outdated, "queries": ["key"], "depths": [2]}
    return json.dumps({**step, "step": 1, "action": "look"})


@pytest.fixture
def stream(tmp_path: Path) -> Path:
    path = tmp_path / "stream.jsonl"
    lines = [line([KEY]), line([KEY, BOX]), line([HELD], [[KEY, HELD]])]
    more = [line([[f"thing {number}", "is in", f"box {number % 7}"]]) for number in range(40)]
    path.write_text("\n".join([*lines, *more]) + "\n", encoding="utf-8")
    return path


def test_a_step_is_read_with_the_answer_of_a_perfect_model(stream: Path) -> None:
    step = read_stream(stream)[2]
    assert step.triplets == (Triplet(*HELD),)
    assert step.queries == {"key": 2}
    assert step.answer.replaced == ["key | is in | box -> key | is in | inventory"]
    assert step.answer.entities == ["key: 2"]


def test_a_size_is_reached_when_so_many_distinct_triplets_are_told(stream: Path) -> None:
    steps = read_stream(stream)
    assert reached(steps, [2, 3]) == {1: 2, 2: 3}
    assert reached(steps, [10, 1]) == {0: 1, 9: 10}
    assert reached(steps, [3, 1000, 2000]) == {2: 3, 42: 43}


def test_times_of_two_parts_add_up() -> None:
    observe, recall = Times([1.0, 2.0, 6.0], [1.0, 1.0, 1.0]), Times([3.0, 3.0, 3.0], [2.0, 4.0, 2.0])
    assert Spread.of(observe.and_then(recall)) == Spread(median=5.0, p95=8.6, mean=6.0, cpu=3.0)


def test_the_plain_search_sorts_by_the_score_and_then_by_the_order() -> None:
    triplets = [Triplet("thing", "is number", str(number)) for number in range(4)]
    plain = Plain(triplets, np.array([[1, 0], [0, 1], [1, 1e-7], [-1, 0]], dtype=np.float64))
    query = np.array([[1, 0.5]], dtype=np.float32)
    assert plain.nearest(query, 3) == [(triplets[0], triplets[2], triplets[1])]
    assert plain.nearest(query, 9, threshold=0.9) == [(triplets[0], triplets[2])]


def test_light_vectors_are_near_where_words_are_alike() -> None:
    vectors = Light().embed(["red key", "red key, is in, box", "red keys", "kitchen"])
    near, alike, far = vectors[1:] @ vectors[0]
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    assert near > 0.6
    assert alike > 0.6
    assert far < 0.5


@pytest.mark.parametrize("more", [[], ["--file"]])
def test_it_runs_on_a_stream_and_finds_what_a_plain_search_finds(stream: Path, more: Sequence[str]) -> None:
    said = benchmark("memory", "--stream", stream, "--triplets", "2,20,400", "--json", "--steps", "5", *more)
    told = json.loads(said.stdout)
    assert told["embedder"] == "light"
    sizes = told["sizes"]
    assert [size["triplets"] for size in sizes] == [2, 20, 43]
    assert [size["valid"] for size in sizes] == [2, 19, 42]
    assert [size["steps"] for size in sizes] == [2, 5, 5]
    assert all(size["same"] == size["steps"] and size["recall_of_plain"] == 1 for size in sizes)
    assert all(size["embedded"] == size["texts"] for size in sizes)
    assert sizes[0]["texts"] == 5  # two triplets, three vertices


def test_a_walk_tells_so_many_triplets_and_takes_back_only_what_it_told() -> None:
    steps = list(walk(seed=3, triplets=400))
    assert steps == list(walk(seed=3, triplets=400))
    assert steps != list(walk(seed=4, triplets=400))
    told: set[tuple[str, ...]] = set()
    for step in steps:
        assert len(told) < 400
        assert all(tuple(old) not in map(tuple, step["triplets"]) for old, _ in step["outdated"])
        assert all(new in step["triplets"] for _, new in step["outdated"])
        assert len(step["queries"]) == len(step["depths"]) <= 6
        told |= {tuple(line) for line in step["triplets"]}
    assert len(told) >= 400
