"""A real small language model plays some steps, and reads for a memory, behind llama.cpp's OpenAI-compatible server."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import httpx
import pytest

from ariadne.config import PlayConfig
from ariadne.models.local import LocalModel
from ariadne.runs.play import play
from ariadne.runs.run import new_run
from ariadne.runs.setup import prepared
from tests.command import ROOT, environment, events_of
from tests.conftest import Game
from tests.models.test_local_model import smollm2
from tests.test_readme import blocks

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.skipif(find_spec("xllamacpp") is None, reason="xllamacpp is not installed"),
    pytest.mark.nightly,
]

STEPS = 1
CONTEXT = 2048
"""The page's prompts take 800 tokens at most, and one that asks to repair a reply holds that reply as well."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of what `llama-server -m FILE -c 2048` serves."""
    monkeypatch.setenv("OMP_WAIT_POLICY", "PASSIVE")
    from xllamacpp import CommonParams, Server

    parameters = CommonParams()
    parameters.model.path = str(smollm2())
    parameters.hostnames, parameters.port = ["127.0.0.1"], 0
    parameters.n_ctx = CONTEXT
    parameters.endpoint_metrics = True
    parameters.ui = False
    parameters.verbosity = 0
    running = Server(parameters)
    with httpx.Client(base_url=running.listening_address, trust_env=False) as client:
        while client.get("/health").status_code != 200:
            time.sleep(0.1)
    yield running.listening_address
    del running


@pytest.mark.nightly
def test_a_memory_learns_recalls_and_answers_as_its_page_says(server: str, tmp_path: Path) -> None:
    _, code = blocks("python", (ROOT / "docs" / "memory.md").read_text(encoding="utf-8"))
    assert "http://localhost:8080" in code
    here = code.replace("http://localhost:8080", server)
    done = subprocess.run(
        [sys.executable, "-c", here], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    first, second, *recalled, spent = done.stdout.splitlines()
    assert first.startswith("<Change: 1 text")
    assert second.startswith("<Change: 1 text")
    texts = [line.partition("] ")[2] for line in recalled[recalled.index("Texts:") + 1 :]]
    assert texts[:2] == ["Alice works for Acme in Lyon.", "Bob is Alice's neighbour."]
    assert any(recalled[recalled.index("Texts:") + 3 :]), "it answers"
    told = dict(re.findall(r"(\w+)=(\d+)", spent))
    assert int(told["calls"]) >= 3
    assert int(told["prompt_tokens"]) > int(told["calls"]) * 400
    assert told["completion_tokens"] == written(server)


def written(server: str) -> str:
    """How many tokens the server says that it wrote."""
    said = httpx.get(f"{server}/metrics", trust_env=False).text
    (tokens,) = re.findall(r"^llamacpp:tokens_predicted_total (\d+)", said, re.MULTILINE)
    return str(tokens)


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
