"""The commands of the tutorial, run in their order, lead to a comparison of the reader's own memory."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.command import ROOT, ariadne_here
from tests.other_package import install
from tests.test_readme import blocks

PAGE = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
LINES = [line for block in blocks("bash", PAGE) for line in block.splitlines()]


@pytest.mark.slow
@pytest.mark.usefixtures("built")
def test_its_commands_end_with_a_scorecard_on_which_the_readers_memory_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    steps: dict[str, int] = {}
    for line in LINES:
        if line.startswith(".venv/bin/pip install"):
            (code,) = blocks("python", PAGE)
            entry = re.search(r'^visits = "(.+)"$', PAGE, re.MULTILINE)
            assert entry
            install(tmp_path, monkeypatch, "ariadne.memories", f"visits = {entry[1]}", code)
            continue
        _, *arguments = shlex.split(line)
        more = ["--processes", "0"] if arguments[0] == "eval" else []
        done = ariadne_here(*arguments, *more)
        assert done.returncode == 0, f"{line}: {done.stderr}"
        if arguments[0] == "play":
            told = re.search(r"(\d+) steps", done.stdout)
            assert told, done.stdout
            steps[line] = int(told[1])
    without, with_arigraph, with_visits = list(steps.values())[1:]
    assert without > 100
    assert with_arigraph < 60
    assert with_visits < without
    (card,) = (tmp_path / "home" / "runs").glob("*-eval/scorecard.json")
    rows = json.loads(card.read_text(encoding="utf-8"))["rows"]
    means = {row["arm"]: row["metrics"]["score"]["mean"] for row in rows}
    assert means["arigraph"] >= means["visits"] > means["none"]
