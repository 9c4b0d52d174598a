from __future__ import annotations

from collections.abc import Callable

import pytest

from ariadne.embed.cache import TextCache
from ariadne.embed.minilm import MiniLM
from ariadne.models.rules.act import act
from ariadne.models.rules.house import is_tidying
from ariadne.models.rules.plan import plan
from tests.models.rules.scenes import moment, picture

Similarity = Callable[[str, str], float]

TIDY = "Tidy up the house: put every misplaced thing where it belongs."
BATHROOM = (
    "-= Bathroom =-\nYou see a washbasin. On the washbasin is a toothbrush. There is an exit to the north. "
    "There is a hammer on the floor."
)
GARAGE = "> go north\n-= Garage =-\nYou see a workbench. On the workbench is a screwdriver. There is an exit to the south."
WAYS = ["bathroom, has exit, north", "bathroom, has exit, east"]
HOME = "Put the hammer where it belongs | it belongs at the workbench in the garage"


@pytest.fixture(scope="module")
def similarity(minilm: MiniLM) -> Similarity:
    return TextCache(minilm).similarity


@pytest.mark.parametrize(
    "goal",
    [
        TIDY,
        "The house is a mess. Clean it up!",
        "Some things are out of place. Put each of them back in its right place.",
        "Take everything to where it belongs.",
        "Please put all the toys away.",
    ],
)
def test_a_goal_that_speaks_of_order_is_tidying(goal: str) -> None:
    assert is_tidying(picture(goal=goal))


@pytest.mark.parametrize(
    "goal",
    ["Find the treasure.", "Cook the meal and eat it.", "Leave a message on the table.", "Put the coin on the altar."],
)
def test_other_goals_are_not(goal: str) -> None:
    assert not is_tidying(picture(goal=goal))


def test_what_is_odd_where_it_lies_becomes_a_sub_goal_and_what_is_at_home_does_not(similarity: Similarity) -> None:
    text = "\n".join(plan(moment(BATHROOM, goal=TIDY, exits=WAYS), similarity)["plan"])  # type: ignore[arg-type]
    assert "Put the hammer where it belongs" in text
    assert "toothbrush" not in text


def test_furniture_is_never_out_of_place(similarity: Similarity) -> None:
    seen = "-= Bathroom =-\nYou see a workbench. You see a piano."
    text = "\n".join(plan(moment(seen, goal=TIDY, exits=WAYS), similarity)["plan"])  # type: ignore[arg-type]
    assert "workbench" not in text
    assert "piano" not in text


def test_the_house_is_seen_before_anything_is_put_down(similarity: Similarity) -> None:
    seen = moment(BATHROOM, goal=TIDY, exits=WAYS)
    answer = plan(seen, similarity)
    assert answer["explore"]
    action = act({**seen, "plan": answer["plan"], "actions": ["go north", "look", "take hammer"]}, similarity)["action"]  # type: ignore[dict-item]
    assert action == "take hammer"
    carrying = moment(
        GARAGE, ["drop hammer", "go south", "go west", "look", "put hammer on workbench"], goal=TIDY, history=[BATHROOM],
        exits=["garage, has exit, west"], inventory="You are carrying: a hammer.", plan=[HOME],
    )  # fmt: skip
    explored = plan(carrying, similarity)["plan"]
    assert act({**carrying, "plan": explored}, similarity)["action"] == "go west"  # type: ignore[dict-item]


def test_the_best_place_seen_so_far_stands_in_the_reason(similarity: Similarity) -> None:
    seen = moment(
        GARAGE, ["go to bathroom"], goal=TIDY, history=[BATHROOM], exits=["garage, has exit, west"],
        inventory="You are carrying: a hammer.", plan=["Put the hammer where it belongs | no good place for it is known yet"],
    )  # fmt: skip
    assert HOME in plan(seen, similarity)["plan"]  # type: ignore[operator]


def test_a_place_that_was_found_long_ago_is_kept_in_mind_by_the_plan(similarity: Similarity) -> None:
    later = moment(
        "-= Hall =-\nAn empty hall.", ["go to garage"], goal=TIDY, exits=["hall, has exit, west"],
        inventory="You are carrying: a hammer.", plan=[HOME],
    )  # fmt: skip
    assert HOME in plan(later, similarity)["plan"]  # type: ignore[operator]


def test_when_all_is_seen_the_thing_is_brought_home_and_put_down(similarity: Similarity) -> None:
    carrying = "You are carrying: a hammer."
    far = moment("-= Hall =-\nAn empty hall.", ["drop hammer", "go to garage", "look"], goal=TIDY, inventory=carrying, plan=[HOME])
    assert act({**far, "plan": plan(far, similarity)["plan"]}, similarity)["action"] == "go to garage"  # type: ignore[dict-item]
    there = moment(
        GARAGE, ["drop hammer", "look", "put hammer on workbench"], goal=TIDY, inventory=carrying, plan=[HOME],
    )  # fmt: skip
    assert act({**there, "plan": plan(there, similarity)["plan"]}, similarity)["action"] == "put hammer on workbench"  # type: ignore[dict-item]


def test_what_is_at_home_now_is_done_with(similarity: Similarity) -> None:
    put = moment(
        "> put hammer on workbench\nYou put the hammer on the workbench.", goal=TIDY, history=[GARAGE], location="garage", plan=[HOME],
    )  # fmt: skip
    text = "\n".join(plan(put, similarity)["plan"])  # type: ignore[arg-type]
    assert "hammer" not in text
