from __future__ import annotations

import pytest

from ariadne.agents.planner import Planner, PlanState
from ariadne.models.answers import Explore, ExploringPlan, Plan
from tests.agents.moments import moment
from tests.scripted import Script, shown

OLD = ("find the lamp | it is dark", "open the box | the lamp may be in it")
NEW = ["find the lamp | the box is empty", "go north | not tried"]


async def test_one_question_tells_the_plan_and_whether_to_explore() -> None:
    script = Script(plan={"plan": NEW, "explore": True})
    state = await Planner(script.ask).revise(moment(OLD, explore=False))
    assert state == PlanState(tuple(NEW), explore=True)
    assert [(question.name, question.answer) for question in script.asked] == [("plan", ExploringPlan)]


@pytest.mark.parametrize("explore", [False, True])
async def test_the_paper_checks_the_plan_so_far_before_it_is_revised(explore: bool) -> None:
    script = Script(plan={"plan": NEW}, explore={"explore": explore})
    state = await Planner(script.ask, separate=True).revise(moment(OLD, explore=not explore))
    assert state == PlanState(tuple(NEW), explore)
    assert [(question.name, question.answer) for question in script.asked] == [("explore", Explore), ("plan", Plan)]
    checked, planned = map(shown, script.asked)
    assert all(line in checked for line in OLD)
    assert ("hall, has exit, north" in planned) == explore


async def test_before_there_is_a_plan_nothing_is_checked() -> None:
    script = Script(plan={"plan": NEW})
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
    script = Script(plan={"plan": said, "explore": False})
    state = await Planner(script.ask).revise(moment())
    assert state.sub_goals == ("b | one reason", "a | other", "c | why")


async def test_an_empty_plan_is_asked_once_more() -> None:
    script = Script(plan=[{"plan": [], "explore": True}, {"plan": NEW, "explore": True}])
    assert (await Planner(script.ask).revise(moment(OLD))).sub_goals == tuple(NEW)
    assert script.asked[1].repair is not None


@pytest.mark.parametrize("separate", [False, True])
@pytest.mark.parametrize("blank", [[""], [" ", "\n"]])
async def test_a_plan_of_nothing_but_blanks_leaves_the_previous_one(separate: bool, blank: list[str]) -> None:
    script = Script(plan={"plan": blank, "explore": False})
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
    script = Script(plan={"plan": NEW}, explore="who knows")
    state = await Planner(script.ask, separate=True).revise(moment(OLD, explore=True))
    assert state == PlanState(tuple(NEW), explore=True)
