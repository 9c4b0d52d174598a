from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from ariadne.cli import run
from ariadne.config import PlayConfig, versions
from ariadne.errors import UserError
from ariadne.evaluate.plan import EvalPlan
from ariadne.qa.plan import QAPlan
from ariadne.yaml_file import read_model


def test_what_was_saved_is_read_again(tmp_path: Path) -> None:
    config = PlayConfig(
        game="cooking", seed=3, goal="Êat: it\nall", preset={"knobs": {"rooms": 6}}, versions=versions()
    )
    config.save(tmp_path / "config.yaml")
    assert PlayConfig.load(tmp_path / "config.yaml") == config


@pytest.mark.parametrize(("name", "settings"), [("play", PlayConfig), ("eval", EvalPlan), ("qa", QAPlan)])
def test_each_default_is_in_the_help(
    name: str, settings: type[BaseModel], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run([name, "--help-all"]) == 0
    told = " ".join(capsys.readouterr().out.replace("│", " ").split())
    for field in ("embedder", "calls", "log_tokens", "width", "methods", "retries"):
        if field in settings.model_fields:
            default = settings.model_fields[field].default
            value = ",".join(default) if isinstance(default, tuple) else default
            assert re.search(rf"--{field.replace('_', '-')}\b[^│]+?\(default: {value}\)", told), field


@pytest.mark.parametrize(
    ("chosen", "memory"),
    [
        ({}, "arigraph"),
        ({"agent": "standard"}, "full-history"),
        ({"agent": "least-to-most", "memory": None}, "hiagent-no-folding"),
        ({"agent": "standard", "memory": "arigraph"}, "arigraph"),
    ],
)
def test_an_agent_has_its_own_memory_unless_another_is_chosen(
    tmp_path: Path, chosen: dict[str, str | None], memory: str
) -> None:
    config = PlayConfig.model_validate({"game": "x", **chosen})
    assert config.memory == memory
    config.save(tmp_path / "config.yaml")
    assert PlayConfig.load(tmp_path / "config.yaml") == config


def test_temperatures_are_told_by_question_and_those_of_a_memory_go_before_those_of_all(tmp_path: Path) -> None:
    said = "plan=0.2, act=1,arigraph/act = 0.3,rag/plan=0"
    config = PlayConfig.model_validate({"game": "x", "temperature_for": said})
    assert config.temperatures == {"plan": 0.2, "act": 0.3}
    assert config.model_copy(update={"memory": "rag"}).temperatures == {"plan": 0, "act": 1}
    assert PlayConfig(game="x").temperatures == {}
    config.save(tmp_path / "config.yaml")
    assert PlayConfig.load(tmp_path / "config.yaml") == config


def test_models_for_questions_are_pairs() -> None:
    told = read_model(PlayConfig, {"game": "cooking", "model_for": "learn=rules, act = org/b=c "}, "play")
    assert told.model_for == {"learn": "rules", "act": "org/b=c"}
    for pair in ("learn", "=a", "learn=", ""):
        with pytest.raises(UserError, match="write QUESTION=VALUE"):
            read_model(PlayConfig, {"game": "cooking", "model_for": pair}, "play")
    with pytest.raises(UserError, match="did you mean learn"):
        read_model(PlayConfig, {"game": "cooking", "model_for": "lern=a"}, "play")


def test_the_rules_read_and_plan_for_a_model_that_only_acts_unless_that_is_said_otherwise() -> None:
    def readers(**choices: str) -> dict[str, str]:
        return read_model(PlayConfig, {"game": "x", "model": "m", **choices}, "play").model_for

    assert readers(calls="act") == {"learn": "rules", "plan": "rules"}
    assert readers(calls="act", model_for="act=b") == {"learn": "rules", "plan": "rules", "act": "b"}
    assert readers(calls="act", model_for="learn=b") == {"learn": "b", "plan": "rules"}
    assert readers(calls="one") == readers(calls="act", model="rules") == {}


def test_questions_that_the_rules_answer_by_division_are_no_choices_of_the_user() -> None:
    """A memory that reads nothing is played with all the same."""
    said = {"game": "x", "model": "m", "calls": "act", "memory": "none"}
    config = read_model(PlayConfig, said, "play")
    assert config.model_for == {"learn": "rules", "plan": "rules"}
    config.check_questions(said)
    with pytest.raises(UserError, match="--model-for learn"):
        config.check_questions({**said, "model_for": "learn=rules"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game: [", "not readable YAML: line 1, column 8: expected the node content"),
        ("- 1", "expected names with values, found a list"),
        ("game: x\nmodle: y", "did you mean model"),
        ("game: x\nmax_steps: 0", "max_steps: Input should be greater than 0"),
        ("game: x\ntemperature_for: {acts: 1}", "temperature_for: unknown name 'acts'; did you mean act"),
        ("game: x\ntemperature_for: {act: 3}", "temperature_for.act: Input should be less than or equal to 2"),
    ],
)
def test_a_broken_file_is_one_clear_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(text)
    with pytest.raises(UserError, match=said) as raised:
        PlayConfig.load(path)
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)
