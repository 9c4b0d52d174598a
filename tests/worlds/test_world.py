from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.worlds.world import Score, Turn, without_command


@pytest.mark.parametrize(
    ("score", "maximum", "normalized"),
    [(0, 5, 0), (2, 4, 0.5), (5, 5, 1), (-3, 22, 0), (0, 0, None), (3, 0, None)],
)
def test_a_score_is_normalized_by_its_maximum(score: float, maximum: float, normalized: float | None) -> None:
    assert Score(score, maximum).normalized == normalized


@given(st.floats(-100, 100), st.floats(0.01, 100))
def test_a_normalized_score_is_never_negative(score: float, maximum: float) -> None:
    normalized = Score(score, maximum).normalized
    assert normalized is not None
    assert normalized >= 0


def test_a_turn_reads_as_the_command_and_what_the_world_said() -> None:
    assert Turn("go east", "A hall.", "", (), "hall").as_text() == "> go east\nA hall."
    assert Turn("", "A hall.", "", (), "hall").as_text() == "A hall."


@pytest.mark.parametrize("command", ["", "go east"])
def test_what_the_world_said_can_be_told_apart_again(command: str) -> None:
    assert without_command(Turn(command, "A hall.\n> is carved here.", "", (), "").as_text()) == (
        "A hall.\n> is carved here."
    )


def test_a_turn_in_which_the_world_said_nothing_is_told_apart_by_its_command() -> None:
    assert without_command(Turn("wait", "", "", (), "").as_text()) == "> wait\n"


def test_what_an_agent_sees_has_no_place_for_a_score() -> None:
    assert {field.name for field in fields(Turn)} == {
        "command",
        "observation",
        "inventory",
        "commands",
        "location",
        "done",
        "free",
        "status",
    }
