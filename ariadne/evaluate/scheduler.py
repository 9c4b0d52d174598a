"""The scheduler of a run: many jobs at once, retries, and a budget for all of them."""

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
from ariadne.evaluate.plan import BasePlan
from ariadne.events import Ended, Event, QuestionEvent, Use
from ariadne.record import Damaged
from ariadne.runs.resume import NO_PAST, EarlierSession, past_of
from ariadne.text import counted


class Numbered(Protocol):
    """A job of a run. Jobs of one series run one after another."""

    @property
    def number(self) -> int: ...
    @property
    def series(self) -> int: ...


J = TypeVar("J", bound=Numbered)
Found = Callable[[int], Path | None]
"""Returns the events file of a job by its number; None if the job has not begun."""


class Board(Generic[J]):
    """Receives the progress of a run. This base class shows nothing."""

    def begin(self, jobs: Sequence[J], finished: Mapping[int, Ended], spent: RunCosts) -> None:
        """Receive all jobs, the endings of those that finished earlier, and the growing costs of the run."""

    def started(self, job: J) -> None:
        """A job has started."""

    def event(self, job: J, event: Event) -> None:
        """A job has written an event."""

    def ended(self, job: J, error: str) -> None:
        """A job has finished, or failed for good if there is an `error`."""

    def again(self, job: J, error: str) -> None:
        """A job has failed and is retried."""


@dataclass
class RunCosts:
    """What a run has used so far, in all of its sessions.

    Attributes:
        cost_usd: the sum of the known prices. `unpriced`: the number of replies without a known price.
        seen: the number of questions counted per job, so a resumed job does not count twice.
    """

    tokens: int = 0
    cost_usd: float = 0.0
    unpriced: int = 0
    seen: Counter[int] = field(default_factory=Counter)

    def add(self, event: QuestionEvent) -> None:
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
    """The numbers of jobs that finished, failed for good, and are left because the budget ran out.

    Attributes:
        stopped: why the run stopped early; empty if it did not.
        error: the first error of a job that failed.
    """

    finished: int
    failed: int
    left: int
    stopped: str
    error: str = ""


def in_series(jobs: Iterable[J]) -> list[list[J]]:
    """Group jobs by series."""
    return [list(group) for _, group in groupby(jobs, key=lambda job: job.series)]


class Scheduler(Generic[J]):
    """Runs the unfinished jobs of a run, `concurrency` at once."""

    def __init__(self, plan: BasePlan, jobs: Sequence[J], found: Found, board: Board[J], concurrency: int) -> None:
        self._plan = plan
        self._series = in_series(jobs)
        self._jobs = {job.number: job for job in jobs}
        self._found = found
        self._board = board
        self._room = asyncio.Semaphore(concurrency)
        self._before: dict[int, Ended] = {}
        self._spent = RunCosts()
        for number in self._jobs:
            past = self._past(number)
            for event in _questions(past):
                self._spent.add(event)
            if past.ended:
                self._before[number] = past.ended
        self._finished = {*self._before}
        self._failed: dict[int, str] = {}
        self._heard: Counter[int] = Counter()
        self._stop = asyncio.Event()
        self._why = ""
        self._answered = False

    async def run(self, do: Callable[[J], Awaitable[None]]) -> Result:
        """Run the jobs.

        Args:
            do: runs one job and passes its events to `progress`.

        Raises:
            UserError: a mistake that would fail every job.
            CancelledError: Ctrl-C. The events so far are kept.
        """
        self._board.begin(list(self._jobs.values()), self._before, self._spent)
        tasks = [asyncio.create_task(self._one_after_another(do, jobs)) for jobs in self._series]
        running: asyncio.Future[list[None]] = asyncio.gather(*tasks)
        stop = asyncio.create_task(self._stop.wait())
        try:
            both: set[asyncio.Future[Any]] = {running, stop}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
        finally:
            stop.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(running, *tasks, stop, return_exceptions=True)
        left = len(self._jobs) - len(self._finished) - len(self._failed)
        return Result(len(self._finished), len(self._failed), left, self._why, next(iter(self._failed.values()), ""))

    def progress(self, number: int, event: Event) -> None:
        """Receive an event of a job. An event that a resumed job repeats does not count against the budget again."""
        if isinstance(event, QuestionEvent):
            self._heard[number] += 1
            if self._heard[number] > self._spent.seen[number]:
                self._answered = self._answered or _was_answered(event)
                self._spent.seen[number] += 1
                self._spent.add(event)
        self._board.event(self._jobs[number], event)
        if why := self._over_budget():
            self._why = why
            self._stop.set()

    async def _one_after_another(self, do: Callable[[J], Awaitable[None]], jobs: Sequence[J]) -> None:
        for job in jobs:
            if job.number not in self._finished:
                async with self._room:
                    await self._do(do, job)

    async def _do(self, do: Callable[[J], Awaitable[None]], job: J) -> None:
        self._board.started(job)
        for tried in range(self._plan.retries + 1):
            self._heard[job.number] = 0
            self._spent.seen[job.number] = len(_questions(self._past(job.number)))
            try:
                await do(job)
            except AriadneError as error:
                if isinstance(error, UserError) and not self._answered:
                    raise
                if tried < self._plan.retries:
                    self._board.again(job, str(error))
                    continue
                self._failed[job.number] = str(error)
                self._board.ended(job, str(error))
            else:
                self._finished.add(job.number)
                self._board.ended(job, "")
            return

    def _over_budget(self) -> str:
        plan, spent = self._plan, self._spent
        if plan.run_usd is not None and spent.unpriced:
            return "--run-usd needs a known price for this model; use --run-tokens"
        if plan.run_usd is not None and spent.cost_usd >= plan.run_usd:
            return f"the budget of ${plan.run_usd:g} is used up (${spent.cost_usd:.2f})"
        if plan.run_tokens is not None and spent.tokens >= plan.run_tokens:
            return f"the budget of {counted(plan.run_tokens, 'token')} is used up ({spent.tokens:,})"
        return ""

    def _past(self, number: int) -> EarlierSession:
        """What an earlier session left of a job; nothing if its events are damaged, since it then starts over."""
        with suppress(Damaged):
            return past_of(self._found(number))
        return NO_PAST


def _was_answered(event: QuestionEvent) -> bool:
    """Whether the model itself replied, even if the reply was unusable."""
    return not event.cached and event.usage.prompt_tokens > 0


def _questions(past: EarlierSession) -> list[QuestionEvent]:
    return [event for event in past.events if isinstance(event, QuestionEvent)]
