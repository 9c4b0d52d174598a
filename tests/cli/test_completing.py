"""What the shell completes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ariadne.cli import run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("ARIADNE_HOME")
    monkeypatch.chdir(tmp_path)
    run = tmp_path / "runs" / "20260101-000000-cooking-ariadne"
    run.mkdir(parents=True)
    (run / "config.yaml").touch()
    (tmp_path / "cookbook.z8").touch()
    return tmp_path


@pytest.fixture
def completed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[str]]:
    """What bash is given for a line, whose last word is being typed."""

    def completed(line: str) -> list[str]:
        words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1), "_ARIADNE_COMPLETE": "complete_bash"}
        for name, value in words.items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit):
            run([])
        return capsys.readouterr().out.split()

    return completed


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("ariadne repl", "replay"),
        ("ariadne play --memory-f", "--memory-file"),
        ("ariadne play treasure-hunt-hardes", "treasure-hunt-hardest"),
        ("ariadne play cookb", "cookbook.z8"),
        ("ariadne play x --memory ful", "full-history"),
        ("ariadne report 2026", "20260101-000000-cooking-ariadne"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_word_that_is_begun_is_completed(line: str, found: str, completed: Callable[[str], list[str]]) -> None:
    assert completed(line) == [found]


def test_settings_that_cannot_be_read_complete_nothing(folder: Path, completed: Callable[[str], list[str]]) -> None:
    (folder / "ariadne.toml").write_text("model = ", encoding="utf-8")
    assert completed("ariadne report la") == ["last"]
