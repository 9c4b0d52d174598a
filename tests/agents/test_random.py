from __future__ import annotations

from ariadne.agents.random import RandomAgent
from ariadne.worlds.world import Turn

TURN = Turn("", "A hall.", "", ("go east", "look", "take key"), "hall")


async def choices(seed: str, count: int = 30) -> list[str]:
    agent = RandomAgent(seed)
    await agent.begin("win")
    decisions = [await agent.decide([TURN]) for _ in range(count)]
    return [decision.action for decision in decisions if decision]


async def test_the_same_seed_makes_the_same_choices() -> None:
    assert await choices("1/1") == await choices("1/1")
    assert await choices("1/1") != await choices("1/2")


async def test_only_valid_commands_are_chosen_and_all_of_them() -> None:
    assert set(await choices("1/1")) == set(TURN.commands)


async def test_a_new_episode_starts_over() -> None:
    agent = RandomAgent("1/1")
    seen = []
    for _ in range(2):
        await agent.begin("win")
        seen.append([await agent.decide([TURN]) for _ in range(10)])
    assert seen[0] == seen[1]


async def test_without_valid_commands_the_agent_leaves() -> None:
    agent = RandomAgent("1/1")
    await agent.begin("win")
    assert await agent.decide([Turn("", "Nothing.", "", (), "")]) is None
