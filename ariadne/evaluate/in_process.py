"""Jobs that ask a model and need no game process, such as questions and examinations: all run in this process."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from ariadne.errors import Failure, line_of
from ariadne.evaluate.executor import once_or_restarted
from ariadne.evaluate.plan import AskingPlan
from ariadne.evaluate.scheduler import Board, Numbered, Result, Scheduler
from ariadne.events import Event, ItemEnded
from ariadne.files import reply_cache
from ariadne.models.cache import ReplyStore
from ariadne.models.model import Ask, Model
from ariadne.models.question import A, Question
from ariadne.runs.episode import Asker
from ariadne.runs.events import EventLog
from ariadne.runs.resources import Resources
from ariadne.runs.resume import EarlierSession, past_of, remembering
from ariadne.runs.run import Run

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache


class AskingJob(Numbered, Protocol):
    """A job that asks a model; `model` is None if it asks none."""

    @property
    def model(self) -> str | None: ...
    def events(self, run: Run, /) -> Path: ...


J = TypeVar("J", bound=AskingJob)
P = TypeVar("P", bound=AskingPlan)


class InProcess(ABC, Generic[J, P]):
    """Runs the unfinished jobs of a run. Each job writes its events and resumes from them.

    Args:
        resources: the models and embedders; by default those that the plan names.
    """

    def __init__(
        self, plan: P, jobs: Sequence[J], run: Run, board: Board[J], resources: Resources | None = None
    ) -> None:
        self.plan = plan
        self.folder = run
        paths = {job.number: job.events(run) for job in jobs}
        self._scheduler = Scheduler(
            plan,
            jobs,
            lambda number: paths[number] if paths[number].is_file() else None,
            board,
            plan.concurrency,
        )
        self._resources = resources or Resources(ReplyStore(reply_cache()) if plan.is_cached else None)

    @abstractmethod
    async def started(self, job: J, model: Model | None) -> Event:
        """The first event of a job."""

    @abstractmethod
    async def perform(self, job: J, ask: Ask, texts: TextCache, log: EventLog) -> str:
        """Do a job and return how it ended."""

    async def run(self) -> Result:
        """Run the jobs; see `Scheduler.run`."""
        try:
            return await self._scheduler.run(
                lambda job: once_or_restarted(lambda: self._one(job), lambda: job.events(self.folder))
            )
        finally:
            await self._resources.close()

    async def _one(self, job: J) -> None:
        path = job.events(self.folder)
        past = past_of(path)
        model = await asyncio.to_thread(self._model, job, past)
        texts = await asyncio.to_thread(self._resources.texts, self.plan)
        log = EventLog(path, lambda event: self._scheduler.progress(job.number, event), past.events)
        try:
            log(await self.started(job, model))
            await self._to_the_end(job, Asker(model, log) if model else _no_model, texts, log, past)
        finally:
            log.close()

    async def _to_the_end(self, job: J, ask: Ask, texts: TextCache, log: EventLog, past: EarlierSession) -> None:
        """Do a job and log its end even if it fails or is stopped."""
        began = time.monotonic()
        why, error = "failed", ""
        try:
            why = await self.perform(job, ask, texts, log)
        except (asyncio.CancelledError, KeyboardInterrupt, BrokenPipeError):
            why = "stopped"
            raise
        except Exception as caught:
            error = line_of(caught)
            raise
        finally:
            use = log.use
            log(
                ItemEnded(
                    why=why,
                    error=error,
                    model_calls=use.calls,
                    prompt_tokens=use.prompt_tokens,
                    completion_tokens=use.completion_tokens,
                    cost_usd=use.cost_usd,
                    seconds=round(past.seconds + time.monotonic() - began, 3),
                )
            )

    def _model(self, job: J, past: EarlierSession) -> Model | None:
        if job.model is None:
            return None
        return remembering(self._resources.model(job.model, self.plan), past, self._resources.store)


async def _no_model(question: Question[A], /) -> A:
    raise Failure(f"there is no model to ask '{question.name}'")
