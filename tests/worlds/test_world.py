from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.worlds.world import Score, Turn, read_turn


@pytest.mark.parametrize(
    ("score", "maximum", "normalized"),
    [(0, 5, 0), (2, 4, 0.5), (5, 5, 1), (-3, 22, 0), (0, 0, None), (3, 0, None)],
)
def test_a_score_is_normalized_by_its_maximum(score: float, maximum: float, normalized: float | None) -> None:
    assert Score(score, maximum).normalized == normalized


def test_a_turn_reads_as_the_command_and_what_the_world_said() -> None:
    assert Turn("go east", "A hall.", "", (), "hall").as_text() == "> go east\nA hall."
    assert Turn("", "A hall.", "", (), "hall").as_text() == "A hall."


@given(st.sampled_from(["", "go east"]), st.text(alphabet="> \na", max_size=12) | st.text())
def test_a_turn_that_was_kept_as_text_is_read_again(command: str, observation: str) -> None:
    kept = Turn(command, observation).as_text()
    assert read_turn(kept).command == command
    assert read_turn(kept).as_text() == kept


def test_what_an_agent_sees_has_no_place_for_a_score_but_the_line_on_a_players_screen() -> None:
    seen = "command observation inventory commands location done free status status_line"
    assert {field.name for field in fields(Turn)} == set(seen.split())


@pytest.mark.parametrize(
    ("said", "place"),
    [("The Hall", "Hall"), ("the hall", "hall"), ("an attic", "attic"), ("theatre", "theatre"), ("a", "a")],
)
def test_a_place_has_one_name_with_an_article_or_without(said: str, place: str) -> None:
    assert Turn("look", "A room.", location=said).location == place
