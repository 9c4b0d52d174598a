"""The tools of a memory server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from inspect import getdoc
from types import UnionType
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import FuncMetadata
from mcp_types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import BaseModel, ValidationError

from ariadne.errors import AriadneError
from ariadne.installed import __version__
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.api.tools import (
    INSTRUCTIONS,
    Ended,
    Handed,
    LearnResult,
    Source,
    Text,
    Time,
    Tools,
    in_a_line,
)

P = ParamSpec("P")
T = TypeVar("T")


class MemoryServer(MCPServer[Any]):
    """A server whose tools report errors in one line."""

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
    """Return a server for a memory; a read-only one has neither `learn` nor `forget`."""
    tools = Tools(memory)

    async def learn(
        text: Text,
        context: Context[Any, Any],
        time: Time = None,
        source: Source = "",
        facts: Handed = (),
        ended: Ended = (),
    ) -> LearnResult:
        return await Tools(memory, context.report_progress).learn(text, time, source, facts, ended)

    learn.__doc__ = Tools.learn.__doc__
    reading = [
        _offered(tools.answer, _reads("Answer")),
        _offered(tools.recall, _reads("Recall")),
        _offered(tools.facts, _reads("List facts")),
    ]
    changing = [
        _offered(learn, _changes("Learn", destructive=False)),
        _offered(tools.forget, _changes("Forget", destructive=True)),
    ]
    return MemoryServer(
        "ariadne",
        version=__version__,
        instructions=INSTRUCTIONS,
        tools=reading if read_only else reading + changing,
        log_level="ERROR",
    )


class _AsText(FuncMetadata):
    """Keeps a client's value as text if the tool takes text, even if it looks like JSON.

    Other values, such as a list, may come as JSON in a text; some clients send them so.
    """

    def pre_parse_json(self, data: dict[str, Any]) -> dict[str, Any]:
        fields = self.arg_model.model_fields
        texts = {name: said for name, said in data.items() if name in fields and _takes_text(fields[name].annotation)}
        return {**super().pre_parse_json(data), **texts}


def _takes_text(annotation: Any) -> bool:
    return annotation is str or (get_origin(annotation) in (Union, UnionType) and str in get_args(annotation))


def _offered(tool: Callable[..., Awaitable[BaseModel]], annotations: ToolAnnotations) -> Tool:
    """A tool as the server offers it."""
    made = Tool.from_function(
        _with_errors(tool), title=annotations.title, description=getdoc(tool), annotations=annotations
    )
    made.fn_metadata = _AsText(**dict(made.fn_metadata))
    return made


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


def _with_errors(tool: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """A tool whose errors are returned to the client."""

    @wraps(tool)
    async def says(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await tool(*args, **kwargs)
        except AriadneError as error:
            raise ToolError(str(error)) from error

    return says
