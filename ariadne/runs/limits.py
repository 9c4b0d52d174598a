"""The limits of an episode's time, tokens and cost, in addition to the step limit and the run's budget."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from ariadne.errors import Failure, UserError
from ariadne.text import counted

T = TypeVar("T")

# The endings by a limit. Such an episode counts as finished, as after its last step.
TIME, TOKENS, COST = "time", "tokens", "cost"
# Seconds between two checks of a clock that is not running yet.
TICK = 0.5
# Seconds for an agent to reflect after its time is up.
GRACE = 30.0


@dataclass(frozen=True)
class Limits:
    """The limits of an episode; None for no limit.

    Attributes:
        minutes: of play, without pauses for viewers.
        tokens: read and written. Cached replies count, so a cache does not change the step at which an episode ends.
        usd: dollars.
    """

    minutes: float | None = None
    tokens: int | None = None
    usd: float | None = None

    def __str__(self) -> str:
        """The limits in words, such as `20,000 tokens, $0.5`; empty without limits."""
        minutes = [f"{self.minutes:g} min"] if self.minutes is not None else []
        tokens = [counted(self.tokens, "token")] if self.tokens is not None else []
        return ", ".join([*minutes, *tokens, *([f"${self.usd:g}"] if self.usd is not None else [])])

    def reached(self, tokens: int, usd: float | None) -> str:
        """Return the limit that this usage reaches; empty if it reaches none.

        Args:
            usd: None if the price is unknown.

        Raises:
            UserError: dollars are limited, but the price is unknown.
        """
        if self.tokens is not None and tokens >= self.tokens:
            return TOKENS
        if self.usd is not None and usd is None:
            raise UserError("--episode-usd needs a known price for this model; use --episode-tokens")
        return COST if self.usd is not None and (usd or 0) >= self.usd else ""


NO_LIMITS = Limits()


class OutOfTime(Failure):
    """The time of an episode is up."""


class Clock:
    """Measures the playing time of an episode.

    Args:
        earlier: seconds played before the episode was interrupted.
    """

    def __init__(self, earlier: float = 0.0) -> None:
        self._earlier = earlier
        self._began = time.monotonic()
        self._paused = 0.0
        self._pausing_since: float | None = None

    @property
    def seconds(self) -> float:
        """Return the playing time without pauses."""
        now = time.monotonic() if self._pausing_since is None else self._pausing_since
        return max(0.0, self._earlier + now - self._began - self._paused)

    async def pause(self, end: Awaitable[None]) -> None:
        """Wait for the end of a pause, which does not count as playing time."""
        self._pausing_since = time.monotonic()
        try:
            await end
        finally:
            self._paused += time.monotonic() - self._pausing_since
            self._pausing_since = None

    async def within(self, minutes: float | None, work: Coroutine[Any, Any, T], is_held: Callable[[], bool]) -> T:
        """Await some work, and cancel it when the time is up.

        Args:
            is_held: returns whether the clock is stopped.

        Raises:
            OutOfTime: the time is up.
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
