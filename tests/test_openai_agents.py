"""A memory as tools of the OpenAI Agents SDK, in runs with its scripted model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from agents import Agent, FunctionTool, RunConfig, Runner
from agents.items import ToolCallOutputItem
from agents.testing import ScriptedModel, assistant_message, function_call
from mcp import Client

from ariadne.mcp_server.tools import memory_server
from arigraph import AriGraph
from arigraph.openai_agents import INSTRUCTIONS, memory_tools
from tests.memory.arigraph.libraries import Letters

Call = tuple[str, dict[str, Any] | str]


@pytest.fixture
def memory() -> AriGraph:
    return AriGraph(embedder=Letters())


async def run(memory: AriGraph, *steps: Sequence[Call], read_only: bool = False) -> list[str]:
    """The results of tools for an agent whose model makes these calls, some at once, and then ends."""
    calls = [
        [function_call(name, arguments, call_id=f"{step}.{number}") for number, (name, arguments) in enumerate(some)]
        for step, some in enumerate(steps)
    ]
    model = ScriptedModel([*calls, [assistant_message("Done.")]])
    agent = Agent("Assistant", instructions=INSTRUCTIONS, tools=memory_tools(memory, read_only), model=model)
    done = await Runner.run(agent, "Hello.", run_config=RunConfig(tracing_disabled=True))
    model.assert_complete()
    assert done.final_output == "Done."
    assert model.calls[0].system_instructions == INSTRUCTIONS
    return [str(item.output) for item in done.new_items if isinstance(item, ToolCallOutputItem)]


async def test_an_agent_learns_and_recalls_answers_and_forgets(tmp_path: Path) -> None:
    lesson = {"text": "Alice is a Parisian.", "facts": ["Alice, lives in, Paris"], "source": "a letter"}
    with AriGraph(embedder=Letters(), path=tmp_path / "life.db") as memory:
        learned, changed, answered = await run(
            memory,
            [("learn", lesson)],
            [("learn", {"text": "She moved.", "facts": ["Bob, likes, tea"], "ended": ["alice, lives in, paris"]})],
            [("answer", {"question": "Where does Alice live?"})],
        )
    assert json.loads(learned) == {
        "added": ["alice, lives in, paris"], "dropped": [], "unmatched": [], "failed": [], "facts": 1
    }  # fmt: skip
    assert json.loads(changed) == {
        "added": ["bob, likes, tea"], "dropped": ["alice, lives in, paris"], "unmatched": [], "failed": [], "facts": 1
    }  # fmt: skip
    assert json.loads(answered)["known"] is False
    assert {each["source"] for each in json.loads(answered)["texts"]} == {"a letter", ""}
    with AriGraph(embedder=Letters(), path=tmp_path / "life.db") as memory:
        recalled, forgotten, left = await run(
            memory,
            [("recall", {"query": "bob", "episodes": 1, "since": "2020-01-01T00:00:00Z"})],
            [("forget", {"what": "bob"})],
            [("facts", {"about": "alice"})],
        )
    assert json.loads(recalled)["facts"] == ["bob, likes, tea"]
    assert [each["text"] for each in json.loads(recalled)["episodes"]] == ["She moved."]
    assert json.loads(forgotten) == {"forgotten": ["bob, likes, tea"], "texts": 1}
    assert [fact["reason"] for fact in json.loads(left)["facts"]] == ["outdated"]


async def test_the_tools_are_those_of_the_server_in_the_same_words(memory: AriGraph) -> None:
    async with Client(memory_server(memory)) as client:
        served = {tool.name: tool for tool in (await client.list_tools()).tools}
    tools = {tool.name: tool for tool in memory_tools(memory) if isinstance(tool, FunctionTool)}
    assert tools.keys() == served.keys()
    for name, tool in tools.items():
        assert tool.description == served[name].description
        ours, theirs = ({**each, "title": ""} for each in (tool.params_json_schema, served[name].input_schema))
        assert ours == theirs
    reading = {tool.name for tool in memory_tools(memory, read_only=True)}
    assert reading == served.keys() - {"learn", "forget"}


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("learn", {}, "text: Field required"),
        ("facts", {"about": "zebra"}, "nothing is known of 'zebra'"),
        ("facts", "zebra", "Invalid JSON"),
    ],
)
async def test_a_tool_error_is_one_line_and_the_run_continues(
    memory: AriGraph, tool: str, arguments: dict[str, Any] | str, said: str
) -> None:
    wrong, right = await run(memory, [(tool, arguments)], [("facts", "")])
    assert said in wrong
    assert "\n" not in wrong
    assert json.loads(right) == {"facts": [], "total": 0}
