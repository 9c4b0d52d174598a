from __future__ import annotations

import pytest

from ariadne.agents.sub_goals import concerns, leads, meeting, says, strays


@pytest.mark.parametrize(
    ("sub_goal", "action", "is_said"),
    [
        ("Take the brass key", "take brass key", True),
        ("take the knife", "take knife from counter", True),
        ("Step 2: open the box", "open box", True),
        ("dice the carrot for the recipe", "dice carrot", True),
        ("take the brass key", "take tin key", False),
        ("dice the carrot", "slice carrot with knife", False),
        ("take the lamp, go up into the dark attic and light it there", "take lamp", False),
        ("look", "look", False),
        ("", "look", False),
    ],
)
def test_a_sub_goal_states_an_action_in_other_words(sub_goal: str, action: str, is_said: bool) -> None:
    assert says(sub_goal, action) == is_said


def test_another_verb_with_the_same_two_things_meets_a_sub_goal() -> None:
    actions = ["slice potato with knife", "cook potato with stove", "cook potato with oven", "prepare meal"]
    assert meeting("Fry the potato with the stove | the recipe asks for it", actions) == ["cook potato with stove"]


def test_a_stated_action_goes_before_another_verb() -> None:
    actions = ["slice carrot with knife", "dice carrot with knife"]
    assert meeting("Dice the carrot with the knife", actions) == ["dice carrot with knife"]


@pytest.mark.parametrize(
    ("line", "shown", "points"),
    [
        ("Unlock the red locker | it is in the attic", "go to attic", True),
        ("Unlock the red locker | as told", "go to hall (red locker, table)", True),
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


PLAN = ["Fry the ripe pepper with the stove | as told", "Dice the potato | as told", "Read the card at the door"]


@pytest.mark.parametrize(
    ("action", "is_astray"),
    [
        ("put ripe pepper on sofa", True),
        ("cook ripe pepper with BBQ", True),
        ("slice ripe pepper with knife", True),
        ("cook ripe pepper with stove", False),
        ("put pepper on sofa", False),
        ("unlock door with key", False),
    ],
)
def test_an_action_with_a_wrong_second_thing_strays_from_the_plan(action: str, is_astray: bool) -> None:
    assert strays(PLAN, action) == is_astray
