from __future__ import annotations

import pytest

from ariadne.agents.edits import LONGEST, edited

PLAN = ("find the key | it is locked", "open the box | it may hold the lamp", "go home | it is late")
KEY, BOX, HOME = PLAN


@pytest.mark.parametrize(
    "edit",
    [
        "done 1",
        "Done: 1",
        "drop 1",
    ],
)
def test_done_and_dropped_sub_goals_go_and_the_rest_stays(edit: str) -> None:
    assert edited(PLAN, [edit]) == (BOX, HOME)


def test_numbers_refer_to_the_plan_as_shown() -> None:
    assert edited(PLAN, ["done 1", "drop 3"]) == (BOX,)
    assert edited(PLAN, ["done 1", "2: break the box | no key"]) == ("break the box | no key", HOME)


def test_a_reworded_sub_goal_keeps_its_position() -> None:
    assert edited(PLAN, ["2: open the red box | the note says so"]) == (
        KEY, "open the red box | the note says so", HOME,
    )  # fmt: skip


@pytest.mark.parametrize("edits", [["first 3", "3: run home | it rains"], ["3: run home | it rains", "first 3"]])
def test_rewording_and_moving_combine_in_either_order(edits: list[str]) -> None:
    assert edited(PLAN, edits) == ("run home | it rains", KEY, BOX)


def test_new_sub_goals_come_first_in_order() -> None:
    assert edited(PLAN, ["light a match | dark", "look under the mat | a key"])[:3] == (
        "light a match | dark", "look under the mat | a key", KEY,
    )  # fmt: skip


def test_a_repeated_sub_goal_moves_first_with_its_new_reason() -> None:
    assert edited(PLAN, ["Go home | it rains"]) == ("Go home | it rains", KEY, BOX)


def test_a_numbered_list_begins_a_plan() -> None:
    assert edited((), ["1. find the key | locked", "2: open the box | lamp"]) == (
        "find the key | locked", "open the box | lamp",
    )  # fmt: skip


@pytest.mark.parametrize("line", ["drop the key | it is heavy", "done with the map | read it", "first aid | hurt"])
def test_a_sub_goal_may_begin_like_an_edit(line: str) -> None:
    assert edited((KEY,), [line]) == (line, KEY)


def test_a_plan_without_drops_stays_short() -> None:
    plan: tuple[str, ...] = ()
    for number in range(2 * LONGEST):
        plan = edited(plan, [f"goal {number} | why"])
    assert len(plan) == LONGEST
    assert plan[0] == f"goal {2 * LONGEST - 1} | why"
