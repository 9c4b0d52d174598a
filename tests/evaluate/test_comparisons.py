from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.evaluate.card import Comparison
from tests.evaluate.cards import card_of, comparison_of
from tests.evaluate.runs import Told


def compared(folder: Path, ours: list[Told], theirs: list[Told]) -> dict[str, Comparison]:
    """HiAgent with the standard strategy by metric; each episode is an instance of its own unless it says another."""
    card = card_of(
        folder,
        *(told(each, number, "hiagent", "hiagent") for number, each in enumerate(ours, 1)),
        *(told(each, number, "standard", "full-history") for number, each in enumerate(theirs, 1)),
    )
    assert card.baseline == "standard"
    return {each.metric: comparison_of(card, "hiagent", metric=each.metric) for each in card.comparisons}


def told(episode: Told, number: int, agent: str, memory: str) -> Told:
    seed = number if episode.seed == 1 else episode.seed
    return Told(**{**vars(episode), "agent": agent, "memory": memory, "seed": seed})


def ended(steps: int, won: bool = True, **more: object) -> Told:
    """An episode of so many steps of at most 30 that was won, or reached half of the score."""
    why = "won" if won else "steps"
    scores = (0.0,) * (steps - 1) + (4.0 if won else 2.0,)
    return Told(scores=scores, why=why, max_steps=30, **more)  # type: ignore[arg-type]


def test_scores_and_steps_are_tested_pair_by_pair(tmp_path: Path) -> None:
    ours = [ended(10), ended(20), ended(12), ended(30, won=False)]
    theirs = [ended(15), ended(30, won=False), ended(10), ended(30, won=False)]
    found = compared(tmp_path, ours, theirs)
    # Differences of scores are 0, 0.5, 0, 0: ranks 2, 4, 2, 2, of which those of 0 count half to either side.
    assert (found["score"].w, found["score"].difference, found["won"].difference) == (3, 0.125, 0.25)
    # Of steps -5, -10, 2, 0: ranks 3, 4, 2, 1; above 0 are 2 and half of 1.
    steps = found["steps_or_limit"]
    assert (steps.difference, steps.w) == (-3.25, 2.5)
    assert steps.p is not None
    assert 0 < steps.p < 1
    assert found["score"].p_holm == found["score"].p  # one comparison of scores; that of steps is no second one


def test_steps_that_are_all_alike_are_no_evidence_and_no_crash(tmp_path: Path) -> None:
    found = compared(tmp_path, [ended(3), ended(4)], [ended(3), ended(4)])
    assert {(each.w, each.p, each.difference) for each in (found["score"], found["steps_or_limit"])} == {(1.5, 1, 0)}


def test_one_pair_has_ratios_and_no_tests(tmp_path: Path) -> None:
    found = compared(tmp_path, [ended(3, seconds=2)], [ended(6, seconds=4)])
    steps = found["steps_or_limit"]
    assert (steps.difference, steps.w, steps.p, found["score"].w) == (-3, None, None, None)
    assert found["run_time"].ratio == 0.5


def test_ratios_are_of_means_of_common_instances_that_both_know(tmp_path: Path) -> None:
    ours = [ended(2, contexts=(100, 200), seconds=8, waits=(2,)), ended(1, contexts=(50,)), ended(1)]
    theirs = [ended(1, contexts=(300,), seconds=9), ended(1, seconds=2), ended(1, contexts=(10,), seconds=9)]
    found = compared(tmp_path, ours, theirs)
    assert found["context"].ratio == 0.5
    assert found["run_time"].ratio == pytest.approx((6 + 1 + 1) / (9 + 2 + 9))


def test_repeats_of_an_instance_count_once(tmp_path: Path) -> None:
    ours = [ended(1, contexts=(100,)), ended(1, contexts=(100,), seed=9), ended(1, contexts=(400,), seed=9)]
    theirs = [ended(1, contexts=(100,)), ended(1, contexts=(250,), seed=9)]
    found = compared(tmp_path, ours, theirs)
    assert (found["context"].pairs, found["context"].ratio) == (2, 1)
