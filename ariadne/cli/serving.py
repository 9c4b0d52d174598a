"""The command `mcp`."""

from __future__ import annotations

import asyncio
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from ariadne.cli.keeping import Scope
from ariadne.cli.options import chosen, done_with, option, reader
from ariadne.errors import MissingPackage, UserError


def mcp(
    context: typer.Context,
    file: Annotated[Path, option("File of the memory; made if it does not exist.", "--memory", metavar="FILE")],
    read_only: Annotated[
        bool, option("Leave out learn and forget, so another process may write.", "--read-only")
    ] = False,
    scope: Scope = "",
    http: Annotated[bool, option("Serve over HTTP on this machine instead of stdio.", "--http")] = False,
    port: Annotated[
        int | None, option("Port for --http.", metavar="N", min=1, max=65535, show_default="a free one")
    ] = None,
) -> None:
    """Serve a memory over the Model Context Protocol, with the tools answer, recall, facts, learn and forget."""
    choices = chosen(context)
    if port is not None and not http:
        raise UserError("--port needs --http")
    if not all(map(find_spec, ("mcp", "uvicorn"))):
        raise MissingPackage("ariadne mcp", "mcp")
    from ariadne.mcp_server.serving import serve_http, serve_stdio
    from ariadne.mcp_server.tools import memory_server
    from ariadne.memory.arigraph.api.arigraph import AriGraph

    who = reader(choices)

    async def serve() -> None:
        try:
            with AriGraph(who, choices.get("embedder"), file, scope=scope, read_only=read_only) as memory:
                server = memory_server(memory, read_only)
                if http:
                    await serve_http(server, port or 0, lambda address: print(address, file=sys.stderr, flush=True))
                else:
                    await serve_stdio(server)
        finally:
            await done_with(who)

    asyncio.run(serve())
