from __future__ import annotations

import pytest

from ariadne.agents.sub_goals import concerns, leads, name, says


@pytest.mark.parametrize(
    ("sub_goal", "action"),
    [
        ("Take the brass key", "take brass key"),
        ("take the knife", "take knife from counter"),
        ("Step 2: open the box", "open box"),
        ("dice the carrot for the recipe", "dice carrot"),
    ],
)
def test_a_sub_goal_says_an_action_in_other_words(sub_goal: str, action: str) -> None:
    assert says(sub_goal, action)


@pytest.mark.parametrize(
    ("sub_goal", "action"),
    [
        ("take the brass key", "take tin key"),
        ("dice the carrot", "slice carrot with knife"),
        ("take the lamp, go up into the dark attic and light it there", "take lamp"),
        ("look", "look"),
        ("", "look"),
    ],
)
def test_what_only_resembles_an_action_does_not_say_it(sub_goal: str, action: str) -> None:
    assert not says(sub_goal, action)


@pytest.mark.parametrize(
    ("line", "shown", "points"),
    [
        ("Unlock the red locker | it is in the attic", "go to attic", True),
        ("Unlock the red locker | as told", "go to hall (red locker, table)", True),
        ("Unlock the red locker | as told", "go to hall (locker)", True),
        ("Unlock the red locker | as told", "go to hall (not tried: north; blue locker)", False),
        ("Unlock the red locker | it is in the attic", "examine attic", False),
    ],
)
def test_a_way_leads_to_where_a_plan_points(line: str, shown: str, points: bool) -> None:
    assert leads(line, shown) is points


@pytest.mark.parametrize(
    ("action", "much"),
    [
        ("put book on desk", 1),
        ("put book on old desk", 2 / 3),
        ("examine book", 1 / 2),
        ("take book from shelf", 1 / 3),
        ("look", 0),
        ("go north", 0),
    ],
)
def test_an_action_concerns_a_sub_goal_that_names_the_same_things(action: str, much: float) -> None:
    assert concerns("put the book at the desk | which is not on the shelf", action) == much


def test_a_sub_goal_is_named_without_its_reason() -> None:
    assert name("take the key | it opens the box") == "take the key"
