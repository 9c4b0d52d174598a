from __future__ import annotations

from dataclasses import replace

import pytest

from ariadne.agents.planner import Planner, PlanState, done_by, revised
from ariadne.models.answers import Explore, ExploringPlanEdits, PlanEdits
from tests.agents.moments import KITCHEN, moment
from tests.scripted import Script, shown

OLD = ("find the lamp | it is dark", "open the box | the lamp may be in it")
NEW = ["find the lamp | the box is empty", "go north | not tried"]


async def test_one_question_tells_the_plan_and_whether_to_explore() -> None:
    script = Script(plan={"new": NEW, "explore": True})
    state = await Planner(script.ask).revise(moment(OLD, explore=False))
    assert state == PlanState((*NEW, OLD[1]), explore=True)
    assert [(question.name, question.answer) for question in script.asked] == [("plan", ExploringPlanEdits)]


@pytest.mark.parametrize("explore", [False, True])
async def test_the_paper_checks_the_plan_so_far_before_it_is_revised(explore: bool) -> None:
    script = Script(plan={"new": NEW}, explore={"explore": explore})
    state = await Planner(script.ask, separate=True).revise(moment(OLD, explore=not explore))
    assert state == PlanState((*NEW, OLD[1]), explore)
    assert [(question.name, question.answer) for question in script.asked] == [
        ("explore", Explore),
        ("plan", PlanEdits),
    ]
    checked, planned = map(shown, script.asked)
    assert all(line in checked for line in OLD)
    assert ("hall, has exit, north" in planned) == explore


async def test_before_there_is_a_plan_nothing_is_checked() -> None:
    script = Script(plan={"new": NEW})
    state = await Planner(script.ask, separate=True).revise(moment((), explore=True))
    assert state == PlanState(tuple(NEW), explore=True)
    assert script.names == ["plan"]


@pytest.mark.parametrize("separate", [False, True])
async def test_the_planner_sees_the_previous_plan(separate: bool) -> None:
    script = Script()
    await Planner(script.ask, separate).revise(moment(OLD))
    assert all(line in shown(script.asked[-1]) for line in OLD)


@pytest.mark.parametrize("explore", [False, True])
async def test_asked_at_once_the_planner_sees_the_exits_that_the_previous_plan_asked_for(explore: bool) -> None:
    script = Script()
    await Planner(script.ask).revise(moment(OLD, explore))
    assert ("hall, has exit, north" in shown(script.asked[0])) == explore


async def test_sub_goals_keep_their_order_and_stand_on_a_line_each() -> None:
    said = ["b |  one\nreason", "a | other", "", "b | one reason", "  ", {"sub_goal": "c", "reason": "why"}]
    script = Script(plan={"new": said, "explore": False})
    state = await Planner(script.ask).revise(moment(()))
    assert state.sub_goals == ("b | one reason", "a | other", "c | why")


async def test_there_has_to_be_a_plan_to_begin_with() -> None:
    script = Script(plan=[{"new": [], "explore": True}, {"new": NEW, "explore": True}])
    assert (await Planner(script.ask).revise(moment(()))).sub_goals == tuple(NEW)
    assert script.asked[1].repair is not None


def test_what_is_done_or_dropped_goes_and_the_rest_keeps_its_words() -> None:
    plan = ("a | one", "b | two", "c | three", "d | four")
    assert revised(plan, PlanEdits(done=[1], dropped=[3, 9])) == ("b | two", "d | four")
    assert revised(plan, PlanEdits(new=["e | first", "C | another reason"])) == (
        "e | first", "C | another reason", "a | one", "b | two", "d | four",
    )  # fmt: skip
    assert revised(plan, PlanEdits(done=[1, 2, 3, 4])) == plan


@pytest.mark.parametrize(
    ("sub_goal", "command", "met"),
    [
        ("Take the brass key", "take brass key", True),
        ("take the knife from the counter", "take knife from counter", True),
        ("take knife", "take knife from counter", True),
        ("take the brass key", "take tin key", False),
        ("look", "look", False),
        ("take the lamp, then go up into the dark attic and light it", "take lamp", False),
    ],
)
def test_a_sub_goal_that_says_what_was_just_done_is_met(sub_goal: str, command: str, met: bool) -> None:
    left = revised((f"{sub_goal} | why", "win | it is the goal"), PlanEdits(), command)
    assert left == ("win | it is the goal",) if met else len(left) == 2


def test_what_the_world_refused_is_not_done() -> None:
    refused = replace(moment(("open the box | why",)), turn=replace(KITCHEN, command="open box", status="invalid"))
    assert done_by(refused) == ""


@pytest.mark.parametrize("separate", [False, True])
@pytest.mark.parametrize("blank", [[""], [" ", "\n"]])
async def test_a_plan_of_nothing_but_blanks_leaves_the_previous_one(separate: bool, blank: list[str]) -> None:
    script = Script(plan={"new": blank, "explore": False})
    assert (await Planner(script.ask, separate).revise(moment(OLD))).sub_goals == OLD


@pytest.mark.parametrize("explore", [False, True])
async def test_what_cannot_be_read_leaves_the_previous_plan(explore: bool) -> None:
    script = Script(plan="no JSON")
    state = await Planner(script.ask).revise(moment(OLD, explore))
    assert state == PlanState(OLD, explore)
    assert script.names == ["plan", "plan"]
    assert all(exchange.error for exchange in script.exchanges)


@pytest.mark.parametrize("explore", [False, True])
async def test_a_check_holds_for_the_previous_plan_too(explore: bool) -> None:
    script = Script(plan="no JSON", explore={"explore": explore})
    state = await Planner(script.ask, separate=True).revise(moment(OLD, explore=not explore))
    assert state == PlanState(OLD, explore)
    assert script.names == ["explore", "plan", "plan"]


async def test_an_unreadable_check_costs_the_check_alone() -> None:
    script = Script(plan={"new": NEW}, explore="who knows")
    state = await Planner(script.ask, separate=True).revise(moment(OLD, explore=True))
    assert state == PlanState((*NEW, OLD[1]), explore=True)
