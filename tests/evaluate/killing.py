"""A command that is killed at random moments, and each time gone on with."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.evaluate.endpoint import Standing
from tests.evaluate.evaluating import Group, of_kind, only_run, running, until


@dataclass(frozen=True)
class Killed:
    """What kills left.

    Attributes:
        run: the folder, in which some episodes or questions have not ended.
        lost: requests that arrived and whose answers no event holds, by all kills and by the worst of them.
    """

    run: Path
    lost: int
    lost_at_once: int


def kill_again_and_again(
    plan: Sequence[str | Path],
    way: Sequence[str],
    runs: Path,
    endpoint: Standing,
    delay: float,
    kills: int,
    **environment: str,
) -> Killed:
    """Begin a plan, kill it, and go on with it, until it was killed so often.

    Args:
        plan: the command and its arguments.
        way: options that are said again whenever it is gone on with.
        runs: where the plan keeps its run, and nothing else is.
        delay: seconds that the endpoint's replies take.
    """
    lost, lost_at_once = 0, 0
    start = [*plan, *way]
    run = runs
    for kill in range(kills):
        with Group(*start, **environment) as group:
            _kill_soon(group, endpoint, delay)
        run = only_run(runs)
        start = [plan[0], "--resume", run, "--trust", *way]
        assert running(run), f"kill {kill} hit nothing"
        before, lost = lost, len(endpoint.requests()) - len(of_kind(run, "question"))
        lost_at_once = max(lost_at_once, lost - before)
    return Killed(run, lost, lost_at_once)


def _kill_soon(group: Group, endpoint: Standing, delay: float) -> None:
    """Kill it at a random moment after it has begun to ask."""
    dice = random.Random()
    enough = len(endpoint.requests()) + dice.randint(1, 8)
    until(lambda: len(endpoint.requests()) >= enough, f"request {enough}")
    time.sleep(dice.uniform(0, 2 * delay))
    assert group.process.poll() is None
    group.send(signal.SIGKILL)
    # What was sent before the kill arrives, and is in the log.
    time.sleep(delay)
