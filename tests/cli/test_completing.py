"""What the shell completes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import environment

SAID = "from ariadne.cli import run; run([])"


def completed(line: str, folder: Path) -> list[str]:
    """What bash is given for a line, whose last word is being typed."""
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1), "_ARIADNE_COMPLETE": "complete_bash"}
    done = subprocess.run(
        [sys.executable, "-c", SAID], env=environment(**words), cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("ARIADNE_HOME")
    run = tmp_path / "runs" / "20260101-000000-cooking-ariadne"
    run.mkdir(parents=True)
    (run / "config.yaml").touch()
    (tmp_path / "cookbook.z8").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("ariadne repl", "replay"),
        ("ariadne play --memory-f", "--memory-file"),
        ("ariadne play treasure-hunt-hardes", "treasure-hunt-hardest"),
        ("ariadne play cookb", "cookbook.z8"),
        ("ariadne play x --agent walk", "walkthrough"),
        ("ariadne play x --memory ful", "full-history"),
        ("ariadne report 2026", "20260101-000000-cooking-ariadne"),
        ("ariadne scorecard la", "last"),
        ("ariadne report run", "runs/"),
        ("ariadne config ba", "base_url"),
    ],
)
def test_a_word_that_is_begun_is_completed(line: str, found: str, folder: Path) -> None:
    assert completed(line, folder) == [found]


def test_settings_that_cannot_be_read_complete_nothing(folder: Path) -> None:
    (folder / "ariadne.toml").write_text("model = ", encoding="utf-8")
    assert completed("ariadne report la", folder) == ["last"]
