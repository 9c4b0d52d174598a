"""Where the episodes of a run are played: in this process, in several, or on a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from ariadne.evaluate.executor import Executor, LocalExecutor, Progress
from ariadne.evaluate.plan import EvalPlan
from ariadne.runs.run import Run

AT_ONCE = 8
EPISODES_A_PROCESS = 16
EPISODES_A_CORE = 4
"""On a cluster, where each episode has its own process of some 300 MB."""

MakeExecutor = Callable[[Run, Progress], Executor]


@dataclass(frozen=True)
class Placement:
    """The number of episodes at once, and the maker of their executor."""

    at_once: int
    executor: MakeExecutor


def placement_of(plan: EvalPlan, episodes: int, ray: str | None = None) -> Placement:
    """Return what the plan says, or a default that was measured.

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
