"""The examples on the pages about the library's parts run, and print what their comments say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.command import ROOT
from tests.test_readme import blocks

PAGES = sorted((ROOT / "docs" / "api").glob("*.md"))
EXAMPLES = {page.stem: code for page in PAGES for code in blocks("python", page.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_prints_what_its_comments_say(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLES[name], name, "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert printed
    for said in re.findall(r"^ *print\(.*\) +# (.+)$", EXAMPLES[name], re.MULTILINE):
        assert said.partition(": ")[0] in printed
