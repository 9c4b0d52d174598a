"""Streamed replies of a real server are reassembled, and stopped when they repeat themselves."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from itertools import count, repeat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.models.model import NoReply, UnreadableReply
from ariadne.models.openai import LONGEST_ANSWER, OpenAIModel
from ariadne.models.streaming import completed
from tests.models.conftest import Make
from tests.models.questions import Act, act, list_triplets
from tests.models.server import ChatServer, Reaction, completion, streamed

GOOD = '{"reason": "the only way – on", "action": "go north"}'
NORTH = Act(reason="the only way – on", action="go north")
COUNTED = {"prompt_tokens": 90, "completion_tokens": 11, "prompt_tokens_details": {"cached_tokens": 64}}


@pytest.fixture
def model(make: Make) -> OpenAIModel:
    return make(tries=2, stream=True, more={"timings_per_token": True})


def in_pieces(text: str, size: int = 3) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


async def test_a_repeating_stream_is_stopped_and_salvaged(
    model: OpenAIModel, server: ChatServer, prompts: Path
) -> None:
    left = threading.Event()

    def loop() -> Iterator[str]:
        try:
            yield '{"triplets": ["key, is on, table", '
            while True:
                yield from in_pieces('"kitchen, has exit, up", "kitchen, has exit, down", ')
        finally:
            left.set()

    server.behaviour = lambda _: streamed(loop(), timings={"cache_n": 40, "prompt_n": 50, "predicted_n": 70})
    reply = await model.answer(list_triplets(prompts))
    assert reply.answer.triplets == ["key, is on, table", "kitchen, has exit, up", "kitchen, has exit, down"]
    assert reply.salvaged
    assert len(reply.text) < 300
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens, reply.usage.cached_tokens) == (90, 70, 40)
    assert await asyncio.to_thread(left.wait, 10)


async def test_uncounted_tokens_of_a_stopped_reply_are_estimated(
    model: OpenAIModel, server: ChatServer, prompts: Path
) -> None:
    server.react(streamed(repeat('{"triplets": ["kitchen, has exit, up", ')))
    reply = await model.answer(list_triplets(prompts))
    assert reply.usage.completion_tokens == -(-len(reply.text) // 4)


@pytest.mark.parametrize("place", ["reasoning_content", "tool_calls"])
async def test_loops_in_thoughts_and_calls_are_stopped_as_well(
    model: OpenAIModel, server: ChatServer, prompts: Path, place: str
) -> None:
    said = "I have to find the key. "
    delta = {place: said if place != "tool_calls" else [{"index": 0, "function": {"arguments": said}}]}
    server.react(Reaction(events=repeat({"choices": [{"delta": delta}]})))
    with pytest.raises(UnreadableReply, match="the reply repeats itself"):
        await model.answer(list_triplets(prompts))


BROKEN = {
    "a lost connection": streamed(in_pieces(GOOD)[:5], finish=None),
    "an error in the stream": Reaction(events=[{"error": {"code": 500, "message": "out of memory"}}]),
    "nothing": Reaction(events=["[DONE]"]),
    "an error without a number": Reaction(events=[{"error": "out of memory"}]),
    "an error in plain text": Reaction(events=[{"choices": [{"delta": {"content": "{"}}]}, "Internal error"]),
    "too much": streamed((str(at) * 1000 for at in count(10)), finish=None),
}


@pytest.mark.parametrize("broken", BROKEN)
async def test_a_broken_stream_is_retried(model: OpenAIModel, server: ChatServer, prompts: Path, broken: str) -> None:
    server.react(BROKEN[broken], streamed(in_pieces(GOOD)))
    reply = await model.answer(act(prompts))
    assert reply.answer == NORTH
    assert len(reply.retries) == 1


async def test_an_endless_stream_is_limited(model: OpenAIModel, server: ChatServer, prompts: Path) -> None:
    server.behaviour = lambda _: streamed(str(at) * 1000 for at in range(10, LONGEST_ANSWER))
    with pytest.raises(NoReply, match="the answer is longer than 4 MB"):
        await model.answer(act(prompts))


DELTA = {"choices": [{"index": 0, "delta": {"content": GOOD}, "finish_reason": None}]}
END = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
PARTS = [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}, {"type": "text", "text": GOOD}]
CALL = {"index": None, "function": {"name": "Act", "arguments": json.loads(GOOD)}}


@pytest.mark.parametrize(
    "reaction",
    [
        Reaction(events=["", DELTA, END, "[DONE]"]),
        Reaction(events=[DELTA, "[DONE]"]),
        Reaction(events=[DELTA, {"choices": [{"index": None, "delta": {}, "finish_reason": ["stop"]}]}, "[DONE]"]),
        Reaction(events=[DELTA, END, {"choices": None, "usage": COUNTED}]),
        Reaction(events=[{"choices": [{"delta": {"content": PARTS}}]}, END]),
        Reaction(events=[{"choices": [{"delta": {"tool_calls": [CALL]}}]}, END]),
        Reaction(events=[{"choices": [{"delta": {"tool_calls": [{"function": None}]}}]}, DELTA, END]),
        completion(GOOD, ["stop"]),  # type: ignore[arg-type]
        Reaction(events=[completion(GOOD).body]),  # type: ignore[list-item]
        Reaction(f"data: {json.dumps(DELTA)}\n\ndata: [DONE]\n\n"),
    ],
)  # fmt: skip
async def test_a_stream_is_read_however_servers_write_it(
    model: OpenAIModel, server: ChatServer, prompts: Path, reaction: Reaction
) -> None:
    server.react(reaction)
    assert (await model.answer(act(prompts))).answer == NORTH


async def test_a_stream_that_stands_still_is_given_up(server: ChatServer, prompts: Path) -> None:
    def stuck() -> Iterator[str]:
        yield '{"reason": "'
        server.closing.wait()

    server.behaviour = lambda _: streamed(stuck())
    model = OpenAIModel("tiny", server.url, timeout=0.3, tries=1, stream=True)
    with pytest.raises(NoReply, match=r"no reply|timed out"):
        await model.answer(act(prompts))
    await model.close()


@pytest.mark.parametrize("events", [["<html>"], ['{"choices": 3}'], ['{"choices": [{"delta": {"content": 3}}]}']])
async def test_a_stream_of_something_else_is_a_clear_error(
    model: OpenAIModel, server: ChatServer, prompts: Path, events: list[str]
) -> None:
    server.react(Reaction(events=events))
    with pytest.raises(UserError, match="is not an OpenAI-compatible endpoint"):
        await model.answer(act(prompts))


class Sent:
    """A response whose bytes come in pieces."""

    def __init__(self, pieces: list[bytes]) -> None:
        self.headers = {"content-type": "text/event-stream; charset=utf-8"}
        self._pieces = pieces

    async def aiter_bytes(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            yield piece

    async def aclose(self) -> None: ...


@given(st.text(max_size=40), st.integers(1, 30), st.sampled_from([b"\n", b"\r\n"]))
def test_the_reply_does_not_depend_on_chunk_boundaries(said: str, size: int, ending: bytes) -> None:
    events: list[Any] = [
        {"choices": [{"delta": {"content": said, "role": "assistant"}}]},
        {"choices": [{"delta": {"content": "!"}, "finish_reason": "stop"}]},
    ]
    lines = [
        b": a comment",
        *(b"data: " + json.dumps(event, ensure_ascii=False).encode("utf-8", "replace") for event in events),
    ]
    content = b"".join(line + ending * 2 for line in [*lines, b"data: [DONE]"])
    pieces = [content[at : at + size] for at in range(0, len(content), size)]
    (choice,) = json.loads(asyncio.run(completed(Sent(pieces))))["choices"]
    assert choice["message"]["content"] == said.encode("utf-8", "replace").decode() + "!"
