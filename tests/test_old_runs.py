"""Runs that earlier versions left behind open in every command; they are kept in tests/recorded/runs as they were.

The one of schema 1 tells neither what became of commands nor how long contexts were, and of episode nodes only how many
triplets they had; the one of schema 2 is from before events were types.
"""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from ariadne.cli import run as command
from ariadne.episode_files import find_episode, whole_history
from ariadne.memory.arigraph.core.recorded import contents_of
from ariadne.report.panes import PANES, head, questions
from ariadne.runs.resume import ending_of, past_of

OLD = Path(__file__).parent / "recorded" / "runs"
CAME_TO = {"schema-1": (3, 1.0, 9), "schema-2": (6, 1.0, 18)}
"""Steps, score and calls, as the version that played it told."""


@pytest.fixture(params=CAME_TO)
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copytree(OLD / request.param, tmp_path / request.param))


def test_it_has_a_scorecard_tables_a_report_and_a_graph(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steps, score, calls = CAME_TO[run.name]
    assert command(["scorecard", str(run), "--format", "json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    means = {name: row["metrics"][name]["mean"] for name in ("steps", "points", "model_calls", "finished")}
    assert means == {"steps": steps, "points": score, "model_calls": calls, "finished": 1}
    assert command(["export", str(run), "--out", str(run / "tables")]) == 0
    with (run / "tables" / "steps.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert [int(line["step"]) for line in lines] == [*range(1, steps + 1)]
    assert float(lines[-1]["score"]) == score
    assert command(["report", str(run)]) == 0
    assert (run / "report.html").stat().st_size > 10_000
    capsys.readouterr()
    assert command(["graph", str(run), "--format", "json"]) == 0
    edges = json.loads(capsys.readouterr().out)["edges"]
    assert len(edges) == int(lines[-1]["edges"]) == len(contents_of(run).graph)


def test_every_step_can_be_replayed_and_every_reply_used_again(run: Path) -> None:
    path = find_episode(run)
    history = whole_history(path)
    for step in range(len(history.steps)):
        assert all(pane(history, step).plain for pane in (head, questions, *PANES.values()))
    assert ending_of(path) == history.ended
    asked = [question for step in history.steps for question in step.questions]
    assert [event for event in past_of(path).events if event.name == "question"] == asked
    assert all("\n" in question.prompt[0]["content"] for question in asked)


def test_its_memory_is_what_it_was_with_texts_tied_to_triplets(run: Path) -> None:
    memory = contents_of(run)
    *seen, last = memory.episodic.nodes
    assert len(seen) == CAME_TO[run.name][0]
    assert not last.triplets  # what was seen last was not read any more
    assert memory.episodic.nodes[0].triplets
    assert {triplet for node in memory.episodic.nodes for triplet in node.triplets} <= {
        edge.triplet for edge in memory.graph.history()
    }
