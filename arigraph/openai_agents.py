"""A memory as tools for the OpenAI Agents SDK: the tools of `ariadne mcp`, without a server.

from agents import Agent
from arigraph import AriGraph
from arigraph.openai_agents import INSTRUCTIONS, memory_tools

agent = Agent("Assistant", instructions=INSTRUCTIONS, tools=memory_tools(AriGraph(path="life.db")))
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from inspect import getdoc
from typing import Any

from pydantic import BaseModel, ValidationError

from ariadne.errors import AriadneError, MissingPackage
from ariadne.memory.arigraph.api.arigraph import AriGraph
from ariadne.memory.arigraph.api.tools import INSTRUCTIONS, Tools, in_a_line

try:
    from agents import FunctionTool, Tool
    from agents.function_schema import function_schema
    from agents.tool_context import ToolContext
except ImportError as error:
    raise MissingPackage("arigraph.openai_agents", "agents") from error

__all__ = ["INSTRUCTIONS", "memory_tools"]


def memory_tools(memory: AriGraph, read_only: bool = False) -> list[Tool]:
    """Return the tools of a memory: `answer`, `recall`, `facts`, `learn` and `forget`.

    They return JSON. The model gets an error as one line, and the run continues. Runs on any event loop may share a
    memory. `INSTRUCTIONS` explain the tools to an agent.

    Args:
        memory: the memory, or a scope of it, such as `memory.scope("user:42")`. The caller closes it.
        read_only: leave out `learn` and `forget`.
    """
    tools = Tools(memory)
    reading = [_as_tool(tools.answer), _as_tool(tools.recall), _as_tool(tools.facts)]
    return [*reading] if read_only else [*reading, _as_tool(tools.learn), _as_tool(tools.forget)]


def _as_tool(tool: Callable[..., Coroutine[Any, Any, BaseModel]]) -> FunctionTool:
    said = getdoc(tool)
    # A strict schema has no defaults, so the model would have to give depth and width in each call.
    schema = function_schema(tool, description_override=said, use_docstring_info=False, strict_json_schema=False)

    async def invoke(context: ToolContext[Any], arguments: str) -> str:
        try:
            positional, named = schema.to_call_args(schema.params_pydantic_model.model_validate_json(arguments or "{}"))
            given = await tool(*positional, **named)
        except (AriadneError, ValidationError) as error:
            return in_a_line(error)
        return given.model_dump_json()

    return FunctionTool(
        schema.name, schema.description or "", schema.params_json_schema, invoke, strict_json_schema=False
    )
