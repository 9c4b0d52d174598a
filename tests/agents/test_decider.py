from __future__ import annotations

from collections.abc import Sequence

import pytest

from ariadne.agents.chooser import Chooser
from ariadne.agents.decider import Decider
from ariadne.agents.planner import PlanState
from ariadne.agents.tried import Offer
from ariadne.models.answers import Action, Noted
from tests.agents.moments import framed
from tests.scripted import Events, Says, Script, shown

OFFER = Offer(["go west", "open box"], [])
PLAN = ("Open the box | it may hold the lamp", "Go home | it is late")
GO = {"plan": [], "reason": "so", "action": "go west"}
LIVED = {**GO, "triplets": ["box, is, red"], "replaced": [2]}
KNOWN = ("box, is, green", "box, is, blue")


async def decide(
    script: Script, plan: tuple[str, ...] = PLAN, known: Sequence[str] | None = None, new: int = 1
) -> tuple[PlanState, Action, Noted | None]:
    return await Decider(Chooser(script.ask, Events())).decide(framed(plan), OFFER, known, new)


async def test_edits_of_the_plan_and_an_action_come_in_one_question() -> None:
    script = Script(decide={**GO, "plan": ["done 1", "Rest | why not"]})
    plan, action, read = await decide(script)
    assert plan.sub_goals == ("Rest | why not", PLAN[1])
    assert (action.action, action.reason, read) == ("go west", "so", None)
    assert script.names == ["decide"]


async def test_facts_of_the_last_turns_come_with_it_if_asked() -> None:
    script = Script(one=LIVED)
    plan, action, read = await decide(script, known=KNOWN)
    assert (plan.sub_goals, action.action) == (PLAN, "go west")
    assert read == Noted(triplets=["box, is, red"], replaced=[2])
    (question,) = script.asked
    assert "1. box, is, green\n2. box, is, blue" in shown(question)
    assert "learn from the last turn, plan, act" in shown(question)


@pytest.mark.parametrize(("new", "task"), [(0, "Task: plan, act"), (3, "Task: learn from the last 3 turns, plan, act")])
async def test_the_task_states_the_number_of_turns_to_read(new: int, task: str) -> None:
    script = Script(one=LIVED)
    await decide(script, known=(), new=new)
    assert task in shown(script.asked[0])


@pytest.mark.parametrize("edits", [[], ["done 1"], [" "]])
async def test_an_action_counts_without_a_plan(edits: list[str]) -> None:
    plan, action, read = await decide(Script(one={**LIVED, "plan": edits}), plan=(), known=KNOWN)
    assert (plan.sub_goals, action.action) == ((), "go west")
    assert read


@pytest.mark.parametrize("reply", ["Well.", {**LIVED, "action": "fly"}])
async def test_without_an_action_the_plan_stays_and_the_chooser_picks(reply: Says) -> None:
    events = Events()
    decider = Decider(Chooser(Script(one=reply).ask, events))
    plan, action, read = await decider.decide(framed(PLAN), OFFER, KNOWN)
    assert (plan.sub_goals, read) == (PLAN, None)
    assert action.action in OFFER.actions
    assert [event.name for event in events] == ["invalid"]
