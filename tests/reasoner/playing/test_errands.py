"""Errands: actions for the current one, given what is known."""

from __future__ import annotations

from typing import Any

import pytest

from ariadne.reasoner.model import same_words
from ariadne.reasoner.playing.plan import plan
from tests.reasoner.scenes import chosen, framed, planned

STUDY = "-= Study =-\nA study. There is an exit to the north."
KNOWN = ("lamp, is on, desk", "desk, is in, study", "shelf, is in, pantry", "pantry, is north of, study")


def asked(errand: str, *, actions: tuple[str, ...] = (), seen: str = STUDY, **more: Any) -> Any:
    """The inputs of a question with a current errand, in a partly known house."""
    actions = ("go north", "go to pantry", "give up", "look", *actions)
    more = {"places": KNOWN, "location": "study", **more}
    return framed(seen, actions, progress=f"step 9 of 400 (Errand 2 of 24: {errand})", **more)


def test_a_thing_is_fetched_and_brought() -> None:
    inputs = asked("Bring the lamp to the pantry.", actions=("take lamp from desk",))
    assert planned(inputs) == ["Put the lamp at the pantry"]
    assert chosen({**inputs, "plan": ["Put the lamp at the pantry"]}) == "take lamp from desk"
    carried = {**inputs, "inventory": "You are carrying: a lamp.", "plan": ["Put the lamp at the pantry"]}
    assert chosen(carried) == "go to pantry"


def test_the_previous_errand_is_dropped() -> None:
    inputs = asked("Bring the lamp to the pantry.", plan=["Close the box | asked: Close the box."])
    assert planned(inputs) == ["Put the lamp at the pantry"]


def test_unknown_things_are_searched_in_unvisited_places() -> None:
    inputs = asked("Bring the vase to the pantry.", exits=("study, has exit, north",))
    assert planned(inputs) == ["Put the vase at the pantry", "Explore the unknown exits"]


def test_with_nothing_left_to_see_an_errand_is_given_up() -> None:
    inputs = asked("Bring the vase to the pantry.", places=("pantry, is north of, study", "shelf, is in, pantry"))
    inputs = {**inputs, "tried": ("examine shelf",), "past": ["The shelf was examined."]}
    assert "Give up" in planned(inputs)
    assert chosen({**inputs, "plan": ["Give up"]}) == "give up"
    again = {**inputs, "observation": "> give up\nErrand 1 is given up.", "plan": ["Give up"]}
    assert chosen(again) == "give up"


def test_lost_things_are_searched_once_in_unrecalled_rooms() -> None:
    errand = "Bring the vase to the pantry."
    inputs = asked(errand, places=("pantry, is north of, study",))
    lines = plan(inputs, same_words)["plan"]
    assert lines[-1] == "See every room again | still to see: pantry"
    assert chosen({**inputs, "plan": lines}) == "go to pantry"
    there = {
        **inputs,
        "observation": "> go north\n-= Pantry =-\nThere is an exit to the south.",
        "location": "pantry",
        "plan": lines,
    }
    assert "Give up" in planned(there)
    assert "Give up" in planned({**there, "history": (), "plan": plan(there, same_words)["plan"]})


def test_where_a_thing_was_first_is_not_looked_for() -> None:
    inputs = asked("Put the lamp back where it first was.", inventory="You are carrying: a lamp.", places=())
    assert planned({**inputs, "exits": ("study, has exit, north",)})[-1] == "Give up"


def test_a_key_that_is_lost_is_looked_for() -> None:
    told = ("trunk, is in, study", "trunk, is, locked", "tin key, opens, trunk", "lamp, is in, trunk")
    inputs = asked("Bring the lamp to the pantry.", places=told)
    assert "See every room again" in planned(inputs)


def test_closed_containers_are_looked_into_first() -> None:
    places = (*KNOWN, "trunk, is in, pantry", "trunk, is, closed")
    inputs = asked("Bring the vase to the pantry.", places=places, tried=("examine desk", "examine shelf"))
    assert "Open the trunk" in planned(inputs)


