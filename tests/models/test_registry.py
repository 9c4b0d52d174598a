from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ariadne.errors import MissingPackage, UserError
from ariadne.models.openai import OpenAIModel
from ariadne.models.recorded import RecordedModel
from ariadne.models.registry import Override, load_model
from tests.other_package import install

LOCAL = "http://127.0.0.1:8080/v1"

PLUGIN = """
class Oracle:
    def __init__(self, name, base_url, seed, similarity):
        self.name, self.seed = name, seed
"""


def test_a_name_is_a_model_at_an_endpoint() -> None:
    for name in ("some/model:8b", "served.gguf", "recorded:served"):
        model = load_model(name, base_url=LOCAL)
        assert isinstance(model, OpenAIModel)
        assert model.name == name


def test_a_name_without_endpoint_and_key_says_what_to_do() -> None:
    with pytest.raises(UserError, match=r"OPENAI_API_KEY.*--base-url.*--model rules"):
        load_model("gpt-4o-mini")


def test_a_recording_is_loaded_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    path.write_text('{"name": "act", "reply": "x"}', encoding="utf-8")
    model = load_model(f"recorded:{path}")
    assert isinstance(model, RecordedModel)
    assert model.name == f"recorded:{path}"


def test_rules_are_built_in() -> None:
    assert load_model("rules", similarity=lambda a, b: float(a == b)).name == "rules"


def test_rules_take_no_endpoint() -> None:
    with pytest.raises(UserError, match="--model NAME"):
        load_model("rules", base_url=LOCAL)


def test_a_local_model_needs_its_file_and_then_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    tiny = tmp_path / "tiny.gguf"
    with pytest.raises(UserError, match="there is no model file"):
        load_model(str(tiny))
    tiny.touch()
    with pytest.raises(MissingPackage, match=r"the model tiny.gguf needs .* pip install '\.\[local\]'"):
        load_model(str(tiny))


def test_how_replies_are_drawn_is_nothing_to_rules() -> None:
    with pytest.raises(UserError, match="--reasoning-effort goes with a language model"):
        load_model("rules", override=Override(reasoning_effort="low"))


def test_other_packages_register_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "ariadne.models", "oracle = oracle_models:Oracle", PLUGIN)
    model = load_model("oracle:delphi", seed=4)
    assert (model.name, model.seed) == ("oracle:delphi", 4)  # type: ignore[attr-defined]
    assert load_model("oracle").name == "oracle"
