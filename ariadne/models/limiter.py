"""How many calls an endpoint is sent at once: half as many when it says that they are too many, then slowly more."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from ariadne.places import Places

MOST = 1000


class Limiter:
    """Additive increase, multiplicative decrease (Chiu and Jain 1989), between 1 and `most` calls, from any number of
    threads and event loops.

    Attributes:
        limit: how many calls may run at once now.
    """

    def __init__(self, most: int = MOST) -> None:
        self.limit = float(most)
        self._most = most
        self._era = 0
        self._places = Places(most)

    @asynccontextmanager
    async def call(self) -> AsyncIterator[Call]:
        """Wait for a place, and hold it while a call runs. The call's verdict decides how many may follow."""
        async with self._places:
            call = Call(self._era)
            try:
                yield call
            finally:
                self._places.change(partial(self._after, call))

    def _after(self, call: Call, running: int) -> int:
        """How many calls may run at once after this one, which is still among those that run."""
        if call.went_well:
            self.limit = min(self.limit + 1 / self.limit, float(self._most))
        # Calls that were under way when the limit fell say nothing about the lower one.
        elif call.too_many and call.era == self._era:
            self._era += 1
            self.limit = max(1.0, min(self.limit, float(running)) / 2)
        return int(self.limit)


class Call:
    """One call that runs; whoever made it says how it went."""

    def __init__(self, era: int) -> None:
        self.era = era
        self.went_well = False
        self.too_many = False
