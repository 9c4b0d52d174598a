"""The endpoint that a run stores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ariadne.config import PlayConfig
from ariadne.errors import UserError
from ariadne.evaluate.plan import EvalPlan
from ariadne.models.endpoint import OPENAI
from ariadne.qa.plan import QAPlan
from ariadne.runs.resources import with_endpoints
from tests.other_package import install

MINE, OTHER = "http://127.0.0.1:8080/v1", "https://models.example/v1"


def asked(**said: Any) -> str | None:
    return with_endpoints(PlayConfig(game="cooking", **said)).base_url


def test_a_run_keeps_the_endpoint_that_it_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A resumed run asks the stored endpoint, whatever the environment is then."""
    assert asked(model="gpt-4o") == OPENAI
    monkeypatch.setenv("OPENAI_BASE_URL", MINE)
    assert asked(model="gpt-4o") == MINE
    assert asked(model="rules", model_for={"act": "gpt-4o"}) == MINE
    assert asked(model="gpt-4o", base_url=OTHER) == OTHER
    assert with_endpoints(QAPlan(files=("f",), models=("m", "n"))).base_url == MINE
    assert with_endpoints(EvalPlan.model_validate({"games": "cooking", "models": "rules,m"})).base_url == MINE
    config = with_endpoints(PlayConfig(game="cooking", embedder="openai"))
    assert (config.base_url, config.embedder_base_url) == (None, MINE)


@pytest.mark.parametrize("name", ["rules", "tiny.gguf", "recorded:replies.jsonl", "oracle:delphi"])
def test_a_model_without_an_endpoint_keeps_none(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "ariadne.models", "oracle = oracle_models:Oracle", "Oracle = object")
    monkeypatch.setenv("OPENAI_BASE_URL", MINE)
    assert asked(model=name) is None
    assert asked(model=name, model_for={"act": "rules"}) is None


def test_an_endpoint_of_the_environment_that_holds_a_secret_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://me:secret@host/v1")
    with pytest.raises(UserError, match="must not contain a user") as raised:
        asked(model="gpt-4o")
    assert "secret" not in str(raised.value)
