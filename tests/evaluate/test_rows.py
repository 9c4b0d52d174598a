from __future__ import annotations

from pathlib import Path

import pytest

from ariadne.evaluate.card import ArmResult
from tests.evaluate.cards import card_of, row_of, scored
from tests.evaluate.runs import Told

PERSON = {"agent": "human", "memory": None, "model": None, "asked": {}}


def hunt(folder: Path, *episodes: Told) -> ArmResult:
    return row_of(card_of(folder, *episodes), "arigraph")


def test_success_is_the_share_that_was_won_with_an_interval_over_instances(tmp_path: Path) -> None:
    row = hunt(
        tmp_path,
        scored(1.0, why="won"),
        scored(0.5, repeat=2),
        scored(0.5, seed=2),
        scored(0.5, seed=2, repeat=2),
        scored(1.0, seed=3, why="failed"),
    )
    assert (row.mean("won"), row.metrics["won"].ci95) == (0.25, (0.0, 0.5))


def test_attainable_is_told_of_the_episodes_whose_walkthrough_is_known(tmp_path: Path) -> None:
    lengths = {1: 9, 2: 10, 3: 3, 4: None}
    episodes = [Told(seed=seed, more={"walkthrough_length": length}) for seed, length in lengths.items()]
    failed = Told(seed=5, why="failed", more={"walkthrough_length": 99})
    assert hunt(tmp_path / "some", *episodes, failed).mean("attainable") == pytest.approx(2 / 3)
    assert hunt(tmp_path / "none", episodes[-1]).mean("attainable") is None


def test_context_is_a_mean_of_episodes_and_not_of_steps(tmp_path: Path) -> None:
    row = hunt(tmp_path, Told(contexts=(100, 200, 300, 400)), Told(seed=2, scores=(1,), contexts=(50,)), Told(seed=3))
    assert row.mean("context") == (250 + 50) / 2


def test_run_time_leaves_out_what_was_waited(tmp_path: Path) -> None:
    row = hunt(tmp_path, Told(seconds=10, waits=(1.5, 2)), Told(seed=2, seconds=2))
    assert (row.mean("seconds"), row.mean("run_time")) == (6, (6.5 + 2) / 2)


def test_of_people_the_best_three_plays_of_a_game_count_whatever_their_seeds(tmp_path: Path) -> None:
    plays = [scored(score, seed=seed, **PERSON) for score, seed in ((0.25, 1), (1.0, 1), (0.5, 2), (0.75, 3))]
    card = card_of(tmp_path, *plays, *(scored(1.0, game="cooking", seed=None, **PERSON) for _ in range(3)))
    assert row_of(card, "human").mean("top3") == 0.75
    assert row_of(card, "human", None).mean("top3") == (0.75 + 1) / 2
