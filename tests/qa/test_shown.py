"""Runs of `ariadne qa` are shown, drawn and exported by the commands that do so for games."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from ariadne.cli import run as command
from ariadne.episode_files import find_episode, whole_history
from ariadne.evaluate.episodes import played
from ariadne.events import ItemStarted
from ariadne.memory.arigraph.core.recorded import contents_of
from ariadne.record import read_events
from ariadne.report.panes import PANES, head, questions
from tests.evaluate.endpoint import standing
from tests.evaluate.evaluating import only_run
from tests.qa.asking import asked, hotpotqa

# The questions are asked once for all tests.
pytestmark = pytest.mark.xdist_group("shown")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two questions of four paragraphs, answered from a graph and by BM25."""
    folder = tmp_path_factory.mktemp("shown")
    with standing(folder / "requests.jsonl") as endpoint:
        way = ["--method", "arigraph,bm25", "--model", "m", "--base-url", endpoint.url, "--runs", str(folder / "runs")]
        done = asked(hotpotqa(folder), *way)
    assert done.returncode == 0, done.stderr
    return only_run(folder / "runs")


def test_paragraphs_are_observed_one_by_one_and_then_the_question_is_answered(run: Path) -> None:
    path = find_episode(run, 1)
    (started,) = (event for event in read_events(path) if isinstance(event, ItemStarted))
    history = whole_history(path)
    first, *learning, last = history.steps
    assert [step.turns[0].observation for step in (first, *learning)] == [*started.texts, started.question]
    assert all(step.learned and step.questions[0].kind == "read" for step in learning)
    assert [question.kind for question in last.questions] == ["qa_entities", "qa_answer"]
    assert last.recalled
    assert last.recalled.episodes
    assert set(last.recalled.episodes) <= set(started.texts)
    assert last.acted
    assert last.turns[0].observation == "Right: yes\nParagraphs that the answer needs: 2, 4"
    assert history.ended
    assert (history.ended.why, history.ended.steps, history.ended.model_calls) == ("answered", 5, 6)
    assert all(episode.is_finished for episode in played(run))


@pytest.mark.parametrize("number", [1, 2])
def test_every_step_can_be_replayed(run: Path, number: int) -> None:
    history = whole_history(find_episode(run, number))
    for step in range(len(history.steps)):
        assert all(pane(history, step).plain for pane in (head, questions, *PANES.values()))


def test_a_report_has_the_scorecard_and_a_page_a_question(run: Path) -> None:
    assert command(["report", str(run)]) == 0
    index = (run / "report.html").read_text(encoding="utf-8")
    assert "exact match and F1" in index
    links = re.findall(r'<a href="([^"]+)">', index)
    assert len(links) == 4
    assert "In which town was the maker of the old glass lamp born?" in (run / links[0]).read_text(encoding="utf-8")


def test_the_graph_is_that_of_the_paragraphs_read_so_far(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sizes = []
    for step in range(1, 6):
        assert command(["graph", str(run), "1", "--step", str(step), "--format", "json"]) == 0
        sizes.append(len(json.loads(capsys.readouterr().out)["edges"]))
    assert sizes[0] < sizes[-1] == len(contents_of(find_episode(run, 1)).graph)
    assert command(["graph", str(run), "2"]) == 2


def test_what_was_answered_is_a_table(run: Path, tmp_path: Path) -> None:
    assert command(["export", str(run), "--out", str(tmp_path)]) == 0
    with (tmp_path / "answers.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert [(line["item"], line["method"], line["why"]) for line in lines] == [
        (item, method, "answered") for item in ("hotpot0", "hotpot1") for method in ("arigraph", "bm25")
    ]
    assert all(0 <= float(line["f1"]) <= 1 and float(line["recall_5"]) >= 0 for line in lines)
    with (tmp_path / "questions.csv").open() as file:
        assert len(list(csv.DictReader(file))) == sum(int(line["model_calls"]) for line in lines)


def test_runs_of_games_and_of_questions_are_not_told_as_one(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "episodes").mkdir()
    for name in ("scorecard", "report"):
        assert command([name, str(run), str(tmp_path)]) == 2
        assert "need separate scorecards" in capsys.readouterr().err
    assert command(["report", str(run), "--figures", str(tmp_path / "figures")]) == 2
    assert "these are runs of questions" in capsys.readouterr().err
