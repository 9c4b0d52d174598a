"""The growth of an episode's events if every prompt has the whole history."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from ariadne.config import PlayConfig
from ariadne.record import read_events
from ariadne.runs.play import Position, play_episode
from ariadne.runs.run import Run
from ariadne.runs.setup import prepared
from tests.conftest import Game
from tests.runs.test_resume import Whimsical

pytestmark = pytest.mark.nightly

STEPS = 80


@pytest.mark.parametrize("context_tokens", [None, 400])
def test_a_step_late_in_a_long_history_takes_no_more_room_than_an_early_one(
    context_tokens: int | None, game: Game, tmp_path: Path
) -> None:
    story = str(game("treasure-hunt"))
    config = PlayConfig(game=story, max_steps=STEPS, memory="full-history", context_tokens=context_tokens)

    async def play() -> None:
        with prepared(config) as setup:
            assert setup.backbone
            backbone = replace(setup.backbone, model=Whimsical().model)
            await play_episode(replace(setup, backbone=backbone), Run(tmp_path), Position())

    asyncio.run(play())
    path = Run(tmp_path).found(1)
    assert path
    written, told = Counter[int](), Counter[int]()
    for line, event in zip(path.read_text().splitlines(), read_events(path), strict=True):
        quarter = 4 * event.step // (STEPS + 1)
        written[quarter] += len(line)
        told[quarter] += len(str(getattr(event, "prompt", None)))
    assert written[3] < 1.5 * written[1]
    assert sum(written.values()) < sum(told.values()) / 2
    if context_tokens is None:
        assert told[3] > 1.25 * told[1]
