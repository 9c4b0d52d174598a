from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ariadne.cli import run
from tests.command import ariadne_here
from tests.conftest import Game
from tests.evaluate.runs import Told, write_run


@pytest.fixture
def one(tmp_path: Path) -> Path:
    return write_run(tmp_path / "one", Told(), Told(memory="rag", scores=(0, 1)))


def test_a_game_that_was_played_has_a_scorecard(game: Game, tmp_path: Path) -> None:
    played = ariadne_here("play", game("treasure-hunt"), "--agent", "random", "--json", "--runs", tmp_path)
    summary = json.loads(played.stdout)
    done = ariadne_here("scorecard", summary["run"], "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    card = json.loads(done.stdout)
    assert {name: card["played"][0][name] for name in summary} == summary
    (row,) = card["rows"]
    assert [row["metrics"][name]["mean"] for name in ("score", "steps")] == pytest.approx(
        [summary["normalized_score"], summary["steps"]]
    )


def test_people_stand_on_the_same_scorecard_without_the_plays_that_they_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nobody: dict[str, Any] = {"memory": None, "model": None, "asked": {}}
    people = (Told(agent="human", scores=(0, 0), why=why, **nobody) for why in ("steps", "left"))
    made = write_run(tmp_path, *people, Told(agent="random", **nobody))
    assert run(["scorecard", str(made), "--format", "json"]) == 0
    card = json.loads(capsys.readouterr().out)
    people, _ = sorted(card["rows"], key=lambda row: row["arm"])
    metrics = people["metrics"]
    assert (people["arm"], metrics["finished"]["n"], metrics["left"]["total"], metrics["finished"]["total"]) == (
        "human",
        2,
        1,
        1,
    )
    assert (metrics["steps"]["mean"], metrics["score"]["mean"]) == (2, 0)


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("table", "On hunt rag ("),
        ("json", "{"),
        ("md", "# Scorecard"),
        ("csv", "unit,arm,model,"),
    ],
)
def test_a_scorecard_is_told_in_four_ways(
    one: Path, form: str, start: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["scorecard", str(one), "--format", form]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(start)
    assert run(["scorecard", str(one), "--format", form, "--out", str(tmp_path / "card")]) == 0
    assert (tmp_path / "card").read_text(encoding="utf-8") == printed
    assert capsys.readouterr().out == f"{tmp_path / 'card'}\n"


def test_json_is_a_format_and_quiet_is_the_verdict_alone(one: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def printed(*options: str) -> str:
        assert run(["scorecard", str(one), *options]) == 0
        return capsys.readouterr().out

    assert printed("--json") == printed("--json", "--quiet") == printed("--format", "json")
    table, verdict = printed(), printed("--quiet")
    assert table.startswith(verdict)
    assert len(verdict.splitlines()) == 2
