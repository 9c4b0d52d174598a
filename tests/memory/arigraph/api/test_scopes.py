"""Scopes of one file are independent."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Barrier

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.memory.arigraph.core.graph import SemanticGraph
from arigraph import AriGraph, Triplet
from tests.memory.arigraph.libraries import library
from tests.memory.arigraph.storage.test_store import NOON, state
from tests.memory.arigraph.strategies import VERTICES, triplets

Call = tuple[str, str, Triplet]
"""The scope, the method and the argument of a call."""

SCOPES = ("", "user:1", "user:2")
calls = st.lists(
    st.tuples(
        st.sampled_from(SCOPES), st.sampled_from(["learn", "outdate", "forget", "forget vertex", "erase"]), triplets
    ),
    max_size=9,
)


async def do(memory: AriGraph, call: Call, hour: int) -> None:
    _, name, triplet = call
    time = NOON + timedelta(hours=hour)
    if name == "learn":
        await memory.learn(str(triplet), time=time, source=f"hour {hour}")
    elif name == "outdate":
        await memory.learn(f"not {triplet}", time=time)
    elif name == "erase":
        await memory.erase(triplet.subject)
    else:
        await memory.forget(triplet if name == "forget" else triplet.subject)


async def seen(memory: AriGraph) -> tuple[object, ...]:
    """The contents of a memory, without times."""
    found = await memory.recall(VERTICES, depth=2, width=9, episodes=9)
    edges = [(edge.triplet, edge.valid_from, edge.valid_to, edge.reason) for edge in memory.history()]
    nodes = [
        (node.step, node.observation, node.triplets, node.source, node.forgotten) for node in memory.episodic.nodes
    ]
    facts = [edge.triplet for edge in memory.facts()], [edge.triplet for edge in memory.facts(2)]
    of_each = [(memory.neighbours(vertex), len(memory.history(vertex))) for vertex in VERTICES]
    told = [len(memory.sources(triplet)) for triplet in found.facts]
    sizes = replace(memory.stats(), scopes=0, bytes=0), await memory.check()
    scores = found.fact_scores, found.episode_scores
    return told, sizes, scores, found.facts, [node.step for node in found.episodes], edges, nodes, facts, of_each


async def alone(calls: Sequence[Call], scope: str) -> tuple[object, ...]:
    """The contents of a memory with only this scope's calls."""
    memory = library()
    for hour, call in enumerate(calls):
        if call[0] == scope:
            await do(memory, call, hour)
    return await seen(memory)


@settings(max_examples=10)
@given(calls)
@example([("", name, Triplet("kitchen", "is in", "hall")) for name in ("outdate", "forget", "learn")])
def test_scopes_are_independent(tmp_path_factory: pytest.TempPathFactory, calls: list[Call]) -> None:
    path = tmp_path_factory.mktemp("memory") / "shared.db"

    async def live() -> None:
        expected = {scope: await alone(calls, scope) for scope in SCOPES}
        with library(path) as memory:
            for hour, call in enumerate(calls):
                await do(memory.scope(call[0]), call, hour)
            assert {scope: await seen(memory.scope(scope)) for scope in SCOPES} == expected
        with library(path) as memory:
            assert {scope: await seen(memory.scope(scope)) for scope in SCOPES} == expected
            memory.save(path.with_name("copy.db"))
        with library(path.with_name("copy.db"), read_only=True) as memory:
            assert {scope: await seen(memory.scope(scope)) for scope in SCOPES} == expected

    asyncio.run(live())


async def test_a_name_that_another_scope_erased_is_new(tmp_path: Path) -> None:
    with library(tmp_path / "m.db") as memory:
        other = memory.scope("other")
        await other.learn("bob, knows, cy")
        await memory.learn("bob, knows, bob")
        # It is the other scope's vertex, which the file knows by a number. `ada` gets that number after the erasure.
        assert memory.neighbours("cy") == ()
        await other.erase("bob")
        for told in ("ada, knows, ada", "cy, knows, ada"):
            await memory.learn(told)
        assert [edge.triplet.subject for edge in memory.facts()] == ["bob", "ada", "cy"]


async def test_a_file_is_opened_with_a_scope(tmp_path: Path) -> None:
    path = tmp_path / "shared.db"
    with library(path) as memory:
        await memory.scope("user:1").learn("key, is in, box")
        assert memory.facts() == ()
        before = state(memory.scope("user:1"))
    with library(path, scope="user:1") as memory:
        assert state(memory) == before
        assert memory.scope("").facts() == ()
        assert set(memory.scopes()) == {"", "user:1"}


async def test_scopes_learn_concurrently_and_a_reader_sees_its_own(tmp_path: Path) -> None:
    path = tmp_path / "shared.db"
    with library(path) as memory, library(path, read_only=True) as reader:
        mine, theirs = reader.scope("user:1"), reader.scope("user:2")
        assert mine.facts() == theirs.facts() == ()
        await asyncio.gather(
            *(memory.scope(f"user:{number % 2}").learn(f"thing {number}, is in, box") for number in range(20))
        )
        assert len(mine.facts()) == 10
        assert theirs.facts() == ()
        assert mine.facts() == memory.scope("user:1").facts()


@pytest.mark.parametrize("name", ["x" * 201, "half a pair \ud83d"])
def test_an_invalid_name_of_a_scope_is_refused(name: str) -> None:
    with pytest.raises(UserError, match="scope"):
        library().scope(name)


def test_threads_share_the_graph_of_a_scope(tmp_path: Path) -> None:
    together = Barrier(4)

    def asked(name: str) -> SemanticGraph:
        together.wait(10)
        return memory.scope(name).graph

    with library(tmp_path / "life.db") as memory, ThreadPoolExecutor(4) as pool:
        for number in range(20):
            assert len(set(pool.map(asked, [f"user:{number}"] * 4))) == 1


async def test_an_open_scope_of_little_takes_little_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise AssertionError("the file has the index of words")

    count = 50
    with library(tmp_path / "life.db") as memory:
        await memory.scope("user:0").learn("bob, likes, tea")
        monkeypatch.setattr("ariadne.memory.arigraph.retrieval.lexical.sqlite3.connect", refused)
        tracemalloc.start()
        for user in range(1, count + 1):
            await memory.scope(f"user:{user}").learn("bob, likes, tea")
            assert (await memory.scope(f"user:{user}").recall("bob")).facts
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert held < count * 40_000
