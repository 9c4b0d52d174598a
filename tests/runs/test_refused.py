"""A question that a filter refuses costs a step, and the episode still counts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ariadne.config import PlayConfig
from ariadne.evaluate.scorecard import build
from ariadne.runs.play import play
from ariadne.runs.run import new_run
from ariadne.runs.setup import prepared
from tests.conftest import Game
from tests.models.server import completion, refusal, serving

GOOD = completion('{"reason": "r", "action": "look", "plan": ["look around"], "triplets": [], "replaced": []}')


def test_a_refused_question_counts_on_the_scorecard(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as server:
        server.react(GOOD, GOOD, refusal(400, "The prompt was filtered", "content_filter"))
        config = PlayConfig.model_validate(
            {
                "game": str(game("treasure-hunt")),
                "model": "tiny",
                "base_url": server.url,
                "calls": "one",
                "max_steps": 4,
            }
        )
        with prepared(config) as setup, new_run(tmp_path, "run") as run:
            assert asyncio.run(play(setup, run)).steps == 4
    (row,) = build([run.path]).rows
    assert (row.total("finished"), row.total("refused"), row.total("repairs")) == (1, len(server.requests) - 2, 2)
    assert row.mean("score") is not None
