"""A file has one writer, and no write to a lost file is acknowledged."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from multiprocessing.queues import Queue
from pathlib import Path
from threading import Thread

import pytest

from ariadne.errors import UserError
from ariadne.memory.arigraph.storage import opening
from arigraph import AriGraph
from tests.command import environment
from tests.memory.arigraph.libraries import library

FORK = multiprocessing.get_context("fork")
LOOK = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("SELECT count(*) FROM edge").fetchone()
database.close()
"""
OPEN = """
import sys
from pathlib import Path
from ariadne.errors import UserError
from tests.memory.arigraph.libraries import library
try:
    library(Path(sys.argv[1])).close()
except UserError as error:
    sys.exit(str(error))
"""
READ = OPEN.replace(")).close", "), read_only=True).close")
LEARN_AND_DIE = """
import asyncio, os, sys
from pathlib import Path
from tests.memory.arigraph.libraries import library
asyncio.run(library(Path(sys.argv[1])).learn("key, is in, box"))
os.kill(os.getpid(), 9)
"""


def python(code: str, path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, str(path)], env=environment(), capture_output=True, text=True, check=False
    )


def facts(memory: AriGraph) -> list[str]:
    return [str(edge.triplet) for edge in memory.facts()]


def in_file(path: Path) -> list[str]:
    with library(path, read_only=True) as memory:
        return facts(memory)


def by_link(path: Path) -> Path:
    link = path.with_name("link.db")
    link.symlink_to(path.name)
    return link


def by_hard_link(path: Path) -> Path:
    link = path.with_name("hard.db")
    link.hardlink_to(path)
    return link


def by_linked_folder(path: Path) -> Path:
    folder = path.parent.with_name("elsewhere")
    folder.symlink_to(path.parent)
    return folder / path.name


def by_another_spelling(path: Path) -> Path:
    return path.parent / ".." / path.parent.name / path.name


def by_relative_path(path: Path) -> Path:
    return Path(os.path.relpath(path))


