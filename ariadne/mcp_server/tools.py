"""The tools of a memory as those of a server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from inspect import getdoc
from typing import Any, ParamSpec, TypeVar

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp_types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import BaseModel, ValidationError

from ariadne.errors import AriadneError
from ariadne.installed import __version__
from ariadne.memory.arigraph.arigraph import AriGraph
from ariadne.memory.arigraph.tools import INSTRUCTIONS, Ended, Handed, Learned, Source, Text, Time, Tools, in_a_line

P = ParamSpec("P")
T = TypeVar("T")


class MemoryServer(MCPServer[Any]):
    """A server whose tools say in one line what went wrong."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            cause = error.__cause__
            why = cause if isinstance(cause, ToolError | ValidationError) else error
            raise ToolError(in_a_line(why)) from cause


def memory_server(memory: AriGraph, read_only: bool = False) -> MCPServer[Any]:
    """A server for a memory; one that is only read has neither `learn` nor `forget`."""
    server = MemoryServer("ariadne", version=__version__, instructions=INSTRUCTIONS, log_level="ERROR")
    tools = Tools(memory)

    def offer(tool: Callable[..., Awaitable[BaseModel]], annotations: ToolAnnotations) -> None:
        server.add_tool(_said(tool), title=annotations.title, description=getdoc(tool), annotations=annotations)

    offer(tools.answer, _reads("Answer"))
    offer(tools.recall, _reads("Recall"))
    offer(tools.facts, _reads("List facts"))
    if read_only:
        return server

    async def learn(
        text: Text,
        context: Context[Any, Any],
        time: Time = None,
        source: Source = "",
        facts: Handed = (),
        ended: Ended = (),
    ) -> Learned:
        return await tools.learn_telling(context.report_progress, text, time, source, facts, ended)

    learn.__doc__ = Tools.learn.__doc__
    offer(learn, _changes("Learn", destructive=False))
    offer(tools.forget, _changes("Forget", destructive=True))
    return server


def _reads(title: str) -> ToolAnnotations:
    return ToolAnnotations(title=title, read_only_hint=True, open_world_hint=False)


def _changes(title: str, destructive: bool) -> ToolAnnotations:
    return ToolAnnotations(
        title=title,
        read_only_hint=False,
        destructive_hint=destructive,
        idempotent_hint=destructive,
        open_world_hint=False,
    )


def _said(tool: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """A tool whose errors are told to the client."""

    @wraps(tool)
    async def says(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await tool(*args, **kwargs)
        except AriadneError as error:
            raise ToolError(str(error)) from error

    return says
