from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from ariadne.errors import Failure
from ariadne.mcp_server.tools import memory_server
from ariadne.models.question import Question
from ariadne.models.recorded import ScriptedModel
from arigraph import AriGraph
from tests.mcp_server.clients import refused, told
from tests.memory.arigraph.libraries import Letters

MOVED = {"text": "Alice moved to Berlin.", "time": "2026-04-01T12:00:00Z", "source": "a letter"}


@pytest.fixture
def memory(tmp_path: Path) -> AriGraph:
    return AriGraph(None, Letters(), tmp_path / "life.db")


@asynccontextmanager
async def using(memory: AriGraph, read_only: bool = False) -> AsyncIterator[Client]:
    """A client in this process."""
    with memory:
        async with Client(memory_server(memory, read_only)) as client:
            yield client


async def test_tools_describe_themselves_and_their_schemas(memory: AriGraph) -> None:
    async with using(memory) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert tools.keys() == {"answer", "recall", "facts", "learn", "forget"}
        for tool in tools.values():
            assert tool.description
            assert tool.output_schema
            assert all("description" in each for each in tool.input_schema.get("properties", {}).values())
        hints = {name: tool.annotations for name, tool in tools.items()}
        assert {name for name, hint in hints.items() if hint and hint.read_only_hint} == {"answer", "recall", "facts"}
        assert {name for name, hint in hints.items() if hint and hint.destructive_hint} == {"forget"}
        assert client.server_info.name == "ariadne"


async def move(client: Client) -> dict[str, Any]:
    """Alice lives in Paris in March and in Berlin from April; return what the second text changed."""
    text, facts = "Alice lives in Paris. Bob likes tea.", ["Alice, lives in, Paris", "Bob, likes, tea"]
    first = await told(client, "learn", text=text, facts=facts, time="2026-03-01T12:00:00Z")
    assert first == {
        "added": ["alice, lives in, paris", "bob, likes, tea"],
        "dropped": [],
        "unmatched": [],
        "failed": [],
        "facts": 2,
    }
    handed = {"facts": ["Alice, lives in, Berlin"], "ended": ["alice, lives in, paris"]}
    return await told(client, "learn", text=MOVED["text"], time=MOVED["time"], source=MOVED["source"], **handed)


async def test_what_is_learned_is_recalled_listed_and_forgotten(memory: AriGraph) -> None:
    async with using(memory) as client:
        assert await move(client) == {
            "added": ["alice, lives in, berlin"], "dropped": ["alice, lives in, paris"],
            "unmatched": [], "failed": [], "facts": 2,
        }  # fmt: skip
        found = await told(client, "recall", query="Alice moved to Berlin", episodes=1)
        assert "alice, lives in, berlin" in found["facts"]
        assert found["episodes"] == [MOVED]
        early = await told(client, "recall", query="Where does Alice live?", until="2026-03-15T00:00:00Z", episodes=1)
        assert [each["text"] for each in early["episodes"]] == ["Alice lives in Paris. Bob likes tea."]
        letter = await told(client, "recall", query="alice", source="a letter")
        assert letter["facts"] == ["alice, lives in, berlin"]
        assert await told(client, "forget", what="bob, likes, tea") == {"forgotten": ["bob, likes, tea"], "texts": 1}
        assert (await told(client, "recall", query="bob"))["facts"] == ["alice, lives in, berlin"]


async def test_unknown_ended_facts_are_reported(memory: AriGraph) -> None:
    async with using(memory) as client:
        told_of = await told(client, "learn", text="Bo left Oslo.", ended=["Bo, lives in, Oslo"])
        assert told_of == {"added": [], "dropped": [], "unmatched": ["bo, lives in, oslo"], "failed": [], "facts": 0}


async def test_paragraphs_are_learned_one_by_one_unless_their_facts_are_handed(memory: AriGraph) -> None:
    async with using(memory) as client:
        for text, more in (("One.\n\nTwo.", {}), ("Three.\n\nFour.", {"facts": ["three, is next to, four"]})):
            await told(client, "learn", text=text, **more)
    assert [node.observation for node in memory.episodic.nodes] == ["One.", "Two.", "Three.\n\nFour."]


