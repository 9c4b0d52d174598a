from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ariadne import files
from ariadne.errors import UserError
from ariadne.files import built_games, data_folder, home, read_at_most, read_lines, replaced, runs, write
from ariadne.report.drawing import Drawing, as_svg
from ariadne.report.page import page


def test_what_a_wheel_holds_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "ariadne"
    monkeypatch.setattr(files, "PACKAGE", package)
    (tmp_path / "prompts").mkdir()
    assert data_folder("prompts") == tmp_path / "prompts"
    (package / "_data" / "prompts").mkdir(parents=True)
    assert data_folder("prompts") == package / "_data" / "prompts"


def test_one_variable_moves_all_that_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARIADNE_HOME", str(tmp_path))
    assert (home(), built_games(), runs()) == (tmp_path, tmp_path / "games" / "built", tmp_path / "runs")


@pytest.mark.parametrize("value", [None, ""])
def test_without_it_the_current_folder_is_written_to(monkeypatch: pytest.MonkeyPatch, value: str | None) -> None:
    if value is None:
        monkeypatch.delenv("ARIADNE_HOME")
    else:
        monkeypatch.setenv("ARIADNE_HOME", value)
    assert (built_games(), runs()) == (Path("games/built"), Path("runs"))


def test_an_endless_file_is_read_to_a_limit() -> None:
    with pytest.raises(UserError, match="/dev/zero is too large"):
        read_at_most(Path("/dev/zero"), 2**20)
    with pytest.raises(UserError, match="/dev/zero: line 1"):
        list(read_lines(Path("/dev/zero")))


def test_lines_are_read_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes("\ufeffé\n\nlast".encode() + b"\n\xff\n")
    lines = read_lines(path)
    assert [next(lines) for _ in range(3)] == ["é\n", "\n", "last\n"]
    with pytest.raises(UserError, match="is not UTF-8 text: see line 4"):
        next(lines)


FOREIGN = (b"SQLite format 3\0", b'{"schema": 2, "event": "acted"}\n', b'{\n  "name": "mine"\n}')


@pytest.mark.parametrize("content", FOREIGN)
def test_what_is_no_earlier_version_of_a_file_is_not_written_over(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "life.db"
    path.write_bytes(content)
    for new in ("<svg>...</svg>", '{\n  "schema": 2\n}', '{"format": "ariadne-memory"}'):
        with pytest.raises(UserError, match=r"life\.db is not an earlier version"):
            write(path, new)
    assert path.read_bytes() == content
    assert [*tmp_path.iterdir()] == [path]
    write(path, "<svg>...</svg>", force=True)
    assert path.read_text() == "<svg>...</svg>"


def test_a_drawing_or_page_of_another_program_is_not_written_over(tmp_path: Path) -> None:
    drawing = as_svg(Drawing("A house", 10, 10, []))
    for theirs, ours in (("<svg><!-- mine --></svg>", drawing), ("<!doctype html>\n<p>Mine.", page("Runs", [], []))):
        path = tmp_path / "mine"
        path.write_text(theirs)
        with pytest.raises(UserError, match="mine is not an earlier version"):
            write(path, ours)
        assert path.read_text() == theirs
        path.unlink()
        write(path, ours)
        write(path, ours)


def test_a_table_that_happens_to_name_ariadne_replaces_one_that_does_not(tmp_path: Path) -> None:
    table = tmp_path / "card.csv"
    write(table, "unit,arm\nhunt,hiagent\n")
    write(table, "unit,arm\nhunt,ariadne\n")
    assert "ariadne" in table.read_text()


def test_an_earlier_version_is_replaced_where_its_link_leads_and_stays_private(tmp_path: Path) -> None:
    path, link = tmp_path / "graph.svg", tmp_path / "link.svg"
    link.symlink_to(path)
    write(link, "unit,arm,model\n")
    path.chmod(0o600)
    write(link, "unit,arm,model,rows\n")
    assert (path.read_text(), path.stat().st_mode & 0o777, link.is_symlink()) == ("unit,arm,model,rows\n", 0o600, True)


def test_a_file_is_what_it_was_where_its_new_content_fails(tmp_path: Path) -> None:
    def parts() -> Iterator[str]:
        yield "first line\n"
        raise UserError("the memory is damaged")

    path = tmp_path / "backup.jsonl"
    write(path, "first line\nline 2\n")
    with pytest.raises(UserError, match="damaged"):
        replaced(path, parts())
    assert path.read_text() == "first line\nline 2\n"
    assert [*tmp_path.iterdir()] == [path]


def test_a_device_is_written_to_and_not_replaced() -> None:
    write(Path("/dev/null"), "nothing")
    assert Path("/dev/null").is_char_device()


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading) as source:
        with os.fdopen(writing, "w"):
            write(Path(f"/dev/fd/{writing}"), "a table\n")
        assert source.read() == "a table\n"


def test_an_empty_lock_or_log_is_replaced_by_force_alone(tmp_path: Path) -> None:
    lock = tmp_path / "life.db.lock"
    lock.touch()
    with pytest.raises(UserError, match="is not an earlier version"):
        write(lock, "unit,arm,model\n")
    write(lock, "unit,arm,model\n", force=True)
