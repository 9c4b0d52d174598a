from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any

import gymnasium
import pytest
from minigrid.core.actions import Actions
from minigrid.utils.baby_ai_bot import BabyAIBot

from ariadne.worlds.babyai.view import View
from ariadne.worlds.babyai.world import BabyAIWorld, make_level
from ariadne.worlds.world import Score, Turn
from tests.nightly import mostly_nightly

SOME = ("GoToRedBall", "PutNextLocal", "Unlock", "UnblockPickup", "GoToSeq", "BossLevel", "GoToObjS6", "UnlockPickup")
PLAIN = {
    Actions.left: "turn left", Actions.right: "turn right", Actions.forward: "go forward", Actions.pickup: "pick up",
    Actions.drop: "drop", Actions.toggle: "toggle",
}  # fmt: skip


def played_by_bot(name: str, seed: int) -> tuple[list[Any], float]:
    """What the bot does in a level with nothing of ours, and its reward."""
    level = gymnasium.make(name).unwrapped
    level.reset(seed=seed)
    bot, action, actions, over, reward = BabyAIBot(level), None, [], False, 0.0
    while not over:
        action = bot.replan(action)
        actions.append(action)
        _, reward, terminated, truncated, _ = level.step(action)
        over = terminated or truncated
    return actions, float(reward)


def walked(world: BabyAIWorld, commands: Iterable[str]) -> list[Turn]:
    return [world.reset(), *(world.step(command) for command in commands)]


@pytest.mark.parametrize("name", mostly_nightly(SOME, SOME[:2]))
def test_bots_score_through_our_world_is_its_own(name: str) -> None:
    for seed in (1, 2):
        actions, reward = played_by_bot(f"BabyAI-{name}-v{1 if name == 'GoToObjS6' else 0}", seed)
        with closing(BabyAIWorld(name, seed)) as world:
            turns = walked(world, world.walkthrough)
            assert reward > 0
            assert world.score() == Score(reward, 1.0, won=True)
            assert len(world.walkthrough) == len(actions)
            assert [turn.done for turn in turns] == [False] * len(actions) + [True]
            assert all(turn.status == "valid" for turn in turns)
            assert all(turn.command in before.commands for before, turn in pairwise(turns))


def state(level: Any) -> tuple[Any, ...]:
    here = level.carrying
    return level.hash(64), tuple(map(int, level.agent_pos)), level.agent_dir, here and (here.type, here.color)


@pytest.mark.parametrize("name", mostly_nightly(["Unlock", "PutNextLocal", "KeyInBox", "SynthS5R2"], ["KeyInBox"]))
def test_exactly_the_listed_actions_change_something(name: str) -> None:
    rng = Random(name)
    level = make_level(name, 1)
    for _ in range(25):
        deeds = View(level.gen_obs()).deeds
        for action in PLAIN:
            tried = deepcopy(level)
            tried.step(action)
            assert (state(tried) != state(level)) == (action in {deed.action for deed in deeds})
        # What is not a turn comes first, so that things are carried about.
        level.step(rng.choice([deed.action for deed in deeds][rng.choice((0, 0, 2)) :] or [Actions.left]))


def test_player_is_told_what_happened_and_what_is_seen() -> None:
    with closing(BabyAIWorld("PutNextLocal", 1)) as world:
        assert world.goal.startswith("Put the ")
        turns = walked(world, world.walkthrough)
    picked = next(turn for turn in turns if turn.command.startswith("pick up "))
    what = picked.command.removeprefix("pick up ")
    assert picked.observation.startswith(f"You pick up the {what}. You are facing ")
    assert picked.inventory == f"You are carrying a {what}."
    assert turns[0].observation.startswith("You are facing ")
    assert turns[-1].observation.endswith("The task is done.")
    assert turns[-1].commands == ()


def test_plain_actions_are_taken_in_any_case_and_cost_a_step_where_nothing_happens() -> None:
    with closing(BabyAIWorld("GoToObjS4", 2)) as world:
        before = world.reset()
        assert world.step("Turn  LEFT").status == "valid"
        assert world.step("toggle").status == "invalid"
        assert world.step("dance").status == "invalid"
        turned = world.step("turn right")
        assert turned.observation == f"You turn right. {before.observation}"
        # Of the level's 17 steps, three are taken: the unknown command is none.
        assert [world.step("turn left").done for _ in range(14)] == [False] * 13 + [True]


def test_level_is_over_after_its_steps() -> None:
    with closing(BabyAIWorld("GoToObjS4", 2)) as world:
        turns = walked(world, ["turn left"] * 17)
        assert [turn.done for turn in turns] == [False] * 17 + [True]
        assert world.score() == Score(0.0, 1.0, lost=True)
        assert not world.reset().done
        assert not world.score().lost


def test_what_fails_the_task_loses() -> None:
    """A door out of its order, which the bot does not know to be wrong."""
    actions, reward = played_by_bot("BabyAI-OpenDoorsOrderN4Debug-v0", 1)
    assert reward == 0
    with closing(BabyAIWorld("OpenDoorsOrderN4Debug", 1)) as world:
        assert world.walkthrough == ()
        last = walked(world, [PLAIN[action] for action in actions])[-1]
        assert last.done
        assert last.observation.endswith("The task has failed.")
        assert world.score() == Score(0.0, 1.0, lost=True)
        assert world.step("turn left").observation == "It is over."
