"""How much folding shortens the context, on plans that solve HiAgent's tasks (HiAgent, section 4.2)."""

from __future__ import annotations

from statistics import mean

import pytest

from ariadne.agents.agent import Setting
from ariadne.agents.hiagent import StepAgent
from ariadne.memory.full_history import FullHistory
from ariadne.memory.hiagent import HiAgentMemory
from ariadne.models.question import Question
from ariadne.models.recorded import Scripted
from ariadne.worlds.pddl.tasks import DOMAINS, task_names
from ariadne.worlds.registry import find_game
from ariadne.worlds.world import World
from tests.scripted import Events, Script

pytestmark = pytest.mark.nightly

ACTIONS_A_SUBGOAL = 4


def last_observation(question: Question[object]) -> Scripted:
    """A model's summary that only repeats the last observation."""
    return {"summary": str(question.inputs["turns"][-1]).partition("\n")[2], "met": True}


async def context(world: World, subgoals: bool) -> float:
    """The mean in-trial context over the steps of a task's reference plan, in tokens."""
    plan, events = world.walkthrough, Events()
    script = Script(
        step=[f"Action: {action}" for action in plan],
        subgoal_step=[
            f"Subgoal: part {place // ACTIONS_A_SUBGOAL}\nAction: {action}" for place, action in enumerate(plan)
        ],
        fold=last_observation,
    )
    memory = HiAgentMemory(script.ask, events) if subgoals else FullHistory()
    agent = StepAgent(memory, script.ask, events, Setting(world.domain, world.instructions), subgoals)
    await agent.begin(world.goal)
    turns = [world.reset()]
    while not turns[-1].done:
        decision = await agent.decide(turns)
        turns = [world.step(command) for command in decision.commands]
    assert world.score().won
    return mean(event.context_tokens for event in events.of("recalled"))


@pytest.mark.slow
async def test_folding_takes_at_most_65_percent_of_the_standard_context() -> None:
    # Every fourth task: some of each domain, short and long.
    worlds = [find_game(name).open() for name in task_names()[::4]]
    folded, whole = [await context(world, True) for world in worlds], [await context(world, False) for world in worlds]
    assert {world.domain for world in worlds} == set(DOMAINS)
    assert mean(folded) <= 0.65 * mean(whole)
