"""An evaluation: all episodes of a plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ariadne.evaluate.executor import EpisodeOrder
from ariadne.evaluate.jobs import Job
from ariadne.evaluate.placement import MakeExecutor
from ariadne.evaluate.plan import EvalPlan
from ariadne.evaluate.scheduler import Board, Result, Scheduler, in_series
from ariadne.runs.play import lessons_of
from ariadne.runs.run import Run


class Evaluation:
    """Plays the unfinished episodes of a run, `concurrency` at once."""

    def __init__(self, plan: EvalPlan, jobs: Sequence[Job], run: Run, board: Board[Job], concurrency: int) -> None:
        self._run = run
        self._series_of = {job.number: together for together in in_series(jobs) for job in together}
        self._scheduler = Scheduler(plan, jobs, run.found, board, concurrency)

    async def play(self, make_executor: MakeExecutor) -> Result:
        """Play; see `Scheduler.run`."""
        executor = make_executor(self._run, self._scheduler.progress)
        try:
            return await self._scheduler.run(
                lambda job: executor.play(EpisodeOrder(job, tuple(self._lessons_before(job))))
            )
        finally:
            await executor.close()

    def _lessons_before(self, job: Job) -> Iterator[str]:
        """The lessons of earlier attempts at the game."""
        earlier = (each for each in self._series_of[job.number] if each.number < job.number)
        return lessons_of(path for each in earlier if (path := self._run.found(each.number)))
