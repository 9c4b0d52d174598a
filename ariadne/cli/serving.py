"""The command `mcp`."""

from __future__ import annotations

import asyncio
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

from ariadne.cli.keeping import Scope
from ariadne.cli.options import READER, done_with, option, reader, takes
from ariadne.errors import MissingPackage, UserError


@takes(*READER, "embedder")
def mcp(
    file: Annotated[
        Path, option("The memory's file, which is made if there is none.", None, "--memory", metavar="FILE")
    ],
    read_only: Annotated[bool, option("Offer no learn and no forget; others may write.", None, "--read-only")] = False,
    scope: Scope = "",
    http: Annotated[bool, option("Serve over HTTP on this machine, not over stdio.", None, "--http")] = False,
    port: Annotated[
        int | None, option("With --http.", metavar="N", min=1, max=65535, show_default="one that is free")
    ] = None,
    *,
    choices: dict[str, Any],
) -> None:
    """Serve a memory to other programs over the Model Context Protocol: answer, recall, facts, learn, forget."""
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