NAMES = (by_link, by_linked_folder, by_another_spelling, by_relative_path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "memories"
    folder.mkdir()
    return folder / "house.db"


@pytest.mark.nightly
@pytest.mark.parametrize("renamed", NAMES)
async def test_a_file_has_one_writer_under_any_name(path: Path, renamed: Callable[[Path], Path]) -> None:
    with library(path) as memory:
        await memory.learn("key, is in, box")
        other = renamed(path)
        with pytest.raises(UserError, match="open in this process"):
            library(other)
        assert "another process writes the memory" in python(OPEN, other).stderr
        await memory.learn("lamp, is on, table")
    with library(other) as memory:
        assert facts(memory) == ["key, is in, box", "lamp, is on, table"]
        await memory.learn("box, is in, hall")
    assert len(in_file(path)) == 3


@pytest.mark.nightly
@pytest.mark.parametrize("renamed", [by_link, by_linked_folder, by_another_spelling])
def test_the_log_left_by_a_kill_is_found_under_another_name(path: Path, renamed: Callable[[Path], Path]) -> None:
    python(LEARN_AND_DIE, path)
    assert path.with_name("house.db-wal").stat().st_size
    assert in_file(renamed(path)) == ["key, is in, box"]


@pytest.mark.parametrize("is_killed", [False, True])
async def test_a_file_with_two_hard_links_is_refused(path: Path, is_killed: bool) -> None:
    """Each name would have a log of its own."""
    if is_killed:
        python(LEARN_AND_DIE, path)
    with library(path) as memory:
        await memory.learn("lamp, is on, table")
        other = by_hard_link(path)
        assert "hard.db has another hard link" in python(READ, other).stderr
        await memory.learn("box, is in, hall")
    for name in (path, other):
        for read_only in (False, True):
            with pytest.raises(UserError, match="has another hard link"):
                library(name, read_only=read_only)
    path.unlink()
    assert in_file(other)[-2:] == ["lamp, is on, table", "box, is in, hall"]


async def test_a_removed_lock_lets_no_second_writer_in(path: Path) -> None:
    with library(path) as memory:
        await memory.learn("key, is in, box")
        path.with_name("house.db.lock").unlink()
        assert "another process writes the memory" in python(OPEN, path).stderr
        with pytest.raises(UserError, match=r"house\.db\.lock was removed, replaced or overwritten"):
            await memory.learn("lamp, is on, table")
    assert in_file(path) == ["key, is in, box"]


async def test_only_a_journal_beside_the_file_itself_counts(path: Path) -> None:
    library(path).close()
    path.with_name("house.db-journal").write_bytes(bytes.fromhex("d9d505f920a163d7"))
    with pytest.raises(UserError, match=r"house\.db-journal would delete another file"):
        library(by_link(path))


async def test_removing_files_beside_it_lets_no_second_writer_in(path: Path) -> None:
    with library(path) as memory:
        await memory.learn("key, is in, box")
        for beside in path.parent.glob("house.db?*"):
            beside.unlink()
            with pytest.raises(UserError, match="is open in this process"):
                library(path)
        with pytest.raises(UserError, match=r"house\.db(-wal|-shm|\.lock) was removed, replaced or overwritten"):
            await memory.learn("lamp, is on, table")
    assert in_file(path) == ["key, is in, box"]


async def test_a_second_opening_in_a_process_keeps_the_locks(path: Path) -> None:
    with library(path) as memory:
        await memory.learn("key, is in, box")
        library(path, read_only=True).close()
        library(path, read_only=True)  # It is garbage at once.
        with pytest.raises(UserError):
            library(path)
        python(LOOK, path)
        assert path.with_name("house.db-wal").exists()
        await memory.learn("lamp, is on, table")
        assert "another process writes" in python(OPEN, path).stderr


@pytest.mark.nightly
async def test_closing_a_writer_keeps_the_locks_of_a_reader_in_the_process(path: Path) -> None:
    library(path).close()
    with library(path, read_only=True) as reader:
        for number in range(3):
            with library(path) as memory:
                await memory.learn(f"thing {number}, is in, box")
        assert python(OPEN, path).returncode == 0
        assert path.with_name("house.db-wal").exists()
        assert len(facts(reader)) == 3


async def test_no_descriptor_leaks(path: Path) -> None:
    before = 0
    for turn in range(4):
        # What the first turn opens for good, and what tests before left to be collected, does not count.
        gc.collect()
        before = len(os.listdir("/dev/fd")) if turn < 2 else before
        with library(path) as memory, library(path, read_only=True) as reader:
            await memory.learn("key, is in, box")
            assert facts(reader)
    assert len(os.listdir("/dev/fd")) == before


def removed(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    os.replace(path.with_name("other.db"), path)


def overwritten(path: Path) -> None:
    shutil.copyfile(path.with_name("other.db"), path)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def moved(path: Path) -> None:
    path.parent.rename(path.parent.with_name("moved"))


def led_elsewhere(path: Path) -> None:
    path.rename(path.with_name("kept.db"))
    path.symlink_to("other.db")


@pytest.mark.parametrize("happens", [removed, replaced, overwritten, emptied, moved, led_elsewhere])
async def test_a_write_to_a_lost_file_is_not_acknowledged(path: Path, happens: Callable[[Path], None]) -> None:
    with library(path.with_name("other.db")) as other:
        await other.learn("other, is in, place")
    memory = library(path)
    await memory.learn("key, is in, box")
    happens(path)
    for _ in range(2):
        with pytest.raises(UserError, match=r"house\.db was removed, replaced or overwritten while this memory had it"):
            await memory.learn("lamp, is on, table")
    with pytest.raises(UserError, match="removed, replaced or overwritten"):
        await memory.forget("key")
    with pytest.raises(UserError, match="removed, replaced or overwritten"):
        await memory.erase("key")
    with pytest.raises(UserError, match="removed, replaced or overwritten"):
        await memory.vacuum()
    memory.close()


async def test_a_memory_can_be_saved_when_its_file_is_gone(path: Path) -> None:
    with library(path) as memory:
        await memory.learn("key, is in, box")
        path.unlink()
        with pytest.raises(UserError):
            await memory.learn("lamp, is on, table")
        assert facts(memory) == ["key, is in, box"]
        memory.save(path.with_name("saved.db"))
    assert in_file(path.with_name("saved.db")) == ["key, is in, box"]


async def test_a_reader_gets_an_error_when_its_file_is_replaced(path: Path) -> None:
    for name in ("house.db", "other.db"):
        with library(path.with_name(name)) as memory:
            await memory.learn(f"key, is in, {name}")
    with library(path, read_only=True) as reader:
        assert facts(reader) == ["key, is in, house.db"]
        replaced(path)
        with pytest.raises(UserError, match="removed, replaced or overwritten"):
            reader.facts()
    assert in_file(path) == ["key, is in, other.db"]


async def test_a_symbolic_link_works_while_it_leads_to_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library(path).close()
    monkeypatch.chdir(path.parent)
    with library(Path(by_link(path).name)) as memory:
        monkeypatch.chdir("/")
        await memory.learn("key, is in, box")
        assert memory.stats().bytes > path.stat().st_size
    assert in_file(path) == ["key, is in, box"]


async def test_a_new_file_is_private(path: Path) -> None:
    with library(path) as memory:
        await memory.learn("key, is in, box")
        beside = [Path(f"{path}{end}") for end in ("-wal", "-shm")]
        assert {file.stat().st_mode & 0o777 for file in (path, *beside)} == {0o600}


@pytest.mark.parametrize("read_only", [False, True])
def test_pipes_folders_and_devices_are_refused(path: Path, read_only: bool) -> None:
    os.mkfifo(path)
    loop = path.with_name("loop.db")
    loop.symlink_to("loop.db")
    gone = path.with_name("gone")
    with gone.open("w") as file:
        gone.unlink()
        for name, why in (
            (path, "a pipe or a device"),
            (Path("/dev/null"), "a pipe or a device"),
            (path.parent, "is a folder"),
            (Path(f"/dev/fd/{file.fileno()}"), "deleted"),
            (loop, "Too many levels of symbolic links"),
            (Path("nu\0l"), "null byte"),
        ):
            with pytest.raises(UserError, match=why):
                library(name, read_only=read_only)


async def test_a_path_to_a_descriptor_opens_the_file(path: Path) -> None:
    library(path).close()
    with path.open("rb") as file, library(Path(f"/dev/fd/{file.fileno()}")) as memory:
        await memory.learn("key, is in, box")
        with pytest.raises(UserError, match="is open in this process"):
            library(path)
    assert in_file(path) == ["key, is in, box"]


async def test_a_file_locked_by_another_program_is_an_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.05)
    with library(path) as memory:
        await memory.learn("key, is in, box")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(UserError, match=r"locked .*house\.db"):
                await memory.learn("lamp, is on, table")
        await memory.learn("lamp, is on, floor")
        assert facts(memory) == ["key, is in, box", "lamp, is on, floor"]
    assert len(in_file(path)) == 2


async def test_a_memory_works_after_erasing_and_vacuuming(path: Path) -> None:
    with library(path) as memory:
        for name in ("key", "lamp", "box"):
            await memory.learn(f"{name}, is in, hall")
            await memory.erase(name)
            await memory.vacuum()
        await memory.learn("key, is in, box")
    assert in_file(path) == ["key, is in, box"]


def told(work: Callable[[], list[str]], said: Queue[list[str]]) -> None:
    try:
        said.put(work())
    except UserError as error:
        said.put([str(error)])


def in_child(work: Callable[[], list[str]]) -> list[str]:
    """The result of a function in a forked child, or its error."""
    said: Queue[list[str]] = FORK.Queue()
    child = FORK.Process(target=told, args=(work, said))
    child.start()
    answer = said.get(timeout=60)
    child.join(60)
    assert child.exitcode == 0
    return answer


def learned(memory: AriGraph, line: str) -> list[str]:
    asyncio.run(memory.learn(line))
    return facts(memory)


def closed(memory: AriGraph) -> list[str]:
    memory.close()
    return ["closed"]


def test_a_forked_child_cannot_use_the_parents_memory(path: Path) -> None:
    library(path).close()
    with library(path) as memory, library(path, read_only=True) as reader:
        learned(memory, "key, is in, box")
        for work in (lambda: learned(memory, "lamp, is on, table"), lambda: facts(reader)):
            (said,) = in_child(work)
            assert f"{path} was opened before a fork" in said
        assert in_child(lambda: closed(memory)) == ["closed"]
        assert "another process writes" in python(OPEN, path).stderr
        assert learned(memory, "box, is in, hall") == ["key, is in, box", "box, is in, hall"]
    assert len(in_file(path)) == 2


def test_a_child_reads_the_file_and_writes_another(path: Path) -> None:
    other = path.with_name("other.db")
    with library(path) as memory:
        learned(memory, "key, is in, box")
        assert in_child(lambda: in_file(path)) == ["key, is in, box"]
        assert "another process writes" in in_child(lambda: facts(library(path)))[0]
        assert in_child(lambda: learned(library(other), "lamp, is on, table")) == ["lamp, is on, table"]
        python(LOOK, path)
        assert path.with_name("house.db-wal").exists()
        learned(memory, "box, is in, hall")
    assert len(in_file(path)) == 2
    assert in_file(other) == ["lamp, is on, table"]


def test_a_reading_child_sees_the_parents_writes_and_keeps_the_log(path: Path) -> None:
    memory = library(path)
    learned(memory, "key, is in, box")
    asks, answers = FORK.Pipe()

    def read() -> None:
        with library(path, read_only=True) as reader:
            for _ in range(2):
                asks.send(facts(reader))
                asks.recv()
            asks.send(facts(reader))

    child = FORK.Process(target=read)
    child.start()
    assert answers.recv() == ["key, is in, box"]
    learned(memory, "lamp, is on, table")
    answers.send("again")
    assert len(answers.recv()) == 2
    memory.close()
    assert path.with_name("house.db-wal").exists()  # The child's lock is its own.
    with library(path) as memory:
        learned(memory, "box, is in, hall")
    answers.send("again")
    assert len(answers.recv()) == 3
    child.join(60)
    assert child.exitcode == 0


@pytest.mark.nightly
def test_a_living_child_holds_no_lock(path: Path) -> None:
    memory = library(path)
    learned(memory, "key, is in, box")
    child = FORK.Process(target=signal.pause)
    child.start()
    try:
        memory.close()
        assert python(OPEN, path).returncode == 0
    finally:
        child.kill()
        child.join(60)


def test_a_fork_during_a_write_is_safe(path: Path) -> None:
    with library(path) as memory:

        def live() -> None:
            for number in range(40):
                learned(memory, f"thing {number}, is in, box")

        writer = Thread(target=live)
        writer.start()
        while writer.is_alive():
            assert all("is in" in fact for fact in in_child(lambda: in_file(path)))
        writer.join()
        assert len(facts(memory)) == 40
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert len(in_file(path)) == 40


async def test_a_closed_memory_can_be_asked_nothing_more(tmp_path: Path) -> None:
    memory = AriGraph(path=tmp_path / "a.db")
    await memory.learn("Ada lives in Rome.")
    memory.close()
    memory.close()
    for asked in (memory.facts, memory.stats):
        with pytest.raises(UserError, match=r"a\.db is closed: open it again to use it"):
            asked()
    for awaited in (memory.recall("Ada"), memory.learn("Bo lives in Oslo."), memory.check()):
        with pytest.raises(UserError, match=r"a\.db is closed"):
            await awaited
