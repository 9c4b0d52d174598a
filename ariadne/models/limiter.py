"""The number of parallel calls to an endpoint: halved when the endpoint reports too many, then slowly increased."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from ariadne.semaphore import Semaphore

MOST = 1000


class Limiter:
    """Additive increase, multiplicative decrease (Chiu and Jain 1989), between 1 and `most` calls, from any number of
    threads and event loops.

    Attributes:
        limit: the current limit of parallel calls.
    """

    def __init__(self, most: int = MOST) -> None:
        self.limit = float(most)
        self._most = most
        self._era = 0
        self._semaphore = Semaphore(most)

    @asynccontextmanager
    async def call(self) -> AsyncIterator[Call]:
        """Wait for a slot and hold it during a call. The call's verdict adjusts the limit."""
        async with self._semaphore:
            call = Call(self._era)
            try:
                yield call
            finally:
                self._semaphore.change(partial(self._after, call))

    def _after(self, call: Call, running: int) -> int:
        """The limit after this call, which still counts as running."""
        if call.went_well:
            self.limit = min(self.limit + 1 / self.limit, float(self._most))
        # Calls that started before the limit fell say nothing about the lower limit.
        elif call.too_many and call.era == self._era:
            self._era += 1
            self.limit = max(1.0, min(self.limit, float(running)) / 2)
        return int(self.limit)


class Call:
    """A running call; the caller sets its verdict."""

    def __init__(self, era: int) -> None:
        self.era = era
        self.went_well = False
        self.too_many = False
