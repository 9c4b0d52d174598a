"""How many calls an endpoint is sent at once: half as many when it says that they are too many, then slowly more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

MOST = 1000


class Limiter:
    """Additive increase, multiplicative decrease (Chiu and Jain 1989), between 1 and `most` calls.

    Attributes:
        limit: how many calls may run at once now.
    """

    def __init__(self, most: int = MOST) -> None:
        self.limit = float(most)
        self._most = most
        self._running = 0
        self._era = 0
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def call(self) -> AsyncIterator[Call]:
        """Wait for a place, and hold it while a call runs. The call's verdict decides how many may follow."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._running < int(self.limit))
            self._running += 1
        call = Call(self._era)
        try:
            yield call
        finally:
            async with self._changed:
                self._running -= 1
                self._judge(call)
                self._changed.notify_all()

    def _judge(self, call: Call) -> None:
        if call.went_well:
            self.limit = min(self.limit + 1 / self.limit, float(self._most))
        # Calls that were under way when the limit fell say nothing about the lower one.
        elif call.too_many and call.era == self._era:
            self._era += 1
            self.limit = max(1.0, min(self.limit, self._running + 1.0) / 2)


class Call:
    """One call that runs; whoever made it says how it went."""

    def __init__(self, era: int) -> None:
        self.era = era
        self.went_well = False
        self.too_many = False
