from __future__ import annotations

import pytest

from ariadne.agents.edits import LONGEST, edited

PLAN = ("find the key | it is locked", "open the box | it may hold the lamp", "go home | it is late")
KEY, BOX, HOME = PLAN


@pytest.mark.parametrize("edit", ["done 1", "Done: 1", "done #1.", "drop 1", "dropped 1"])
def test_what_is_done_or_dropped_goes_and_the_rest_keeps_its_words(edit: str) -> None:
    assert edited(PLAN, [edit]) == (BOX, HOME)


def test_numbers_are_those_that_were_shown_whatever_went_before() -> None:
    assert edited(PLAN, ["done 1", "drop 3"]) == (BOX,)
    assert edited(PLAN, ["done 1", "2: break the box | no key"]) == ("break the box | no key", HOME)


def test_one_can_come_first() -> None:
    assert edited(PLAN, ["first 3"]) == (HOME, KEY, BOX)


def test_one_can_be_told_in_other_words_and_stays_in_its_place() -> None:
    assert edited(PLAN, ["2: open the red box | the note says so"]) == (
        KEY, "open the red box | the note says so", HOME,
    )  # fmt: skip


@pytest.mark.parametrize("edits", [["first 3", "3: run home | it rains"], ["3: run home | it rains", "first 3"]])
def test_one_can_be_reworded_and_come_first_in_either_order(edits: list[str]) -> None:
    assert edited(PLAN, edits) == ("run home | it rains", KEY, BOX)


def test_what_is_done_does_not_come_back_in_other_words() -> None:
    assert edited(PLAN, ["done 1", "1: find the red key | locked"]) == (BOX, HOME)


def test_new_ones_come_before_the_rest_in_their_order() -> None:
    assert edited(PLAN, ["light a match | dark", "look under the mat | a key"])[:3] == (
        "light a match | dark", "look under the mat | a key", KEY,
    )  # fmt: skip


def test_what_is_written_anew_has_another_reason_and_comes_first() -> None:
    assert edited(PLAN, ["Go home | it rains"]) == ("Go home | it rains", KEY, BOX)


@pytest.mark.parametrize("edit", ["done 9", "drop 0", "first 9", "", "  "])
def test_what_names_no_sub_goal_changes_nothing(edit: str) -> None:
    assert edited(PLAN, [edit]) == PLAN


def test_a_numbered_list_begins_a_plan() -> None:
    assert edited((), ["1. find the key | locked", "2: open the box | lamp"]) == (
        "find the key | locked", "open the box | lamp",
    )  # fmt: skip


@pytest.mark.parametrize("line", ["drop the key | it is heavy", "done with the map | read it", "first aid | hurt"])
def test_a_sub_goal_may_begin_like_an_edit(line: str) -> None:
    assert edited((KEY,), [line]) == (line, KEY)


def test_a_sub_goal_stands_on_one_line_and_once() -> None:
    assert edited((), ["b |  one\nreason", "a | other", "b | one reason"]) == ("b | one reason", "a | other")


def test_a_plan_may_end() -> None:
    assert edited(PLAN, ["done 1", "done 2", "drop 3"]) == ()


def test_a_plan_of_which_nothing_is_ever_dropped_stays_short() -> None:
    plan: tuple[str, ...] = ()
    for number in range(2 * LONGEST):
        plan = edited(plan, [f"goal {number} | why"])
    assert len(plan) == LONGEST
    assert plan[0] == f"goal {2 * LONGEST - 1} | why"
