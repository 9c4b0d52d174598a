from __future__ import annotations

import json
from pathlib import Path

import pytest

from ariadne.cli import run
from tests.command import ariadne, ariadne_here
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
    assert (row["mean"], row["steps"]) == pytest.approx((summary["normalized_score"], summary["steps"]))


def test_people_stand_on_the_same_scorecard_without_the_plays_that_they_left(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hunt = str(game("treasure-hunt"))
    for typed, limit in (("look\ndance\n", "2"), ("look\nquit\n", "9")):
        player = ["play", hunt, "--agent", "human", "--max-steps", limit]
        assert ariadne(*player, "--runs", tmp_path, stdin=None, input=typed).returncode == 0
    assert run(["play", hunt, "--agent", "random", "--quiet", "--runs", str(tmp_path)]) == 0
    capsys.readouterr()
    assert run(["scorecard", *map(str, tmp_path.glob("*-*")), "--format", "json"]) == 0
    card = json.loads(capsys.readouterr().out)
    people, _ = sorted(card["rows"], key=lambda row: row["name"])
    assert (people["name"], people["episodes"], people["left"], people["finished"]) == ("human", 2, 1, 1)
    assert (people["steps"], people["mean"]) == (2, 0)


@pytest.mark.parametrize(
    ("form", "start"), [("table", "2 episodes"), ("json", "{"), ("md", "# Scorecard"), ("csv", "game,name,")]
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


def test_several_runs_are_merged_and_the_baseline_can_be_named(
    one: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two = write_run(tmp_path / "two", Told(seed=2))
    assert run(["scorecard", str(one), str(two), "--baseline", "rag", "--format", "json"]) == 0
    card = json.loads(capsys.readouterr().out)
    assert (card["episodes"], card["baseline"], card["comparisons"][0]["name"]) == (3, "rag", "arigraph")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["{here}/nowhere"], "nowhere is no run: there is no such folder"),
        (["{here}"], "is no run: it has no folder 'episodes'"),
        (["{here}/begun"], "no episodes yet in"),
        (["{here}/one", "--baseline", "raq"], "baseline: unknown name 'raq'; did you mean rag?"),
        (["{here}/one", "--format", "xml"], "format: unknown name 'xml'; known are csv, json, md, table."),
        (["{here}/one", "--out", "{here}/nowhere/card"], "cannot write"),
        ([], "Missing argument"),
    ],
)
def test_a_mistake_is_one_clear_line(
    one: Path, tmp_path: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "begun" / "episodes").mkdir(parents=True)
    assert run(["scorecard", *(argument.format(here=tmp_path) for argument in arguments)]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert said in printed.err
