"""`docs/compare.md`: its commands show what it says of ours, and its program of an afternoon runs."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import ROOT, ariadne_here, environment, files_in
from tests.models.server import Reaction, Request, completion, serving
from tests.test_readme import blocks

PAGE = (ROOT / "docs" / "compare.md").read_text(encoding="utf-8")
KEY = "sk-of-an-afternoon"


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
    assert not any(b"alice" in file.read_bytes().lower() for file in files_in(tmp_path))


def ours() -> dict[str, str]:
    """The code of our column from the step `start` on, by step."""
    (table,) = re.findall(r"^\| step \| ours .*?\n\n", PAGE, re.DOTALL | re.MULTILINE)
    cells = {row.split(" | ")[0].strip("| "): row.split(" | ")[1] for row in table.splitlines()[2:] if row}
    steps = [*cells]
    return {step: "\n".join(re.findall(r"`(.+?)`", cells[step])) for step in steps[steps.index("start") :]}


def replies(request: Request) -> Reaction:
    """What a model says to the texts and the question of the afternoon."""
    asked = request.body["messages"][-1]["content"]
    if "Question:" in asked:
        return completion(
            json.dumps({"known": True, "answer": "In Paris.", "values": ["Paris"], "facts": [1], "texts": []})
        )
    if "moved to Rome" in asked:
        (number,) = re.findall(r"^(\d+)\. alice, lives in, paris", asked, re.MULTILINE)
        return read("Alice, lives in, Rome", f"{number} changed -> Alice, lives in, Rome")
    return read("Alice, lives in, Paris" if "lives in Paris" in asked else "Alice, works for, Acme")


def read(fact: str, *replaced: str) -> Reaction:
    return completion(json.dumps({"triplets": [fact], "replaced": replaced, "same": []}))


def test_the_program_of_an_afternoon_runs_as_it_stands(tmp_path: Path) -> None:
    code = ours()
    assert all(code.values())
    marked = "\n".join(f"print({step!r} + ':')\n{lines}" for step, lines in code.items())
    with serving() as server:
        server.behaviour = replies
        done = subprocess.run(
            [sys.executable, "-c", marked],
            cwd=tmp_path,
            env=environment(OPENAI_BASE_URL=server.url, OPENAI_API_KEY=KEY),
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")
    parts = re.split(rf"^({'|'.join(code)}):\n", done.stdout, flags=re.MULTILINE)[1:]
    said = dict(zip(parts[::2], parts[1::2], strict=True))
    assert re.search(
        r"^Facts:\n- alice, lives in, paris \(since .+\)\n(.+\n)*\nTexts:\n- .+Alice: I work", said["search"]
    )
    assert said["answer"] == "In Paris.\n"
    assert "reason='replaced'" in said["look back"]
    assert "calls=4," in said["what it cost"]
    assert [request.key for request in server.requests] == [KEY] * 4
    assert not any(b"alice" in file.read_bytes().lower() for file in files_in(tmp_path))
