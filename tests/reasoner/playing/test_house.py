from __future__ import annotations

from collections.abc import Callable

import pytest

from ariadne.models.question import Inputs
from ariadne.reasoner.model import same_words
from ariadne.reasoner.playing.act import act
from ariadne.reasoner.playing.house import settled
from ariadne.reasoner.playing.plan import AT_REST, plan
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.sub_goals import BestPlace, SubGoal, read_sub_goal
from tests.reasoner.scenes import moment, picture

Similarity = Callable[[str, str], float]

TIDY = "Tidy up the house: put every misplaced thing where it belongs."
BEDROOM = "-= Bedroom =-\nOn the bed is a pillow. There is an exit to the north. There is a frying pan on the floor."
KITCHEN = "> go north\n-= Kitchen =-\nYou see a stove. On the stove is a saucepan. There is an exit to the south."
HALL = "> go west\n-= Hall =-\nAn empty hall. There is an exit to the east."
WAYS = ["bedroom, has exit, north", "bedroom, has exit, east"]
CARRYING = "You are carrying: a frying pan."
SUB_GOAL = "Put the frying pan where it belongs"
PAN = "Put the frying pan "


def revised(inputs: Inputs, similarity: Similarity) -> list[str]:
    """The lines of the revised plan."""
    lines = plan(inputs, similarity)["plan"]
    assert isinstance(lines, list)
    return lines


def done(inputs: Inputs, similarity: Similarity) -> object:
    """The action chosen after the plan was revised."""
    return act({**inputs, "plan": revised(inputs, similarity)}, similarity)["action"]


@pytest.fixture(scope="session")
def found(similarity: Similarity) -> list[str]:
    """The plan after taking a frying pan from the bedroom and seeing the kitchen."""
    at_first = revised(moment(BEDROOM, goal=TIDY, exits=WAYS), similarity)
    kitchen = moment(
        KITCHEN, ["go to bedroom"], goal=TIDY, history=[BEDROOM], exits=WAYS[1:], inventory=CARRYING, plan=at_first
    )
    return revised(kitchen, similarity)


def test_misplaced_things_become_sub_goals(similarity: Similarity) -> None:
    lines = revised(moment(BEDROOM, goal=TIDY, exits=WAYS), similarity)
    assert [line for line in lines if line.startswith(PAN)]
    assert not [line for line in lines if "pillow" in line]


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        (
            "where that is must still be found; it lay at the bed in the bedroom",
            "it may be out of place: the other rooms will tell",
        ),
        ("as far as I know it belongs at the stove in the kitchen", "it seems to belong at the stove"),
    ],
)
def test_the_reason_for_taking_a_thing_says_where_it_may_belong(place: str, reason: str) -> None:
    here = moment(BEDROOM, ["take frying pan"], goal=TIDY, exits=WAYS, plan=[f"{SUB_GOAL} | {place}"])
    assert act(here, same_words)["reason"] == reason


def test_furniture_is_never_out_of_place(similarity: Similarity) -> None:
    lines = revised(moment("-= Bathroom =-\nYou see a workbench. You see a piano.", goal=TIDY, exits=WAYS), similarity)
    assert not [line for line in lines if "workbench" in line or "piano" in line]


def test_a_misplaced_thing_is_taken_along_at_once(similarity: Similarity) -> None:
    seen = moment(BEDROOM, ["go north", "look", "take frying pan"], goal=TIDY, exits=WAYS)
    assert done(seen, similarity) == "take frying pan"


def test_the_house_is_seen_before_anything_is_put_down(found: list[str], similarity: Similarity) -> None:
    seen = moment(
        KITCHEN,
        ["drop frying pan", "go south", "go west", "look", "put frying pan on stove"],
        goal=TIDY,
        history=[BEDROOM],
        exits=["kitchen, has exit, west"],
        inventory=CARRYING,
        plan=found,
    )
    assert plan(seen, similarity)["explore"]
    assert done(seen, similarity) == "go west"


def test_the_plan_keeps_a_place_found_long_ago(found: list[str], similarity: Similarity) -> None:
    later = moment(HALL, ["go to kitchen"], goal=TIDY, exits=["hall, has exit, west"], inventory=CARRYING, plan=found)
    assert [line for line in revised(later, similarity) if line.startswith(PAN) and "stove in the kitchen" in line]


