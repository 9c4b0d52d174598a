"""A scripted language model behind the interface that verifiers asks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

Messages = Sequence[dict[str, Any]]
Script = Callable[[Messages], str]


@asynccontextmanager
async def model(script: Script) -> AsyncIterator[str]:
    """The base URL of a local server whose model answers by the script."""

    async def answer(request: web.Request) -> web.Response:
        asked = await request.json()
        message = {"role": "assistant", "content": script(asked["messages"])}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        head = {"id": "scripted", "object": "chat.completion", "created": 0, "model": asked["model"]}
        return web.json_response({**head, "choices": [choice], "usage": usage})

    app = web.Application()
    app.router.add_post("/v1/chat/completions", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    finally:
        await runner.cleanup()


def in_turn(replies: Sequence[str]) -> Script:
    """The replies in order, by the number of earlier answers in the conversation."""
    return lambda messages: replies[sum(each["role"] == "assistant" for each in messages)]
