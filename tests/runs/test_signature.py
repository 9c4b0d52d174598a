"""A run keeps its user's signature when it is moved, until its configuration is changed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from ariadne.config import PlayConfig
from ariadne.runs.run import Run, new_run
from ariadne.runs.signature import is_signed, sign


@pytest.fixture
def run(tmp_path: Path) -> Path:
    with new_run(tmp_path / "runs", "run") as made:
        made.keep(PlayConfig(game="treasure-hunt", base_url="http://localhost:1/v1"))
    return made.path


def secret_file() -> Path:
    return Path(os.environ["XDG_STATE_HOME"]) / "ariadne" / "secret"


def test_a_run_keeps_its_signature_when_it_is_moved(run: Path, tmp_path: Path) -> None:
    assert is_signed(run)
    assert is_signed(shutil.copytree(run, tmp_path / "copy"))
    assert is_signed(run.rename(tmp_path / "moved"))


def test_a_changed_configuration_breaks_the_signature(run: Path) -> None:
    config = Run(run).config
    config.write_text(config.read_text().replace("localhost:1", "localhost:2"))
    assert not is_signed(run)


def test_another_users_run_is_not_signed(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "other"))
    assert not is_signed(run)
    with new_run(tmp_path / "runs", "run") as other:
        other.keep(PlayConfig(game="treasure-hunt"))
    assert is_signed(other.path)
    assert not is_signed(run)


def test_the_secret_is_made_once_and_is_private(run: Path, tmp_path: Path) -> None:
    content = secret_file().read_bytes()
    assert len(content) == 32
    assert secret_file().stat().st_mode & 0o777 == 0o600
    assert os.listdir(secret_file().parent) == ["secret"]
    sign(run)
    assert secret_file().read_bytes() == content
    assert content not in (run / ".signature").read_bytes()


def test_without_a_home_folder_runs_are_not_signed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setattr(Path, "home", nowhere)
    with new_run(tmp_path / "runs", "run") as made:
        made.keep(PlayConfig(game="treasure-hunt"))
    assert not is_signed(made.path)


@pytest.mark.parametrize("harm", ["readable", "short", "linked", "gone"])
def test_a_secret_that_others_may_know_signs_nothing(run: Path, tmp_path: Path, harm: str) -> None:
    path = secret_file()
    if harm == "readable":
        path.chmod(0o644)
    elif harm == "short":
        path.write_bytes(b"abc")
    else:
        moved = path.rename(tmp_path / "secret")
        if harm == "linked":
            path.symlink_to(moved)
    assert not is_signed(run)


def test_without_a_place_for_the_secret_runs_are_not_signed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with new_run(tmp_path / "runs", "run") as run:
        run.keep(PlayConfig(game="treasure-hunt"))
    assert not is_signed(run.path)


def test_the_secret_is_not_searched_in_the_current_folder(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "state").rename(tmp_path / "here")
    for value in ("here", ""):
        monkeypatch.setenv("XDG_STATE_HOME", value)
        monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
        assert not is_signed(run)