@pytest.mark.parametrize("first", ["lamp, is on, shelf", "lamp, is on, shelf (by put lamp on shelf)"])
def test_a_thing_is_put_back_where_it_first_was(first: str) -> None:
    assert planned(asked("Put the lamp back where it first was.", first=(first,))) == ["Put the lamp at the shelf"]


@pytest.mark.parametrize(
    ("told", "done"),
    [
        (("trunk, is, open (by open trunk)",), ["Close the trunk"]),
        (("trunk, is, closed (by close trunk)",), ["Open the trunk"]),
        (
            ("trunk, is, closed", "trunk, is, unlocked (by unlock trunk with tin key)"),
            ["Close the trunk", "Lock the trunk"],
        ),
    ],
)
def test_a_thing_is_left_as_it_first_was(told: tuple[str, ...], done: list[str]) -> None:
    now = "closed" if done == ["Open the trunk"] else "open"
    places = (*KNOWN, "trunk, is in, study", f"trunk, is, {now}", "tin key, has opened, trunk")
    assert planned(asked("Leave the trunk as it first was.", places=places, first=told))[-len(done) :] == done


def test_a_resolved_description_is_kept_after_taking() -> None:
    places = (*KNOWN, "vase, is on, desk")
    errand = "Bring the thing beside the vase to the pantry."
    inputs = asked(errand, places=places)
    assert planned(inputs) == ["Put the lamp at the pantry"]
    plan = [f"Put the lamp at the pantry | asked: {errand}"]
    carried = asked(
        errand,
        places=("vase, is on, desk", *KNOWN[1:]),
        inventory="You are carrying: a lamp.",
        plan=plan,
        actions=("put lamp on desk",),
    )
    assert planned(carried) == ["Put the lamp at the pantry"]


def test_all_known_things_of_a_kind_are_meant() -> None:
    places = (*KNOWN, "floor lamp, is in, study", "lamp, is on, desk")
    goals = planned(asked("Bring all the lamps to the pantry.", places=places))
    assert {"Put the floor lamp at the pantry", "Put the lamp at the pantry"} <= {*goals}


def test_a_food_is_prepared_before_it_is_put_anywhere() -> None:
    errand = "Prepare the carrot as the cookbook says, and put it on the shelf."
    unread = (*KNOWN, "carrot, is on, desk", "cookbook, is on, desk", "stove, is in, pantry")
    assert planned(asked(errand, places=unread)) == ["Read the cookbook"]
    read = asked(errand, places=unread, recalled=("carrot, to be, sliced", "carrot, to be, fried"))
    assert planned(read) == ["Slice the carrot", "Fry the carrot with the stove"]
    made = {**read, "inventory": "You are carrying: a sliced fried carrot.", "actions": ("put carrot on desk",)}
    assert planned(made) == ["Put the carrot at the shelf"]


def test_a_locked_thing_is_opened_with_its_key() -> None:
    places = ("lamp, is in, trunk", "trunk, is in, study", "trunk, is, locked", "tin key, is on, desk", *KNOWN[1:])
    inputs = asked("Bring the lamp to the pantry.", places=places)
    assert planned(inputs)[0] == "Read the tin key"
    known = {**inputs, "recalled": ("tin key, opens, trunk", "tin key, is, examined")}
    assert planned(known) == ["Unlock the trunk with the tin key", "Put the lamp at the pantry"]


def test_a_stuck_container_waits_for_its_key() -> None:
    seen = "-= Study =-\nYou see a closed trunk."
    places = ("trunk, is in, study", "trunk, is, closed")
    inputs = asked("Bring the vase to the pantry.", places=places, seen=seen, exits=("pantry, has exit, east",))
    assert planned(inputs)[-1] == "Unlock the trunk"


def test_without_an_errand_no_game_is_given_up() -> None:
    inputs = framed(STUDY, ("give up", "examine desk"), goal="Find the treasure.")
    assert chosen(inputs) == "examine desk"
