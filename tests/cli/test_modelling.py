from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from ariadne.cli import run
from ariadne.runs import rehearsal
from tests.cli.test_evaluating import ANSWER
from tests.command import ARIADNE, environment
from tests.conftest import Game
from tests.models.server import ChatServer, Reaction, Request, completion, refusal, serving

COUNTED = {"prompt_tokens": 1000, "completion_tokens": 50, "prompt_tokens_details": {"cached_tokens": 900}}


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serving() as server:
        server.behaviour = lambda _: completion(ANSWER, usage=COUNTED)
        yield server


@pytest.fixture
def kitchen(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small game in the place of the kitchen, which would have to be made."""
    monkeypatch.setattr(rehearsal, "KITCHEN", str(game("cooking")))


def test_models_at_hand_are_listed(
    tmp_path: Path, endpoint: ChatServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "small.gguf").write_bytes(b"GGUF")
    endpoint.react(Reaction({"data": [{"id": "qwen3:8b"}]}))
    assert run(["models"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["rules", "models/small.gguf"]
    assert endpoint.requests == []
    assert run(["models", "--base-url", endpoint.url]) == 0
    assert f"qwen3:8b  at {endpoint.url}" in capsys.readouterr().out


@pytest.mark.usefixtures("kitchen")
def test_a_model_is_checked(endpoint: ChatServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["models", "check", "tiny", "--base-url", endpoint.url, "--max-tokens", "99"]) == 0
    said, progress = capsys.readouterr()
    for line in ("reachable    yes", "answer form  JSON schema", "cached       90% of a repeated prompt", "free"):
        assert line in said
    assert "of 10 answers" in said
    assert f"--model tiny --base-url {endpoint.url} --calls " in said
    assert len(endpoint.requests) == 11
    assert {request.body["max_tokens"] for request in endpoint.requests} == {99}
    first, *_, last = progress.splitlines()
    assert first.startswith("1 of 10: one")
    assert last.startswith("again: ")


@pytest.mark.usefixtures("kitchen")
def test_a_check_can_be_read_by_programs(endpoint: ChatServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["models", "check", "tiny", "--base-url", endpoint.url, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["reachable"], report["asked"], report["form"], report["cached"]) == (True, 10, "schema", 0.9)
    assert 0 <= report["valid"] <= 10
    assert [each["calls"] for each in report["demands"]] == ["one", "two", "three", "act", "paper"]
    assert report["advice"]["calls"] in {each["calls"] for each in report["demands"]}


@pytest.mark.usefixtures("kitchen")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "tiny", "--base-url", "http://127.0.0.1:9/v1"], "nothing answers at http://127.0.0.1:9/v1"),
        (["check", "tiny", "--base-url", "HERE"], "has no model 'tiny'"),
    ],
)
def test_a_mistake_is_one_clear_line(
    arguments: list[str], said: str, endpoint: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    endpoint.react(refusal(404, "model 'tiny' not found, try pulling it first"))
    assert run(["models", *(endpoint.url if each == "HERE" else each for each in arguments)]) == 2
    output, problems = capsys.readouterr()
    assert (output, problems.count("\n")) == ("", 1)
    assert said in problems


@pytest.mark.nightly
def test_ctrl_c_ends_a_check_of_a_slow_model(endpoint: ChatServer, game: Game, tmp_path: Path) -> None:
    def slow(_: Request) -> Reaction:
        return completion(ANSWER) if len(endpoint.requests) == 1 else Reaction(hang=True)

    endpoint.behaviour = slow
    script = (
        f"from ariadne.runs import rehearsal; rehearsal.KITCHEN = {str(game('cooking'))!r}; "
        "from ariadne.cli import main; main()"
    )
    command = [ARIADNE[0], "-c", script, "models", "check", "tiny", "--base-url", endpoint.url]
    with subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as checking:
        assert checking.stdout
        assert checking.stderr
        assert checking.stderr.readline().startswith("1 of 10: ")
        checking.send_signal(signal.SIGINT)
        assert checking.stderr.read() == "stopped\n"
        assert checking.stdout.read() == ""
    assert checking.returncode == 130
