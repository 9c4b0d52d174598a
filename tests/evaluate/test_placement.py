from __future__ import annotations

import os
from typing import Any

import pytest

from ariadne.evaluate.executor import LocalExecutor
from ariadne.evaluate.placement import Placement, placement_of
from ariadne.evaluate.plan import EvalPlan
from ariadne.evaluate.processes import ProcessExecutor
from ariadne.runs.run import Run


def placed(episodes: int, **said: Any) -> Placement:
    return placement_of(EvalPlan(games=("cooking",), cache=False, **said), episodes)


async def kind(found: Placement) -> type:
    executor = found.executor(Run.__new__(Run), lambda number, event: None)
    await executor.close()
    return type(executor)


@pytest.fixture
def _two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


@pytest.mark.usefixtures("_two_cores")
@pytest.mark.parametrize(
    ("said", "episodes", "at_once", "executor"),
    [
        ({}, 9, 2, ProcessExecutor),
        ({}, 1, 1, LocalExecutor),
        ({"processes": 0}, 9, 2, LocalExecutor),
        ({"concurrency": 5}, 3, 3, ProcessExecutor),
        ({"models": ("tiny",)}, 99, 8, LocalExecutor),
        ({"models": ("tiny",), "concurrency": 64}, 99, 64, ProcessExecutor),
    ],
)
async def test_episodes_go_where_they_run_best_unless_the_plan_says_otherwise(
    said: dict[str, Any], episodes: int, at_once: int, executor: type
) -> None:
    found = placed(episodes, **said)
    assert (found.at_once, await kind(found)) == (at_once, executor)
