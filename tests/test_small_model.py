"""A real small language model plays some steps, behind llama.cpp's OpenAI-compatible server."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from ariadne.agents.agent import Setting
from ariadne.agents.hiagent import StepAgent
from ariadne.config import PlayConfig
from ariadne.memory.hiagent import HiAgentMemory
from ariadne.models.local import LocalModel
from ariadne.record import read_events
from ariadne.runs.episode import Asker, Episode
from ariadne.runs.events import EventLog
from ariadne.runs.play import play, prepared
from ariadne.runs.run import new_run
from ariadne.worlds.registry import find_game
from tests.command import events_of
from tests.conftest import Game
from tests.models.test_local_model import smollm2

STEPS = 1


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(find_spec("xllamacpp") is None, reason="xllamacpp is not installed")
async def test_every_action_is_valid_and_nothing_is_learned_without_end(game: Game, tmp_path: Path) -> None:
    config = PlayConfig(game=str(game("treasure-hunt")), seed=1, model=str(smollm2()), max_steps=STEPS, calls="three")
    with prepared(config) as setup, new_run(tmp_path / "runs", "small") as run:
        assert setup.backbone
        model = LocalModel(smollm2(), seed=1, context=4096, max_tokens=64)
        await play(replace(setup, backbone=replace(setup.backbone, model=model)), run)

    events = events_of(tmp_path / "runs")
    kinds = Counter(event.name for event in events)
    learned = [event for event in events if event.name == "question" and event.kind == "learn"]
    assert kinds["acted"] == STEPS
    assert kinds["invalid"] == 0
    assert "invalid" not in {event.status for event in events if event.name == "turn"}
    assert len(learned) == STEPS
    assert not [question.error for question in learned if question.error]


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(find_spec("xllamacpp") is None, reason="xllamacpp is not installed")
async def test_a_real_small_model_works_through_sub_goals(tmp_path: Path) -> None:
    world = find_game("gripper/1").open("", "")
    model = LocalModel(smollm2(), seed=1, context=4096, max_tokens=60)
    log = EventLog(tmp_path / "events.jsonl")
    asker = Asker(model, log)
    agent = StepAgent(HiAgentMemory(asker, log), asker, log, Setting("", world.instructions))
    try:
        outcome = await Episode(world, agent, log, asker.tally, 1).play()
    finally:
        await model.close()
        world.close()
        log.close()

    events = list(read_events(log.path))
    questions = [event for event in events if event.name == "question"]
    acted = [event for event in events if event.name == "acted"]
    assert outcome.why == "steps"
    assert len(acted) == 1
    assert all(action.commands == (action.action,) for action in acted)
    assert {question.kind for question in questions} <= {"subgoal_step", "fold"}
    assert all(question.reply for question in questions)
    # Every reply was read, or its repair was: that is held to a form.
    assert not [question for question in questions if question.error and question.repair]
