"""`docs/compare.md`: its commands show what it says of ours, and its figures are those of the page they are from."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.command import ROOT, ariadne_here
from tests.test_readme import blocks

PAGE = (ROOT / "docs" / "compare.md").read_text(encoding="utf-8")
ANSWERS = (ROOT / "docs" / "answers.md").read_text(encoding="utf-8")


def test_the_commands_show_what_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    [block] = blocks("bash", PAGE)
    said = {}
    for line in block.splitlines():
        done = ariadne_here(*shlex.split(line)[1:])
        assert (done.returncode, done.stderr) == (0, ""), line
        said[line.removeprefix("ariadne memory ")] = done.stdout
    assert "- alice, works for, acme\n" in said['learn c.db "Alice now works for Globex." --time 2026-05-01']
    assert "until step 2, 2026-05-01 00:00: replaced by alice, works for, globex" in said["show c.db alice"]
    assert "globex  (since" not in said["show c.db alice --at 2026-04-01"]
    assert said['ask c.db "Who does Alice work for?"'].startswith("globex\n  alice, works for, globex\n")
    assert "tea" not in said['ask c.db "What does Bob like?"']
    assert said['ask c.db "What does Bob like?" --scope user:2'].startswith("tea\n")
    assert not any(b"alice" in file.read_bytes().lower() for file in tmp_path.iterdir())


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("159 of 161 and 825 of 836", ["159 of 161 | 0", "825 of 836 | 2"]),
        ("98 % and 84 %", ["| 0.98 |", "| 0.84 |"]),
        ("94.8 % and 51.5 %", ["| 0.948 |", "| 0.515 |"]),
    ],
)
def test_figures_are_those_of_the_page_they_are_from(here: str, there: list[str]) -> None:
    assert here in PAGE
    assert all(figure in ANSWERS for figure in there)