def test_rooms_seen_before_are_seen_again_before_anything_is_put_down(found: list[str], similarity: Similarity) -> None:
    rooms = ["Explore the unknown exits | seen so far: attic, cellar, kitchen", *found[1:]]
    last = moment(
        HALL, ["drop frying pan", "go east", "go to attic", "go to cellar", "look"],
        goal=TIDY, history=[KITCHEN], facts=["stove, is in, kitchen"], inventory=CARRYING, plan=rooms,
    )  # fmt: skip
    assert revised(last, similarity)[0].endswith("still to see: cellar, attic")
    assert done(last, similarity) == "go to cellar"


def test_the_second_round_finds_better_places_in_known_rooms(similarity: Similarity) -> None:
    doubt = f"{SUB_GOAL} | where that is must still be found; it lay at the bed in the bedroom"
    again = moment(
        KITCHEN, goal=TIDY, inventory=CARRYING, plan=["See every room again | still to see: kitchen, attic", doubt]
    )
    lines = revised(again, similarity)
    assert lines[0].endswith("still to see: attic")
    assert "stove in the kitchen" in lines[1]


def test_after_the_last_room_of_the_second_round_things_are_put_down(found: list[str], similarity: Similarity) -> None:
    last = moment(
        KITCHEN, ["drop frying pan", "go to attic", "look", "put frying pan on stove"],
        goal=TIDY, inventory=CARRYING, plan=["See every room again | still to see: kitchen", *found[1:]],
    )  # fmt: skip
    assert done(last, similarity) == "put frying pan on stove"


def test_a_thing_with_a_place_is_not_wanted_twice(similarity: Similarity) -> None:
    here = moment(
        BEDROOM,
        goal=TIDY,
        exits=WAYS,
        plan=["Put the frying pan at the stove | as far as I know it belongs at the stove in the kitchen"],
    )
    assert len([line for line in revised(here, similarity) if line.startswith(PAN)]) == 1


def test_without_any_doubt_no_room_is_seen_again(similarity: Similarity) -> None:
    rooms = ["Explore the unknown exits | seen so far: attic, cellar"]
    last = moment(HALL, ["go to attic", "look"], goal=TIDY, plan=rooms)
    assert revised(last, similarity) == [AT_REST]
    assert not read_sub_goal(AT_REST).intent.verb


def test_a_decision_after_both_rounds_stays(similarity: Similarity) -> None:
    decided = f"{SUB_GOAL} | as far as I know it belongs at the bed in the bedroom"
    later = moment(KITCHEN, goal=TIDY, inventory=CARRYING, plan=[decided])
    assert "bed in the bedroom" in revised(later, similarity)[0]


def test_a_thing_whose_name_says_how_it_was_cooked_is_taken_and_put_down(similarity: Similarity) -> None:
    sausages = "Put the sausages where it belongs | as far as I know it belongs at the fridge in the kitchen"
    here = moment("-= Kitchen =-\nYou see a fridge.", goal=TIDY, plan=[sausages])
    taking = {**here, "actions": ["look", "take raw sausages from table"]}
    assert act(taking, similarity)["action"] == "take raw sausages from table"
    putting = {**here, "inventory": "You are carrying: a raw sausages.", "actions": ["insert raw sausages into fridge"]}
    assert act(putting, similarity)["action"] == "insert raw sausages into fridge"
    put = moment(
        "> insert raw sausages into fridge\nYou put the raw sausages into the fridge.", goal=TIDY, plan=[sausages]
    )
    assert revised({**put, "location": "kitchen"}, similarity) == [AT_REST]


def test_when_all_is_seen_the_thing_is_brought_home_and_put_down(found: list[str], similarity: Similarity) -> None:
    facts = ["stove, is in, kitchen"]
    far = moment(
        HALL, ["drop frying pan", "go to kitchen", "look"], goal=TIDY, facts=facts, inventory=CARRYING, plan=found
    )
    assert done(far, similarity) == "go to kitchen"
    there = moment(
        KITCHEN,
        ["drop frying pan", "look", "put frying pan on stove"],
        goal=TIDY,
        facts=facts,
        inventory=CARRYING,
        plan=found,
    )
    assert done(there, similarity) == "put frying pan on stove"


def test_a_thing_in_its_place_is_finished(found: list[str], similarity: Similarity) -> None:
    put = moment(
        "> put frying pan on stove\nYou put the frying pan on the stove.",
        goal=TIDY,
        history=[KITCHEN],
        location="kitchen",
        plan=found,
    )
    assert not [line for line in revised(put, similarity) if "frying pan" in line]


