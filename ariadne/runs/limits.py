"""How long an episode may take, and what it may use: limits of its own, beside those of its run and of its steps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from ariadne.errors import Failure, UserError

T = TypeVar("T")

# Why an episode ended that came to a limit. It is finished then, as with the limit of its steps.
TIME, TOKENS, COST = "time", "tokens", "cost"
# How often a clock is looked at that does not run yet, in seconds.
TICK = 0.5
# How long an agent may still take when its time is over, to draw its conclusions.
GRACE = 30.0


@dataclass(frozen=True)
class Limits:
    """What ends an episode; None for no limit.

    Attributes:
        minutes: of play, without pauses for those who watch.
        tokens: read and written. Those of cached replies count, so that an episode ends at the same step wherever its
            replies come from.
        usd: dollars.
    """

    minutes: float | None = None
    tokens: int | None = None
    usd: float | None = None

    def reached(self, tokens: int, usd: float | None) -> str:
        """Why an episode ends that has used so much; empty if it goes on.

        Args:
            usd: None where nobody knows.

        Raises:
            UserError: a limit of dollars cannot hold, for the price is not known.
        """
        if self.tokens is not None and tokens >= self.tokens:
            return TOKENS
        if self.usd is not None and usd is None:
            raise UserError(
                "nobody knows the price of a reply, so that --episode-usd cannot hold: say --episode-tokens"
            )
        return COST if self.usd is not None and (usd or 0) >= self.usd else ""


NO_LIMITS = Limits()


class OutOfTime(Failure):
    """The time of an episode is over."""


class Clock:
    """Measures how long an episode is played.

    Args:
        earlier: seconds that it had taken before it was interrupted.
    """

    def __init__(self, earlier: float = 0.0) -> None:
        self._earlier = earlier
        self._began = time.monotonic()
        self._paused = 0.0
        self._pausing_since: float | None = None

    @property
    def seconds(self) -> float:
        """How long it was played, without pauses."""
        now = time.monotonic() if self._pausing_since is None else self._pausing_since
        return max(0.0, self._earlier + now - self._began - self._paused)

    async def pause(self, end: Awaitable[None]) -> None:
        """Wait for the end of a pause, which does not count."""
        self._pausing_since = time.monotonic()
        try:
            await end
        finally:
            self._paused += time.monotonic() - self._pausing_since
            self._pausing_since = None

    async def within(self, minutes: float | None, work: Coroutine[Any, Any, T], is_held: Callable[[], bool]) -> T:
        """Do some work, and end it where it is when the time is over, whatever it waits for.

        Args:
            is_held: says whether the clock stands still.

        Raises:
            OutOfTime: it is.
        """
        if minutes is None:
            return await work
        task = asyncio.create_task(work)
        try:
            while not task.done():
                left = TICK
                if is_held():
                    self._began, self._paused = time.monotonic(), 0.0
                elif (left := minutes * 60 - self.seconds) <= 0:
                    raise OutOfTime
                await asyncio.wait([task], timeout=left)
            return task.result()
        finally:
            if not task.done():
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
