"""`docs/memory.md`: its commands and its configuration work."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from tests.command import ARIADNE, ROOT, ariadne, ariadne_here, environment
from tests.test_readme import blocks

PAGE = (ROOT / "docs" / "memory.md").read_text(encoding="utf-8")
COMMANDS = [line for block in blocks("bash", PAGE) for line in block.splitlines()]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_commands_run_one_after_the_other(here: Path) -> None:
    (here / "notes.txt").write_text("Bob likes tea.\n\nAlice moved to Berlin.\n", encoding="utf-8")
    (here / "chat.json").write_text('[{"role": "user", "content": "Hello.", "name": "Sam"}]', encoding="utf-8")
    said = {}
    for line in COMMANDS:
        command, name, *arguments = shlex.split(line)
        if (command, name) == ("ariadne", "memory"):
            done = ariadne_here(name, *arguments)
            assert (done.returncode, done.stderr) == (0, ""), line
            said[line] = done.stdout
    assert len(said) == 16
    assert "alice, lives in, berlin" in said['ariadne memory ask notes.db "Where does Alice live?"']
    assert "alice, lives in, paris" in said["ariadne memory show notes.db alice --at 2026-03-15"]


@pytest.mark.nightly
@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("ariadne mcp")])
def test_a_server_takes_the_options_that_it_is_shown_with(line: str, here: Path) -> None:
    ariadne_here("memory", "learn", "notes.db", "Bob likes tea.")
    options = shlex.split(line)[1:]
    if "--port" in options:
        options[options.index("--port") + 1] = "1"
        done = ariadne_here(*options, "--model", "rules", "--embedder", "none")
        assert "no embedder none" in done.stderr
    else:
        assert ariadne(*options, cwd=here).returncode == 0


async def test_a_client_reaches_the_server_by_the_configuration(tmp_path: Path) -> None:
    [said] = blocks("json", PAGE)
    server = json.loads(said)["mcpServers"]["memory"]
    assert server["command"] == "ariadne"
    command, *arguments = ARIADNE
    parameters = StdioServerParameters(
        command=command, args=[*arguments, *server["args"]], env=environment(), cwd=tmp_path
    )
    async with Client(parameters) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
    assert tools == {"answer", "recall", "facts", "learn", "forget"}
    assert all(f"| `{name}` |" in PAGE for name in tools)
