"""`ariadne qa` from files to scorecard, with an endpoint that is really asked over HTTP."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from ariadne.cli import run as command
from tests.command import ariadne_here
from tests.evaluate.endpoint import answer, standing
from tests.evaluate.evaluating import card_of, episodes, of_kind, only_run
from tests.models.server import Reaction, Request, completion, refusal, serving
from tests.qa.asking import asked, hotpotqa, musique

METHODS = "arigraph,arigraph-blend,bm25,dense,full-context,supporting-facts"


@pytest.mark.slow
def test_all_methods_answer_the_same_questions_of_both_data_sets(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    files = [hotpotqa(tmp_path), musique(tmp_path)]
    with standing(tmp_path / "requests.jsonl") as endpoint:
        way = ["--method", METHODS, "--model", "m", "--base-url", endpoint.url, "--runs", str(runs)]
        done = asked(*files, *way)
        assert done.returncode == 0, done.stderr
        requests = endpoint.requests()
        again = asked(*files, *way)
        assert again.returncode == 0, again.stderr
        # A second run is answered by the cache.
        assert len(endpoint.requests()) == len(requests)

    first, second = sorted(runs.iterdir())
    card = card_of(first)
    assert [(row.unit, row.arm) for row in card.rows] == [
        (dataset, method) for dataset in ("hotpotqa", "musique") for method in METHODS.split(",")
    ]
    assert all(
        (row.metrics["finished"].n, row.total("finished"), row.total("failed")) == (2, 2, 0) for row in card.rows
    )
    for row in card.rows:
        learning = row.arm.startswith("arigraph")
        assert row.mean("model_calls") == (4 + 1 + 1 if learning else 1)
        ranks = row.arm not in ("full-context", "supporting-facts")
        assert [f"recall_{k}" in row.metrics for k in (2, 3, 5)] == [ranks] * 3
    # What the two memories both read is asked for once.
    forms = Counter(request["form"] for request in requests)
    assert (forms["Read"], forms["Searched"]) == (16, 4)
    assert len({request["digest"] for request in requests}) == len(requests)
    assert card.total("cached") == len(of_kind(first, "question")) - len(requests)
    assert {comparison.arm for comparison in card.comparisons} == set(METHODS.split(",")) - {"bm25"}
    assert {figure.unit for figure in card.published} == {"hotpotqa", "musique"}
    # The same questions get the same answers, from any model.
    cached = card_of(second)
    names = ("exact", "f1", "recall_2", "recall_3", "recall_5", "prompt_tokens")
    assert [[row.mean(name) for name in names] for row in cached.rows] == [
        [row.mean(name) for name in names] for row in card.rows
    ]
    assert all(event.cached for event in of_kind(second, "question"))

    for name, events in episodes(first).items():
        kinds = [event.name for event in events]
        learned = ["question", "learned"] * 4 + ["question"] if "arigraph" in name else []
        assert kinds == ["item_started", *learned, "recalled", "question", "answered", "scored", "item_ended"]
    for event in of_kind(first, "scored"):
        assert event.supporting == (1, 3)
    shown = {event.method: recalled.shown for event, recalled in zip(
        of_kind(first, "item_started"), of_kind(first, "recalled"), strict=True)}  # fmt: skip
    assert shown["full-context"] == (0, 1, 2, 3)
    assert shown["supporting-facts"] == (1, 3)
    assert len(shown["bm25"]) == len(shown["dense"]) == 3
    assert len(shown["arigraph"]) <= 2

    text = ariadne_here("scorecard", first).stdout
    assert "Answers: exact match and F1" in text
    assert "not measured here" in text
    assert json.loads(ariadne_here("scorecard", first, "--format", "json").stdout) == json.loads(
        (first / "scorecard.json").read_text()
    )
    lines = list(csv.DictReader(io.StringIO(ariadne_here("scorecard", first, "--format", "csv").stdout)))
    assert [float(line["f1_mean"]) for line in lines] == [row.mean("f1") for row in card.rows]
    twice = ariadne_here("scorecard", first, second)
    assert (twice.returncode, twice.stderr.count("\n")) == (2, 1)
    assert "one scorecard" in twice.stderr


@pytest.mark.slow
def test_retrieval_alone_needs_no_model(tmp_path: Path) -> None:
    done = asked(hotpotqa(tmp_path, 3), musique(tmp_path, 3), "--method", "bm25,dense", "--retrieval-only",
                 "--limit", "2", "--runs", tmp_path / "runs")  # fmt: skip
    assert done.returncode == 0, done.stderr
    run = only_run(tmp_path / "runs")
    card = card_of(run)
    assert [(row.unit, row.arm, row.total("finished"), row.mean("f1")) for row in card.rows] == [
        (dataset, method, 2, None) for dataset in ("hotpotqa", "musique") for method in ("bm25", "dense")
    ]
    assert {comparison.metric for comparison in card.comparisons} - {"tokens"} == {"recall_2", "recall_3", "recall_5"}
    assert not card.published
    assert not of_kind(run, "question")
    # All four paragraphs are among the first five.
    assert all(row.mean("recall_5") == row.mean("all_found_5") == 1 for row in card.rows)
    assert {event.why for event in of_kind(run, "item_ended")} == {"retrieved"}


def test_a_sample_of_each_file_is_drawn_and_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(hotpotqa(tmp_path, 9)), str(musique(tmp_path, 9))]
    way = ["--method", "bm25,dense", "--retrieval-only", "--sample", "3"]

    def asked_of(name: str, *more: str) -> list[str]:
        assert command(["qa", *files, *way, *more, "--runs", str(tmp_path / name)]) == 0
        return [event.item for event in of_kind(only_run(tmp_path / name), "item_started")]

    first = asked_of("first")
    assert len(first) == 2 * 2 * 3
    assert first == asked_of("again") == asked_of("authors", "--seed", "42")
    assert first != asked_of("other", "--seed", "7")
    assert command(["qa", "--resume", str(only_run(tmp_path / "first"))]) == 0
    assert card_of(only_run(tmp_path / "first")).units == 6


def test_questions_that_changed_meanwhile_are_not_resumed(tmp_path: Path) -> None:
    file = musique(tmp_path)
    way = ["--method", "bm25", "--retrieval-only", "--runs", tmp_path / "runs"]
    assert asked(file, *way).returncode == 0
    musique(tmp_path, 3)
    done = asked("--resume", only_run(tmp_path / "runs"))
    assert done.returncode == 2
    assert "has changed" in done.stderr


def test_a_dry_run_says_what_would_be_asked_and_asks_nothing(tmp_path: Path) -> None:
    done = asked(musique(tmp_path), "--method", "arigraph,arigraph-blend,bm25", "--model", "gpt-4o-mini", "--dry-run",
                 "--runs", tmp_path / "runs")  # fmt: skip
    assert done.returncode == 0
    # Both memories share what they read: 2 questions × (4 paragraphs, 1 search, 3 answers).
    assert "questions: 2, by 3 methods; about 16 calls" in done.stdout
    assert "$" in done.stdout
    assert not (tmp_path / "runs").exists()


def test_a_question_that_is_refused_fails_alone_and_is_asked_again_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = True

    def behaviour(request: Request) -> Reaction:
        asked = json.dumps(request.body["messages"])
        if refused and "lantern" in asked:
            return refusal(400, "nothing for you")
        return completion(json.dumps(answer(request.body)))

    with serving() as server:
        server.behaviour = behaviour
        way = ["--method", "bm25", "--model", "m", "--base-url", server.url, "--runs", str(tmp_path / "runs")]
        assert command(["qa", str(musique(tmp_path, 3)), *way]) == 1
        run = only_run(tmp_path / "runs")
        said = capsys.readouterr()
        resuming = f"resume with: ariadne qa --resume {run} --base-url {server.url}"
        assert said.err.endswith(f"error: 1 of 3 questions failed; {resuming}\n")
        assert "failed, retrying: " in said.err
        assert [(row.total("finished"), row.total("failed")) for row in card_of(run).rows] == [(2, 1)]
        assert command(["qa", "--resume", str(run), "--trust", "--quiet"]) == 1
        assert re.search(r"1 of 3 questions failed \(.*nothing for you", capsys.readouterr().err)
        before = len(server.requests)
        refused = False
        assert command(["qa", "--resume", str(run), "--trust"]) == 0
        assert len(server.requests) == before + 1
    assert [(row.total("finished"), row.total("failed")) for row in card_of(run).rows] == [(3, 0)]
