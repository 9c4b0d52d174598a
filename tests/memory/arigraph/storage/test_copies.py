"""Index snapshots: a large memory opens by one, and never by one of another state."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ariadne import files
from ariadne.embed.embedder import Vectors
from ariadne.memory.arigraph.retrieval.index import VectorIndex
from ariadne.memory.arigraph.storage.copies import IndexSnapshot, Stamp
from ariadne.memory.arigraph.storage.lookups import Lookups
from ariadne.memory.arigraph.storage.store import Store
from arigraph import Triplet
from tests.memory.arigraph.libraries import library

STAMP = Stamp("epoch", "letters", 600, 9, 7, 3)


def drawn(count: int, seed: int = 0) -> Vectors:
    rows = np.random.default_rng(seed).standard_normal((count, 12)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def index_of(count: int) -> VectorIndex:
    """An index that is large enough for a snapshot."""
    index = VectorIndex(coded_from=50)
    index.add(range(count), drawn(count))
    return index


def read_of(copy: IndexSnapshot) -> VectorIndex:
    found = copy.read()
    assert found
    return found[1]


def stamp_of(copy: IndexSnapshot) -> Stamp | None:
    found = copy.read()
    return found and found[0]


@pytest.fixture
def copy(tmp_path: Path) -> IndexSnapshot:
    (tmp_path / "house.db").write_text("")
    return IndexSnapshot(tmp_path / "house.db", "user:1")


@pytest.mark.parametrize("asked", [1, 300])
def test_a_snapshot_equals_the_index_and_can_be_continued(copy: IndexSnapshot, asked: int) -> None:
    index, queries = index_of(3000), drawn(asked, seed=1)
    index.remove(5)
    for width in (6, 5):
        index.nearest(queries, width)
    assert index.is_exact == (asked < 128)
    assert copy.write(STAMP, index)
    assert stamp_of(copy) == STAMP
    for _ in range(2):
        read = read_of(copy)
        assert (read.is_exact, len(read), 5 in read) == (index.is_exact, 2999, False)
        assert read.nearest(drawn(3, seed=2), 6) == index.nearest(drawn(3, seed=2), 6)
        # What comes and goes is in memory alone: the next one reads the same.
        read.remove(read.nearest(queries[:1], 1)[0][0])
        read.add(range(3000, 3300), np.concatenate([queries[:1], drawn(299, seed=3)]))
        assert read.nearest(queries[:1], 1) == [(3000,)]
        np.testing.assert_allclose(read.vectors([3000, 7]), np.concatenate([queries[:1], drawn(3000)[7:8]]), atol=1e-3)


def test_a_small_index_has_no_snapshot(copy: IndexSnapshot) -> None:
    assert not copy.write(STAMP, VectorIndex())
    assert copy.read() is None


def test_scopes_and_files_have_separate_snapshots(copy: IndexSnapshot, tmp_path: Path) -> None:
    assert copy.write(STAMP, index_of(60))
    assert stamp_of(IndexSnapshot(tmp_path / "house.db", "user:2")) is None
    assert stamp_of(IndexSnapshot(tmp_path / "other.db", "user:1")) is None
    assert stamp_of(IndexSnapshot(tmp_path / "house.db", "user:1")) == STAMP
    (tmp_path / "link.db").symlink_to("house.db")
    assert stamp_of(IndexSnapshot(tmp_path / "link.db", "user:1")) == STAMP
    copy.drop()
    assert copy.read() is None


def test_old_and_orphaned_snapshots_are_removed(copy: IndexSnapshot, tmp_path: Path) -> None:
    lost = IndexSnapshot(tmp_path / "lost.db", "")
    assert lost.write(STAMP, index_of(60))
    for count in (60, 70):
        assert copy.write(replace(STAMP, edges=count), index_of(count))
    (folder,) = (files.state() / "vectors").iterdir()
    assert sorted(each.is_dir() for each in folder.iterdir()) == [False, True]
    assert len(read_of(copy)) == 70


@pytest.mark.parametrize("name", ["keys.npy", "vectors.npy", "about.json"])
@pytest.mark.parametrize("content", [b"", b"\x93NUMPY", b"{}"])
def test_an_incomplete_snapshot_is_ignored(copy: IndexSnapshot, name: str, content: bytes) -> None:
    assert copy.write(STAMP, index_of(60))
    (path,) = (files.state() / "vectors").rglob(name)
    path.write_bytes(content)
    assert copy.read() is None


def test_a_snapshot_reads_only_its_own_folder(copy: IndexSnapshot, tmp_path: Path) -> None:
    assert copy.write(STAMP, index_of(60))
    (path,) = (files.state() / "vectors").rglob("about.json")
    about = json.loads(path.read_text())
    (path.parent / about["in"]).rename(tmp_path / "elsewhere")
    path.write_text(json.dumps({**about, "in": str(tmp_path / "elsewhere")}))
    assert copy.read() is None


def test_without_a_writable_folder_there_is_no_snapshot(copy: IndexSnapshot) -> None:
    files.state().parent.mkdir(parents=True, exist_ok=True)
    files.state().write_text("no folder")
    assert not copy.write(STAMP, index_of(60))
    assert copy.read() is None
    copy.drop()


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a few dozen facts count as many."""
    monkeypatch.setattr(VectorIndex.__init__, "__defaults__", (40,))


