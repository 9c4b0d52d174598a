"""Scorecards of Inspect's logs."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog, read_eval_log, write_eval_log

from ariadne.bridges.inspect.log import EPISODES, read_log
from ariadne.errors import UserError
from tests.bridges.inspect.conftest import LOOK, Evaluate, evaluating, made
from tests.command import ariadne_here

# The plan is played once for all tests.
pytestmark = pytest.mark.xdist_group("log")

PLAN = "games: [gripper]\nseeds: 1-2\nagents: [ariadne, random]\nmemories: [arigraph, rag]\nrepeats: 1\nmax_steps: 2\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the plan was played."""
    return tmp_path_factory.mktemp("played")


@pytest.fixture(scope="module")
def log(folder: Path) -> EvalLog:
    """The log of a plan."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        (folder / "plan.yaml").write_text(PLAN, encoding="utf-8")
        task = made("plan", plan=str(folder / "plan.yaml"), runs=str(folder / "runs"))
        log = evaluating(folder)(task, lambda *_: json.dumps({**LOOK, "action": "x"}))
    assert log.status == "success", log.error
    return log


def card(*paths: Path) -> dict[str, Any]:
    done = ariadne_here("scorecard", *paths, "--json")
    assert not done.returncode, done.stderr
    return {name: value for name, value in json.loads(done.stdout).items() if name != "runs"}


def test_scorecard_of_a_log_is_that_of_its_runs(log: EvalLog, folder: Path) -> None:
    runs = sorted((folder / "runs").iterdir())
    assert len(runs) == 6
    path = Path(log.location)
    told = card(path)
    assert told == card(*runs)
    assert told == card(path, path)
    assert {row["arm"] for row in told["overall"]} == {"arigraph", "rag", "random"}
    moved = folder / "moved"
    (folder / "runs").rename(moved)
    assert told == card(path), "the log needs no folder"
    moved.rename(folder / "runs")


def test_metrics_are_by_arm(log: EvalLog) -> None:
    assert log.results
    (success,) = [score for score in log.results.scores if score.name == "success"]
    names = [metric.name for metric in success.metrics.values()]
    assert names == [f"{who}{what}" for what in ("", " (stderr)") for who in ("arigraph", "rag", "random")]


def test_damaged_episode_is_told(log: EvalLog, tmp_path: Path) -> None:
    damaged, path = read_eval_log(log.location), tmp_path / "changed.json"
    assert damaged.samples
    for value in ("many", math.nan):
        damaged.samples[0].store[EPISODES][0]["summary"]["score"] = value
        write_eval_log(damaged, str(path), "json")
        with pytest.raises(UserError, match="damaged"):
            read_log(path)


def test_log_of_another_task_is_refused(evaluate: Evaluate) -> None:
    log = evaluate(Task(name="sums", dataset=[Sample(input="2 + 2")]))
    done = ariadne_here("scorecard", log.location)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "the task sums, which is not one of Ariadne's" in done.stderr


@pytest.mark.parametrize("content", ["", "{}", "PK\x03\x04 no archive"])
def test_file_that_is_no_log_is_told_in_one_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "some.eval"
    path.write_text(content, encoding="utf-8")
    done = ariadne_here("scorecard", path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "is not a readable log of Inspect's" in done.stderr


def test_log_without_the_package_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "inspect_ai", None)
    for name in [name for name in sys.modules if name.startswith("ariadne.bridges.inspect")]:
        monkeypatch.delitem(sys.modules, name)
    done = ariadne_here("scorecard", tmp_path / "some.eval")
    assert done.returncode == 2
    assert "[inspect]" in done.stderr
