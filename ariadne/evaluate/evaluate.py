"""An evaluation: all episodes of a plan, many at once, each tried again where it failed, within the budget."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ariadne.errors import AriadneError, UserError
from ariadne.evaluate.jobs import Job, in_series
from ariadne.evaluate.plan import EvalPlan
from ariadne.evaluate.player import Order, Player
from ariadne.evaluate.where import MakePlayer
from ariadne.record import Event, read_events
from ariadne.runs.resume import ending_of, past_of
from ariadne.runs.run import Run


class Board:
    """What those who watch are told; the base of screens, and one that shows nothing."""

    def begin(self, jobs: Sequence[Job], finished: Mapping[int, Event], spent: Spent) -> None:
        """All episodes, how those ended that were finished before, and what is spent so far, which goes on."""

    def started(self, job: Job) -> None:
        """An episode is played."""

    def event(self, job: Job, event: Event) -> None:
        """Something happened in it; see `player.telling`."""

    def ended(self, job: Job, error: str) -> None:
        """It came to its end, or failed for good."""

    def again(self, job: Job, error: str) -> None:
        """It failed and is tried again."""


@dataclass
class Spent:
    """What a run has used so far, in all of its sessions.

    Attributes:
        cost_usd: dollars whose price is known. `unpriced`: replies whose price is not.
        seen: how many questions of each episode are counted, so that one that is taken up again is not counted twice.
    """

    tokens: int = 0
    cost_usd: float = 0.0
    unpriced: int = 0
    seen: Counter[int] = field(default_factory=Counter)

    def add(self, event: Event) -> None:
        """Count a `question` event."""
        usage = event["usage"]
        if not event["cached"]:
            self.tokens += usage["prompt_tokens"] + usage["completion_tokens"]
        if usage["cost_usd"] is not None:
            self.cost_usd += usage["cost_usd"]
        elif _was_answered(event):
            self.unpriced += 1


@dataclass(frozen=True)
class Result:
    """What became of an evaluation.

    Attributes:
        finished: episodes that came to their end. `failed`: those that did not, in all of their tries.
        left: episodes that were not finished, for the budget was used up.
        stopped: why it ended before its time; empty if it did not.
    """

    finished: int
    failed: int
    left: int
    stopped: str


class Evaluation:
    """Plays what is left of a run's jobs.

    Args:
        concurrency: how many episodes are played at once.
    """

    def __init__(self, plan: EvalPlan, jobs: Sequence[Job], run: Run, board: Board, concurrency: int) -> None:
        self._plan = plan
        self._jobs = {job.number: job for job in jobs}
        self._run = run
        self._board = board
        self._room = asyncio.Semaphore(concurrency)
        self._finished = {job.number: end for job in jobs if (end := self._ending(job))}
        self._failed: set[int] = set()
        self._spent = _spent_before(run, jobs)
        self._heard: Counter[int] = Counter()
        self._stop = asyncio.Event()
        self._why = ""
        self._answered = False

    async def play(self, make_player: MakePlayer) -> Result:
        """Play.

        Raises:
            UserError: a mistake that would fail every episode.
            CancelledError: Ctrl-C; what was played so far is kept.
        """
        jobs = list(self._jobs.values())
        self._board.begin(jobs, self._finished, self._spent)
        player = make_player(self._run, self._progress)
        try:
            await self._until_done(player, jobs)
        finally:
            await player.close()
        left = len(self._jobs) - len(self._finished) - len(self._failed)
        return Result(len(self._finished), len(self._failed), left, self._why)

    async def _until_done(self, player: Player, jobs: list[Job]) -> None:
        tasks = [asyncio.create_task(self._series(player, series)) for series in in_series(jobs)]
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

    async def _series(self, player: Player, series: Sequence[Job]) -> None:
        lessons: list[str] = []
        for job in series:
            if job.number not in self._finished:
                async with self._room:
                    await self._job(player, Order(job, tuple(lessons)))
            if len(series) > 1:
                lessons += self._lessons(job)

    async def _job(self, player: Player, order: Order) -> None:
        job = order.job
        self._board.started(job)
        for tried in range(self._plan.retries + 1):
            self._heard[job.number] = 0
            self._spent.seen[job.number] = sum(1 for _ in _asked(self._run, job))
            try:
                await player.play(order)
            except AriadneError as error:
                if isinstance(error, UserError) and not self._answered:
                    raise
                if tried < self._plan.retries:
                    self._board.again(job, str(error))
                    continue
                self._failed.add(job.number)
                self._board.ended(job, str(error))
            else:
                self._finished[job.number] = self._ending(job) or {}
                self._board.ended(job, "")
            return

    def _progress(self, number: int, event: Event) -> None:
        """An event of an episode; one that repeats what was before is no news to the budget."""
        if event["event"] == "question":
            self._heard[number] += 1
            if self._heard[number] > self._spent.seen[number]:
                self._answered = self._answered or _was_answered(event)
                self._spent.seen[number] += 1
                self._spent.add(event)
        self._board.event(self._jobs[number], event)
        if why := self._over_budget():
            self._why = why
            self._stop.set()

    def _over_budget(self) -> str:
        plan, spent = self._plan, self._spent
        if plan.budget_usd is not None and spent.unpriced:
            return "nobody knows the price of a reply, so that --budget-usd cannot hold: say --max-tokens"
        if plan.budget_usd is not None and spent.cost_usd >= plan.budget_usd:
            return f"the budget of ${plan.budget_usd:g} is used up (${spent.cost_usd:.2f})"
        if plan.max_tokens is not None and spent.tokens >= plan.max_tokens:
            return f"the {plan.max_tokens:,} tokens are used up ({spent.tokens:,})"
        return ""

    def _ending(self, job: Job) -> Event | None:
        path = self._run.found(job.number)
        return ending_of(path) if path else None

    def _lessons(self, job: Job) -> Iterator[str]:
        """What an attempt taught for the next."""
        path = self._run.found(job.number)
        for event in read_events(path) if path else ():
            if event["event"] == "reflected" and event.get("lesson"):
                yield str(event["lesson"])


def _was_answered(event: Event) -> bool:
    """Whether the model that a question was for has replied to it now, if only with what cannot be used."""
    return not event["cached"] and event["usage"]["prompt_tokens"] > 0


def _spent_before(run: Run, jobs: Sequence[Job]) -> Spent:
    """What earlier sessions of the run have used."""
    spent = Spent()
    for job in jobs:
        for event in _asked(run, job):
            spent.add(event)
    return spent


def _asked(run: Run, job: Job) -> Iterator[Event]:
    """The questions of an episode that need not be asked again."""
    path = run.found(job.number)
    events = past_of(path).events if path else ()
    return (event for event in events if event["event"] == "question")
