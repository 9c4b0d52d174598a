from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

from ariadne.embed.registry import first_installed, load_embedder
from ariadne.errors import MissingPackage


def test_the_default_is_minilm() -> None:
    assert load_embedder().name == "minilm"


@pytest.mark.parametrize("name", ["contriever", "owner/model"])
def test_without_the_extra_a_model_names_its_pip_command(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingPackage, match=r"pip install '\.\[contriever\]'"):
        load_embedder(name)


def test_the_first_embedder_whose_package_is_there_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    choices = ("contriever", "owner/model", "minilm")
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    assert first_installed(choices) == "minilm"
    assert first_installed(["openai:owner/model", "minilm"]) == "openai:owner/model"
    assert first_installed(choices[:2]) == "contriever"
    package = ModuleType("sentence_transformers")
    package.__spec__ = ModuleSpec(package.__name__, None)
    monkeypatch.setitem(sys.modules, "sentence_transformers", package)
    assert first_installed(choices) == "contriever"


def test_a_folder_is_a_sentence_transformers_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingPackage, match=tmp_path.name):
        load_embedder(str(tmp_path))


def test_openai_takes_its_model_after_a_colon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")
    assert load_embedder("openai").name == "openai:text-embedding-3-small"
    assert load_embedder("openai:bge-m3", base_url="http://127.0.0.1:9").name == "openai:bge-m3"
