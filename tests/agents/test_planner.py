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


async def test_the_paper_asks_apart_about_the_new_plan() -> None:
    script = Script(plan={"plan": NEW}, explore={"explore": False})
    state = await Planner(script.ask, separate=True).revise(moment(OLD, explore=True))
    assert state == PlanState(tuple(NEW), explore=False)
    assert [(question.name, question.answer) for question in script.asked] == [("plan", Plan), ("explore", Explore)]
    text = shown(script.asked[1])
    assert all(line in text for line in NEW)
    assert OLD[0] not in text


@pytest.mark.parametrize("separate", [False, True])
async def test_the_planner_sees_the_previous_plan_and_the_exits_that_it_asked_for(separate: bool) -> None:
    for explore in (True, False):
        script = Script()
        await Planner(script.ask, separate).revise(moment(OLD, explore))
        text = shown(script.asked[0])
        assert all(line in text for line in OLD)
        assert ("hall, has exit, north" in text) == explore


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


@pytest.mark.parametrize("separate", [False, True])
@pytest.mark.parametrize("explore", [False, True])
async def test_what_cannot_be_read_leaves_the_previous_plan(separate: bool, explore: bool) -> None:
    script = Script(plan="no JSON")
    state = await Planner(script.ask, separate).revise(moment(OLD, explore))
    assert state == PlanState(OLD, explore)
    assert script.names == ["plan", "plan"]
    assert all(exchange.error for exchange in script.exchanges)


async def test_an_unreadable_check_costs_the_check_alone() -> None:
    script = Script(plan={"plan": NEW}, explore="who knows")
    state = await Planner(script.ask, separate=True).revise(moment(OLD, explore=True))
    assert state == PlanState(tuple(NEW), explore=True)
