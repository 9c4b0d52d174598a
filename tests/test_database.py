"""A hostile SQLite file cannot harm the process that opens it."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from ariadne.database import bounded, guard, size
from ariadne.errors import UserError
from ariadne.memory.arigraph.storage.store import Store
from ariadne.models.cache import ReplyStore

MAGIC = bytes.fromhex("d9d505f920a163d7")
DOORS: dict[str, Callable[[Path], Store | ReplyStore]] = {"memory": Store, "reply cache": ReplyStore}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "any.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE x (y)")
    return path


def test_queries_longer_than_reading_the_file_are_interrupted(file: Path) -> None:
    endless = "WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"
    with closing(sqlite3.connect(file)) as database:
        with bounded(database, size(file)), pytest.raises(sqlite3.OperationalError, match="interrupted"):
            database.execute(endless)
        assert database.execute("SELECT count(*) FROM x").fetchone() == (0,)


def test_a_larger_file_may_be_read_for_longer(file: Path) -> None:
    count = "WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n LIMIT 500000) SELECT max(x) FROM n"
    with closing(sqlite3.connect(file)) as database:
        with bounded(database, size(file)), pytest.raises(sqlite3.OperationalError, match="interrupted"):
            database.execute(count)
        with bounded(database, 2**24):
            assert database.execute(count).fetchone() == (499_999,)


def test_nothing_that_has_effects_is_called_by_a_view(file: Path) -> None:
    called = []
    with closing(sqlite3.connect(file)) as database:
        database.create_function("effect", 0, lambda: called.append(1))
        database.execute("CREATE VIEW v AS SELECT effect()")
        guard(database)
        with pytest.raises(sqlite3.Error):
            database.execute("SELECT * FROM v").fetchall()
    assert called == []


@pytest.mark.parametrize("door", DOORS)
def test_a_journal_that_names_another_file_has_it_not_deleted(tmp_path: Path, door: str) -> None:
    path, victim = tmp_path / "some.db", tmp_path / "precious.txt"
    victim.write_text("precious")
    DOORS[door](path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    name = str(victim).encode()
    head = (MAGIC + struct.pack(">IIIII", 0, 1, path.stat().st_size // 4096, 512, 4096)).ljust(512, b"\0")
    tail = struct.pack(">I", 2**30 // 4096 + 1) + name + struct.pack(">II", len(name), sum(name)) + MAGIC
    journal = tmp_path / "some.db-journal"
    journal.write_bytes(head + tail)
    with pytest.raises(UserError, match="is not Ariadne's"):
        DOORS[door](path)
    assert victim.read_text() == "precious"
    # A crash is still rolled back.
    journal.write_bytes(head)
    DOORS[door](path).close()
    assert not journal.exists()
