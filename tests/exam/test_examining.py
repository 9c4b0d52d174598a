"""The command, its runs, and their scorecards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ariadne.exam.results import Examined, read_run
from tests.command import ariadne_here
from tests.models.server import completion, serving

MEMORIES = "arigraph,full-history,none"
USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
PRESET = """
family: {family}
description: Small.
knobs: {knobs}
"""


@pytest.fixture
def presets(tmp_path: Path, built: Path) -> list[Path]:
    """Files of two small presets, whose games are made."""
    found = []
    for family, knobs in (("treasure-hunt", "{rooms: 5, keys: 2}"), ("cooking", "{rooms: 1, ingredients: 1}")):
        path = tmp_path / f"small-{family}.yaml"
        path.write_text(PRESET.format(family=family, knobs=knobs))
        found.append(path)
    return found


def exam(*arguments: str | Path) -> tuple[int, str, str]:
    done = ariadne_here("exam", *arguments)
    return done.returncode, done.stdout, done.stderr


def worth(exam: Examined) -> list[tuple[str, str, bool, int]]:
    return [(mark.question, mark.answer, mark.truth, mark.stale) for mark in exam.answers]


def run_in(folder: Path) -> Path:
    (run,) = folder.glob("*-exam")
    return run


@pytest.mark.nightly
def test_memories_are_examined_side_by_side_on_the_same_questions(presets: list[Path], tmp_path: Path) -> None:
    code, out, err = exam(*presets, "--memory", MEMORIES, "--seeds", "1", "--json", "--runs", tmp_path)
    assert code == 0, err
    card = json.loads(out)
    assert [(row["unit"], row["arm"]) for row in card["rows"]] == [
        (preset, memory) for preset in ("small-cooking", "small-treasure-hunt") for memory in MEMORIES.split(",")
    ]
    by_memory = {row["arm"]: {name: each["mean"] for name, each in row["metrics"].items()} for row in card["overall"]}
    assert by_memory["arigraph"]["truth"] >= 0.95
    assert by_memory["arigraph"]["stale"] <= 0.02
    assert by_memory["full-history"]["stale"] > 0.2
    assert by_memory["none"]["tokens"] == 0 < by_memory["arigraph"]["tokens"]
    of_truth = {(each["unit"], each["arm"]): each for each in card["comparisons"] if each["metric"] == "truth"}
    over_all = of_truth[None, "none"]
    assert (over_all["baseline"], over_all["pairs"]) == ("arigraph", 2)
    assert over_all["difference"] < 0
    assert over_all["worse"] == 2
    assert len({row["questions"] for row in by_memory.values()}) == 1
    asked = [[(each.question, each.answer) for each in one.answers] for one in read_run(run_in(tmp_path))]
    assert asked[0] == asked[1] == asked[2]


def test_progress_is_told_on_stderr_and_the_scorecard_is_kept(presets: list[Path], tmp_path: Path) -> None:
    code, out, err = exam(presets[1], "--memory", "none,rag", "--seeds", "1", "--runs", tmp_path)
    assert code == 0
    assert out.startswith("On small-cooking rag (")
    assert [line.partition(":")[0] for line in err.splitlines()[-2:]] == [
        "1/2 small-cooking/1 · none",
        "2/2 small-cooking/1 · rag",
    ]
    run = run_in(tmp_path)
    kept = ariadne_here("scorecard", run, "--format", "md")
    assert kept.stdout == (run / "scorecard.md").read_text(encoding="utf-8")
    assert "| small-cooking | none |" in kept.stdout
    assert kept.stdout.startswith("# Scorecard\n\n- On small-cooking rag (")
    assert "## Truth compared with none" in kept.stdout
    columns = ariadne_here("scorecard", run, "--format", "csv").stdout.splitlines()[0].split(",")
    assert columns[:3] == ["unit", "arm", "model"]
    assert {"truth_ci95_low", "truth.now_mean", "stale.how_many_mean"} <= {*columns}


def test_a_run_is_resumed_where_it_was_left(presets: list[Path], tmp_path: Path) -> None:
    exam(presets[1], "--memory", "none,full-history", "--seeds", "1", "--json", "--runs", tmp_path)
    run = run_in(tmp_path)
    first, second = sorted(run.glob("exams/*/events.jsonl"))
    (_, before), kept = read_run(run), first.stat().st_mtime_ns
    lines = second.read_text(encoding="utf-8").splitlines(keepends=True)
    second.write_text("".join(lines[: len(lines) // 2]) + lines[-1][:20], encoding="utf-8")
    assert len(list(read_run(run))) == 1
    code, _, err = exam("--resume", run)
    assert (code, first.stat().st_mtime_ns) == (0, kept)
    _, after = read_run(run)
    assert worth(after) == worth(before)
    assert second.read_text(encoding="utf-8").startswith("".join(lines[: len(lines) // 2]))
    assert sum("truth" in line for line in err.splitlines()) == 1


def test_a_language_model_is_asked_once_and_what_it_takes_is_told(presets: list[Path], tmp_path: Path) -> None:
    with serving() as server:
        server.react(completion('{"summary": "On the shelf is a cup."}', usage=USAGE))
        code, out, err = exam(
            presets[1], "--memory", "summary", "--model", "m", "--base-url", server.url, "--seeds", "1",
            "--json", "--runs", tmp_path,
        )  # fmt: skip
        assert code == 0, err
        (row,) = json.loads(out)["rows"]
        means = {name: each["mean"] for name, each in row["metrics"].items()}
        asked = len(server.requests)
        assert (row["model"], means["model_calls"], means["prompt_tokens"]) == (
            "m",
            means["turns"],
            100 * means["turns"],
        )
        assert asked == means["turns"]
        run = run_in(tmp_path)
        (marks,) = run.glob("exams/*/events.jsonl")
        marks.unlink()
        assert exam("--resume", run, "--base-url", server.url)[0] == 0
        assert marks.is_file()
        assert len(server.requests) == asked
