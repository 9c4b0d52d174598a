"""Embedders of the sentence-transformers package (extra `contriever`), including the paper's Contriever."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Literal

import numpy as np

from ariadne.embed.embedder import Vectors
from ariadne.errors import MissingPackage, UserError
from ariadne.keys import in_use

CONTRIEVER = "facebook/contriever"
# The hub's client reads its key from these.
_TOKENS = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")


class SentenceTransformers:
    """A model by its name on the hub or by its folder.

    A model that compares by cosine returns vectors of length 1; one that compares by dot product, such as Contriever,
    returns them unscaled. A text longer than the model's limit is cut. The last bits of a vector may depend on its
    batch.

    Args:
        model: the model's name or folder.
        similarity: how the model compares; if None, its own setting.

    Raises:
        MissingPackage: sentence-transformers is not installed.
        UserError: there is no such model, or it cannot be downloaded.
    """

    threshold: float | None = None

    def __init__(self, model: str, *, similarity: Literal["cosine", "dot"] | None = None) -> None:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise MissingPackage(f"the embedder {model}", "contriever") from error
        in_use(*(os.environ.get(name, "") for name in _TOKENS))
        try:
            self._model = SentenceTransformer(model, similarity_fn_name=similarity)
        except Exception as error:  # the package passes on errors of torch, the hub and its client
            reason = (str(error).splitlines() or [type(error).__name__])[0]
            raise UserError(
                f"cannot load the embedder {model}: {reason}; check its name, or give the folder it is in"
            ) from error
        self.name = model

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of `texts`, float32 of shape (n, d)."""
        vectors = self._model.encode(
            list(texts),
            convert_to_numpy=True,
            normalize_embeddings=self._model.similarity_fn_name != "dot",
            show_progress_bar=False,
        )
        return np.asarray(vectors, dtype=np.float32).reshape(len(texts), -1)


def contriever() -> SentenceTransformers:
    """The paper's retriever: mean pooling, compared by the plain dot product (Izacard et al. 2022)."""
    return SentenceTransformers(CONTRIEVER, similarity="dot")
