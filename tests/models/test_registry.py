from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from openai import AsyncOpenAI

from ariadne.errors import MissingPackage, UserError
from ariadne.models.openai import OpenAIModel
from ariadne.models.recorded import RecordedModel
from ariadne.models.registry import Override, is_file, load_model
from tests.models.questions import act
from tests.models.server import ChatServer, completion
from tests.other_package import install

LOCAL = "http://127.0.0.1:8080/v1"

PLUGIN = """
class Oracle:
    def __init__(self, name, base_url, seed, similarity):
        self.name, self.seed, self.base_url = name, seed, base_url
"""


def test_a_name_is_a_model_at_an_endpoint() -> None:
    for name in ("some/model:8b", "served.gguf", "recorded:served"):
        model = load_model(name, base_url=LOCAL)
        assert isinstance(model, OpenAIModel)
        assert model.name == name


def test_rules_take_no_endpoint() -> None:
    with pytest.raises(UserError, match="the rules ask no endpoint: name a model"):
        load_model("rules", base_url=LOCAL)


def test_a_local_model_needs_its_file_and_then_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    tiny = tmp_path / "tiny.gguf"
    with pytest.raises(UserError, match="there is no model file"):
        load_model(str(tiny))
    tiny.touch()
    with pytest.raises(MissingPackage, match=r"the model tiny.gguf needs .* pip install '\.\[local\]'"):
        load_model(str(tiny))


def test_rules_take_no_sampling_options() -> None:
    with pytest.raises(UserError, match="reasoning_effort needs a language model"):
        load_model("rules", override=Override(reasoning_effort="low"))


async def test_endpoint_options_reach_the_model(server: ChatServer, prompts: Path) -> None:
    server.react(completion('{"reason": "the only way", "action": "go north"}'))
    model = load_model("tiny", server.url, api_key="sk-of-this-model", concurrency=1)
    await asyncio.gather(*(model.answer(act(prompts)) for _ in range(3)))
    assert {request.key for request in server.requests} == {"sk-of-this-model"}
    await model.close()
    async with AsyncOpenAI(base_url=server.url, api_key="sk-of-the-client") as client:
        await load_model("served.gguf", client=client).answer(act(prompts))
    assert server.requests[-1].key == "sk-of-the-client"
    assert server.requests[-1].body["model"] == "served.gguf"


@pytest.mark.parametrize("name", ["rules", "tiny.gguf", "recorded:replies.jsonl", "oracle:delphi"])
@pytest.mark.parametrize(("what", "value"), [("api_key", "sk-of-nobody"), ("concurrency", 2), ("client", object())])
def test_endpoint_options_are_refused_by_other_models(
    name: str, what: str, value: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "ariadne.models", "oracle = oracle_models:Oracle", PLUGIN)
    if what == "client" and is_file(name):
        pytest.skip("where a client is given, any name is one at its endpoint")
    with pytest.raises(UserError, match=f"{what} is for a model at an endpoint, which {name} is not") as raised:
        load_model(name, **{what: value})
    assert "sk-" not in str(raised.value)


def test_the_environments_endpoint_applies_only_to_endpoint_models(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "ariadne.models", "oracle = oracle_models:Oracle", PLUGIN)
    monkeypatch.setenv("OPENAI_BASE_URL", LOCAL)
    path = tmp_path / "replies.jsonl"
    path.write_text("", encoding="utf-8")
    assert load_model("rules", similarity=lambda a, b: 0.0).name == "rules"
    assert isinstance(load_model(f"recorded:{path}"), RecordedModel)
    assert load_model("oracle").base_url is None  # type: ignore[attr-defined]
    assert isinstance(load_model("some/model:8b"), OpenAIModel)
    with pytest.raises(UserError, match="there is no model file"):
        load_model("tiny.gguf")


def test_other_packages_register_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "ariadne.models", "oracle = oracle_models:Oracle", PLUGIN)
    model = load_model("oracle:delphi", seed=4)
    assert (model.name, model.seed) == ("oracle:delphi", 4)  # type: ignore[attr-defined]
    assert load_model("oracle").name == "oracle"
