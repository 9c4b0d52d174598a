"""Examining: every play is recorded once, told to each memory, and asked about; what is done is not done again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from ariadne import events
from ariadne.caches import cached
from ariadne.errors import AriadneError, UserError
from ariadne.evaluate.work import Result
from ariadne.events import Event, Use
from ariadne.exam.plan import CALLS, ExamJob, ExamPlan
from ariadne.exam.play import Play, record
from ariadne.exam.questions import questions_of
from ariadne.exam.results import Examined, examined, save
from ariadne.exam.sitting import DEPTH, sit
from ariadne.files import reply_cache
from ariadne.memory.memory import Memory
from ariadne.memory.registry import MemoryKit, find_memory
from ariadne.models.ask import asking
from ariadne.models.cache import ReplyStore
from ariadne.models.model import Ask
from ariadne.record import ignore
from ariadne.runs.kept import Kept, check_same
from ariadne.runs.resources import Resources
from ariadne.runs.resume import NO_PAST, remembering
from ariadne.runs.run import Run
from ariadne.worlds.registry import find_game

Tell = Callable[[ExamJob, Examined | str], None]
"""Is told what became of a job: its marks, or why it failed."""

LATELY = 4
"""Plays that are kept: jobs of one follow one another."""


class Examining:
    """Does what is left of a run's jobs, in this process.

    Args:
        resources: where models and embedders come from, unless they are those that the plan names.
    """

    def __init__(
        self, plan: ExamPlan, jobs: Sequence[ExamJob], run: Run, tell: Tell, resources: Resources | None = None
    ) -> None:
        self._plan = plan
        self._jobs = jobs
        self._run = run
        self._tell = tell
        self._resources = resources or Resources(
            ReplyStore(reply_cache()) if plan.cache and not plan.is_local else None
        )
        self._play = cached(LATELY)(_recorded)
        self._recording = asyncio.Lock()

    async def examine(self) -> Result:
        """Examine.

        Raises:
            UserError: a mistake that would fail every job.
            CancelledError: Ctrl-C; what is over is kept.
        """
        room = asyncio.Semaphore(self._plan.concurrency)
        left = [job for job in self._jobs if not job.results(self._run).is_file()]
        tasks = [asyncio.create_task(self._within(room, job)) for job in left]
        try:
            failed = (await asyncio.gather(*tasks)).count(False)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._resources.close()
        return Result(len(self._jobs) - failed, failed, 0, "")

    async def _within(self, room: asyncio.Semaphore, job: ExamJob) -> bool:
        """Do a job when there is room. Whether it came to its end."""
        async with room:
            try:
                result = await self._one(job)
            except UserError:
                raise
            except AriadneError as error:
                self._tell(job, str(error))
                return False
        self._tell(job, result)
        return True

    async def _one(self, job: ExamJob) -> Examined:
        async with self._recording:
            play = await asyncio.to_thread(self._play, job.preset, job.seed, job.kept, job.story)
        began, spent = time.monotonic(), _Spent()
        model = remembering(self._resources.model(self._plan.model, self._plan), NO_PAST, self._resources.store)
        memory = await asyncio.to_thread(self._memory, job.memory, asking(model, spent))
        marks = [marked async for marked in sit(memory, play, await asyncio.to_thread(questions_of, play))]
        seconds = time.monotonic() - began
        result = examined(job, model.name, marks, len(play.moments), spent.use, seconds, self._plan.versions)
        save(result, job.results(self._run))
        return result

    def _memory(self, name: str, ask: Ask) -> Memory:
        plan = self._plan
        kit = MemoryKit(
            ask, self._resources.texts(plan), ignore, plan.width, DEPTH, plan.episodes, CALLS,
            context_tokens=plan.context_tokens,
        )  # fmt: skip
        return find_memory(name).build(kit)


class _Spent:
    """Counts what is asked of a model. It is a `Record`."""

    def __init__(self) -> None:
        self.use = Use()

    def __call__(self, event: Event, /) -> None:
        if isinstance(event, events.Question):
            self.use += Use.of(event.usage)


def _recorded(preset: str, seed: int, kept: Kept | None, story: str) -> Play:
    game = find_game(story or preset, seed)
    game.make()
    check_same(preset, game, kept.digest if kept else "")
    return record(game.source, Path(preset).stem, seed)
