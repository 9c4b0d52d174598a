"""Coroutines of Ariadne for code that is not asynchronous."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from threading import Thread
from typing import Any, TypeVar

from ariadne.errors import UserError
from ariadne.forks import Lock, renew_in_child

T = TypeVar("T")


def wait(work: Coroutine[Any, Any, T]) -> T:
    """Do asynchronous work and wait for it: `found = wait(memory.recall("key"))`.

    All work is done on one event loop in a thread of its own, so that connections stay open from one call to the next,
    and so that a notebook, which runs a loop already, can wait as well. A process that is forked has a loop of its own.
    Ctrl-C cancels the work.

    Raises:
        UserError: work that is done so would wait for itself.
    """
    loop = _THREAD.loop()
    if _is_running_here(loop):
        work.close()
        raise UserError("wait(...) is called in work that is being waited for, and would never end: use await there")
    future = asyncio.run_coroutine_threadsafe(work, loop)
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise


async def awaited(work: Coroutine[Any, Any, T]) -> T:
    """Do it on the same event loop as `wait` does, and await it on whichever runs here: for what belongs to one loop,
    and is used from several threads."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, _THREAD.loop()))


class _Thread:
    """The thread that all work is done in, and its event loop: made when it is first asked for, once a process."""

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
        """See `forks.Renewed`. The parent's loop is kept as it is: what it watches is watched by the parent, too."""
        self._of_parents.append(self._loop)
        self._loop = None


_THREAD = _Thread()


def _is_running_here(loop: asyncio.AbstractEventLoop) -> bool:
    try:
        return asyncio.get_running_loop() is loop
    except RuntimeError:
        return False
