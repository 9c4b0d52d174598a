"""Embeddings from an OpenAI-compatible endpoint."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
from pydantic import BaseModel, Field, FiniteFloat

from ariadne.embed.embedder import Vectors
from ariadne.errors import Failure, MissingPackage, UserError
from ariadne.keys import api_key, redacted
from ariadne.models.incoming import TooLong, limited
from ariadne.text import counted, truncated

DEFAULT_MODEL = "text-embedding-3-small"
CLIP = 240
_MOST_TEXTS = 256
LONGEST_ANSWER = 64_000_000
"""Bytes that are taken in of an answer, unpacked: four times 256 vectors of 3,072 numbers as JSON."""


class OpenAIEmbedder:
    """Asks an embeddings endpoint, 256 texts a call. The key is read from `OPENAI_API_KEY`.

    Args:
        model: the model's name at the endpoint.
        base_url: the endpoint; `OPENAI_BASE_URL` or OpenAI's own if None.
        timeout: seconds to wait for one call.

    Raises:
        UserError: no key for OpenAI's own endpoint, or one that cannot be one. Other endpoints may do without.
    """

    threshold: float | None = None

    def __init__(self, model: str = DEFAULT_MODEL, *, base_url: str | None = None, timeout: float = 60.0) -> None:
        try:
            from openai import DefaultHttpxClient, OpenAI
        except ImportError as error:
            raise MissingPackage("the openai embedder") from error
        base_url = base_url or os.environ.get("OPENAI_BASE_URL") or None
        key = api_key()
        if not key and not base_url:
            raise UserError("the openai embedder needs a key: set OPENAI_API_KEY, or give a base URL")
        self.name = f"openai:{model}"
        self._model = model
        self._dimensions: int | None = None
        self._client = OpenAI(
            api_key=key or "none",
            base_url=base_url,
            timeout=timeout,
            http_client=DefaultHttpxClient(**limited(LONGEST_ANSWER)),
        )

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of `texts`, float32 of shape (n, d).

        Raises:
            UserError: the endpoint refuses the key, the model or the texts.
            Failure: it does not answer, or not with one vector a text.
        """
        batches = [texts[start : start + _MOST_TEXTS] for start in range(0, len(texts), _MOST_TEXTS)]
        return np.vstack([self._ask(batch) for batch in batches]) if batches else np.empty((0, 0), np.float32)

    def _ask(self, texts: Sequence[str]) -> Vectors:
        import openai

        endpoint = f"the embeddings endpoint {self._client.base_url.host}"
        # An empty text is refused by endpoints, a blank one is not.
        inputs = [text or " " for text in texts]
        try:
            create = self._client.embeddings.with_raw_response.create
            response = create(model=self._model, input=inputs, encoding_format="float").http_response
        except (openai.AuthenticationError, openai.PermissionDeniedError) as error:
            raise UserError(f"{endpoint} refuses the key in OPENAI_API_KEY") from error
        except openai.NotFoundError as error:
            raise UserError(f"{endpoint} has no model {self._model}: check its name and the base URL") from error
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            raise UserError(f"{endpoint} refuses the request: {_one_line(error)}") from error
        except Exception as error:  # what is lost on the way, and what the client makes no sense of
            raise Failure(f"{endpoint} does not answer: {_one_line(error)}") from error
        vectors = _read(response.content, endpoint, len(texts))
        self._dimensions = self._dimensions or vectors.shape[1]
        if vectors.shape[1] != self._dimensions:
            raise Failure(f"{endpoint} answered vectors of {vectors.shape[1]} numbers after some of {self._dimensions}")
        return vectors


class _Vector(BaseModel):
    index: int
    embedding: list[FiniteFloat] = Field(min_length=1)


class _Reply(BaseModel):
    data: list[_Vector]


def _read(content: bytes, endpoint: str, texts: int) -> Vectors:
    """The vectors of so many texts, in their order.

    Raises:
        Failure: they are not there, not one each, or not all of one length.
    """
    try:
        rows = sorted(_Reply.model_validate_json(content).data, key=lambda item: item.index)
    except ValueError as error:
        raise Failure(f"{endpoint} does not answer with vectors: check the base URL and the model") from error
    if [item.index for item in rows] != list(range(texts)):
        raise Failure(f"{endpoint} answered {counted(len(rows), 'vector')} for {counted(texts, 'text')}")
    if len({len(item.embedding) for item in rows}) != 1:
        raise Failure(f"{endpoint} answered vectors of several lengths")
    with np.errstate(over="ignore"):
        vectors = np.array([item.embedding for item in rows], dtype=np.float32)
    if not np.isfinite(vectors).all():
        raise Failure(f"{endpoint} answered vectors with numbers that are too large")
    return vectors


def _one_line(error: Exception) -> str:
    cause = error.__cause__ if isinstance(error.__cause__, TooLong) else error
    return truncated(redacted((str(cause).splitlines() or [type(cause).__name__])[0]), CLIP)
