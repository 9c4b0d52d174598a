"""A real small language model plays some steps, behind llama.cpp's OpenAI-compatible server."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from ariadne.config import PlayConfig
from ariadne.models.local import LocalModel
from ariadne.runs.play import play, prepared
from ariadne.runs.run import new_run
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
