"""Episodes are of one game where their games are the same, not where only the names are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ariadne.evaluate.card import Scorecard
from ariadne.evaluate.scorecard import build
from tests.evaluate.runs import Told, write_run

A, B = "/home/me/a/kitchen.yaml", "/home/me/b/kitchen.yaml"


def told(memory: str, digest: str = "", origin: str = "", source: str = "", **more: Any) -> Told:
    more = {"game": "kitchen", **more}
    return Told(memory=memory, more={"digest": digest, "origin": origin, "source": source}, **more)


def card(tmp_path: Path, *episodes: Told) -> Scorecard:
    return build([write_run(tmp_path, *episodes)])


def games(found: Scorecard) -> list[str | None]:
    return [row.unit for row in found.rows]


def test_games_of_one_name_that_differ_are_told_apart_by_as_much_of_their_paths_as_that_takes(tmp_path: Path) -> None:
    found = card(tmp_path, told("arigraph", "1", "ours", A), told("rag", "2", "theirs", B))
    assert games(found) == ["kitchen (a/kitchen.yaml)", "kitchen (b/kitchen.yaml)"]
    assert not found.compared("score")
    assert [each.game for each in found.played] == games(found)


def test_the_same_game_from_two_places_is_one(tmp_path: Path) -> None:
    found = card(tmp_path, told("arigraph", "1", "ours", A), told("rag", "1", "ours", B))
    assert games(found) == ["kitchen", "kitchen"]
    assert [(each.unit, each.pairs) for each in found.compared("score")] == [("kitchen", 1)]


def test_they_are_told_apart_where_no_seed_is_common_as_well(tmp_path: Path) -> None:
    found = card(tmp_path, told("arigraph", "1", "ours", A), told("arigraph", "2", "theirs", B, seed=2))
    assert games(found) == ["kitchen (a/kitchen.yaml)", "kitchen (b/kitchen.yaml)"]


def test_a_file_that_was_edited_between_runs_is_two_games(tmp_path: Path) -> None:
    found = card(tmp_path, told("arigraph", "1", "0f1e2d3c4b", A), told("rag", "2", "5a6b7c8d9e", A))
    assert games(found) == ["kitchen (kitchen.yaml, 0f1e2d)", "kitchen (kitchen.yaml, 5a6b7c)"]
    assert not found.compared("score")


def test_what_one_preset_and_seed_became_may_differ_and_other_seeds_are_still_compared(tmp_path: Path) -> None:
    found = card(
        tmp_path,
        told("arigraph", "0f1e2d3c", "ours"), told("arigraph", "same", "ours", seed=2),
        told("rag", "5a6b7c8d", "ours"), told("rag", "same", "ours", seed=2),
    )  # fmt: skip
    assert sorted({*games(found)}, key=str) == ["kitchen (0f1e2d)", "kitchen (5a6b7c)", "kitchen (ours)"]
    assert [(each.unit, each.pairs) for each in found.compared("score")] == [("kitchen (ours)", 1)]


def test_a_shipped_preset_keeps_its_name_beside_a_users_preset_of_that_name(tmp_path: Path) -> None:
    found = card(tmp_path, told("arigraph", "1", "ours"), told("rag", "2", "theirs", B))
    assert games(found) == ["kitchen", "kitchen (kitchen.yaml)"]


def test_runs_that_kept_no_digest_are_paired_by_name(tmp_path: Path) -> None:
    found = card(tmp_path, told("arigraph"), told("rag", "1", "ours", A), told("summary"))
    assert {*games(found)} == {"kitchen"}
    assert [each.pairs for each in found.compared("score")] == [1, 1]
