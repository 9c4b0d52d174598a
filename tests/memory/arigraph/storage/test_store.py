from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ariadne.errors import UserError
from ariadne.memory.arigraph.storage import schema
from ariadne.memory.arigraph.storage.rows import FileRows
from arigraph import AriGraph, Triplet
from tests.command import environment, files_in
from tests.memory.arigraph.libraries import Letters, library

NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
KILLS = 8

CHILD = """
import asyncio, sys
from pathlib import Path
from tests.memory.arigraph.libraries import library

async def main():
    with library(Path(sys.argv[1])) as memory:
        first = len(memory.episodic.nodes)
        for number in range(first, first + 100_000):
            before = number - 3
            await memory.learn(
                f"thing {number}, is in, box {number % 7}\\nnot thing {before}, is in, box {before % 7}"
            )
            print(number, flush=True)

asyncio.run(main())
"""


def state(memory: AriGraph) -> tuple[object, ...]:
    return memory.history(), tuple(memory.episodic.nodes), memory.facts()


async def test_a_reopened_file_recalls_the_same(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with library(path) as memory:
        await memory.learn(["key, is in, box", "box, is in, hall", "lamp, is on, table"])
        await memory.learn("not lamp, is on, table\nlamp, is on, floor")
        before = await memory.recall(["key", "lamp"], depth=2, width=2)
    with library(path) as memory:
        assert await memory.recall(["key", "lamp"], depth=2, width=2) == before
        assert before.facts
        assert memory.texts.texts_embedded < 12  # those of the search, and none of what was learned


async def test_a_file_in_a_read_only_folder_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "shelf"
    folder.mkdir()
    with library(folder / "house.db") as memory:
        await memory.learn("key, is in, box")
    folder.chmod(0o555)
    try:
        with library(folder / "house.db", read_only=True) as reader:
            assert len(reader.facts()) == 1
    finally:
        folder.chmod(0o755)


def test_other_files_are_refused_in_one_line(tmp_path: Path) -> None:
    text, note, other, newer = (tmp_path / f"{name}.db" for name in ("text", "note", "other", "newer"))
    text.write_text("This is a diary, and no database at all. " * 50)
    note.write_text("Buy milk.")
    with closing(sqlite3.connect(other)) as database, database:
        database.execute("CREATE TABLE bills (amount REAL)")
    library(newer).close()
    with closing(sqlite3.connect(newer)) as database, database:
        database.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    for path, why in (
        (text, "another program's"),
        (note, "another program's"),
        (other, "another program's"),
        (newer, "another version"),
    ):
        with pytest.raises(UserError, match=why):
            library(path)
    (tmp_path / "empty.db").touch()
    library(tmp_path / "empty.db").close()
    assert other.read_bytes().startswith(b"SQLite")
    # SQLite itself would begin a database over so short a text.
    assert note.read_text() == "Buy milk."
    assert not list(tmp_path.glob("text*.lock"))
    with pytest.raises(UserError, match="there is no memory"):
        AriGraph.open(tmp_path / "none.db")
    with pytest.raises(UserError, match="there is no memory"):
        library(tmp_path / "none.db", read_only=True)


async def test_another_embedder_is_refused(tmp_path: Path) -> None:
    class Other(Letters):
        name = "other"

    path = tmp_path / "house.db"
    with library(path) as memory:
        await memory.learn("key, is in, box")
    with pytest.raises(UserError, match="was made with the embedder letters, not with other"):
        AriGraph(path=path, embedder=Other())


async def test_a_failed_write_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with library(tmp_path / "house.db") as memory:
        await memory.learn("key, is in, box")
        before = state(memory)
        monkeypatch.setattr(FileRows, "add_episode", full)
        with pytest.raises(UserError, match="database or disk is full"):
            await memory.learn("not key, is in, box\nkey, is in, chest")
        assert state(memory) == before
        monkeypatch.undo()
        await memory.learn("key, is in, chest")
    with library(tmp_path / "house.db") as memory:
        assert len(memory.facts()) == 2


def full(*_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


@pytest.mark.nightly
@pytest.mark.slow
def test_nothing_acknowledged_is_lost_by_kills(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    acknowledged = -1
    for kill in range(KILLS):
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(path)], env=environment(), stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        for _ in range(1 + kill % 4):
            acknowledged = int(child.stdout.readline())
        child.send_signal(signal.SIGKILL)
        more = child.communicate()[0].split("\n")[:-1]  # an acknowledgement that the kill tore is none
        acknowledged = int(more[-1]) if more else acknowledged
        with library(path, read_only=True) as memory:
            nodes = memory.episodic.nodes
            assert len(nodes) in (acknowledged + 1, acknowledged + 2)
            known = [Triplet(f"thing {number}", "is in", f"box {number % 7}") for number in range(len(nodes))]
            assert [node.triplets for node in nodes] == [(triplet,) for triplet in known]
            assert [edge.triplet for edge in memory.history()] == known
            assert [edge.triplet for edge in memory.facts()] == known[-3:]
    with closing(sqlite3.connect(path)) as database, database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_a_memory_stores_no_api_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = "sk-test-0123456789abcdef"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    path = tmp_path / "house.db"
    with library(path) as memory:
        await memory.learn(f"lamp {key}, is on, desk")
        assert key not in str(memory.history())
    with closing(sqlite3.connect(path)) as database:
        assert key not in str(database.execute("SELECT * FROM vertex, episode").fetchall())
    assert all(key.encode() not in file.read_bytes() for file in files_in(tmp_path))


async def test_a_reopened_memory_recognizes_texts_of_earlier_times(tmp_path: Path) -> None:
    """The last step forgot a fact."""
    begun = datetime(2026, 5, 1, tzinfo=UTC)
    ends = []
    for name in ("open.db", "again.db"):
        memory = library(tmp_path / name)
        await memory.learn("key, is in, box", time=begun)
        await memory.forget(Triplet("key", "is in", "box"))
        if name == "again.db":
            memory.close()
            memory = library(tmp_path / name)
        await memory.learn("not key, is in, box", time=begun + timedelta(days=1))
        ends.append([(edge.until, edge.reason) for edge in memory.history()])
        memory.close()
    assert ends == [[(begun + timedelta(days=1), "outdated")]] * 2
