"""Real clients of the server, and the server as a process."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.command import ARIADNE, environment


@asynccontextmanager
async def at_stdio(file: Path, *options: str, mode: str = "auto", **env: str) -> AsyncIterator[Client]:
    """A client that starts `ariadne mcp` and talks to it over stdin and stdout."""
    command, *arguments = ARIADNE
    server = StdioServerParameters(
        command=command, args=[*arguments, "mcp", "--memory", str(file), *options], env=environment(**env)
    )
    async with Client(stdio_client(server, sys.__stderr__ or sys.stderr), mode=mode) as client:
        yield client


@contextmanager
def at_http(file: Path, *options: str, **env: str) -> Iterator[tuple[str, Popen[str]]]:
    """The address of an `ariadne mcp --http`, and its process."""
    command = [*ARIADNE, "mcp", "--memory", str(file), "--http", *options]
    with Popen(command, env=environment(**env), stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stderr
        try:
            yield process.stderr.readline().strip(), process
        finally:
            process.terminate()


async def told(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The answer of a tool."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    content: dict[str, Any] = result.structured_content or {}
    return content


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """The error of a tool."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    (content,) = result.content
    said = content.text  # type: ignore[union-attr]
    assert "\n" not in said
    return str(said)
