from __future__ import annotations

import os
from typing import Any

import pytest

from ariadne.evaluate.plan import EvalPlan
from ariadne.evaluate.player import HerePlayer
from ariadne.evaluate.processes import ProcessesPlayer
from ariadne.evaluate.where import Where, where_to_play
from ariadne.runs.run import Run


def where(episodes: int, **said: Any) -> Where:
    return where_to_play(EvalPlan(games=("cooking",), cache=False, **said), episodes)


async def kind(found: Where) -> type:
    player = found.player(Run.__new__(Run), lambda number, event: None)
    await player.close()
    return type(player)


@pytest.fixture
def _two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


@pytest.mark.usefixtures("_two_cores")
@pytest.mark.parametrize(
    ("said", "episodes", "at_once", "player"),
    [
        ({}, 9, 2, ProcessesPlayer),
        ({}, 1, 1, HerePlayer),
        ({}, 0, 1, HerePlayer),
        ({"processes": 0}, 9, 2, HerePlayer),
        ({"concurrency": 5, "processes": 0}, 9, 5, HerePlayer),
        ({"concurrency": 5}, 3, 3, ProcessesPlayer),
        ({"models": ("tiny",)}, 99, 8, HerePlayer),
        ({"models": ("tiny",), "concurrency": 64}, 99, 64, ProcessesPlayer),
        ({"models": ("tiny",), "processes": 3}, 99, 8, ProcessesPlayer),
        ({"model_for": {"act": "tiny"}}, 99, 8, HerePlayer),
    ],
)
async def test_episodes_go_where_they_run_best_unless_the_plan_says_otherwise(
    said: dict[str, Any], episodes: int, at_once: int, player: type
) -> None:
    found = where(episodes, **said)
    assert (found.at_once, await kind(found)) == (at_once, player)
