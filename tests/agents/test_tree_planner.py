from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from ariadne.agents.agent import Setting
from ariadne.agents.tree_planner import PLANS, TreePlanner
from ariadne.memory.full_history import FullHistory
from ariadne.worlds.world import Turn
from tests.scripted import Events, Script

START = Turn("", "A box.", "", ("look",), "", free=True)


def after(command: str, status: str = "valid", observation: str = "Done.") -> Turn:
    return replace(START, command=command, observation=observation, status=status)


def planner(script: Script, events: Events | None = None) -> TreePlanner:
    return TreePlanner(FullHistory(), script.ask, events if events is not None else Events(), Setting())


async def actions(agent: TreePlanner, answers: Callable[[str], Turn], steps: int, start: Turn = START) -> list[str]:
    """The actions done, step by step."""
    await agent.begin("open the box")
    done: list[str] = []
    turns: Sequence[Turn] = [start]
    for _ in range(steps):
        decision = await agent.decide(turns)
        done.append(decision.action)
        turns = [answers(command) for command in decision.commands]
    return done


async def test_plans_that_agree_are_walked_without_questions() -> None:
    script = Script(plans={"plans": ["take key; open box", "Take key; open box"]})
    assert await actions(planner(script), after, 2) == ["take key", "open box"]
    assert script.names == ["plans"]
    assert script.asked[0].inputs["count"] == str(PLANS)


async def test_a_fork_is_decided_by_what_was_observed() -> None:
    script = Script(plans={"plans": ["look; take key", "look; break box"]}, branch="Action: break box")
    assert await actions(planner(script), after, 2) == ["look", "break box"]
    (asked,) = script.of("branch")
    assert asked.inputs["actions"] == ["take key", "break box"]
    assert asked.inputs["observation"] == "Action: look\nObservation: Done."


async def test_an_action_that_fails_closes_its_branch() -> None:
    script = Script(plans={"plans": ["take key; open box", "take key; break box"]}, branch="open box")

    def answer(command: str) -> Turn:
        return after(command, "invalid" if command == "open box" else "valid")

    assert await actions(planner(script), answer, 3) == ["take key", "open box", "break box"]
    assert script.names == ["plans", "branch"]


async def test_a_failed_branch_leads_back_to_the_nearest_fork() -> None:
    script = Script(plans={"plans": ["look; take key", "break box; look"]}, branch="look")

    def answer(command: str) -> Turn:
        return after(command, "invalid" if command == "take key" else "valid")

    assert await actions(planner(script), answer, 3) == ["look", "take key", "break box"]
    assert script.names == ["plans", "branch"]


@pytest.mark.parametrize("plans", [{"plans": ["fly; look"]}, {"plans": [" ; "]}, "no plans"])
async def test_without_a_possible_plan_the_agent_still_acts(plans: dict[str, object] | str) -> None:
    events = Events()
    listed = replace(START, free=False, commands=("look", "take key"))
    script = Script(plans=plans)
    done = await actions(planner(script, events), lambda command: replace(listed, command=command), 1, listed)
    assert done == ["take key"]
    assert len(events.of("invalid")) == 1
