"""A memory with a model at an endpoint: arguments, costs, threads and forks."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import Failure, UserError
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.models.openai import OpenAIModel
from ariadne.models.recorded import ScriptedModel
from arigraph import AriGraph, Call, Options, Spent, wait
from tests.forked import in_child, needs_forks
from tests.memory.arigraph.libraries import Letters, parrot
from tests.models.server import ChatServer, Request, completion, serving

USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "prompt_tokens_details": {"cached_tokens": 60}}


def replying(request: Request) -> Any:
    """Reads the lines of texts as triplets, and answers with a name."""
    asked = request.body["messages"][-1]["content"]
    if "Question:" in asked:
        said: dict[str, Any] = {"known": True, "answer": "In Rome.", "values": ["Rome"], "facts": [1], "texts": []}
    else:
        text = asked.partition("New text")[2].partition(":\n")[2]
        said = {"triplets": text.splitlines(), "replaced": [], "same": []}
    return completion(json.dumps(said), usage=USAGE)


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with serving() as found:
        found.behaviour = replying
        yield found


async def test_a_model_is_named_with_its_server(server: ChatServer, tmp_path: Path) -> None:
    calls: list[Call] = []
    async with AriGraph("m", Letters(), tmp_path / "life.db", base_url=server.url, on_call=calls.append) as memory:
        change = await memory.learn("ann, lives in, rome")
        answer = await memory.answer("Where does Ann live?")
        usage = memory.usage
    assert [str(fact) for fact in change.added] == ["ann, lives in, rome"]
    assert (answer.values, [str(edge.triplet) for edge in answer.facts]) == (("Rome",), ["ann, lives in, rome"])
    assert change.usage == answer.usage == Spent(1, 100, 20, 60, None)
    assert usage == Spent(2, 200, 40, 120, None)
    assert [call.kind for call in calls] == ["read", "answer_from_memory"]
    assert "ann, lives in, rome" in calls[0].prompt[-1]["content"]


async def test_arguments_override_the_environment(server: ChatServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    async with AriGraph("m", Letters()) as memory:
        await memory.learn("ann, lives in, rome")
    async with AriGraph("m", Letters(), api_key="sk-of-an-argument", temperature=0.5) as memory:
        await memory.learn("ann, lives in, rome")
        assert "sk-of" not in repr(memory)
    with serving() as other:
        other.behaviour = replying
        async with AriGraph("m", Letters(), base_url=other.url) as memory:
            await memory.learn("ann, lives in, rome")
        assert len(other.requests) == 1
    assert [request.key for request in server.requests] == ["sk-of-the-environment", "sk-of-an-argument"]
    assert [request.body["temperature"] for request in server.requests] == [0, 0.5]


def test_invalid_arguments_are_errors_without_flags() -> None:
    for how in ({"base_url": "http://127.0.0.1:9"}, {"api_key": "sk-12345678"}, {"temperature": 0.0}):
        with pytest.raises(UserError, match=next(iter(how))):
            AriGraph(None, Letters(), **how)  # type: ignore[arg-type]
    with pytest.raises(UserError, match="concurrency"):
        AriGraph(None, Letters(), concurrency=-1)


async def test_calls_are_spans_of_the_program(server: ChatServer, monkeypatch: pytest.MonkeyPatch) -> None:
    from opentelemetry import trace
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    monkeypatch.delenv("OTEL_EXPORTER_OTLP_ENDPOINT", raising=False)
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "get_tracer", lambda *_: provider.get_tracer("test"))
    async with AriGraph("m", Letters(), base_url=server.url) as memory:
        with provider.get_tracer("app").start_as_current_span("request"):
            await memory.learn("ann, lives in, rome")
    call, request = exporter.get_finished_spans()
    assert (call.name, call.parent and call.parent.span_id) == ("chat m", request.context.span_id)
    assert call.attributes
    assert call.attributes["gen_ai.usage.input_tokens"] == 100
    assert "gen_ai.input.messages" not in call.attributes


async def test_a_scope_can_be_used_during_a_call_to_the_model() -> None:
    asked, goes_on = asyncio.Event(), asyncio.Event()

    async def complete(messages: list[dict[str, str]]) -> str:
        if "slow" in messages[-1]["content"]:
            asked.set()
            await goes_on.wait()
        return '{"triplets": [], "replaced": [], "same": []}'

    memory = AriGraph(complete, Letters())
    slow = asyncio.ensure_future(memory.learn("A slow text."))
    await asked.wait()
    async with asyncio.timeout(20):
        await memory.learn("A text.", facts=["ann, lives in, rome"])
        assert (await memory.recall("ann")).facts
        await memory.forget("ann")
    goes_on.set()
    await slow
    assert len(memory.told()) == 2


@pytest.mark.parametrize("is_filed", [False, True])
def test_event_loops_and_threads_share_a_memory(is_filed: bool, tmp_path: Path) -> None:
    memory = AriGraph(ScriptedModel(parrot), Letters(), tmp_path / "life.db" if is_filed else None)

    def work(number: int) -> None:
        async def learn() -> None:
            for at in range(5):
                await memory.learn(f"person {number} {at}, lives in, city {number}")
                await memory.recall(f"person {number}")
                memory.facts()

        if number % 2:
            asyncio.run(learn())
        else:
            wait(learn())

    with ThreadPoolExecutor(6) as pool:
        for done in [pool.submit(work, number) for number in range(6)]:
            done.result(60)
    assert len(memory.facts()) == 30
    assert wait(memory.check()) == ()
    memory.close()


@needs_forks
def test_a_fork_uses_the_memory_of_this_process_and_new_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = AriGraph(None, Letters())
    wait(memory.learn("One.", facts=["ann, lives in, rome"]))

    def learn(into: AriGraph) -> list[str]:
        wait(into.learn("Two.", facts=["bo, lives in, oslo"]))
        return [str(edge.triplet) for edge in into.facts()]

    said = []

    def fork(graph: SemanticGraph) -> int:
        monkeypatch.undo()
        said.append(in_child(lambda: learn(memory)))
        return len(graph)

    # The facts are counted while the memory is locked.
    monkeypatch.setattr(SemanticGraph, "__len__", fork)
    assert "1 fact" in repr(memory)
    assert said == ["['ann, lives in, rome', 'bo, lives in, oslo']"]
    assert in_child(lambda: learn(AriGraph(None, Letters(), tmp_path / "new.db"))) == "['bo, lives in, oslo']"
    assert len(memory.facts()) == 1
    with AriGraph(None, Letters(), tmp_path / "mine.db") as mine:
        wait(mine.learn("One.", facts=["ann, lives in, rome"]))
        assert "opened before a fork" in in_child(lambda: learn(mine))
        assert learn(mine) == ["ann, lives in, rome", "bo, lives in, oslo"]


async def test_closing_closes_the_connections_of_a_model_given_by_name(
    server: ChatServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = AriGraph("m", Letters(), base_url=server.url)
    await memory.learn("ann, lives in, rome")
    closed: list[int] = []
    close = OpenAIModel.close

    async def closing(model: OpenAIModel) -> None:
        closed.append(threading.get_ident())
        await close(model)

    monkeypatch.setattr(OpenAIModel, "close", closing)
    memory.close()
    await asyncio.sleep(0)
    await memory.aclose()
    assert len(closed) == 2


async def test_a_reply_that_the_token_limit_ends_is_told_and_a_strict_memory_learns_nothing_of_it(
    server: ChatServer,
) -> None:
    server.behaviour = lambda request: completion('{"triplets": ["ann, lives in, rome", "ann, owns', "length")
    async with AriGraph("m", Letters(), base_url=server.url) as memory:
        change = await memory.learn("Ann lives in Rome and owns a boat.")
    assert [str(fact) for fact in change.added] == ["ann, lives in, rome"]
    assert change.failed == ("the token limit ended the model's reply: facts may be missing",)
    async with AriGraph("m", Letters(), base_url=server.url, options=Options(strict=True)) as memory:
        with pytest.raises(Failure, match="the token limit ended"):
            await memory.learn("Ann lives in Rome and owns a boat.")
        assert memory.stats().texts == 0
