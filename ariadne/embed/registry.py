"""Embedders by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec

from ariadne.embed.embedder import Embedder
from ariadne.errors import MissingPackage, UserError
from ariadne.forks import Lock


def load_embedder(name: str = "minilm", *, base_url: str | None = None) -> Embedder:
    """Load the embedder called `name`.

    Args:
        name: `minilm`, `contriever`, `openai`, `openai:<model>`, or a sentence-transformers model as
            `<owner>/<model>` or as a folder.
        base_url: the endpoint of an `openai` embedder.

    Raises:
        MissingPackage: it needs a package that is not installed.
        UserError: there is no such embedder, or it cannot be loaded.
    """
    check_embedder(name)
    kind, _, model = name.partition(":")
    if kind == "openai":
        return _openai(model, base_url)
    return _EMBEDDERS[name]() if name in _EMBEDDERS else _sentence_transformers(name)


def is_endpoints(name: str) -> bool:
    """Whether a name means an embedder at an endpoint."""
    return name.partition(":")[0] == "openai"


def check_embedder(name: str) -> None:
    """Check that a name is an embedder's, without loading anything.

    Raises:
        UserError: there is no such embedder.
    """
    if not is_endpoints(name) and name not in _EMBEDDERS and not _is_sentence_transformers(name):
        known = ", ".join([*_EMBEDDERS, "openai", "openai:<model>"])
        raise UserError(
            f"there is no embedder {name}: use {known}, or a sentence-transformers model as owner/name or folder"
        )


def check_installed(name: str, base_url: str | None = None) -> None:
    """Check that an embedder's key or package is present, without loading the model.

    Raises:
        MissingPackage: the package is missing. UserError: the key is missing.
    """
    if is_endpoints(name):
        load_embedder(name, base_url=base_url)
    elif _is_sentence_transformers(name) and find_spec("sentence_transformers") is None:
        raise MissingPackage(f"the embedder {name}", "contriever")


def first_installed(names: Sequence[str]) -> str:
    """Return the first of these embedders whose package is installed; else the first, so loading it names what is
    missing."""
    is_there = find_spec("sentence_transformers") is not None
    return next((name for name in names if is_there or not _is_sentence_transformers(name)), names[0])


def _is_sentence_transformers(name: str) -> bool:
    if is_endpoints(name):
        return False
    return name == "contriever" or "/" in name or os.path.isdir(name)


def _minilm() -> Embedder:
    """Shared by all memories of a process, including those made in several threads: it holds only its weights."""
    with _LOADING:
        return _loaded_minilm()


@cache
def _loaded_minilm() -> Embedder:
    from ariadne.embed.minilm import MiniLM

    return MiniLM()


def _contriever() -> Embedder:
    from ariadne.embed.sentence_transformers import contriever

    return contriever()


def _sentence_transformers(model: str) -> Embedder:
    from ariadne.embed.sentence_transformers import SentenceTransformers

    return SentenceTransformers(model)


def _openai(model: str, base_url: str | None) -> Embedder:
    from ariadne.embed.openai import DEFAULT_MODEL, OpenAIEmbedder

    return OpenAIEmbedder(model or DEFAULT_MODEL, base_url=base_url)


_LOADING = Lock()
_EMBEDDERS: dict[str, Callable[[], Embedder]] = {"minilm": _minilm, "contriever": _contriever}
