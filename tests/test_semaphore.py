from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

from hypothesis import given
from hypothesis import strategies as st

from ariadne.semaphore import Semaphore
from tests.forked import in_child, needs_forks


async def enter(semaphore: Semaphore) -> str:
    async with asyncio.timeout(5), semaphore:
        return "in"


async def test_places_are_given_in_order_of_arrival() -> None:
    semaphore, order = Semaphore(), list[int]()

    async def come(number: int) -> None:
        async with semaphore:
            order.append(number)
            await asyncio.sleep(0)

    await asyncio.gather(*(come(number) for number in range(9)))
    assert order == list(range(9))


def test_event_loops_in_several_threads_take_turns() -> None:
    semaphore, together = Semaphore(), Barrier(4)
    inside = most = entered = 0

    async def work() -> None:
        nonlocal inside, most, entered
        for _ in range(20):
            async with semaphore:
                inside += 1
                entered += 1
                most = max(most, inside)
                await asyncio.sleep(0.0005)
                inside -= 1

    def thread() -> None:
        together.wait(10)
        asyncio.run(asyncio.wait_for(work(), 30))

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(thread) for _ in range(4)]:
            done.result()
    assert (most, entered) == (1, 80)


async def test_a_cancelled_waiter_leaves_its_place() -> None:
    """A task cancelled after it was let in, but before it runs, must not keep its place."""
    for let_in in (False, True):
        semaphore = Semaphore()
        await semaphore.__aenter__()
        waiting = asyncio.create_task(enter(semaphore))
        await asyncio.sleep(0)
        if let_in:
            await semaphore.__aexit__()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert waiting.cancelled()
        if not let_in:
            await semaphore.__aexit__()
        assert await enter(semaphore) == "in"


async def test_a_loop_that_ended_while_it_waited_takes_no_place() -> None:
    semaphore = Semaphore()

    def wait_and_end() -> None:
        loop = asyncio.new_event_loop()
        task = loop.create_task(enter(semaphore))
        loop.run_until_complete(asyncio.sleep(0.01))
        task._log_destroy_pending = False  # type: ignore[attr-defined]
        loop.close()

    async with semaphore:
        await asyncio.to_thread(wait_and_end)
    assert await enter(semaphore) == "in"


@needs_forks
def test_in_a_forked_process_all_places_are_free() -> None:
    semaphore, held, over = Semaphore(), Event(), Event()

    async def hold() -> None:
        async with semaphore:
            held.set()
            await asyncio.to_thread(over.wait, 60)

    with ThreadPoolExecutor(1) as pool:
        holding = pool.submit(lambda: asyncio.run(hold()))
        assert held.wait(10)
        assert in_child(lambda: asyncio.run(enter(semaphore))) == "in"
        over.set()
        holding.result()


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), min_size=1, max_size=12))
async def test_all_places_are_free_in_the_end(comers: Sequence[tuple[bool, int]]) -> None:
    semaphore, most, inside = Semaphore(2), 0, 0

    async def come() -> None:
        nonlocal most, inside
        async with semaphore:
            inside += 1
            most = max(most, inside)
            try:
                await asyncio.sleep(0)
            finally:
                inside -= 1

    tasks = []
    for gives_up, turns in comers:
        tasks.append(asyncio.create_task(come()))
        for _ in range(turns):
            await asyncio.sleep(0)
        if gives_up:
            tasks[-1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert most <= 2
    async with asyncio.timeout(5), semaphore, semaphore:
        pass
