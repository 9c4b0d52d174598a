from __future__ import annotations

import pytest

from ariadne.worlds.pddl.text import CHECK, LOOK
from ariadne.worlds.pddl.world import PddlWorld
from tests.worlds.pddl.walks import DOMAINS, SOME_TASKS, world

QUESTIONS = (CHECK, LOOK)


@pytest.fixture
def gripper() -> PddlWorld:
    return world("gripper/1")


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_world_starts_with_the_full_state_and_no_valid_actions(domain: str) -> None:
    played = world(f"{domain}/2")
    turn = played.reset()
    assert played.domain == domain
    assert (turn.command, turn.commands, turn.free, turn.status, turn.done) == ("", QUESTIONS, True, "valid", False)
    assert turn.observation.count(".") >= len(list(played.task.true_in(played.task.init)))
    assert played.goal.startswith("Make all of this true: ")
    assert (played.goal.count("."), played.score().maximum) == (played.task.size, played.task.size)


@pytest.mark.parametrize("name", SOME_TASKS)
def test_what_is_listed_as_valid_is_done_when_it_is_said(name: str) -> None:
    played = world(name)
    played.reset()
    turn = played.step("check valid actions")
    listed = [command for command in turn.commands if command not in QUESTIONS]
    assert turn.status == "meta"
    assert listed
    assert list(turn.commands) == sorted(turn.commands)
    for command in listed:
        assert command in turn.observation
        played.reset()
        assert played.step(command).status == "valid"


def test_what_was_listed_is_known_for_one_turn_only(gripper: PddlWorld) -> None:
    gripper.reset()
    assert len(gripper.step(CHECK).commands) == len(QUESTIONS) + 9
    assert gripper.step(LOOK).commands == QUESTIONS


def test_the_whole_state_is_shown_after_each_action_where_it_is_small(gripper: PddlWorld) -> None:
    gripper.reset()
    turn = gripper.step("pick ball1 in rooma with left")
    assert turn.observation == (
        "Ball2 is in rooma. Ball3 is in rooma. Ball4 is in rooma. Rooma is a room. Roomb is a room. "
        "The left gripper is carrying ball1. The right gripper is free. The robot is in rooma."
    )
    assert gripper.step(LOOK).observation == turn.observation


def test_only_what_has_come_true_is_shown_where_the_state_is_large() -> None:
    played = world("tyreworld/1")
    start = played.reset().observation
    assert played.step("open boot").observation == "The boot is open."
    assert played.step("fetch wrench from boot").observation == "You have the wrench."
    seen = played.step(LOOK).observation
    assert "The boot is closed." in start
    assert "You have the wrench." in seen
    assert "The boot is closed." not in seen


def test_questions_change_nothing_and_say_so_by_their_status(gripper: PddlWorld) -> None:
    before = gripper.reset().observation
    assert [gripper.step(question).status for question in QUESTIONS] == ["meta", "meta"]
    assert gripper.step(LOOK).observation == before


@pytest.mark.parametrize("command", ["drop ball1 in rooma with left", "", "sing", "move rooma rooma", "x" * 10_000])
def test_what_is_not_valid_has_no_effect_and_says_so(gripper: PddlWorld, command: str) -> None:
    before = gripper.reset().observation
    turn = gripper.step(command)
    assert turn.status == "invalid"
    assert turn.observation.startswith("Nothing happens. ")
    assert turn.commands == QUESTIONS
    assert gripper.step(LOOK).observation == before


def test_an_action_that_would_change_nothing_is_invalid() -> None:
    played = world("barman/2")
    played.reset()
    played.step("right grasp shaker1")
    turn = played.step("clean-shaker right left shaker1")
    assert turn.status == "invalid"
    assert "change nothing" in turn.observation
    assert "clean-shaker right left shaker1" not in played.step(CHECK).commands


def test_the_score_is_the_best_so_far(gripper: PddlWorld) -> None:
    gripper.reset()
    for command in gripper.walkthrough[:4]:
        gripper.step(command)
    assert (gripper.score().score, gripper.score().won) == (1, False)
    gripper.step("pick ball1 in roomb with left")
    assert gripper.score().score == 1
    gripper.reset()
    assert gripper.score().score == 0


def test_the_location_is_where_the_text_says_that_the_robot_is(gripper: PddlWorld) -> None:
    assert gripper.reset().location == "rooma"
    assert gripper.step("move").location == "roomb"
    assert world("barman/1").reset().location == ""
