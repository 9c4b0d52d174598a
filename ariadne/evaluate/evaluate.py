"""An evaluation: all episodes of a plan, many at once, each tried again where it failed, within the budget."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ariadne.evaluate.executor import Order
from ariadne.evaluate.jobs import Job
from ariadne.evaluate.plan import EvalPlan
from ariadne.evaluate.where import MakeExecutor
from ariadne.evaluate.work import Board, Result, Work, in_series
from ariadne.runs.play import lessons_of
from ariadne.runs.run import Run


class Evaluation:
    """Plays what is left of a run's jobs.

    Args:
        concurrency: how many episodes are played at once.
    """

    def __init__(self, plan: EvalPlan, jobs: Sequence[Job], run: Run, board: Board[Job], concurrency: int) -> None:
        self._run = run
        self._series_of = {job.number: together for together in in_series(jobs) for job in together}
        self._work = Work(plan, jobs, run.found, board, concurrency)

    async def play(self, make_executor: MakeExecutor) -> Result:
        """Play.

        Raises:
            UserError: a mistake that would fail every episode.
            CancelledError: Ctrl-C; what was played so far is kept.
        """
        executor = make_executor(self._run, self._work.progress)
        try:
            return await self._work.do(lambda job: executor.play(Order(job, tuple(self._lessons_before(job)))))
        finally:
            await executor.close()

    def _lessons_before(self, job: Job) -> Iterator[str]:
        """What earlier attempts at the game taught."""
        earlier = (each for each in self._series_of[job.number] if each.number < job.number)
        return lessons_of(path for each in earlier if (path := self._run.found(each.number)))
