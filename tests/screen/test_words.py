from __future__ import annotations

import pytest

from ariadne.screen.words import answer, grounds
from tests.screen.events import acted, turn

GOAL = "Welcome! First, open the red box. Then, close it."


@pytest.mark.parametrize(
    ("action", "reason", "shown"),
    [
        ("go north", "as planned: go north", ""),
        ("examine damp note", "as planned: read the damp note", ""),
        ("go to attic", "as planned: read the damp note", "as planned: read the damp note"),
        ("take key", "the key opens the box", "the key opens the box"),
        ("go east", "the way east is not explored yet", "the way east is not explored yet"),
        ("look", "", ""),
    ],
)
def test_a_reason_is_told_where_it_says_more_than_the_action_and_the_plan(action: str, reason: str, shown: str) -> None:
    assert grounds(acted(action, reason), ["Read the damp note | it may help", "Take the key"]) == shown


def test_a_goal_is_not_told_again_by_the_games_first_text() -> None:
    first = f"Welcome!  First, open\nthe red box. Then, close it.\n\n-= Hall =-\n{GOAL} Or so."
    assert answer(turn(first), GOAL) == f"-= Hall =-\n{GOAL} Or so."
    assert answer(turn(GOAL, command="look"), GOAL) == GOAL
    assert answer(turn("A hall."), "") == "A hall."
