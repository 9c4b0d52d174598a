from __future__ import annotations

from pathlib import Path

import pytest

from ariadne import files
from ariadne.files import built_games, data_folder, home, runs


def test_prompts_and_games_are_found_in_a_checkout() -> None:
    assert (data_folder("prompts") / "act.yaml").is_file()
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


def test_tests_write_into_a_home_of_their_own(tmp_path: Path) -> None:
    assert tmp_path in home().parents