def test_without_a_better_place_a_thing_returns_to_its_floor(similarity: Similarity) -> None:
    lines = revised(moment(BEDROOM, goal=TIDY, exits=WAYS), similarity)
    kept = [line for line in lines if line.startswith(PAN)]
    assert "where that is must still be found; it lay at the bedroom" in kept[0]
    there = moment("-= Bedroom =-", ["drop frying pan", "look"], goal=TIDY, inventory=CARRYING, plan=kept)
    assert done({**there, "location": "bedroom"}, similarity) == "drop frying pan"


def test_things_on_a_floor_are_not_furniture(similarity: Similarity) -> None:
    facts = ["tennis ball, is on the floor of, garden", "shed, is in, garden"]
    carrying = "You are carrying: a spade."
    spade = "Put the spade where it belongs"
    seen = moment(HALL, goal=TIDY, facts=facts, inventory=carrying, plan=[f"{spade} | soon"], exits=WAYS)
    seen = {**seen, "actions": ["go to garden", "look"]}
    assert [line for line in revised(seen, similarity) if "Put the spade" in line and "shed in the garden" in line]


def test_after_both_rounds_only_newly_revealed_things_are_judged(similarity: Similarity) -> None:
    seen = "> open cupboard\nYou open the cupboard, revealing a chisel."
    room = "-= Bathroom =-\nYou see a cupboard. You see a shelf. On the shelf is a frying pan."
    plan_then = ["Put the lamp where it belongs | soon"]
    lines = revised(moment(seen, goal=TIDY, history=[room], location="bathroom", plan=plan_then), similarity)
    assert [line for line in lines if "chisel" in line]
    assert not [line for line in lines if line.startswith(PAN)]


def test_the_plan_keeps_what_is_similar_at_the_best_place() -> None:
    seen = picture("-= Hall =-", facts=["shelf, is in, hall", "candle, is on, shelf"])
    goal = settled(SubGoal(Intent("tidy", "lamp")), seen, same_words)
    assert goal.home == BestPlace("shelf", "hall", "candle")
    later = picture(plan=[str(goal)])
    assert later.places["candle"] == "shelf"
    assert later.room_of("shelf") == "hall"


def test_things_taken_along_still_count_at_their_place() -> None:
    lamp = SubGoal(Intent("tidy", "lamp", "shelf", is_back=True), home=BestPlace("shelf", "hall", "candle"))
    facts = ["shelf, is in, hall"]
    now = picture("-= Hall =-", facts=facts, inventory="You are carrying: a lamp.", plan=[str(lamp)])
    assert settled(SubGoal(Intent("tidy", "oil lamp")), now, same_words).home == BestPlace("shelf", "hall", "lamp")


def test_things_on_one_floor_are_beside_each_other(similarity: Similarity) -> None:
    yard = "-= Garden =-\nYou see a shed. There is a saucepan and a frying pan on the floor."
    lines = revised(moment(yard, goal=TIDY, exits=["garden, has exit, north"]), similarity)
    assert [line for line in lines if line.startswith(PAN) and line.endswith("beside the saucepan")]


BATHROOM = (
    "-= Bathroom =-\nYou see a sink. You also see a frying pan. There is also a towel. There is an exit to the east."
)


def test_takeable_things_in_no_container_are_loose(similarity: Similarity) -> None:
    inputs = moment(
        BATHROOM, ["go east", "take frying pan", "take towel"], goal=TIDY, exits=["bathroom, has exit, east"]
    )
    assert done(inputs, similarity) == "take frying pan"


def test_unexplained_carried_things_are_to_be_put_away(similarity: Similarity) -> None:
    lines = revised(moment(KITCHEN, goal=TIDY, inventory=CARRYING, plan=["Explore the unknown exits | 1"]), similarity)
    assert [line for line in lines if line.startswith(PAN)]


def test_a_thing_its_place_refuses_is_put_nearby(similarity: Similarity) -> None:
    goal = f"{PAN}at the stove | as far as I know it belongs at the stove in the kitchen"
    actions = ["put frying pan in cupboard", "put frying pan in trash can"]
    seen = f"{KITCHEN} You see a trash can. You see a cupboard."
    inputs = moment(seen, actions, goal=TIDY, inventory=CARRYING, plan=[goal])
    assert act(inputs, similarity)["action"] == "put frying pan in cupboard"


def test_if_all_seems_tidy_things_with_better_places_are_taken(similarity: Similarity) -> None:
    seen = "-= Bathroom =-\nYou see a bathroom cabinet. You also see a shaving cream."
    inputs = moment(seen, ["look", "take shaving cream"], goal=TIDY, plan=[AT_REST])
    assert act(inputs, similarity)["action"] == "take shaving cream"
    assert act({**inputs, "tried": ["take shaving cream"]}, similarity)["action"] == "look"
