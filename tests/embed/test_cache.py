from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from threading import Barrier, Event, Thread

import numpy as np
import pytest

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Vectors
from ariadne.embed.minilm import MiniLM
from tests.forked import in_child, needs_forks


class Letters:
    """An embedder that counts letters and records its batches."""

    name = "letters"
    threshold: float | None = None

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.may_go_on = Event()
        self.may_go_on.set()

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.batches.append(list(texts))
        assert self.may_go_on.wait(10)
        if "poison" in texts:
            raise ValueError("poison")
        return np.array([[text.count(letter) for letter in "abcde"] for text in texts], dtype=np.float32)


def test_each_text_is_embedded_once() -> None:
    letters = Letters()
    cache = TextCache(letters)
    first = cache.rows(["a", "bb", "a"])
    second = cache.rows(["bb", "ccc"])
    assert letters.batches == [["a", "bb"], ["ccc"]]
    assert (cache.texts_embedded, cache.calls) == (3, 2)
    assert cache.vectors[first].tolist() == [[1, 0, 0, 0, 0], [0, 2, 0, 0, 0], [1, 0, 0, 0, 0]]
    assert first[1] == second[0]


def test_rows_stay_as_the_array_grows() -> None:
    cache = TextCache(Letters())
    texts = ["a" * (n % 50) + "b" * (n // 50) for n in range(1000)]
    rows = np.concatenate([cache.rows(texts[start : start + 7]) for start in range(0, 1000, 7)])
    assert cache.vectors.shape == (1000, 5)
    assert cache.vectors[rows, 0].tolist() == [n % 50 for n in range(1000)]
    assert cache.vectors[rows, 1].tolist() == [n // 50 for n in range(1000)]


def test_similarity_is_the_dot_product(minilm: MiniLM) -> None:
    assert TextCache(Letters()).similarity("aab", "abb") == 4
    cache = TextCache(minilm)
    assert cache.similarity("grill", "bbq, used for, grilling") > cache.similarity("grill", "note")
    assert cache.texts_embedded == 3


async def test_episodes_that_share_a_cache_share_batches() -> None:
    letters = Letters()
    letters.may_go_on.clear()
    cache = TextCache(letters)
    first = asyncio.create_task(cache.embed(["a"]))
    while not letters.batches:
        await asyncio.sleep(0)
    others = [asyncio.create_task(cache.embed(["a", "b", "c" * n])) for n in range(1, 6)]
    await asyncio.sleep(0)
    letters.may_go_on.set()
    await asyncio.gather(first, *others)
    assert letters.batches == [["a"], ["b", "c", "cc", "ccc", "cccc", "ccccc"]]
    assert (await others[2]).tolist() == [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 3, 0, 0]]


async def test_the_event_loop_runs_on_while_texts_are_embedded() -> None:
    letters = Letters()
    letters.may_go_on.clear()
    task = asyncio.create_task(TextCache(letters).embed(["a"]))
    while not letters.batches:
        await asyncio.sleep(0)
    assert not task.done()
    letters.may_go_on.set()
    assert len(await task) == 1


async def test_after_a_failed_batch_the_cache_goes_on() -> None:
    letters = Letters()
    cache = TextCache(letters)
    with pytest.raises(ValueError, match="poison"):
        await cache.embed(["a", "poison"])
    assert len(cache.vectors) == 0
    assert (await cache.embed(["a"])).tolist() == [[1, 0, 0, 0, 0]]


async def test_a_failing_text_fails_only_its_caller() -> None:
    """Others in the same batch get their vectors."""
    letters = Letters()
    letters.may_go_on.clear()
    cache = TextCache(letters)
    first = asyncio.create_task(cache.embed(["a"]))
    while not letters.batches:
        await asyncio.sleep(0)
    others = [asyncio.create_task(cache.embed(texts)) for texts in (["b"], ["poison", "c"], ["d"])]
    await asyncio.sleep(0)
    letters.may_go_on.set()
    found = await asyncio.gather(first, *others, return_exceptions=True)
    assert [type(each) for each in found] == [np.ndarray, np.ndarray, ValueError, np.ndarray]
    assert cache.texts_embedded == 3
    assert (await cache.embed(["c"])).tolist() == [[0, 0, 1, 0, 0]]


@needs_forks
@pytest.mark.parametrize("is_used_before", [False, True])
def test_a_forked_process_embeds_and_knows_what_was_known(minilm: MiniLM, is_used_before: bool) -> None:
    cache = TextCache(minilm)
    if is_used_before:
        asyncio.run(cache.embed(["a red key", "a door"]))
    alone = TextCache(minilm).rows(["a lamp"])

    def embed() -> tuple[int, int]:
        vectors = asyncio.run(cache.embed(["a red key", "a lamp"]))
        return len(vectors), cache.texts_embedded

    assert in_child(embed) == str((2, 3 if is_used_before else 2))
    assert cache.texts_embedded == (2 if is_used_before else 0)
    assert len(alone) == 1


@needs_forks
def test_a_process_that_is_forked_while_texts_are_embedded_can_embed() -> None:
    letters = Letters()
    letters.may_go_on.clear()
    cache = TextCache(letters)
    thread = Thread(target=lambda: asyncio.run(cache.embed(["a"])))
    thread.start()
    while not letters.batches:
        time.sleep(0.001)

    def embed() -> list[float]:
        letters.may_go_on = Event()
        letters.may_go_on.set()
        return list(map(float, asyncio.run(cache.embed(["b"]))[0]))

    assert in_child(embed) == "[0.0, 1.0, 0.0, 0.0, 0.0]"
    letters.may_go_on.set()
    thread.join()
    assert cache.kept(["a", "b"]).keys() == {"a"}


def test_threads_that_share_a_cache_embed_each_text_once() -> None:
    letters = Letters()
    cache = TextCache(letters)
    barrier = Barrier(8)

    def work(number: int) -> None:
        barrier.wait()
        for n in range(100):
            rows = cache.rows(["a" * n, "b" * (n * number % 17)])
            assert cache.vectors[rows[0], 0] == n

    threads = [Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    asked = [text for batch in letters.batches for text in batch]
    assert len(asked) == len(set(asked)) == cache.texts_embedded == len(cache.vectors)


def test_an_embedder_is_given_only_what_can_be_encoded() -> None:
    """Every tokenizer refuses half of a surrogate pair, as it may come from a command line or a file."""
    letters = Letters()
    cache = TextCache(letters)
    cache.rows(["caf\udce9", "\ud83d\ude00"])
    assert letters.batches == [["caf?", "\U0001f600"]]
    assert list(cache.rows(["caf\udce9"])) == [0]
