"""Coroutines of Ariadne for code that is not asynchronous."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import cache
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


def wait(work: Coroutine[Any, Any, T]) -> T:
    """Do asynchronous work and wait for it: `found = wait(memory.recall("key"))`.

    All work is done on one event loop in a thread of its own, so that connections stay open from one call to the next,
    and so that a notebook, which runs a loop already, can wait as well. Ctrl-C cancels the work.
    """
    future = asyncio.run_coroutine_threadsafe(work, _loop())
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise


async def awaited(work: Coroutine[Any, Any, T]) -> T:
    """Do it on the same event loop as `wait` does, and await it on whichever runs here: so that both, from several
    threads, never change one memory at once."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, _loop()))


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="ariadne", daemon=True).start()
    return loop
