"""Parsing an embeddings endpoint's answer."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Sequence
from typing import Annotated

import numpy as np
from pydantic import BaseModel, BeforeValidator, Field, FiniteFloat

from ariadne.embed.embedder import Vectors
from ariadne.errors import Failure
from ariadne.text import counted


def _numbers(said: object) -> object:
    """Decode a vector, which may be base64 of float32."""
    return np.frombuffer(b64decode(said, validate=True), dtype="<f4").tolist() if isinstance(said, str) else said


class Vector(BaseModel):
    """A vector, and the index of its text in the request."""

    index: int
    embedding: Annotated[list[FiniteFloat], BeforeValidator(_numbers), Field(min_length=1)]


class _EmbeddingReply(BaseModel):
    data: list[Vector]


def read(content: bytes, endpoint: str) -> list[Vector]:
    """Return the vectors of an answer, in its order.

    Raises:
        Failure: there are none.
    """
    try:
        return sorted(_EmbeddingReply.model_validate_json(content).data, key=lambda item: item.index)
    except ValueError as error:
        raise Failure(f"{endpoint} does not answer with vectors: check the base URL and the model") from error


def as_array(rows: Sequence[Vector], texts: Sequence[str], endpoint: str) -> Vectors:
    """Return the vectors of texts as an array.

    Raises:
        Failure: there is not one for each text, or their lengths differ.
    """
    if [item.index for item in rows] != list(range(len(texts))):
        raise Failure(f"{endpoint} returned {so_many(rows, texts)}")
    if len({len(item.embedding) for item in rows}) != 1:
        raise Failure(f"{endpoint} returned vectors of several lengths")
    with np.errstate(over="ignore"):
        vectors = np.array([item.embedding for item in rows], dtype=np.float32)
    if not np.isfinite(vectors).all():
        raise Failure(f"{endpoint} returned vectors with numbers that are too large")
    return vectors


def so_many(rows: Sequence[Vector], texts: Sequence[str]) -> str:
    """A phrase with the numbers of vectors and of texts."""
    return f"{counted(len(rows), 'vector')} for {counted(len(texts), 'text')}"
