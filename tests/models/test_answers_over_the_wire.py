"""Responses are limited while they stream, and their token counts are checked."""

from __future__ import annotations

import gzip
import json
import tracemalloc
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ariadne.errors import AriadneError
from ariadne.models.completion import MOST_TOKENS, Completion, parse_completion
from ariadne.models.model import NoReply
from ariadne.models.openai import LONGEST_ANSWER, OpenAIModel
from tests.models.conftest import Make
from tests.models.questions import judge
from tests.models.server import ChatServer, Reaction, completion

pytestmark = pytest.mark.slow

YES = completion('{"explore": true}')


@pytest.fixture
def model(make: Make) -> OpenAIModel:
    return make(name="gpt-4o", tries=2)


def packed(content: bytes, packing: str = "gzip", status: int = 200) -> Reaction:
    pack = {"gzip": gzip.compress, "deflate": zlib.compress}.get(packing, bytes)
    return Reaction(pack(content), status, {"Content-Encoding": packing})


def bomb(size: int) -> bytes:
    """A decompression bomb: a reply of `size` bytes, compressed in pieces to save memory."""
    pack = zlib.compressobj(wbits=31)
    start, end = json.dumps(YES.body).encode().split(b"true")
    pieces = [pack.compress(start), *(pack.compress(b" " * 1_000_000) for _ in range(size // 1_000_000))]
    return b"".join([*pieces, pack.compress(b"true" + end), pack.flush()])


@pytest.mark.parametrize("packing", ["gzip", "deflate", "identity", "GZIP"])
async def test_compressed_replies_are_read(model: OpenAIModel, server: ChatServer, prompts: Path, packing: str) -> None:
    server.react(replace(packed(json.dumps(YES.body).encode(), packing.lower()), headers={"Content-Encoding": packing}))
    assert (await model.answer(judge(prompts))).answer.explore
    assert not server.requests[0].body.get("stream")


@pytest.mark.parametrize("status", [200, 400, 500])
async def test_a_decompression_bomb_is_stopped_at_four_megabytes(
    model: OpenAIModel, server: ChatServer, prompts: Path, status: int
) -> None:
    server.react(YES)
    await model.answer(judge(prompts))
    server.react(Reaction(bomb(60_000_000), status, {"Content-Encoding": "gzip"}))
    tracemalloc.start()
    with pytest.raises(NoReply, match="the answer is longer than 4 MB") as raised:
        await model.answer(judge(prompts))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5 * LONGEST_ANSWER
    assert "\n" not in str(raised.value)


async def test_a_reply_that_is_too_long_is_retried(model: OpenAIModel, server: ChatServer, prompts: Path) -> None:
    server.react(completion(" " * (LONGEST_ANSWER + 1)), YES)
    reply = await model.answer(judge(prompts))
    assert reply.answer.explore
    assert [retry.error for retry in reply.retries] == ["the answer is longer than 4 MB"]


async def test_an_unknown_or_wrong_encoding_is_one_line(model: OpenAIModel, server: ChatServer, prompts: Path) -> None:
    server.react(packed(b"x", "br"), packed(b"\x8b\x02"), replace(packed(b""), body=b"this is not gzip"))
    for _ in range(2):
        with pytest.raises(AriadneError) as raised:
            await model.answer(judge(prompts))
        assert "\n" not in str(raised.value)


async def test_an_error_in_an_unknown_charset_is_an_ordinary_failure(
    model: OpenAIModel, server: ChatServer, prompts: Path
) -> None:
    server.react(Reaction(b"\xff\xfe", 500, {"Content-Type": "text/html; charset=rot13"}))
    with pytest.raises(AriadneError):
        await model.answer(judge(prompts))


async def test_only_the_start_of_a_long_message_is_searched(
    model: OpenAIModel, server: ChatServer, prompts: Path
) -> None:
    server.react(Reaction({"error": {"message": "model " * 500_000, "code": "x" * 100_000}}, 400))
    with pytest.raises(NoReply, match="refuses the question") as raised:
        await model.answer(judge(prompts))
    assert len(str(raised.value)) < 500


@pytest.mark.parametrize(
    "usage",
    [
        {"prompt_tokens": -5, "completion_tokens": 3},
        {"prompt_tokens": 5, "completion_tokens": -3},
        {"prompt_tokens": 10**30, "completion_tokens": 3},
        {"prompt_tokens": MOST_TOKENS + 1, "completion_tokens": 3},
        {"prompt_tokens": "many", "completion_tokens": 3},
        {"prompt_tokens": float("nan"), "completion_tokens": float("inf")},
        {"prompt_tokens": None},
        {},
        "none",
        [],
    ],
)
async def test_invalid_token_counts_are_replaced_by_estimates(
    model: OpenAIModel, server: ChatServer, prompts: Path, usage: Any
) -> None:
    server.react(completion('{"explore": true}', usage=usage))
    used = (await model.answer(judge(prompts))).usage
    assert 0 < used.prompt_tokens < 100
    assert (used.completion_tokens, used.cached_tokens) == (5, 0)


@pytest.mark.parametrize("cached", [-2, 10**30, "x", None])
def test_invalid_cached_token_counts_are_ignored(cached: Any) -> None:
    usage = {"prompt_tokens": 90, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": cached}}
    read = parse_completion(json.dumps(completion("x", usage=usage).body).encode())
    assert isinstance(read, Completion)
    assert read.counted
    assert (read.counted.prompt_tokens, read.counted.cached_tokens) == (90, 0)


def test_a_count_of_five_thousand_digits_does_not_lose_the_reply() -> None:
    body = json.dumps(completion("x", usage={"prompt_tokens": 7777}).body).replace("7777", "9" * 5000)
    read = parse_completion(body.encode())
    assert isinstance(read, Completion)
    assert (read.text, read.counted) == ("x", None)
