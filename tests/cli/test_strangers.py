"""Runs that may be a stranger's: nothing is sent to an address that only their configuration names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from ariadne.cli import run as ariadne
from tests.models.server import ChatServer, refusal, serving
from tests.qa.asking import hotpotqa

KEY = "sk-strangers-must-not-see-this"


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    """Hears every key, and refuses it."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving() as server:
        server.react(refusal(401, "no"))
        yield server


@pytest.fixture(params=["eval", "qa"])
def command(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def made(command: str, endpoint: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A run none of whose questions was answered."""
    asks = ["--model", "m", "--base-url", endpoint.url, "--runs", tmp_path / "runs", "--retries", "0", "--no-cache"]
    if command == "eval":
        what = ["--games", "gripper/1", "--processes", "0", "--repeats", "1", "--max-steps", "2"]
    else:
        what = [str(hotpotqa(tmp_path, 1)), "--method", "full-context"]
    assert ariadne([command, *what, *map(str, asks)]) == 2
    assert endpoint.requests.pop().key == KEY
    endpoint.requests.clear()
    capsys.readouterr()
    (run,) = (tmp_path / "runs").iterdir()
    return run


def test_a_run_says_its_address_and_sends_nothing(
    command: str, made: Path, endpoint: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, why in (
        ([], f"resume with --trust or --base-url {endpoint.url}"),
        (["--base-url", "http://127.0.0.1:9/v1"], "leave out --base-url"),
    ):
        assert ariadne([command, "--resume", str(made), *words]) == 2
        told = capsys.readouterr().err
        assert len(told.splitlines()) == 1
        assert why in told
    assert ariadne([command, "--resume", str(made), "--dry-run"]) == 0
    assert endpoint.requests == []


@pytest.mark.parametrize("by", ["--trust", "--base-url", "OPENAI_BASE_URL"])
def test_a_run_whose_address_is_named_again_is_resumed(
    command: str,
    made: Path,
    endpoint: ChatServer,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    by: str,
) -> None:
    words = {"--trust": [by], "--base-url": [by, endpoint.url]}.get(by, [])
    if not words:
        monkeypatch.setenv(by, endpoint.url)
    assert ariadne([command, "--resume", str(made), *words]) == 2
    assert "refuses the key" in capsys.readouterr().err
    assert endpoint.requests


def test_trust_is_for_a_run_that_is_resumed(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ariadne([command, "--trust"]) == 2
    assert "--resume" in capsys.readouterr().err


def test_a_run_that_reaches_no_endpoint_is_simply_resumed(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    plan = {"games": "gripper/1", "agents": "random", "repeats": 1, "max_steps": 1, "processes": 0}
    (run / "config.yaml").write_text(yaml.safe_dump(plan))
    assert ariadne(["eval", "--resume", str(run)]) == 0