def copies() -> list[Stamp]:
    """The stamps of all snapshots."""
    told = (files.state() / "vectors").glob("*/about.json")
    return [Stamp(**json.loads(path.read_text())["stamp"]) for path in told]


async def grown(path: Path, first: int, end: int) -> None:
    with library(path) as memory:
        await memory.learn_many(f"key {number}, is in, box {number}" for number in range(first, end))


@pytest.mark.usefixtures("large")
async def test_a_large_file_opens_by_its_snapshot_and_later_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "house.db"
    copied: list[int] = []
    vectors = Lookups.vectors

    def seen(file: Lookups, since: int = 0) -> Iterator[tuple[list[int], list[bytes]]]:
        copied.append(since)
        return vectors(file, since)

    monkeypatch.setattr(Lookups, "vectors", seen)
    await grown(path, 0, 64)
    (stamp,) = copies()
    assert stamp.embedder == "letters"
    assert 64 * 7 / 8 < stamp.edges <= 64
    with library(path) as memory:
        assert copied[-1] == stamp.edges
        await memory.learn("not key 3, is in, box 3\nkey 3, is in, hall")
    before, (stamp,) = stamp, copies()
    assert stamp == before or before.edges < 65 * 8 / 9, "not for two, unless many were lacking"
    with library(path, read_only=True) as memory:
        assert copied[-1] == stamp.edges
        facts = (await memory.recall("key 3", 1, 99)).facts
        assert {*facts} == {edge.triplet for edge in memory.facts()}
    await grown(path, 64, 90)
    (stamp,) = copies()
    assert 91 * 7 / 8 < stamp.edges <= 91


@pytest.mark.usefixtures("large")
async def test_a_snapshot_of_a_replaced_file_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    await grown(path, 0, 64)
    path.rename(tmp_path / "other.db")
    await grown(path, 100, 164)
    with library(path, read_only=True) as memory:
        assert (await memory.recall("key 103", 1, 1)).facts == (Triplet("key 103", "is in", "box 103"),)
    path.unlink()
    (tmp_path / "other.db").rename(path)
    with library(path, read_only=True) as memory:
        assert (await memory.recall("key 3", 1, 99)).facts[0] in {edge.triplet for edge in memory.facts()}
        assert {*(await memory.recall("key 3", 1, 99)).facts} == {edge.triplet for edge in memory.facts()}


@pytest.mark.usefixtures("large")
async def test_a_snapshot_is_replaced_by_an_erasure(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    await grown(path, 0, 64)
    (before,) = copies()
    with library(path) as memory:
        await memory.erase("key 3")
        (after,) = copies()
    assert (after.edges, after.epoch == before.epoch) == (63, False)
    with library(path) as memory:
        assert (await memory.recall("key 3", 1, 99)).facts
        assert not memory.history("key 3")


@pytest.mark.usefixtures("large")
async def test_a_snapshot_of_a_restored_older_file_is_not_used(tmp_path: Path) -> None:
    path, backup = tmp_path / "house.db", tmp_path / "backup.db"
    await grown(path, 0, 64)
    shutil.copy(path, backup)
    await grown(path, 64, 90)
    shutil.copy(backup, path)
    with library(path, read_only=True) as memory:
        assert {*(await memory.recall("key 3", 1, 99)).facts} == {edge.triplet for edge in memory.facts()}
    with closing(Store(path, read_only=True)) as store:
        file = store.load().file
        assert file
        (stamp,) = copies()
        assert (stamp.edges, file.goes_on(stamp, "letters")) == (64, True)
        for change in ({"mark": stamp.mark + 1}, {"edges": 65}, {"nodes": 65}, {"nodes": 63}):
            assert not file.goes_on(replace(stamp, **change), "letters")
        assert not file.goes_on(stamp, "others")
