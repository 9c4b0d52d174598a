"""Work: many jobs of a run at once, each tried again where it failed, within the budget."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from ariadne.errors import AriadneError, UserError
from ariadne.events import Ended, Event, Question, Use
from ariadne.record import Damaged
from ariadne.runs.resume import NO_PAST, Past, past_of
from ariadne.text import counted


class Numbered(Protocol):
    """A job of a run, which keeps its events under its number; jobs of the same series are done one after another."""

    @property
    def number(self) -> int: ...
    @property
    def series(self) -> int: ...


class Limits(Protocol):
    """When work is given up: a job after so many tries again, all of it when so much is spent."""

    @property
    def retries(self) -> int: ...
    @property
    def run_usd(self) -> float | None: ...
    @property
    def run_tokens(self) -> int | None: ...


J = TypeVar("J", bound=Numbered)
Found = Callable[[int], Path | None]


class Board(Generic[J]):
    """What those who watch are told; the base of screens, and one that shows nothing."""

    def begin(self, jobs: Sequence[J], finished: Mapping[int, Ended], spent: Spent) -> None:
        """All jobs, how those ended that were finished before, and what is spent so far, which goes on."""

    def started(self, job: J) -> None:
        """A job is begun."""

    def event(self, job: J, event: Event) -> None:
        """Something happened in it."""

    def ended(self, job: J, error: str) -> None:
        """It came to its end, or failed for good."""

    def again(self, job: J, error: str) -> None:
        """It failed and is tried again."""


@dataclass
class Spent:
    """What a run has used so far, in all of its sessions.

    Attributes:
        cost_usd: dollars whose price is known. `unpriced`: replies whose price is not.
        seen: how many questions of each job are counted, so that one that is taken up again is not counted twice.
    """

    tokens: int = 0
    cost_usd: float = 0.0
    unpriced: int = 0
    seen: Counter[int] = field(default_factory=Counter)

    def add(self, event: Question) -> None:
        """Count a `question` event."""
        use = Use.of(event.usage)
        if not event.cached:
            self.tokens += use.tokens
        if use.cost_usd is not None:
            self.cost_usd += use.cost_usd
        elif _was_answered(event):
            self.unpriced += 1


@dataclass(frozen=True)
class Result:
    """What became of the jobs.

    Attributes:
        finished: those that came to their end. `failed`: those that did not, in all of their tries.
        left: those that were not finished, for the budget was used up.
        stopped: why it ended before its time; empty if it did not.
    """

    finished: int
    failed: int
    left: int
    stopped: str


def in_series(jobs: Iterable[J]) -> list[list[J]]:
    """Jobs that are done one after another, together."""
    return [list(group) for _, group in groupby(jobs, key=lambda job: job.series)]


class Work(Generic[J]):
    """Does what is left of a run's jobs.

    Args:
        found: where the events of a job are that was begun before; None for one that was not.
        concurrency: how many are done at once.
    """

    def __init__(self, limits: Limits, jobs: Sequence[J], found: Found, board: Board[J], concurrency: int) -> None:
        self._limits = limits
        self._series = in_series(jobs)
        self._jobs = {job.number: job for job in jobs}
        self._found = found
        self._board = board
        self._room = asyncio.Semaphore(concurrency)
        self._before: dict[int, Ended] = {}
        self._spent = Spent()
        for number in self._jobs:
            past = self._past(number)
            for event in _questions(past):
                self._spent.add(event)
            if past.ended:
                self._before[number] = past.ended
        self._finished = {*self._before}
        self._failed: set[int] = set()
        self._heard: Counter[int] = Counter()
        self._stop = asyncio.Event()
        self._why = ""
        self._answered = False

    async def do(self, play: Callable[[J], Awaitable[None]]) -> Result:
        """Do them.

        Args:
            play: does one job, and tells `progress` of its events meanwhile.

        Raises:
            UserError: a mistake that would fail every job.
            CancelledError: Ctrl-C; what was done so far is kept.
        """
        self._board.begin(list(self._jobs.values()), self._before, self._spent)
        tasks = [asyncio.create_task(self._one_after_another(play, jobs)) for jobs in self._series]
        playing: asyncio.Future[list[None]] = asyncio.gather(*tasks)
        stop = asyncio.create_task(self._stop.wait())
        try:
            both: set[asyncio.Future[Any]] = {playing, stop}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if playing.done():
                playing.result()
        finally:
            stop.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(playing, *tasks, stop, return_exceptions=True)
        left = len(self._jobs) - len(self._finished) - len(self._failed)
        return Result(len(self._finished), len(self._failed), left, self._why)

    def progress(self, number: int, event: Event) -> None:
        """Hear of an event of a job; one that repeats what was before is no news to the budget."""
        if isinstance(event, Question):
            self._heard[number] += 1
            if self._heard[number] > self._spent.seen[number]:
                self._answered = self._answered or _was_answered(event)
                self._spent.seen[number] += 1
                self._spent.add(event)
        self._board.event(self._jobs[number], event)
        if why := self._over_budget():
            self._why = why
            self._stop.set()

    async def _one_after_another(self, play: Callable[[J], Awaitable[None]], jobs: Sequence[J]) -> None:
        for job in jobs:
            if job.number not in self._finished:
                async with self._room:
                    await self._do(play, job)

    async def _do(self, play: Callable[[J], Awaitable[None]], job: J) -> None:
        self._board.started(job)
        for tried in range(self._limits.retries + 1):
            self._heard[job.number] = 0
            self._spent.seen[job.number] = len(_questions(self._past(job.number)))
            try:
                await play(job)
            except AriadneError as error:
                if isinstance(error, UserError) and not self._answered:
                    raise
                if tried < self._limits.retries:
                    self._board.again(job, str(error))
                    continue
                self._failed.add(job.number)
                self._board.ended(job, str(error))
            else:
                self._finished.add(job.number)
                self._board.ended(job, "")
            return

    def _over_budget(self) -> str:
        limits, spent = self._limits, self._spent
        if limits.run_usd is not None and spent.unpriced:
            return "nobody knows the price of a reply, so that --run-usd cannot hold: say --run-tokens"
        if limits.run_usd is not None and spent.cost_usd >= limits.run_usd:
            return f"the budget of ${limits.run_usd:g} is used up (${spent.cost_usd:.2f})"
        if limits.run_tokens is not None and spent.tokens >= limits.run_tokens:
            return f"the budget of {counted(limits.run_tokens, 'token')} is used up ({spent.tokens:,})"
        return ""

    def _past(self, number: int) -> Past:
        """What an earlier session left of a job; nothing if its events are damaged, as it is then played anew."""
        path = self._found(number)
        with suppress(Damaged):
            return past_of(path) if path else NO_PAST
        return NO_PAST


def _was_answered(event: Question) -> bool:
    """Whether the model that a question was for has replied to it now, if only with what cannot be used."""
    return not event.cached and event.usage.prompt_tokens > 0


def _questions(past: Past) -> list[Question]:
    return [event for event in past.events if isinstance(event, Question)]
