from __future__ import annotations

from dataclasses import replace

import pytest

from ariadne.agents.chooser import Chooser
from ariadne.agents.decider import Decider
from ariadne.agents.tried import Offer
from ariadne.worlds.world import Status
from tests.agents.moments import KITCHEN, moment
from tests.scripted import Events, Script

ACTIONS = ["go west", "open box"]
PLAN = ("Open the box | it may hold the lamp", "Go home | it is late")
NOTHING_NEW = {"done": [], "dropped": [], "new": [], "reason": "so", "action": "go west"}


@pytest.mark.parametrize(("status", "left"), [("valid", PLAN[1:]), ("invalid", PLAN)])
async def test_only_what_the_world_took_meets_a_sub_goal(status: Status, left: tuple[str, ...]) -> None:
    now = replace(moment(PLAN), turn=replace(KITCHEN, command="open box", status=status))
    decider = Decider(Chooser(Script(decide=NOTHING_NEW).ask, Events()))
    plan, action = await decider.decide(now, Offer(ACTIONS, []))
    assert plan.sub_goals == left
    assert (action.action, action.reason) == ("go west", "so")


async def test_edits_and_action_come_in_one_question() -> None:
    script = Script(decide={"done": [1], "dropped": [], "new": ["Rest | why not"], "reason": "so", "action": "go west"})
    plan, _ = await Decider(Chooser(script.ask, Events())).decide(moment(PLAN), Offer(ACTIONS, []))
    assert plan.sub_goals == ("Rest | why not", PLAN[1])
    assert script.names == ["decide"]


async def test_where_no_action_is_named_the_plan_stays_and_the_chooser_plays_on() -> None:
    events = Events()
    decider = Decider(Chooser(Script(decide="Well.").ask, events))
    plan, action = await decider.decide(moment(PLAN), Offer(ACTIONS, []))
    assert plan.sub_goals == PLAN
    assert action.action in ACTIONS
    assert [event.name for event in events] == ["invalid"]
