"""Embeddings from an OpenAI-compatible endpoint."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np

from ariadne.embed.embedder import Vectors
from ariadne.errors import Failure, MissingPackage, UserError
from ariadne.keys import api_key, redacted

DEFAULT_MODEL = "text-embedding-3-small"
CLIP = 240
_MOST_TEXTS = 256


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
            from openai import OpenAI
        except ImportError as error:
            raise MissingPackage("the openai embedder", "openai") from error
        base_url = base_url or os.environ.get("OPENAI_BASE_URL") or None
        key = api_key()
        if not key and not base_url:
            raise UserError("the openai embedder needs a key: set OPENAI_API_KEY, or give a base URL")
        self.name = f"openai:{model}"
        self._model = model
        self._client = OpenAI(api_key=key or "none", base_url=base_url, timeout=timeout)

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
            reply = self._client.embeddings.create(model=self._model, input=inputs, encoding_format="float")
        except (openai.AuthenticationError, openai.PermissionDeniedError) as error:
            raise UserError(f"{endpoint} refuses the key in OPENAI_API_KEY") from error
        except openai.NotFoundError as error:
            raise UserError(f"{endpoint} has no model {self._model}: check its name and the base URL") from error
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            raise UserError(f"{endpoint} refuses the request: {_one_line(error)}") from error
        except openai.OpenAIError as error:
            raise Failure(f"{endpoint} does not answer: {_one_line(error)}") from error
        rows = sorted(reply.data, key=lambda item: item.index)
        if [item.index for item in rows] != list(range(len(texts))):
            raise Failure(f"{endpoint} answered {len(rows)} vectors for {len(texts)} texts")
        return np.array([item.embedding for item in rows], dtype=np.float32)


def _one_line(error: Exception) -> str:
    line = redacted((str(error).splitlines() or [type(error).__name__])[0])
    return line if len(line) <= CLIP else f"{line[:CLIP]} ..."
