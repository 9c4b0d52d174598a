"""The benchmark of the rules' reading, as its user runs it, on two paragraphs made for it."""

from __future__ import annotations

import json
from pathlib import Path

import yaml

from benchmarks.reading import CHAT, ways
from tests.command import benchmark


def test_triplets_of_the_model_are_counted_that_the_rules_have_too(tmp_path: Path) -> None:
    texts = ["Ada Oil grew up in Pisa.", "Rain, rain, rain!"]
    said = [["ada oil, was raised in, pisa", "pisa, is near, ada oil", "ada oil, likes, rain"], ["rain, is, wet"]]
    paragraphs = [{"paragraph_text": text} for text in texts]
    (tmp_path / "musique200.jsonl").write_text(json.dumps({"paragraphs": paragraphs}), encoding="utf-8")
    (tmp_path / "musique200_recorded_extraction.jsonl").write_text(
        json.dumps({"triplets_per_paragraph": said}), encoding="utf-8"
    )
    score = json.loads(benchmark("reading", "--data", tmp_path, "--json").stdout)
    assert score.pop("seconds") > 0
    assert score == {
        "paragraphs": 2, "read": 1, "rules_triplets": 1, "model_triplets": 4, "same_edge": 1, "same_vertices": 2
    }  # fmt: skip


def test_of_what_people_write_most_is_read_and_hardly_any_junk() -> None:
    score = json.loads(benchmark("reading", "--chat", "develop", "--json").stdout)
    assert score["messages"] == 75
    assert score["found"] >= 0.9 * score["facts"]
    assert score["junk"] < 0.05 * score["read"]


def test_a_pattern_stands_for_all_ways_to_say_a_fact() -> None:
    cars = ["sam | has car", "sam | has red car", "sam | owns car", "sam | owns red car"]
    assert list(ways("sam, [has/owns], (red) car")) == cars
    assert list(ways("sam, (has)")) == []
    lives = {"sam | lives near cork", "sam | lives in house near cork", "sam | lives in small house near cork"}
    assert {*ways("sam, lives (in (small) house) near, cork")} == lives


def test_where_a_relation_ends_and_its_object_begins_does_not_matter() -> None:
    assert [*ways("sam, bought, the plot in cork")] == [*ways("sam, bought plot in, cork")]
    assert [*ways("sam | drives a van with | 10,000 km")] == ["sam | drives van with 10,000 km"]


def test_a_fragment_without_the_head_of_an_object_is_no_way_to_say_a_fact() -> None:
    for said, fragment, whole in (
        ("citalopram", "sam | takes morning", "sam | takes citalopram every morning"),
        ("sold my car", "sam | sold in 2026-02", "sam | sold car in 2026-02"),
        ("greyhound", "sam | adopted in november", "sam | adopted greyhound in november"),
    ):
        parts = yaml.safe_load(CHAT.read_text(encoding="utf-8"))
        entries = [entry for part in ("develop", "report") for entry in parts[part]]
        (entry,) = (entry for entry in entries if said in entry["said"])
        marked = {way for pattern in (*entry["facts"], *entry.get("also", [])) for way in ways(pattern)}
        assert whole in marked
        assert fragment not in marked


def test_every_pattern_of_the_marked_messages_stands_for_a_triplet() -> None:
    for half in yaml.safe_load(CHAT.read_text(encoding="utf-8")).values():
        for entry in half:
            for pattern in (*entry.get("facts", []), *entry.get("also", [])):
                assert list(ways(pattern)), pattern
