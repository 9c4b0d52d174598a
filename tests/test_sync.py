from __future__ import annotations

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from textwrap import dedent
from threading import Barrier, Event

import pytest

from ariadne.errors import UserError
from ariadne.sync import wait
from tests.command import environment
from tests.forked import in_child, needs_forks


async def loop_of_work() -> int:
    await asyncio.sleep(0)
    return id(asyncio.get_running_loop())


def test_threads_that_wait_for_the_first_time_at_once_share_one_loop() -> None:
    script = """
        import asyncio, threading
        from ariadne.sync import wait

        start, loops = threading.Barrier(8), set()

        async def work():
            loops.add(asyncio.get_running_loop())

        def thread():
            start.wait()
            wait(work())

        threads = [threading.Thread(target=thread) for _ in range(8)]
        [each.start() for each in threads]
        [each.join() for each in threads]
        print(len(loops), sum(each.name == "ariadne" for each in threading.enumerate()))
    """
    done = subprocess.run(
        [sys.executable, "-c", dedent(script)],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.split() == ["1", "1"]


def test_many_threads_wait_at_once() -> None:
    together = Barrier(6)

    def work(number: int) -> int:
        together.wait(10)
        return wait(asyncio.sleep(0.01, number))

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(work, range(6))) == list(range(6))


def test_work_that_would_wait_for_itself_is_one_clear_line() -> None:
    async def work() -> int:
        return wait(loop_of_work())

    with pytest.raises(UserError, match="use await there") as raised:
        wait(work())
    assert "\n" not in str(raised.value)
    assert wait(asyncio.sleep(0, "goes on")) == "goes on"


def test_an_interrupted_wait_cancels_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    cancelled = Event()

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("concurrent.futures.Future.result", interrupted)
    with pytest.raises(KeyboardInterrupt):
        wait(work())
    assert cancelled.wait(10)


@needs_forks
def test_a_forked_process_waits_on_a_loop_of_its_own() -> None:
    assert in_child(lambda: wait(asyncio.sleep(0, "before"))) == "before"
    here = wait(loop_of_work())
    assert in_child(lambda: wait(loop_of_work()) != here) == "True"
    assert in_child(lambda: in_child(lambda: wait(asyncio.sleep(0, "grandchild")))) == "grandchild"
    assert wait(loop_of_work()) == here


@needs_forks
def test_a_process_that_is_forked_while_others_wait_can_wait() -> None:
    began, over = Event(), Event()

    async def long() -> None:
        began.set()
        await asyncio.to_thread(over.wait, 60)

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(lambda: wait(long()))
        assert began.wait(10)
        assert in_child(lambda: wait(asyncio.sleep(0, "done"))) == "done"
        over.set()
        waiting.result()
