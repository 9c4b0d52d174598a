"""Statistics, checks, compaction, and the change of the embedder."""

from __future__ import annotations

from pathlib import Path

from ariadne.memory.arigraph.storage.schema import EDGE
from tests.memory.arigraph.libraries import library
from tests.memory.arigraph.storage.test_opening import changed
from tests.memory.arigraph.storage.test_store import NOON


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
