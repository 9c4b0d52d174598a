"""Scorecards of logs of several harnesses, and of runs beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ariadne.bridges.others import reading
from ariadne.errors import UserError
from ariadne.worlds.scienceworld.tasks import TASKS
from tests.bridges.others.logs import balrog, rollout, tales
from tests.command import ariadne_here
from tests.evaluate.runs import Told, write_run


def card(*arguments: str | Path) -> dict[str, Any]:
    done = ariadne_here("scorecard", *arguments, "--json")
    assert not done.returncode, done.stderr
    read: dict[str, Any] = json.loads(done.stdout)
    return read


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """Logs of both."""
    tales(tmp_path, "ScienceWorldBoil", rollout(0, 30))
    tales(tmp_path, "JerichoEnvZork1", rollout(0, 35, maximum=350))
    balrog(tmp_path / "results", "treasure_hunter", progression=1.0)
    balrog(tmp_path / "results", "the_cooking_game", progression=0.25)
    return tmp_path


def test_scorecard_has_their_rows_and_says_what_is_comparable(logs: Path) -> None:
    told = card(logs)
    means = {(row["unit"], row["arm"]): row["metrics"]["score"]["mean"] for row in told["rows"]}
    theirs = "tales/LLMAgent_cNone_t0.0_convTrue"
    assert means == {
        ("balrog/the_cooking_game", "balrog/naive"): 0.25,
        ("balrog/treasure_hunter", "balrog/naive"): 1.0,
        ("scienceworld/boil", theirs): 0.3,
        ("tales/JerichoEnvZork1", theirs): 0.1,
    }
    notes = "\n".join(told["notes"])
    assert "TALES, comparable: scienceworld/boil" in notes
    assert "TALES, not comparable game by game: tales/JerichoEnvZork1. Stories by their names" in notes
    assert "BALROG, comparable: the measure" in notes
    assert "balrog/treasure_hunter of treasure-hunter" in notes
    assert told["comparisons"] == []


def test_logs_and_runs_go_together(logs: Path) -> None:
    done = ariadne_here("play", "gripper/1", "--agent", "walkthrough", "--runs", logs / "runs", "--quiet")
    assert not done.returncode, done.stderr
    (run,) = (logs / "runs").iterdir()
    told = card(run, logs / "results")
    assert {row["arm"] for row in told["overall"]} == {"walkthrough", "balrog/naive"}
    assert len(told["played"]) == 3


def test_same_game_is_one_row_beside_ours(tmp_path: Path) -> None:
    task: dict[str, Any] = {"game": "scienceworld/boil", "seed": TASKS["boil"].test, "max_steps": 100}
    ours = write_run(tmp_path / "ours", Told(model="gpt-4o-mini", scores=(0, 2), maximum=4, **task))
    told = card(ours, tales(tmp_path, "ScienceWorldBoil", rollout(0, 30)))
    pairs = {each["metric"]: each for each in told["comparisons"]}
    pair = pairs["score"]
    assert (pair["pairs"], pair["mean"], pair["baseline_mean"], pair["baseline"]) == (1, 0.3, 0.5, "arigraph")
    assert "price_per_step" not in pairs, "what a provider kept of their prompts is not known"
    assert not any("limits of steps" in note for note in told["notes"])


def test_limits_that_differ_are_told(tmp_path: Path) -> None:
    tales(tmp_path, "ScienceWorldBoil", rollout(0, 30))
    tales(tmp_path, "ScienceWorldBoil", rollout(0, 40), "a0_sNone_steps400", agent="tales_RandomAgent_s1")
    whole = card(tmp_path)
    assert {each["pairs"] for each in whole["comparisons"]} == {1}, "the same game of both"
    (told,) = (note for note in whole["notes"] if "limits of steps differ" in note)
    assert told.startswith("scienceworld/boil")
    assert "400 for tales/RandomAgent" in told


def test_log_texts_are_escaped(tmp_path: Path) -> None:
    balrog(tmp_path, "coin_collector", agent={"type": "\x1b[31mred\n| <b>bold</b>"})
    table = ariadne_here("scorecard", tmp_path)
    assert not table.returncode
    assert "\x1b" not in table.stdout
    page = ariadne_here("scorecard", tmp_path, "--format", "md")
    assert "<b>" not in page.stdout


def test_folder_of_too_many_files_is_told(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_FILES", 3)
    with pytest.raises(UserError, match="name the folder of one evaluation"):
        reading.logs_in(logs)


def test_folder_without_logs_is_read_as_a_run(tmp_path: Path) -> None:
    (tmp_path / "notes.json").write_text("{}", encoding="utf-8")
    done = ariadne_here("scorecard", tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "Inspect" not in done.stderr
