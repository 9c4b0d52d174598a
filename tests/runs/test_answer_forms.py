"""The answer forms in an episode stay constant, so the endpoint can cache prompts."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from ariadne.config import PlayConfig
from ariadne.runs.play import play
from ariadne.runs.rehearsal import STEPS, rehearse
from ariadne.runs.run import new_run
from ariadne.runs.setup import prepared
from tests.conftest import Game
from tests.models.server import ChatServer, completion, serving

QUESTIONS = {"three": 3, "two": 2, "paper": 6}


@pytest.mark.parametrize(
    "calls", ["three", pytest.param("two", marks=pytest.mark.nightly), pytest.param("paper", marks=pytest.mark.nightly)]
)
def test_every_question_of_an_episode_has_one_form(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, calls: str
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    story = str(game("treasure-hunt"))
    (asking,) = rehearse([calls], story)
    assert len({tuple(question.choices.get("action", ())) for question, _ in asking.questions}) > 2
    with serving() as server:
        server.react(*(completion(reply) for _, reply in asking.questions))
        play_at(server, story, calls, tmp_path)
    names = [question.name for question, _ in asking.questions]
    forms = {json.dumps(request.body["response_format"]) for request in server.requests}
    limits = {(name, request.body["max_tokens"]) for name, request in zip(names, server.requests, strict=True)}
    assert len(forms) == len(limits) == len(set(names)) == QUESTIONS[calls]
    assert not any(word in form for form in forms for word in ('"enum"', '"maxLength"'))


def play_at(server: ChatServer, story: str, calls: str, folder: Path) -> None:
    """Play some steps with what a server says."""
    config = PlayConfig.model_validate(
        {"game": story, "model": "tiny", "base_url": server.url, "calls": calls, "max_steps": STEPS}
    )
    with prepared(config) as setup, new_run(folder, "forms") as run:
        assert asyncio.run(play(setup, run)).steps == STEPS
