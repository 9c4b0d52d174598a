"""`learn_many`: texts are read concurrently, learned in the order of their times, and skipped if known."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.embed.embedder import Vectors
from ariadne.errors import Failure, UserError
from ariadne.memory.arigraph.core.histories import ahead
from ariadne.models.ask import Asked
from ariadne.models.question import Question
from ariadne.models.recorded import ScriptedModel
from arigraph import AriGraph, Text
from tests.memory.arigraph.libraries import Failing, Letters, Words, library, parrot
from tests.memory.arigraph.storage.test_store import NOON, state
from tests.scripted import Script

MARCH = datetime(2026, 3, 1, tzinfo=UTC)
TEXTS = [
    f"thing {number}, is in, box {number % 3}\nnot thing {number - 2}, is in, box {(number - 2) % 3}"
    for number in range(10)
]


def day(number: int) -> datetime:
    return MARCH + timedelta(days=number)


def lines(*facts: str, seconds: float = 0) -> Callable[[list[dict[str, str]]], Awaitable[str]]:
    """A slow model that reads the lines of a text as triplets."""
    import json

    async def complete(messages: list[dict[str, str]]) -> str:
        await asyncio.sleep(seconds)
        said = messages[-1]["content"].partition("New text")[2].partition(":\n")[2]
        return json.dumps({"triplets": [*said.splitlines(), *facts], "replaced": [], "same": []})

    return complete


def held(memory: AriGraph) -> list[tuple[str, Any, Any]]:
    return sorted((str(edge.triplet), edge.since, edge.until) for edge in memory.history())


async def test_texts_are_read_concurrently_and_learned_in_the_order_of_their_times() -> None:
    running: list[int] = []
    read = lines(seconds=0.05)

    async def complete(messages: list[dict[str, str]]) -> str:
        running.append(running[-1] + 1 if running else 1)
        try:
            return await read(messages)
        finally:
            running.append(running[-1] - 1)

    texts = [Text(f"person {number}, is in, city {number}", day(number % 7)) for number in range(40)]
    async with AriGraph(complete, Letters(), concurrency=16) as memory:
        changes = await memory.learn_many(texts)
    one = AriGraph(lines(), Letters())
    for text in sorted(texts, key=lambda text: text.time or MARCH):
        await one.learn(text.text, time=text.time)
    assert held(memory) == held(one)
    assert [node.observation for node in memory.told()] == [node.observation for node in one.told()]
    assert [str(change.added[0]) for change in changes] == [text.text for text in texts]
    assert 8 < max(running) <= 16


async def test_learned_texts_are_skipped(tmp_path: Path) -> None:
    texts = [
        Text("ann, lives in, rome", day(1), source="a.txt", metadata={"page": 1}),
        Text("ann, likes, tea", day(1)),
        Text("ann, likes, tea", day(1)),
        Text(messages=[{"role": "user", "name": "Bo", "content": "Hello there"}], time=day(2)),
        Text("cy, is, tall", day(3)),
    ]
    script = Script(read=parrot)
    with AriGraph(script.model, Letters(), tmp_path / "life.db") as memory:
        await memory.learn_many(texts[:4])
        assert len(script.asked) == 4
    with AriGraph(script.model, Letters(), tmp_path / "life.db") as memory:
        told: list[tuple[int, int]] = []
        changes = await memory.learn_many(texts, progress=lambda done, count: told.append((done, count)))
        assert len(script.asked) == 5
        assert [len(change.nodes) for change in changes] == [0, 0, 0, 0, 1]
        assert told[-1] == (5, 5)
        assert len(memory.told()) == 5
        await memory.learn_many([Text("cy, is, tall", day(4)), "cy, is, tall"])
        assert len(memory.told()) == 7, "another time, or none, is another text"


@pytest.mark.parametrize("concurrency", [1, 8])
async def test_learned_messages_are_skipped_after_their_role_was_merged(concurrency: int, tmp_path: Path) -> None:
    said = ["Hello there", "I am Sam Reed", "I like tea", "I like tea"]
    texts = [
        Text(messages=[{"role": "user", "content": text}], time=day(number)) for number, text in enumerate(said, 1)
    ]
    naming = {"triplets": ["sam reed, likes, tea"], "replaced": [], "same": ["user = Sam Reed"]}
    for asked in (4, 0):
        script = Script(read=naming)
        async with AriGraph(script.model, Letters(), tmp_path / "life.db", concurrency=concurrency) as memory:
            await memory.learn_many(texts)
            assert len(memory.told()) == 4
        assert len(script.of("read")) == asked


async def test_facts_of_concurrently_read_texts_are_asked_about() -> None:
    old, new = "ann lee, lives in, paris", "ann lee, lives in, rome"
    script = Script(read=parrot, outdated={"replaced": ["1 changed -> 2"]})
    together = asyncio.Barrier(2)

    async def ask(question: Question[Any]) -> Any:
        if question.name == "read":
            await together.wait()
        return await script.ask(question)

    async with AriGraph(Asked(ask), Letters(), concurrency=8) as memory:
        changes = await memory.learn_many([Text(new, day(9)), Text(old, day(1))])
    (asked,) = script.of("outdated")
    assert (asked.inputs["facts"], asked.inputs["dates"]) == (
        [old, new],
        [" (since 2026-03-02)", " (since 2026-03-10)"],
    )
    assert [str(edge.triplet) for edge in memory.facts()] == [new]
    assert [[str(each.fact) for each in change.retired] for change in changes] == [[old], []]


async def test_an_error_is_raised_after_the_earlier_texts_are_learned() -> None:
    async def complete(messages: list[dict[str, str]]) -> str:
        if "stop" in messages[-1]["content"]:
            raise Failure("no reply")
        return await lines()(messages)

    async with AriGraph(complete, Letters(), concurrency=4) as memory:
        texts = [Text("stop" if number == 5 else f"thing {number}, is, old", day(number)) for number in range(9)]
        with pytest.raises(Failure, match="no reply"):
            await memory.learn_many(texts)
        assert len(memory.told()) == 5
        assert await memory.check() == ()


async def test_a_cancellation_keeps_learned_texts(tmp_path: Path) -> None:
    with AriGraph(lines(seconds=0.02), Letters(), tmp_path / "life.db", concurrency=2) as memory:
        texts = [Text(f"thing {number}, is, old", day(number)) for number in range(50)]
        learning = asyncio.ensure_future(memory.learn_many(texts))
        while len(memory.told()) < 6:
            await asyncio.sleep(0.01)
        learning.cancel()
        with pytest.raises(asyncio.CancelledError):
            await learning
        kept = len(memory.told())
        assert await memory.check() == ()
    assert 6 <= kept < 50
    with AriGraph(None, Letters(), tmp_path / "life.db") as memory:
        assert len(memory.told()) == kept


async def test_arguments_that_are_not_texts_are_errors() -> None:
    memory = AriGraph(ScriptedModel(parrot), Letters())
    for wrong in (Text("one"), "one", [1], None):
        with pytest.raises(UserError, match=r"str|learn_many"):
            await memory.learn_many(wrong)  # type: ignore[arg-type]


@given(st.lists(st.floats(0, 0.003), max_size=20), st.integers(1, 6))
def test_results_are_in_the_order_of_the_items(waits: list[float], most: int) -> None:
    running = highest = 0

    async def work(at: int) -> int:
        nonlocal running, highest
        running += 1
        highest = max(highest, running)
        await asyncio.sleep(waits[at])
        running -= 1
        return at

    async def all_of_them() -> list[int]:
        return [each async for group in ahead(range(len(waits)), work, most) for each in group]

    assert asyncio.run(all_of_them()) == [*range(len(waits))]
    assert highest <= most


@pytest.mark.parametrize("is_filed", [False, True])
async def test_a_text_that_cannot_be_embedded_is_not_learned(is_filed: bool, tmp_path: Path) -> None:
    embedder = Failing("bad")
    with AriGraph(ScriptedModel(parrot), embedder, tmp_path / "life.db" if is_filed else None) as memory:
        await memory.learn("zoe, lives in, oslo", time=day(1))
        texts = [Text("ann, is, tall", day(2)), Text("bad, is, text", day(3)), Text("cy, is, tall", day(4))]
        with pytest.raises(Failure, match="does not answer"):
            await memory.learn_many(texts)
        assert "zoe, lives in, oslo" in map(str, (await memory.recall("zoe")).facts)
        assert "bad, is, text" not in map(str, [edge.triplet for edge in memory.history()])
        assert await memory.check() == ()
        held_before = len(memory.told())
        assert held_before in (1, 2)
        embedder.down_for = ""
        await memory.learn_many(texts)
        assert [node.observation for node in memory.told()][1:] == [text.text for text in texts]


async def test_learn_many_equals_single_learns_with_fewer_embedder_calls(
    tmp_path: Path,
) -> None:
    one = library()
    for text in TEXTS:
        await one.learn(text, time=NOON)
    embedder, told = Words(), []
    with AriGraph(ScriptedModel(parrot), embedder, tmp_path / "many.db") as many:
        changes = await many.learn_many(iter(TEXTS), time=NOON, progress=lambda done, count: told.append((done, count)))
        assert state(many) == state(one)
        assert len(embedder.asked) < len(TEXTS)
        assert [len(change.removed) for change in changes] == [0, 0, *[1] * 8]
        before = await many.recall("thing", width=9)
        assert set(before.facts) == {edge.triplet for edge in one.facts()}
    assert (told, told[-1]) == (sorted(told), (10, 10))
    with AriGraph(ScriptedModel(parrot), Words(), tmp_path / "many.db") as again:
        assert state(again) == state(one)
        assert await again.recall("thing", width=9) == before


@pytest.mark.nightly
@pytest.mark.parametrize("is_many", [True, False])
async def test_a_cancelled_learn_leaves_memory_and_file_equal(tmp_path: Path, is_many: bool) -> None:
    class Slow(Letters):
        def embed(self, texts: Any) -> Vectors:
            import time

            time.sleep(0.1)
            return super().embed(texts)

    path = tmp_path / "many.db"
    with AriGraph(ScriptedModel(parrot), Slow(), path) as memory:
        await memory.learn("a, is, b")
        work = memory.learn_many(["c, is, d", "e, is, f"]) if is_many else memory.learn("c, is, d")
        learning = asyncio.create_task(work)
        await asyncio.sleep(0.05)
        learning.cancel()
        with pytest.raises(asyncio.CancelledError):
            await learning
        await memory.learn("g, is, h")
        before = state(memory)
    with library(path) as memory:
        assert state(memory) == before
