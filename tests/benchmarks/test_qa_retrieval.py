"""The benchmark of retrieval, as its user runs it, on a few questions made for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command import benchmark

pytestmark = pytest.mark.nightly

METHODS = [
    "paper",
    "paper-similarity",
    "bm25",
    "dense",
    "rrf",
    "hipporag-style",
    "ours",
    "ours-no-lexical",
    "ours-no-graph",
]
PLACES = {"Ada Oil": "Pisa", "Ben Wick": "Ravenna", "Cleo Flint": "Bergamo", "Dora Spark": "Trieste"}


def question(number: int, maker: str, city: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Who made a lamp is in one paragraph, where they come from in another, which shares no word with the question."""
    told = [
        ("Lamp museums", "Museums show the lamps of a town.", False, ["museums, show, lamps"]),
        (f"Lamp {number}", f"Lamp {number} was designed by {maker}.", True, [f"lamp {number}, designed by, {maker}"]),
        ("Rivers", "A river flows from its source to the sea.", False, ["river, flows to, sea"]),
        (maker, f"{maker} grew up in {city}.", True, [f"{maker}, grew up in, {city}"]),
        ("Cats", "Cats sleep all day long.", False, ["cats, sleep, all day"]),
        (city, f"{city} is a town on the Arno {number}.", False, [f"{city}, is on, arno {number}"]),
    ]
    asked = f"In which town was the maker of lamp {number} born?"
    paragraphs = [
        {"idx": at, "title": title, "paragraph_text": text, "is_supporting": supporting}
        for at, (title, text, supporting, _) in enumerate(told)
    ]
    identity = f"2hop__{number}"
    return (
        {"id": identity, "question": asked, "answer": city, "paragraphs": paragraphs},
        {"id": identity, "triplets_per_paragraph": [one[3] for one in told], "items": {f"lamp {number}": 3}},
    )


@pytest.fixture
def data(tmp_path: Path) -> Path:
    pairs = [question(number, *place) for number, place in enumerate(PLACES.items(), 1)]
    folder = tmp_path / "data"
    folder.mkdir()
    for name, entries in zip(("musique200", "musique200_recorded_extraction"), zip(*pairs, strict=True), strict=True):
        text = "".join(json.dumps(entry) + "\n" for entry in entries)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return folder


def test_it_reports_every_method_for_the_half_and_for_all(data: Path, tmp_path: Path) -> None:
    done = benchmark("qa_retrieval", "--data", data, "--json", "--cache", tmp_path / "cache")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    for part, questions in (("reported_half", 2), ("all", 4)):
        assert [row["method"] for row in report[part]] == METHODS
        assert all(row["questions"] == questions for row in report[part])
        assert all(0 <= row["r@2"] <= row["r@3"] <= row["r@5"] <= 1 for row in report[part])
    rows = {row["method"]: row for row in report["all"]}
    assert rows["ours"]["r@3"] > rows["ours-no-graph"]["r@3"]
    assert rows["ours"]["r@3"] > rows["bm25"]["r@3"]
    gain = rows["bm25"]["ours_minus@3"]
    assert gain["difference"] == pytest.approx(rows["ours"]["r@3"] - rows["bm25"]["r@3"])
    assert gain["ci95"][0] <= gain["difference"] <= gain["ci95"][1]

    again = benchmark("qa_retrieval", "--data", data, "--cache", tmp_path / "cache")
    assert "The reported half, 2 questions" in again.stdout
    assert f"{rows['ours']['r@3']:.3f}" in again.stdout


def test_the_study_of_the_ranking_runs(data: Path) -> None:
    done = benchmark("qa_ranking", "--data", data, "--others", data / "musique200.jsonl")
    assert done.returncode == 0, done.stderr
    assert "musique200.jsonl: 4 questions" in done.stdout
    assert "chosen by 5-fold cross-validation" in done.stdout
    assert "of the triplets" in done.stdout


def test_paragraphs_of_all_questions_are_in_one_memory(data: Path) -> None:
    done = benchmark("qa_retrieval", "--pool", data / "musique200.jsonl")
    assert done.returncode == 0, done.stderr
    title, *rows = done.stdout.splitlines()
    assert title == "musique200.jsonl: 15 paragraphs in one memory; R@2, R@5"
    recalls = {name: float(at_five) for name, _, at_five in map(str.split, rows)}
    assert [*recalls] == ["bm25", "dense", "rrf", "ours", "ours-no-graph"]
    assert 0 < recalls["bm25"] < recalls["ours"] <= 1
