from __future__ import annotations

import json
import sys
from contextlib import closing

import gymnasium
import pytest

import ariadne.gym  # noqa: F401  (registers the environments)
from ariadne.caches import forget
from ariadne.errors import MissingPackage
from ariadne.worlds.babyai.world import make_level
from ariadne.worlds.registry import find_game
from tests.command import ariadne_here


def test_game_is_a_level_with_a_seed_and_the_levels_own_steps() -> None:
    found = find_game("babyai/GoToSeq/2")
    assert (found.name, found.seed, found.sandboxed) == ("babyai/GoToSeq", 2, False)
    assert found.max_steps == make_level("GoToSeq", 2).max_steps
    assert len(found.digest()) == 16


def test_a_level_is_shown_and_played() -> None:
    shown = ariadne_here("games", "show", "babyai/Unlock/2").stdout
    assert "MIT (minigrid)" in shown
    assert "576 at most" in shown
    done = ariadne_here("play", "babyai/PickupLoc/4", "--agent", "walkthrough", "--json")
    summary = json.loads(done.stdout)
    assert (summary["game"], summary["seed"], summary["won"], done.stderr) == ("babyai/PickupLoc", 4, True, "")


def test_a_level_that_draws_again_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for seed in range(12):
        make_level("UnblockPickup", seed)
        make_level("SynthS5R2", seed)
    assert capsys.readouterr().out == ""


def test_gymnasium_plays_a_level_and_its_rewards_are_the_score() -> None:
    with (
        closing(gymnasium.make("ariadne/game-v0", game="babyai/GoToRedBall", seed=3)) as env,
        closing(find_game("babyai/GoToRedBall/3").open()) as world,
    ):
        _, info = env.reset()
        total, over = 0.0, False
        for command in world.walkthrough:
            assert command in info["valid_actions"]
            _, reward, over, _, info = env.step(command)
            total += reward
        assert over
        assert info["won"]
        assert total == info["score"] > 0.5


def test_missing_package_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    monkeypatch.setitem(sys.modules, "minigrid", None)
    monkeypatch.delitem(sys.modules, "ariadne.worlds.babyai.world")
    with pytest.raises(MissingPackage, match=r"BabyAI needs a package .*pip install '.*\[babyai\]'"):
        find_game("babyai/GoTo")
    assert find_game("gripper/3").name == "gripper"
