"""Tasks: their samples, and errors in options."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.log import list_eval_logs, read_eval_log

from ariadne.evaluate.jobs import jobs_of
from ariadne.evaluate.plan import load_plan
from tests.bridges.inspect.conftest import made
from tests.command import ROOT, environment

PLAN = "games: [gripper]\nseeds: 1-2\nmemories: [arigraph, rag, reflexion]\nrepeats: 2\nmax_steps: 1\n"


def ids(task: Any) -> list[str]:
    return [sample.id for sample in task.dataset]


def config(task: Any, number: int = 0) -> dict[str, Any]:
    return dict(task.dataset[number].metadata["ariadne"]["config"])


def test_each_seed_is_a_sample() -> None:
    task = made("treasure_hunt", seeds="1-2", memory="rag", calls="two", max_steps=9)
    assert ids(task) == ["treasure-hunt/1", "treasure-hunt/2"]
    said = config(task, 1)
    assert (said["seed"], said["memory"], said["calls"], said["max_steps"]) == (2, "rag", "two", 9)


def test_game_is_as_ariadne_play_has_it_unless_something_is_said() -> None:
    (sample,) = made("cooking").dataset
    assert sample.input == "Play cooking · seed 1 as ariadne with the memory arigraph."
    assert sample.metadata["ariadne"]["config"]["max_steps"] > 0


def test_lists_as_inspect_reads_them_are_what_was_written() -> None:
    task = made(
        "gripper",
        seeds=["1-2", "4"],
        goal=["carry the balls", " then rest"],
        calls="three",
        temperature_for=["plan=0", "act=1"],
    )
    assert ids(task) == ["gripper/1", "gripper/2", "gripper/4"]
    assert config(task)["goal"] == "carry the balls, then rest"
    assert config(task)["temperature_for"] == {"plan": 0, "act": 1}


def test_game_by_its_path_is_found_from_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    task = made("game", game="games/treasure-hunt.yaml")
    assert Path(config(task)["game"]) == ROOT / "games" / "treasure-hunt.yaml"


@pytest.mark.parametrize(
    ("name", "options", "line"),
    [
        ("treasure_hunt", {"temperature_for": "act=1"}, "or say --calls act, three, paper"),
        ("treasure_hunt", {"color": "red"}, "unknown name 'color'"),
        ("treasure_hunt", {"seeds": "a few"}, "no number or range"),
        ("treasure_hunt", {"repeats": 0}, "not a valid count"),
        ("treasure_hunt", {"base_url": "http://here/v1"}, "--model-base-url"),
        ("treasure_hunt", {"seed": 3}, "-T seeds"),
        ("paper", {"models": "gpt"}, "--model"),
    ],
)
def test_mistake_is_told_in_one_line(name: str, options: dict[str, Any], line: str) -> None:
    with pytest.raises(PrerequisiteError) as told:
        made(name, **options)
    assert line in str(told.value.message)
    assert "\n" not in str(told.value.message)


def test_plan_has_a_sample_for_each_game_arm_and_repeat(tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text(PLAN, encoding="utf-8")
    task = made("plan", plan=str(plan))
    assert ids(task) == [
        f"gripper/{seed} {name}"
        for seed in (1, 2)
        for name in ("arigraph #1", "arigraph #2", "rag #1", "rag #2", "reflexion")
    ]
    assert task.dataset[4].metadata["ariadne"]["times"] == 2, "attempts, each with the lessons of those before"


@pytest.mark.parametrize("plan", ["paper", "hiagent"])
def test_papers_plans_play_what_ariadne_eval_plays(plan: str) -> None:
    jobs = jobs_of(load_plan(Path(plan), {"models": "gpt", "repeats": 1, "seeds": 1}))
    samples = made(plan, repeats=1, seeds=1).dataset
    told = [(sample.metadata["seed"], sample.metadata["ariadne"]["config"]) for sample in samples]
    assert [(seed, config["game"], config["memory"]) for seed, config in told] == [
        (job.config.seed, job.config.game, job.config.memory) for job in jobs
    ]


@pytest.mark.nightly
def test_inspect_finds_the_tasks_by_the_name_of_the_package(tmp_path: Path) -> None:
    entries = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["inspect_ai"]
    info = tmp_path / "arigraph-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: arigraph\nVersion: 1.0\n", encoding="utf-8")
    lines = "\n".join(f"{name} = {value}" for name, value in entries.items())
    (info / "entry_points.txt").write_text(f"[inspect_ai]\n{lines}\n", encoding="utf-8")
    run = [sys.executable, "-m", "inspect_ai", "eval", "ariadne/gripper", "-T", "agent=random", "-T", "seeds=2-3"]
    done = subprocess.run(
        [*run, "-T", "max_steps=3", "--display", "plain"],
        env=environment(PYTHONPATH=f"{tmp_path}:{ROOT}", ARIADNE_HOME=str(tmp_path)), cwd=tmp_path,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert not done.returncode, done.stdout + done.stderr
    (info,) = list_eval_logs(str(tmp_path / "logs"))
    log = read_eval_log(info)
    assert (log.status, log.eval.task) == ("success", "ariadne/gripper")
    assert len(list((tmp_path / "runs").iterdir())) == 2
