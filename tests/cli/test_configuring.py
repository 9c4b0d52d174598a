"""The command `config`, and that commands do what it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from ariadne.cli import run
from ariadne.runs.settings import users
from tests.command import one_line


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARIADNE_HOME", raising=False)
    return tmp_path


def configured(folder: Path) -> dict[str, object]:
    (path,) = folder.glob("*/config.yaml")
    content: dict[str, object] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return content


def test_what_is_said_once_is_told_with_its_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "memory", "rag", "--user"]) == 0
    assert run(["config", "runs", "mine"]) == 0
    capsys.readouterr()
    assert run(["config"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert {f"memory = rag ({users()})", "runs = mine (ariadne.toml)"} < set(said)
    assert run(["config", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"] == {"value": "mine", "by": "ariadne.toml"}
    assert run(["config", "runs", "--remove"]) == 0
    assert run(["config", "runs"]) == 0
    assert one_line(capsys.readouterr().err).startswith("runs ")


def test_the_endpoint_is_told_with_what_says_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> str:
        assert run(["config", "base_url"]) == 0
        return " ".join(capsys.readouterr().out.split())

    assert told() == "base_url = https://api.openai.com/v1 (default)"
    assert run(["config", "base_url", "http://localhost:9/v1"]) == 0
    capsys.readouterr()
    assert told() == "base_url = http://localhost:9/v1 (ariadne.toml)"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:8/v1")
    assert told() == "base_url = http://localhost:8/v1 (OPENAI_BASE_URL)"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://me:secret-word@host/v1")
    assert run(["config"]) == 2
    output, problems = capsys.readouterr()
    assert "must not contain a user" in problems
    assert "secret-word" not in output + problems


def test_whether_there_is_a_key_is_told_and_never_the_key(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert run(["config"]) == 0
    assert "the API key is not set" in capsys.readouterr().out
    monkeypatch.setenv("OPENAI_API_KEY", "sk-a-key-of-mine")
    assert run(["config"]) == 0
    assert run(["config", "--json"]) == 0
    said = capsys.readouterr().out
    assert "the API key is set" in said
    assert json.loads(said.splitlines()[-1])["api_key"] == {"is_set": True, "by": "OPENAI_API_KEY"}
    assert "sk-a-key" not in said


def test_a_play_remembers_and_keeps_its_run_as_said_unless_options_say_otherwise(folder: Path, story: str) -> None:
    assert run(["config", "memory", "rag"]) == 0
    assert run(["config", "runs", "mine"]) == 0
    assert run(["play", story, "--max-steps", "1", "--quiet"]) == 0
    assert configured(folder / "mine")["memory"] == "rag"
    assert run(["play", story, "--max-steps", "1", "--quiet", "--memory", "none", "--runs", "other"]) == 0
    assert configured(folder / "other")["memory"] == "none"
    assert run(["runs"]) == 0


@pytest.mark.parametrize(
    "command",
    ["play cooking", "eval --games cooking", "exam cooking --seeds 1 --memory none", "memory ask m.db where?"],
)
def test_every_command_that_asks_a_model_asks_the_one_that_is_said(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    assert run(["config", "model", "lost.gguf", "--user"]) == 0
    assert run(command.split()) == 2
    assert "no model file lost.gguf" in capsys.readouterr().err


def test_a_plan_says_itself_who_answers(folder: Path) -> None:
    (folder / "plan.yaml").write_text("games: [cooking]\nseeds: [1]\nmax_steps: 1\n", encoding="utf-8")
    assert run(["config", "model", "lost.gguf", "--user"]) == 0
    assert run(["eval", "plan.yaml", "--dry-run"]) == 0


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("runs", "ARIADNE_HOME"),
        ("play treasure-hunt", "ARIADNE_HOME"),
        ("generate-games treasure-hunt --seeds 1", "ARIADNE_HOME"),
        ("config --user runs mine", "XDG_CONFIG_HOME"),
    ],
)
def test_the_variable_that_names_an_unusable_folder_is_told(
    command: str, name: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").write_text("")
    monkeypatch.setenv(name, str(folder / "file"))
    assert run(command.split()) in (1, 2)
    assert capsys.readouterr().err.rstrip().endswith(f"({name} is {folder / 'file'})")


def test_a_home_that_cannot_be_entered_has_no_settings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/" + "x" * 5000)
    assert run(["config"]) == 0
    assert capsys.readouterr().out.startswith("base_url = ")
    assert run(["config", "runs", "mine", "--user"]) == 2
    assert "File name too long" in one_line(capsys.readouterr().err)
