"""A semaphore for coroutines in any threads and event loops. asyncio's belongs to one loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future

from ariadne.forks import Lock, renew_in_child


class Semaphore:
    """Admits a number of coroutines at once, in order of arrival.

        async with semaphore: ...

    With one place it is a lock. In a newly forked child all places are free.
    """

    def __init__(self, count: int = 1) -> None:
        self._count = count
        self._taken = 0
        self._waiting: deque[tuple[asyncio.AbstractEventLoop, Future[None]]] = deque()
        self._lock = Lock()
        renew_in_child(self)

    async def __aenter__(self) -> None:
        turn = self._ask()
        if turn is None:
            return
        try:
            await asyncio.wrap_future(turn)
        except BaseException:
            if not turn.cancel():
                self._leave()  # The place was granted while the waiter gave up.
            raise

    async def __aexit__(self, *_: object) -> None:
        self._leave()

    def change(self, count_of: Callable[[int], int]) -> None:
        """Change the number of places to `count_of` of the number of taken places."""
        with self._lock:
            self._count = count_of(self._taken)
            self._let_in()

    def renew(self) -> None:
        self._taken = 0
        self._waiting = deque()

    def _ask(self) -> Future[None] | None:
        """Take a place, or return a future to wait for."""
        with self._lock:
            if self._taken < self._count and not self._waiting:
                self._taken += 1
                return None
            turn: Future[None] = Future()
            self._waiting.append((asyncio.get_running_loop(), turn))
            return turn

    def _leave(self) -> None:
        with self._lock:
            self._taken -= 1
            self._let_in()

    def _let_in(self) -> None:
        """Grant free places to waiters that still wait and whose event loop still runs. The caller holds the lock."""
        while self._waiting and self._taken < self._count:
            loop, turn = self._waiting.popleft()
            if not loop.is_closed() and turn.set_running_or_notify_cancel():
                self._taken += 1
                turn.set_result(None)
