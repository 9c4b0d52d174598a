"""Run Ariadne's coroutines from synchronous code."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from threading import Thread
from typing import Any, TypeVar

from ariadne.errors import UserError
from ariadne.forks import Lock, renew_in_child

T = TypeVar("T")


def wait(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine and wait for its result: `found = wait(memory.recall("key"))`.

    All coroutines share one event loop in its own thread. Connections stay open between calls, and a notebook, which
    already runs a loop, can wait, too. A forked process gets its own loop. Ctrl-C cancels the work.

    Raises:
        UserError: `work` is not a coroutine, or this is called on that event loop and would wait forever.
    """
    if not isinstance(work, Coroutine):
        raise UserError(f"wait takes a coroutine, such as memory.recall('key'), not {type(work).__name__}")
    loop = _THREAD.loop()
    if _is_running_here(loop):
        work.close()
        raise UserError("wait(...) is called inside work that it waits for, and would never end: use await there")
    future = asyncio.run_coroutine_threadsafe(work, loop)
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise


async def awaited(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on the event loop of `wait`, and await it on the current one. For objects that belong to one loop
    and are used from several threads."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, _THREAD.loop()))


class _Thread:
    """The thread and event loop of `wait`, made on first use, once per process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._of_parents: list[asyncio.AbstractEventLoop | None] = []
        renew_in_child(self)

    def loop(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                Thread(target=self._loop.run_forever, name="ariadne", daemon=True).start()
            return self._loop

    def renew(self) -> None:
        """See `forks.Renewed`. The parent's loop stays open: closing it would affect what the parent watches."""
        self._of_parents.append(self._loop)
        self._loop = None


_THREAD = _Thread()


def _is_running_here(loop: asyncio.AbstractEventLoop) -> bool:
    try:
        return asyncio.get_running_loop() is loop
    except RuntimeError:
        return False
