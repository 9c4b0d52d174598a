from __future__ import annotations

from dataclasses import replace

import pytest

from ariadne.agents.planner import Planner, PlanState
from ariadne.events import Status
from ariadne.models.answers import Edits, Explore, ExploringEdits
from tests.agents.moments import KITCHEN, moment
from tests.scripted import Script, shown

OLD = ("find the lamp | it is dark", "open the box | the lamp may be in it")
NEW = ["find the lamp | the box is empty", "go north | not tried"]


async def test_one_question_edits_the_plan() -> None:
    script = Script(plan={"plan": ["done 1", "go north | not tried"]})
    state = await Planner(script.ask).revise(moment(OLD))
    assert state == PlanState(("go north | not tried", OLD[1]))
    assert [(question.name, question.answer) for question in script.asked] == [("plan", Edits)]
    assert all(f"{number}. {line}" in shown(script.asked[0]) for number, line in enumerate(OLD, 1))


@pytest.mark.parametrize("explore", [False, True])
async def test_planning_rules_also_answer_whether_to_explore(explore: bool) -> None:
    script = Script(plan={"plan": NEW, "explore": explore})
    state = await Planner(script.ask, ExploringEdits).revise(moment(OLD, explore=not explore))
    assert state == PlanState((*NEW, OLD[1]), explore)


@pytest.mark.parametrize("explore", [False, True])
async def test_the_paper_checks_the_plan_so_far_before_it_is_revised(explore: bool) -> None:
    script = Script(plan={"plan": NEW}, explore={"explore": explore})
    state = await Planner(script.ask, separate=True).revise(moment(OLD, explore=not explore))
    assert state == PlanState((*NEW, OLD[1]), explore)
    assert [(question.name, question.answer) for question in script.asked] == [("explore", Explore), ("plan", Edits)]
    checked, planned = map(shown, script.asked)
    assert all(line in checked for line in OLD)
    assert ("hall north" in planned) == explore


@pytest.mark.parametrize("edits", [[], ["done 1"], ["", "  "]])
async def test_an_empty_first_plan_is_repaired(edits: list[str]) -> None:
    script = Script(plan=[{"plan": edits}, {"plan": NEW}])
    assert (await Planner(script.ask).revise(moment(()))).sub_goals == tuple(NEW)
    assert script.asked[1].repair is not None


async def test_a_sub_goal_may_come_as_an_object() -> None:
    script = Script(plan={"plan": [{"sub_goal": "rest", "reason": "tired"}]})
    assert (await Planner(script.ask).revise(moment(()))).sub_goals == ("rest | tired",)


async def test_a_plan_may_end_but_not_where_the_rules_plan() -> None:
    script = Script(plan={"plan": ["done 1", "done 2"]})
    assert (await Planner(script.ask).revise(moment(OLD))).sub_goals == ()
    assert (await Planner(script.ask, ExploringEdits).revise(moment(OLD))).sub_goals == OLD


@pytest.mark.parametrize(
    ("command", "status", "is_met"), [("open box", "valid", True), ("open box", "invalid", False), ("", "valid", False)]
)
async def test_with_planning_rules_what_was_just_done_is_met(command: str, status: Status, is_met: bool) -> None:
    now = replace(moment(OLD), turn=replace(KITCHEN, command=command, status=status))
    state = await Planner(Script(plan={"plan": []}).ask, ExploringEdits).revise(now)
    assert state.sub_goals == (OLD[:1] if is_met else OLD)
    assert (await Planner(Script(plan={"plan": []}).ask).revise(now)).sub_goals == OLD


@pytest.mark.parametrize("explore", [False, True])
async def test_an_unreadable_reply_keeps_the_previous_plan(explore: bool) -> None:
    script = Script(plan="no JSON")
    state = await Planner(script.ask).revise(moment(OLD, explore))
    assert state == PlanState(OLD, explore)
    assert script.names == ["plan", "plan"]
    assert all(exchange.error for exchange in script.exchanges)
