"""Foreign and damaged files are refused in one line."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from ariadne.cli import run
from ariadne.errors import UserError
from ariadne.memory.arigraph.storage import schema
from arigraph import AriGraph, Triplet
from tests.memory.arigraph.libraries import Letters, library
from tests.memory.arigraph.storage.test_store import NOON

IN_BOX, IN_HALL = Triplet("key", "is in", "box"), Triplet("box", "is in", "hall")


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    path = tmp_path / "house.db"
    with library(path) as memory:
        await memory.learn(f"{IN_BOX}\n{IN_HALL}", time=NOON)
        await memory.learn(f"not {IN_BOX}\nkey, is in, chest", time=NOON)
    return path


def changed(path: Path, *statements: str) -> None:
    """Change a file as any program could."""
    database = sqlite3.connect(path)
    database.create_function("checksum", -1, schema.checksum, deterministic=True)
    for statement in statements:
        database.execute(statement)
    database.commit()
    database.close()


HOSTILE = {
    "trigger that rewrites what is learned": (
        "CREATE TRIGGER lie AFTER INSERT ON edge BEGIN UPDATE edge SET relation = 'is not in'; END",
    ),
    "trigger that forgets": ("CREATE TRIGGER forget BEFORE INSERT ON episode BEGIN DELETE FROM vertex; END",),
    "view that never ends": (
        "ALTER TABLE step RENAME TO steps",
        "CREATE VIEW step AS WITH RECURSIVE n(number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM n) "
        "SELECT number, NULL AS time, NULL AS checksum FROM n",
    ),
    "virtual table": ("CREATE VIRTUAL TABLE facts USING fts5(text)",),
    "column of another type": (
        "ALTER TABLE step RENAME TO old",
        "CREATE TABLE step (number INTEGER PRIMARY KEY, time TEXT, checksum INTEGER)",
        "INSERT INTO step SELECT * FROM old",
        "DROP TABLE old",
    ),
    "index over a function": ("CREATE INDEX sly ON edge (json_array(relation))",),
    "generated column": (
        "ALTER TABLE vertex ADD COLUMN more TEXT GENERATED ALWAYS AS (json_array(name)) VIRTUAL",
    ),
    "column more": ("ALTER TABLE edge ADD COLUMN extra TEXT DEFAULT 'x'",),
    "table more": ("CREATE TABLE sqlitefoo (x)",),
    "table less": ("DROP TABLE tie",),
    "schema that is rewritten": (
        "PRAGMA writable_schema=ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'time INTEGER', 'time INTEGER CHECK (load_extension(time))') "
        "WHERE name = 'step'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize("read_only", [False, True])
def test_foreign_tables_are_refused_before_any_code_runs(file: Path, what: str, read_only: bool) -> None:
    changed(file, *HOSTILE[what])
    before = file.read_bytes()
    with pytest.raises(UserError, match=r"house\.db (has tables|is damaged)"):
        library(file, read_only=read_only)
    assert file.read_bytes() == before


def test_the_command_line_and_the_library_refuse_foreign_tables(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed(file, *HOSTILE["trigger that rewrites what is learned"])
    for command in (
        ["memory", "learn", file, "Bob likes tea."],
        ["memory", "ask", file, "key"],
        ["memory", "show", file],
        ["memory", "export", file],
        ["mcp", "--memory", file],
        ["play", "gripper/1", "--quiet", "--memory-file", file],
    ):
        assert run(list(map(str, command))) == 2
        (told,) = capsys.readouterr().err.splitlines()
        assert "trigger lie" in told
    with pytest.raises(UserError, match="trigger lie"):
        AriGraph.open(file, "rules", Letters(), read_only=True)


def test_the_command_line_asks_for_the_embedder_of_a_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["memory", "ask", str(file), "key"]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert told.endswith("the embedder letters, not with minilm: to use it, name its embedder")


WRONG_ROWS: dict[str, tuple[str, ...]] = {
    "another name": ("UPDATE vertex SET name = 'chess' WHERE name = 'chest'",),
    "another relation": ("UPDATE edge SET relation = 'is on' WHERE number = 1",),
    "true again": ("UPDATE edge SET valid_to = NULL WHERE number = 0",),
    "another time": ("UPDATE step SET time = time + 1 WHERE number = 1",),
    "another text": ("UPDATE episode SET observation = 'nothing' WHERE number = 1",),
    "tied to another": ("UPDATE tie SET edge = 0 WHERE episode = 1",),
    "another embedder": ("UPDATE about SET value = 'letterz'",),
    "another vector": ("UPDATE edge SET vector = zeroblob(148) WHERE number = 1",),
    "no checksum": ("UPDATE edge SET checksum = NULL WHERE number = 1",),
    "an edge that is lost": ("DELETE FROM edge WHERE number = 0",),
    "a step that is lost": ("DELETE FROM step WHERE number = 1",),
    "a tie that is lost": ("DELETE FROM tie WHERE episode = 0 AND place = 1",),
    "an episode that is lost": ("DELETE FROM episode WHERE number = 0",),
    "another reason": ("UPDATE edge SET reason = 'denied' WHERE number = 0",),
    "retired by another": ("UPDATE edge SET retired_by = '[]' WHERE number = 0",),
    "a number that is text": (
        "PRAGMA writable_schema=ON",
        "UPDATE step SET time = 'soon', checksum = checksum(NULL, number, 'soon') WHERE number = 1",
    ),
    "a name that is not a text": (
        "UPDATE vertex SET name = x'00ff', checksum = checksum(NULL, id, x'00ff') WHERE id = 1",
    ),
}


@pytest.mark.parametrize("what", WRONG_ROWS)
def test_a_damaged_row_is_a_clear_error_when_it_is_read(file: Path, what: str) -> None:
    changed(file, *WRONG_ROWS[what])

    def read(read_only: bool) -> None:
        with library(file, read_only=read_only) as memory:
            memory.history()
            memory.told()

    for read_only in (False, True):
        with pytest.raises(UserError, match=r"house\.db is damaged"):
            read(read_only)


async def test_a_fact_damaged_after_reading_is_not_ended(file: Path) -> None:
    with library(file) as memory:
        changed(file, "UPDATE edge SET relation = 'is on' WHERE number = 1")
        with pytest.raises(UserError, match="is damaged"):
            await memory.learn(f"not {IN_HALL}")


def test_damaged_pages_are_found_when_the_file_is_opened(file: Path) -> None:
    changed(file, "VACUUM")
    database = sqlite3.connect(file)
    (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'edge'").fetchone()
    database.close()
    content = bytearray(file.read_bytes())
    content[4096 * (page - 1) + 8 : 4096 * (page - 1) + 16] = bytes(8)
    file.write_bytes(content)
    with pytest.raises(UserError, match="is damaged"):
        library(file)


@pytest.mark.parametrize("version", [0, 1, schema.VERSION + 1])
def test_a_file_of_another_version_is_refused(file: Path, version: int) -> None:
    changed(file, f"PRAGMA user_version = {version}")
    with pytest.raises(UserError, match="another version of Ariadne"):
        library(file)


@pytest.mark.parametrize("name", ["contriever", "openai:text-embedding-3-small", "somebody/model"])
async def test_a_file_cannot_choose_an_embedder(tmp_path: Path, name: str) -> None:
    class Named(Letters):
        pass

    Named.name = name
    path = tmp_path / "house.db"
    with AriGraph("rules", Named(), path):
        pass
    for opened in (lambda: AriGraph(path=path), lambda: AriGraph.open(path)):
        with pytest.raises(UserError, match=r"made with the embedder"):
            opened()


async def test_vectors_of_the_wrong_length_are_a_clear_error(tmp_path: Path) -> None:
    class Short(Letters):
        def embed(self, texts):  # type: ignore[no-untyped-def]
            return super().embed(texts)[:, :5]

    path = tmp_path / "house.db"
    with library(path) as memory:
        await memory.learn(str(IN_BOX))
    with (
        AriGraph("rules", Short(), path, read_only=True) as memory,
        pytest.raises(UserError, match="vectors of 5 numbers"),
    ):
        await memory.recall("key")


def test_a_lock_file_that_is_a_link_is_refused(file: Path) -> None:
    victim = file.with_name("precious.txt")
    victim.write_text("precious")
    file.with_name("house.db.lock").unlink()
    file.with_name("house.db.lock").symlink_to(victim)
    with pytest.raises(UserError, match="is a link"):
        library(file)
    assert victim.read_text() == "precious"
