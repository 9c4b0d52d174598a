"""Playing the episodes of a run: in this process, in several, or on a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ariadne.evaluate.executor import EpisodeOrder, Executor, LocalExecutor, Progress
from ariadne.evaluate.jobs import Job
from ariadne.evaluate.plan import EvalPlan
from ariadne.evaluate.scheduler import Board, Result, Scheduler, in_series
from ariadne.runs.play import lessons_of
from ariadne.runs.run import Run

AT_ONCE = 8
EPISODES_A_PROCESS = 16
EPISODES_A_CORE = 4
"""On a cluster, where each episode has its own process of some 300 MB."""


@dataclass(frozen=True)
class Placement:
    """The number of parallel episodes, and the factory of their executor."""

    at_once: int
    executor: Callable[[Run, Progress], Executor]


def placement_of(plan: EvalPlan, episodes: int, ray: str | None = None) -> Placement:
    """Return the plan's placement, or else a default that was chosen by measurements.

    Without an endpoint each core plays one episode in its own process; with one, there are enough processes that
    worlds and embeddings do not delay replies.

    Args:
        episodes: their number. `ray`: the address of a Ray cluster, or `local`.
    """
    cores = os.cpu_count() or 1
    at_once = min(plan.concurrency or (cores if plan.is_local else AT_ONCE), max(episodes, 1))
    if ray is not None:
        from ariadne.evaluate.on_ray import RayExecutor

        address, share = ray, 1.0 if plan.is_local else 1 / EPISODES_A_CORE
        return Placement(at_once, lambda run, progress: RayExecutor(run, progress, plan.cache, address, share))
    processes = plan.processes
    if processes is None:
        processes = min(cores, at_once if plan.is_local else at_once // EPISODES_A_PROCESS)
    if processes > 0 and episodes > 1:
        from ariadne.evaluate.processes import ProcessExecutor

        count = processes
        return Placement(at_once, lambda run, progress: ProcessExecutor(run, progress, plan.cache, count))
    return Placement(at_once, lambda run, progress: LocalExecutor(run, progress, plan.cache))


async def play_all(plan: EvalPlan, jobs: Sequence[Job], run: Run, board: Board[Job], where: Placement) -> Result:
    """Play the unfinished episodes of a run; see `Scheduler.run`. Attempts get the lessons of those before."""
    series_of = {job.number: together for together in in_series(jobs) for job in together}
    scheduler = Scheduler(plan, jobs, run.found, board, where.at_once)
    executor = where.executor(run, scheduler.progress)

    async def play(job: Job) -> None:
        earlier = (run.found(each.number) for each in series_of[job.number] if each.number < job.number)
        await executor.play(EpisodeOrder(job, tuple(lessons_of(filter(None, earlier)))))

    try:
        return await scheduler.run(play)
    finally:
        await executor.close()
