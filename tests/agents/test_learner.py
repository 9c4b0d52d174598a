from __future__ import annotations

from ariadne.agents.learner import LearnsBeside
from ariadne.agents.random import RandomAgent
from ariadne.agents.walkthrough import Walkthrough
from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.memory.arigraph.agent.memory import AriGraphMemory
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.core.options import IN_WORLDS
from ariadne.models.ask import Asked
from tests.agents.notebook import Notebook
from tests.conftest import Game
from tests.scripted import Events, Script
from tests.worlds.playing import playing


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


async def test_a_walk_through_a_game_grows_a_graph_that_is_recorded_step_by_step(game: Game, minilm: MiniLM) -> None:
    script, events = Script(), Events()
    texts = TextCache(minilm)
    with playing(game("treasure-hunt")) as world:
        learner = LearnsBeside(
            Walkthrough(world.walkthrough),
            AriGraphMemory(lambda: AriGraph(Asked(script.ask), texts, options=IN_WORLDS), events),
        )
        await learner.begin(world.goal)
        turns = [world.reset()]
        while not turns[-1].done:
            decision = await learner.decide(turns)
            assert decision is not None
            turns = [world.step(command) for command in decision.commands]
    assert set(script.names) == {"learn"}
    learned = events.of("learned")
    assert len(learned) == len(world.walkthrough)
    edges = 0
    for event in learned:
        edges += len(event.added) - len(event.removed)
        assert event.edges == edges
    assert edges > 0
