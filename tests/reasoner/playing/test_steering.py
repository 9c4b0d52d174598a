from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.playing.steering import FORWARD, LEFT, RIGHT, Bearings, look_around, steer
from ariadne.reasoner.reading.intents import Intent
from tests.reasoner.scenes import chosen, moment

ROOM = "You are facing north. You see a red ball 2 steps ahead and 1 step to your left. You see a wall 4 steps ahead."
BALL = Intent("go", "red ball")


def walked(chart: Bearings, intent: Intent, *carried: str) -> list[str]:
    """The commands to reach something, if nothing new is seen."""
    commands: list[str] = []
    turns: list[str] = []
    while len(commands) < 20 and (command := steer(Bearings.of([ROOM, *turns]), intent, carried)):
        commands.append(command)
        turns.append(f"> {command}\nYou do.")
    return commands


def test_texts_and_moves_tell_what_stands_where() -> None:
    chart = Bearings.of(
        [ROOM, "> turn left\nYou see a red ball 1 step ahead and 2 steps to your right.", "> go forward\nYou go."]
    )
    assert chart.at == (-1, 0)
    assert chart.things == {(-1, 2): "red ball", (0, 4): "wall"}


def test_things_no_longer_seen_in_front_are_gone() -> None:
    chart = Bearings.of(["You see a red ball 1 step ahead.", "> pick up red ball\nYou pick up the red ball."])
    assert chart.things == {}


def test_the_shortest_way_ends_facing_the_target() -> None:
    assert walked(Bearings.of([ROOM]), BALL) == [FORWARD, FORWARD, LEFT]
    assert walked(Bearings.of([ROOM]), Intent("take", "ball")) == [FORWARD, FORWARD, LEFT]
    assert walked(Bearings.of([ROOM]), Intent("go", "blue ball")) == []


def test_obstacles_are_walked_around() -> None:
    seen = "You see a key 1 step ahead. You see a red ball 2 steps ahead. You see a wall 1 step to your left."
    assert Bearings.of([seen]).way_to({(0, 2)}) == [RIGHT, FORWARD, LEFT, FORWARD, FORWARD, LEFT]


def test_something_is_put_down_on_a_free_place_beside_another() -> None:
    intent = Intent("put", "key", "red ball")
    assert walked(Bearings.of([ROOM]), intent, "blue key")[-1] == "drop blue key"
    assert steer(Bearings.of([ROOM, "> look\nYou see a blue key 1 step ahead."]), intent, ()) == ""


def test_an_unseen_target_is_searched() -> None:
    wall = Bearings.of(
        ["You see a wall 1 step ahead. You see a wall 5 steps to your right. You see a wall 1 step to your left."]
    )
    assert look_around(wall, []) == RIGHT
    assert look_around(wall, [RIGHT, RIGHT]) == RIGHT
    back = Bearings.of(
        [
            "You see a wall 1 step ahead.",
            f"> {LEFT}\nYou see a wall 1 step ahead.",
            f"> {LEFT}\nYou see a box 1 step ahead.",
        ]
    )
    assert look_around(back, [LEFT, LEFT, LEFT]) == LEFT
    door = Bearings.of(["You see a closed red door 1 step ahead."])
    assert look_around(door, []) == "open red door"
    assert look_around(Bearings.of(["You see an open red door 1 step ahead."]), ["open red door"]) == FORWARD


@pytest.mark.parametrize(
    ("seen", "actions", "action"),
    [
        (ROOM, [LEFT, RIGHT, FORWARD], FORWARD),
        ("You see a red ball 1 step ahead.", [LEFT, RIGHT, "pick up red ball"], "pick up red ball"),
        ("You see nothing.", [LEFT, RIGHT, FORWARD], RIGHT),
    ],
)
def test_worlds_with_turns_are_steered(seen: str, actions: list[str], action: str) -> None:
    assert chosen(moment(seen, actions, goal="Pick up a ball.", plan=["Take the ball | as told"])) == action


@given(st.lists(st.sampled_from([LEFT, RIGHT, FORWARD]), max_size=12))
def test_turning_and_going_back_leads_back(commands: list[str]) -> None:
    back = [{LEFT: RIGHT, RIGHT: LEFT}.get(command, command) for command in reversed(commands)]
    turns = [*commands, RIGHT, RIGHT, *back, RIGHT, RIGHT]
    chart = Bearings.of(f"> {command}\nYou do." for command in turns)
    assert (chart.at, chart.way) == ((0, 0), 0)
