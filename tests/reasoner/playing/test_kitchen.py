from __future__ import annotations

import pytest

from ariadne.reasoner.playing.kitchen import appliance, cooking
from tests.reasoner.scenes import picture

CARROTS = """> examine cookbook
Ingredients:
  carrot
  red onion
Directions:
  slice the carrot
  fry the carrot
  prepare meal
"""
USES = "You fry with the stove, roast with the oven, and grill with the BBQ."


def left(recipe: str = CARROTS, **more: str | list[str]) -> list[str]:
    """What is left of a recipe."""
    return [str(intent) for intent in cooking(picture(recipe, **more))]


def test_without_a_recipe_the_cookbook_is_read() -> None:
    assert left("") == ["Read the cookbook"]


def test_everything_is_gathered_then_cut_and_cooked_then_served() -> None:
    assert left() == [
        "Take the carrot",
        "Take the red onion",
        "Slice the carrot",
        "Fry the carrot with the stove",
        "Take the knife",
        "Prepare the meal",
        "Eat the meal",
    ]


def test_what_is_carried_need_not_be_gathered() -> None:
    assert "Take the carrot" not in left(inventory="You are carrying: a raw carrot.")


def test_directions_that_are_already_satisfied_are_left_out() -> None:
    lines = left(inventory="You are carrying: a sliced carrot and a red onion.")
    assert lines == ["Fry the carrot with the stove", "Prepare the meal", "Eat the meal"]
    lines = left(inventory="You are carrying: a sliced fried carrot and a red onion.")
    assert lines == ["Prepare the meal", "Eat the meal"]


def test_a_state_seen_from_afar_counts_too() -> None:
    assert "Fry the carrot with the stove" not in left(facts=["carrot, is, fried"])


def test_a_knife_is_needed_only_where_something_is_to_be_cut() -> None:
    assert "Take the knife" not in left("Ingredients:\n  carrot\nDirections:\n  fry the carrot")
    assert "Take the knife" not in left(inventory="You are carrying: a knife.")


def test_a_meal_that_is_made_is_eaten() -> None:
    assert left(inventory="You are carrying: a meal and a carrot.") == ["Eat the meal"]


@pytest.mark.parametrize(("verb", "tool"), [("fry", "stove"), ("roast", "oven"), ("grill", "bbq")])
def test_each_way_of_heating_has_its_appliance(verb: str, tool: str) -> None:
    assert appliance(verb, picture()) == tool
    assert appliance(verb, picture(notes=USES)) == tool.lower()


def test_the_games_appliances_go_before_the_usual_ones() -> None:
    now = picture(notes="In this house one roasts over the campfire.")
    assert appliance("roast", now) == "campfire"
    assert appliance("fry", now) == "stove"


def test_an_appliance_has_this_worlds_name() -> None:
    now = picture(CARROTS, facts=["barbeque, is in, garden", "cooker, is in, kitchen"])
    assert [appliance(verb, now) for verb in ("grill", "fry", "roast")] == ["barbeque", "cooker", "oven"]
