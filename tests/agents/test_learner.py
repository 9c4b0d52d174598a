from __future__ import annotations

import pytest

from ariadne.agents.learner import LearnsBeside
from ariadne.agents.random import RandomAgent
from ariadne.agents.walkthrough import Walkthrough
from tests.agents.notebook import Notebook
from tests.conftest import Game
from tests.worlds.playing import playing

pytestmark = pytest.mark.slow


async def test_learner_decides_as_its_agent_and_memory_observes_every_turn(game: Game) -> None:
    notebook = Notebook()
    alone, learner = RandomAgent("1/1"), LearnsBeside(RandomAgent("1/1"), notebook)
    with playing(game("treasure-hunt")) as world:
        await alone.begin(world.goal)
        await learner.begin(world.goal)
        turns = [world.reset()]
        seen = []
        for _ in range(10):
            decision = await learner.decide(turns)
            assert decision == await alone.decide(turns)
            assert decision is not None
            seen.append((turns, []))
            turns = [world.step(command) for command in decision.commands]
    await learner.end("steps")
    assert notebook.observed == seen
    assert notebook.cues == []
    assert (notebook.goals, notebook.ends) == ([world.goal], ["steps"])


async def test_it_leaves_when_the_agent_does(game: Game) -> None:
    learner = LearnsBeside(Walkthrough(("look",)), Notebook())
    with playing(game("treasure-hunt")) as world:
        await learner.begin(world.goal)
        assert await learner.decide([world.reset()])
        assert await learner.decide([world.step("look")]) is None
