"""One model, asked from several event loops: connections belong to the loop that opened them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Barrier, Thread

import pytest

from ariadne.models.openai import OpenAIModel
from ariadne.models.question import Question
from tests.forked import in_child, needs_forks
from tests.models.questions import Act, act
from tests.models.server import ChatServer, completion

pytestmark = pytest.mark.slow

GOOD = completion('{"reason": "the only way", "action": "go north"}')


@pytest.fixture
def model(server: ChatServer) -> OpenAIModel:
    server.react(GOOD)
    return OpenAIModel("tiny", server.url, tries=1)


@pytest.fixture
def question(prompts: Path) -> Question[Act]:
    return act(prompts)


async def answer(model: OpenAIModel, question: Question[Act]) -> str:
    return (await model.answer(question)).answer.action


@contextmanager
def another_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """An event loop in a separate thread."""
    loops: Queue[asyncio.AbstractEventLoop] = Queue()

    def run() -> None:
        with asyncio.Runner() as runner:
            loops.put(runner.get_loop())
            runner.get_loop().run_forever()

    thread = Thread(target=run)
    thread.start()
    loop = loops.get()
    try:
        yield loop
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def test_event_loops_in_threads_can_ask_in_parallel(
    model: OpenAIModel, question: Question[Act], server: ChatServer
) -> None:
    together = Barrier(4)

    async def several() -> list[str]:
        async with asyncio.timeout(60):
            return await asyncio.gather(*(answer(model, question) for _ in range(5)))

    def thread() -> list[str]:
        together.wait(10)
        return asyncio.run(several()) + asyncio.run(several())

    with ThreadPoolExecutor(4) as pool:
        answers = [done.result() for done in [pool.submit(thread) for _ in range(4)]]
    assert answers == [["go north"] * 10] * 4
    assert len(server.requests) == 40


async def test_closing_waits_for_no_event_loop_that_has_ended_or_is_busy(
    model: OpenAIModel, question: Question[Act], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ariadne.models.clients.PATIENCE", 0.05)
    await asyncio.to_thread(lambda: asyncio.run(answer(model, question)))
    with another_loop() as loop:
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(answer(model, question), loop))
        busy, over = Barrier(2), Barrier(2)

        def keep_busy() -> None:
            busy.wait(10)
            over.wait(10)

        loop.call_soon_threadsafe(keep_busy)
        await asyncio.to_thread(busy.wait, 10)
        async with asyncio.timeout(10):
            await model.close()
        await asyncio.to_thread(over.wait, 10)


@needs_forks
@pytest.mark.parametrize("asked_before", [False, True])
def test_a_forked_process_may_ask_and_leaves_its_parents_connections_alone(
    model: OpenAIModel, question: Question[Act], asked_before: bool
) -> None:
    def ask_and_close() -> str:
        async def both() -> str:
            said = await answer(model, question)
            await model.close()
            return said

        return asyncio.run(both())

    with another_loop() as loop:

        def ask() -> str:
            return asyncio.run_coroutine_threadsafe(answer(model, question), loop).result(60)

        if asked_before:
            assert ask() == "go north"
        assert in_child(ask_and_close) == "go north"
        assert ask() == "go north"
        asyncio.run_coroutine_threadsafe(model.close(), loop).result(60)
