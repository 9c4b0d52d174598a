from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory, relevance
from ariadne.triplet import Triplet
from tests.memory.arigraph.strategies import triplets


def search(
    memory: EpisodicMemory,
    facts: Sequence[Triplet],
    k: int,
    exclude: Sequence[str] = (),
    episodic_similarity: Sequence[float] = (),
) -> tuple[EpisodeNode, ...]:
    return tuple(memory.nodes.some(memory.ranked(memory.relevances(facts, episodic_similarity), k, exclude)))


def some(*numbers: int) -> tuple[Triplet, ...]:
    return tuple(Triplet(f"thing {number}", "is in", "box") for number in numbers)


@pytest.mark.parametrize(
    ("tied_facts", "tied", "expected"),
    [(0, 0, 0), (1, 1, 0), (0, 5, 0), (1, 2, math.log(2) / 2), (2, 4, math.log(4) / 2), (8, 8, math.log(8))],
)
def test_relevance_is_equation_1(tied_facts: int, tied: int, expected: float) -> None:
    assert relevance(tied_facts, tied) == pytest.approx(expected)


def test_recent_observations_and_repeated_ones_are_left_out() -> None:
    memory = EpisodicMemory()
    memory.append(EpisodeNode(1, "the kitchen", some(1, 2)))
    hall = memory.append(EpisodeNode(2, "the hall", some(1, 3)))
    kitchen = memory.append(EpisodeNode(3, "the kitchen", some(1, 2)))
    memory.append(EpisodeNode(4, "the cellar", some(1, 4)))
    assert search(memory, some(1), 5, exclude=["the cellar"]) == (kitchen, hall)


def test_known_triplets_are_tied_and_repeated_ones_once() -> None:
    memory = EpisodicMemory()
    memory.append(EpisodeNode(1, "first", some(1, 2)))
    again = memory.append(EpisodeNode(2, "second", some(1, 1, 2, 3)))
    assert again.triplets == some(1, 2, 3)
    assert [node.step for node in search(memory, some(1, 2, 2), 2)] == [2, 1]
    assert [node.step for node in memory.nodes] == [1, 2]


@pytest.mark.parametrize("scale", [0.01, 1, 100])
def test_formula_and_similarity_have_equal_weight_at_any_scale(scale: float) -> None:
    memory = EpisodicMemory()
    long = memory.append(EpisodeNode(1, "the most relevant by the formula", some(*range(9))))
    half = memory.append(EpisodeNode(2, "half as relevant", some(*range(3))))
    nearest = memory.append(EpisodeNode(3, "the most similar", some(9)))

    def found(*similarity: float) -> tuple[EpisodeNode, ...]:
        return search(memory, some(*range(9)), 3, episodic_similarity=[scale * each for each in similarity])

    assert found(0.1, 0.55, 1) == (long, half, nearest)
    assert found(0.1, 0.65, 1) == (half, long, nearest)
    assert found(0.0, 0.45, 1) == (nearest, long, half)


def test_the_other_term_decides_if_one_is_0() -> None:
    memory = EpisodicMemory()
    tied = memory.append(EpisodeNode(1, "tied", some(1, 2)))
    other = memory.append(EpisodeNode(2, "other", some(3)))
    assert search(memory, some(1), 2, episodic_similarity=[-0.2, 0.0]) == (tied,)
    assert search(memory, [], 2, episodic_similarity=[0.2, 0.4]) == (other, tied)
    assert search(memory, [], 2, episodic_similarity=[0.0, -0.1]) == ()
    assert search(EpisodicMemory(), some(1), 2, episodic_similarity=[]) == ()


@settings(deadline=None)
@given(st.lists(st.lists(triplets, max_size=6), max_size=12), st.lists(triplets, max_size=8), st.integers(0, 5))
def test_search_equals_scoring_all_episodes(episodes: list[list[Triplet]], facts: list[Triplet], k: int) -> None:
    memory = EpisodicMemory()
    for step, tied in enumerate(episodes):
        memory.append(EpisodeNode(step, f"observation {step}", tuple(tied)))
    scores = {step: relevance(len({*tied} & {*facts}), len({*tied})) for step, tied in enumerate(episodes)}
    best = sorted((step for step in scores if scores[step] > 0), key=lambda step: (-scores[step], -step))
    assert [node.step for node in search(memory, facts, k)] == best[:k]
