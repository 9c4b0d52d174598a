from __future__ import annotations

import pytest

from ariadne.agents.sub_goals import concerns, leads, meeting, name, says, strays


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


def test_where_no_action_says_a_sub_goal_another_verb_with_the_same_two_things_meets_it() -> None:
    actions = ["slice potato with knife", "cook potato with stove", "cook potato with oven", "prepare meal"]
    assert meeting("Fry the potato with the stove | the recipe asks for it", actions) == ["cook potato with stove"]


def test_what_says_a_sub_goal_goes_before_what_does_another_thing_with_the_same_two() -> None:
    actions = ["slice carrot with knife", "dice carrot with knife"]
    assert meeting("Dice the carrot with the knife", actions) == ["dice carrot with knife"]


def test_what_takes_a_thing_from_another_does_not_meet_putting_it_there() -> None:
    assert not meeting("Insert the key into the box", ["take key from box"])
    assert not meeting("Eat the meal", ["drop meal"])


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


PLAN = ["Fry the ripe pepper with the stove | as told", "Dice the potato | as told", "Read the card at the door"]


@pytest.mark.parametrize(
    "action", ["put ripe pepper on sofa", "cook ripe pepper with BBQ", "slice ripe pepper with knife"]
)
def test_what_does_with_a_thing_other_than_the_plan_wants_strays(action: str) -> None:
    assert strays(PLAN, action)


@pytest.mark.parametrize(
    "action",
    [
        "cook ripe pepper with stove",
        "take ripe pepper from shelf",
        "drop ripe pepper",
        "put pepper on sofa",
        "put potato on sofa",
        "unlock door with key",
    ],
)
def test_what_the_plan_says_nothing_against_does_not_stray(action: str) -> None:
    assert not strays(PLAN, action)
