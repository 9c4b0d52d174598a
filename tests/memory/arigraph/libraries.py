"""Light, deterministic memories for tests that do not depend on meaning."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ariadne.embed.embedder import Vectors
from ariadne.errors import Failure
from ariadne.models.question import Question
from ariadne.models.recorded import ScriptedModel
from arigraph import AriGraph


class Letters:
    """Compares texts by their letters."""

    name = "letters"
    threshold: float | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        counts = [[1.0, *(text.count(letter) for letter in "abcdefghijklmnopqrstuvwxyz0123456789")] for text in texts]
        vectors = np.array(counts, dtype=np.float32).reshape(len(texts), 37)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def parrot(question: Question[Any]) -> dict[str, Any]:
    """Reads texts whose lines are triplets, or several of which a sentence has, with `; ` between; one after `not`
    replaces what it names. Nothing is said in other words, and an
    answer is all that is shown."""
    if question.name == "outdated":
        return {"replaced": []}
    if question.name == "answer_from_memory":
        shown = [*question.inputs["facts"], *question.inputs["texts"]]
        return {"known": True, "answer": " ".join(shown), "facts": [1], "texts": [1]}
    lines = [line for text in question.inputs["texts"] for line in text.replace("; ", "\n").splitlines()]
    return {
        "triplets": [line for line in lines if not line.startswith("not ")],
        "replaced": [line.removeprefix("not ") for line in lines if line.startswith("not ")],
    }


def library(path: Path | None = None, *, scope: str = "", read_only: bool = False) -> AriGraph:
    """A memory that learns lines, in a file or not."""
    return AriGraph(ScriptedModel(parrot), Letters(), path, scope=scope, read_only=read_only)


class Words(Letters):
    """Compares texts by the first letters of words, and counts the texts of each call."""

    name = "words"

    def __init__(self) -> None:
        self.asked: list[int] = []

    def embed(self, texts: Any) -> Vectors:
        self.asked.append(len(texts))
        return super().embed([" ".join(word[0] for word in text.split()) for text in texts])


class Failing(Letters):
    """An embedder that fails for texts with a certain word, as long as there is one."""

    def __init__(self, down_for: str) -> None:
        self.down_for = down_for

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.down_for and any(self.down_for in text for text in texts):
            raise Failure("the embeddings endpoint does not answer")
        return super().embed(texts)
