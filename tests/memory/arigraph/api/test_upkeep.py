"""Statistics, checks, compaction, and the change of the embedder."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ariadne.embed.embedder import Vectors
from ariadne.errors import Failure, UserError
from ariadne.memory.arigraph.storage.schema import EDGE
from arigraph import AriGraph, Triplet
from tests.memory.arigraph.libraries import Words, library
from tests.memory.arigraph.storage.test_opening import changed
from tests.memory.arigraph.storage.test_store import NOON, state


async def test_stats_count_the_contents(tmp_path: Path) -> None:
    with library(tmp_path / "life.db") as memory:
        await memory.learn("alice, knows, bob\nbob, knows, carol", time=NOON)
        await memory.learn("not bob, knows, carol")
        await memory.scope("one").learn("dora, is, tall")
        await memory.forget("carol")
        stats = memory.stats()
        assert (stats.facts, stats.ever, stats.vertices, stats.texts, stats.forgotten) == (1, 2, 2, 0, 2)
        assert (stats.steps, stats.scopes, stats.embedder) == (3, 2, "letters")
        assert stats.bytes > 0
    assert library().stats().bytes == 0


async def test_check_reports_inconsistencies_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "life.db"
    with library(path) as memory:
        await memory.learn("alice, knows, bob\nbob, knows, carol", time=NOON)
        await memory.learn("not bob, knows, carol", time=NOON)
        await memory.scope("one").learn("dora, is, tall")
        assert await memory.check() == ()
        changed(path, "UPDATE edge SET relation = 'hates' WHERE number = 0")
        (problem,) = await memory.check()
        assert "edge 0 is not what was written" in problem
    # A hostile writer can have written anything, checksums and all.
    values = ", ".join(EDGE.columns)
    changed(
        path,
        "UPDATE edge SET relation = 'knows', valid_from = 2, valid_to = 1, since = NULL, until = NULL WHERE number = 1",
        "UPDATE edge SET relation = 'knows', vector = zeroblob(148) WHERE number = 0",
        f"UPDATE edge SET checksum = checksum(vector, {values})",
        "UPDATE step SET time = NULL, checksum = checksum(NULL, number, NULL)",
    )
    with library(path) as memory:
        assert await memory.check() == ("fact 1 ends before it begins",)


async def test_vacuum_shrinks_the_file(tmp_path: Path) -> None:
    path = tmp_path / "life.db"
    with library(path) as memory:
        await memory.learn_many([f"thing {number}, is in, box\n{'long ' * 400}" for number in range(60)])
        before = memory.stats().bytes
        freed = await memory.vacuum()
        assert freed > 0
        assert memory.stats().bytes == before - freed


async def test_reembedding_changes_the_embedder_and_readers_get_an_error(tmp_path: Path) -> None:
    path = tmp_path / "life.db"
    told: list[tuple[int, int]] = []
    with library(path) as memory, library(path, read_only=True) as reader:
        await memory.learn("alice, knows, bob\nbob, knows, carol", time=NOON)
        await memory.learn("not bob, knows, carol", time=NOON)
        await memory.scope("one").learn("dora, is, tall")
        before = state(memory), state(memory.scope("one"))
        await memory.reembed(Words(), lambda done, count: told.append((done, count)))
        assert told == [(5, 5)]
        assert (state(memory), state(memory.scope("one"))) == before
        assert (await memory.scope("one").recall("dora")).facts == (Triplet("dora", "is", "tall"),)
        with pytest.raises(UserError, match="was made with the embedder words, not with letters"):
            reader.facts()
        await memory.learn("carol, likes, tea")
        assert await memory.check() == ()
    with AriGraph("rules", embedder := Words(), path) as memory:
        assert len((await memory.recall("alice", width=9)).facts) == 2
        assert max(embedder.asked) <= 3  # what was made anew is in the file
        assert (await memory.recall("a k b")).fact_scores[0] == 1


async def test_a_stopped_reembedding_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stops(Words):
        def embed(self, texts: Any) -> Vectors:
            if self.asked:
                raise Failure("no connection")
            return super().embed(texts)

    monkeypatch.setattr("ariadne.memory.arigraph.storage.store.AT_ONCE", 4)
    path = tmp_path / "life.db"
    with library(path) as memory:
        await memory.learn_many([f"thing {number}, is, new" for number in range(5)])
        with pytest.raises(Failure):
            await memory.reembed(Stops())
        assert len((await memory.recall("thing", width=9)).facts) == 5
        await memory.forget("thing 0, is, new")
        await memory.learn("thing 9, is, new")
    with library(path) as memory:
        embedder = Words()
        await memory.reembed(embedder)
        assert sum(embedder.asked) == 8  # of 11, of which 3 were done
        assert (await memory.recall("thing", width=9)).facts
        assert await memory.check() == ()
    with closing(sqlite3.connect(path)) as database, database:
        assert database.execute("SELECT count(*) FROM reembedded").fetchone() == (0,)