async def test_a_models_answer_has_its_sources(tmp_path: Path) -> None:
    said = {"known": True, "answer": "She lives in Berlin.", "values": ["Berlin"], "facts": [1], "texts": [2]}
    nothing = {"triplets": [], "replaced": []}
    model = ScriptedModel(lambda question: said if question.name == "answer_from_memory" else nothing)
    async with using(AriGraph(model, Letters(), tmp_path / "life.db")) as client:
        await move(client)
        answered = await told(client, "answer", question="alice, lives in, berlin")
        (fact,) = answered.pop("facts")
        assert (fact["object"], fact["since"], fact["until"]) == ("berlin", MOVED["time"], None)
        assert answered == {"answer": "She lives in Berlin.", "known": True, "values": ["Berlin"], "texts": [MOVED]}


async def test_without_a_model_relevant_facts_and_texts_are_returned(memory: AriGraph) -> None:
    async with using(memory) as client:
        await move(client)
        answered = await told(client, "answer", question="Where did Alice move?")
        assert answered["answer"].startswith("It takes a model to answer")
        assert (answered["known"], answered["values"]) == (False, [])
        assert "berlin" in [fact["object"] for fact in answered["facts"]]
        assert MOVED in answered["texts"]
        async with Client(memory_server(memory.scope("user:1"))) as other_user:
            unknown = await told(other_user, "answer", question="Where did Alice move?")
        assert unknown == {
            "answer": "The memory holds nothing about this.", "known": False, "values": [], "facts": [], "texts": []
        }  # fmt: skip


async def test_facts_are_those_of_now_or_of_a_time_and_of_one_thing_with_their_past(memory: AriGraph) -> None:
    async with using(memory) as client:
        await move(client)
        await told(client, "forget", what="bob")
        (now,) = (await told(client, "facts"))["facts"]
        assert now == {
            "subject": "alice", "relation": "lives in", "object": "berlin",
            "since": MOVED["time"], "until": None, "reason": None, "retired_by": None,
        }  # fmt: skip
        then, _ = (await told(client, "facts", at="2026-03-15T00:00:00Z"))["facts"]
        assert (then["object"], then["until"], then["reason"]) == ("paris", MOVED["time"], "outdated")
        assert [fact["object"] for fact in (await told(client, "facts", about="ALICE"))["facts"]] == ["paris", "berlin"]
        newest = await told(client, "facts", about="alice", limit=1)
        assert ([fact["object"] for fact in newest["facts"]], newest["total"]) == (["berlin"], 2)
        assert (await told(client, "facts", about="paris", at="2026-05-01T00:00:00Z"))["total"] == 0


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("learn", {"text": " \n"}, "there is nothing to learn: the text is empty"),
        ("learn", {}, "text: Field required"),
        ("learn", {"text": "Bob.", "time": "noon"}, "time: Input should be a valid datetime"),
        ("learn", {"text": "Bob.", "time": "9999-12-31T23:59:59-05:00"}, "is beyond the calendar"),
        ("learn", {"text": "Bob.", "facts": ["Bob likes"]}, "is not a fact"),
        ("answer", {"question": " "}, "the question is empty"),
        ("recall", {"query": "x", "depth": 9}, "depth: Input should be less than or equal to 4"),
        ("facts", {"about": "zebra"}, "nothing is known of 'zebra'"),
        ("forget", {"what": "zebra"}, "there is nothing to forget"),
        ("remember", {}, "Unknown tool: remember"),
    ],
)
async def test_a_mistake_is_one_clear_line(memory: AriGraph, tool: str, arguments: dict[str, Any], said: str) -> None:
    async with using(memory) as client:
        assert said in await refused(client, tool, **arguments)


async def test_a_failure_midway_reports_what_was_learned(tmp_path: Path) -> None:
    def reads(question: Question[Any]) -> dict[str, list[str]]:
        if "two" in question.inputs["texts"]:
            raise Failure("no reply")
        return {"triplets": ["a, is, b"], "replaced": []}

    path = tmp_path / "life.db"
    async with using(AriGraph(ScriptedModel(reads), Letters(), path)) as client:
        said = await refused(client, "learn", text="one\n\ntwo\n\nthree")
    assert said == "no reply (1 of 3 paragraphs are learned)"
    with AriGraph.open(path, embedder=Letters(), read_only=True) as memory:
        assert [str(edge.triplet) for edge in memory.facts()] == ["a, is, b"]


async def test_a_time_without_a_zone_is_of_this_place(memory: AriGraph) -> None:
    async with using(memory) as client:
        await told(client, "learn", text="Bob likes tea.", facts=["Bob, likes, tea"], time="2026-03-01T12:00:00")
        (fact,) = (await told(client, "facts"))["facts"]
        assert datetime.fromisoformat(fact["since"]) == datetime(2026, 3, 1, 12).astimezone(UTC)
