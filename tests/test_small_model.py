"""A real small language model plays some steps, behind llama.cpp's OpenAI-compatible server."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from ariadne.agents.agent import Setting
from ariadne.agents.ariadne import Ariadne
from ariadne.agents.hiagent import StepAgent
from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.memory.arigraph.arigraph import AriGraph
from ariadne.memory.arigraph.memory import AriGraphMemory
from ariadne.memory.arigraph.options import IN_WORLDS
from ariadne.memory.hiagent import HiAgentMemory
from ariadne.models.local import LocalModel
from ariadne.record import read_events
from ariadne.runs.episode import Asker, Episode
from ariadne.runs.events import EventLog
from ariadne.worlds.pddl.tasks import find_task, open_pddl
from ariadne.worlds.textworld import open_world
from tests.conftest import Game
from tests.models.test_local_model import smollm2

STEPS = 2
HIAGENT_STEPS = 3


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(find_spec("xllamacpp") is None, reason="xllamacpp is not installed")
async def test_a_real_small_model_plays_some_steps(game: Game, minilm: MiniLM, tmp_path: Path) -> None:
    world, texts = open_world(game("treasure-hunt")), TextCache(minilm)
    model = LocalModel(smollm2(), seed=1, context=4096, max_tokens=80)
    log = EventLog(tmp_path / "events.jsonl")
    asker = Asker(model, log)
    memory = AriGraphMemory(lambda: AriGraph(asker, texts, options=IN_WORLDS), log)
    try:
        outcome = await Episode(world, Ariadne(memory, asker, log), log, asker.tally, STEPS).play()
    finally:
        await model.close()
        world.close()
        log.close()

    events = list(read_events(log.path))
    questions = [event for event in events if event["event"] == "question"]
    acted = [event for event in events if event["event"] == "acted"]
    assert outcome.why == "steps"
    assert len(acted) == STEPS
    assert {question["kind"] for question in questions} == {"learn", "plan", "act"}
    assert sum(not question["repair"] for question in questions) == 3 * STEPS
    assert all(question["usage"]["prompt_tokens"] > 100 for question in questions)
    assert all(question["reply"] for question in questions)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(find_spec("xllamacpp") is None, reason="xllamacpp is not installed")
async def test_a_real_small_model_works_through_sub_goals(tmp_path: Path) -> None:
    task = find_task("gripper/1")
    assert task is not None
    world = open_pddl(task.problem)
    model = LocalModel(smollm2(), seed=1, context=4096, max_tokens=60)
    log = EventLog(tmp_path / "events.jsonl")
    asker = Asker(model, log)
    agent = StepAgent(HiAgentMemory(asker, log), asker, log, Setting(world.domain, world.instructions))
    try:
        outcome = await Episode(world, agent, log, asker.tally, HIAGENT_STEPS).play()
    finally:
        await model.close()
        world.close()
        log.close()

    events = list(read_events(log.path))
    questions = [event for event in events if event["event"] == "question"]
    acted = [event for event in events if event["event"] == "acted"]
    assert outcome.why == "steps"
    assert len(acted) == HIAGENT_STEPS
    assert all(action["commands"] == [action["action"]] for action in acted)
    assert {question["kind"] for question in questions} <= {"subgoal_step", "fold"}
    assert all(question["reply"] for question in questions)
    # Every reply was read, or its repair was: that is held to a form.
    assert not [question for question in questions if question["error"] and question["repair"]]
