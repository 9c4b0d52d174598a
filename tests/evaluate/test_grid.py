"""Every kind of agent with every kind of memory, and every agent in every kind of world, on one scorecard."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from ariadne.evaluate.executor import LocalExecutor
from ariadne.evaluate.jobs import jobs_of
from ariadne.evaluate.placement import Placement, play_all
from ariadne.evaluate.plan import EvalPlan
from ariadne.evaluate.scheduler import Board
from ariadne.evaluate.scorecard import build
from ariadne.models.question import Question
from ariadne.models.recorded import Scripted, ScriptedModel
from ariadne.runs import resources
from ariadne.runs.run import Run
from tests.conftest import Game
from tests.scripted import LOOK

PDDL = ("gripper",)
AGENTS = ("ariadne", "hiagent", "standard")
MEMORIES = ("arigraph", "full-history", "rag", "summary", "hiagent")
STEPS = 2


def say(question: Question[Any]) -> Scripted:
    """Look at what is possible, and do the first of it; a new sub-goal at every second step."""
    asks = "check valid actions"
    actions = [action for action in question.inputs.get("actions", ()) if action not in (asks, "look around", "look")]
    action = next(iter(actions), asks)
    told = len(str(question.inputs.get("observation", "")))
    says: dict[str, Scripted] = {
        **{name: said for name, said in LOOK.items() if isinstance(said, (str, dict))},
        "act": {"reason": "to see", "action": action},
        "step": f"Action: {action}",
        "subgoal_step": f"Subgoal: part {told % 2}\nAction: {action}",
        "fold": {"summary": "Something was tried.", "met": False},
        "summarize": {"summary": "Something was tried."},
        "importance": {"ratings": [5] * len(question.inputs.get("texts", ()))},
    }
    return says[question.name]


async def test_every_agent_plays_with_every_memory_and_in_every_world(
    game: Game, lighthouse: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "load_model", lambda *_, **__: ScriptedModel(say))
    memories = {"games": [str(game("treasure-hunt"))], "memories": MEMORIES}
    worlds = {"games": [*(f"{domain}/1" for domain in PDDL), str(lighthouse)], "memories": MEMORIES[:1]}
    for number, grid in enumerate((memories, worlds)):
        plan = EvalPlan.model_validate({**grid, "agents": AGENTS, "max_steps": STEPS, "repeats": 1})
        jobs = jobs_of(plan)
        where = Placement(4, lambda run, progress: LocalExecutor(run, progress, cache=False))
        result = await play_all(plan, jobs, Run(tmp_path / str(number)), Board(), where)
        assert (result.finished, result.failed, result.left) == (len(jobs), 0, 0)

    card = build([tmp_path / "0", tmp_path / "1"])
    expected = [
        *product(["small-treasure-hunt"], AGENTS, MEMORIES),
        *product((*PDDL, "lighthouse"), AGENTS, MEMORIES[:1]),
    ]
    assert Counter((each.game, each.agent, each.memory) for each in card.played) == Counter(expected)
    for row in card.rows:
        assert (row.total("finished"), row.mean("steps")) == (1, STEPS)
        assert row.mean("context")
        assert row.by_step[-1].executability is not None
