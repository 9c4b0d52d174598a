"""`docs/compare.md`: its commands show what it says of ours."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.command import ROOT, ariadne_here
from tests.test_readme import blocks

PAGE = (ROOT / "docs" / "compare.md").read_text(encoding="utf-8")


def test_the_commands_show_what_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    [block] = blocks("bash", PAGE)
    said = {}
    for line in block.splitlines():
        done = ariadne_here(*shlex.split(line)[1:])
        assert (done.returncode, done.stderr) == (0, ""), line
        said[line.removeprefix("ariadne memory ")] = done.stdout
    assert "- alice, works for, acme\n" in next(text for line, text in said.items() if "--ended" in line)
    assert "until step 2, 2026-05-01 00:00: outdated" in said["show c.db alice"]
    assert "globex  (since" not in said["show c.db alice --at 2026-04-01"]
    assert said['ask c.db "Who does Alice work for?"'].startswith("facts:\n  alice, works for, globex\n")
    assert "tea" not in said['ask c.db "What does Bob like?"']
    assert said['ask c.db "What does Bob like?" --scope user:2'].startswith("facts:\n  bob, likes, tea\n")
    assert not any(b"alice" in file.read_bytes().lower() for file in tmp_path.iterdir())
