from __future__ import annotations

from pathlib import Path

import pytest

from ariadne import files
from ariadne.errors import UserError
from ariadne.files import built_games, data_folder, home, read_at_most, read_lines, runs


def test_prompts_and_games_are_found_in_a_checkout() -> None:
    assert (data_folder("prompts") / "frame" / "act.yaml").is_file()
    assert (data_folder("games") / "treasure-hunt.yaml").is_file()


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
    with pytest.raises(UserError, match="/dev/zero is too large: it has more than 1 MB"):
        read_at_most(Path("/dev/zero"), 2**20)
    with pytest.raises(UserError, match="/dev/zero: line 1 is longer than 64 MB"):
        list(read_lines(Path("/dev/zero")))


def test_lines_are_read_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes("\ufeffé\n\nlast".encode() + b"\n\xff\n")
    lines = read_lines(path)
    assert [next(lines) for _ in range(3)] == ["é\n", "\n", "last\n"]
    with pytest.raises(UserError, match="is no text in UTF-8: line 4 is none"):
        next(lines)
