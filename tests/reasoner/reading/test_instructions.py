from __future__ import annotations

import pytest
from hypothesis import given

from ariadne.reasoner.reading.instructions import intents, steps
from ariadne.reasoner.reading.intents import Intent
from ariadne.reasoner.reading.sub_goals import read_sub_goal
from tests.reasoner.scenes import prose


@pytest.mark.parametrize(
    ("words", "intent"),
    [
        ("Pick up the red key", Intent("take", "red key")),
        ("Retrieve the treasure from the golden chest", Intent("take", "treasure", "golden chest")),
        ("Grab the lamp that nobody wants", Intent("take", "lamp")),
        ("Examine the crumpled note", Intent("read", "crumpled note")),
        ("Look at the painting", Intent("read", "painting")),
        ("Place the lamp on the shelf", Intent("put", "lamp", "shelf")),
        ("Put the mug down on the workbench down in the cellar", Intent("put", "mug", "workbench")),
        ("Shut the fridge", Intent("close", "fridge")),
        ("Open the drop box", Intent("open", "drop box")),
        ("Fry the carrot with the stove", Intent("fry", "carrot", "stove")),
        ("Slice the red onion using the knife", Intent("slice", "red onion", "knife")),
        ("Look for the rope", Intent("find", "rope")),
        ("Take a trip east", Intent("go", "east")),
        ("Explore the house", Intent("explore")),
        ("Put the muddy boots where it belongs", Intent("tidy", "muddy boots")),
        ("Check that the Old Gate is unlocked with the Iron Key", Intent("unlock", "old gate", "iron key")),
        ("Insert the iron key into the old gate's lock to unlock it", Intent("unlock", "old gate", "iron key")),
        ("Toss the quilt on the floor of the attic", Intent("drop", "quilt", "attic")),
        ("Pick up the coin from the floor of the attic", Intent("take", "coin")),
        ("Step 4: take the lamp | it is here", Intent("take", "lamp", step=4)),
        ("The first thing to be done is to walk east", Intent("go", "east")),
        ("Step through the north door", Intent("go", "north")),
        ("Unlock the door to the north", Intent("unlock", "door")),
        ("Climb up", Intent("go", "up")),
        ("Return to the Old Hall", Intent("go", "old hall")),
        ("Enter the cellar", Intent("go", "cellar")),
        ("Carry the milk to the cellar", Intent("put", "milk", "cellar")),
        ("Leave the cellar by the west door", Intent("go", "west")),
        ("Take out only the last match, please", Intent("take", "last match")),
    ],
)
def test_everyday_words_mean_the_same(words: str, intent: Intent) -> None:
    assert read_sub_goal(words).intent == intent


@pytest.mark.parametrize(
    "words",
    [
        "",
        "Be happy",
        "The kitchen is nice",
        "?!",
        "Do not take the blue book",
        "The hall lies to the north",
        "The door to the east is shut",
    ],
)
def test_sentences_without_a_request_have_no_verb(words: str) -> None:
    assert not read_sub_goal(words).intent.verb


def test_a_thing_without_a_verb_takes_the_previous_one() -> None:
    assert told("Take the rope and the lamp, then open the box -> close it.") == [
        "Step 1: take the rope",
        "Step 2: take the lamp",
        "Step 3: open the box",
        "Step 4: close the box",
    ]


def test_pronouns_refer_to_things_only_mentioned() -> None:
    assert told("There once was a red ball on the rug. Pick it up.") == ["Take the red ball"]
    assert told("Look for a linen closet, which I would ask you to open.") == ["Open the linen closet"]


@pytest.mark.parametrize(
    "more", ["It was left beside the trunk.", "It lies behind the gate, whose key the cooper keeps."]
)
def test_remarks_about_it_keep_the_topic(more: str) -> None:
    assert told(f"There is a lamp in the attic. {more} Bring it to the porch.") == ["Put the lamp at the porch"]


def test_ways_may_be_gone_several_times_and_steps_be_numbered() -> None:
    assert told("1. Go north twice.\n2. Open the box.") == [
        "Step 1: go north",
        "Step 2: go north",
        "Step 3: open the box",
    ]


def told(goal: str) -> list[str]:
    return [str(step) for step in steps(goal)]


def test_it_refers_to_the_last_thing() -> None:
    assert told("Open the oak box and put the coin in it. Take the rope and drop it.") == [
        "Step 1: open the oak box",
        "Step 2: put the coin at the oak box",
        "Step 3: take the rope",
        "Step 4: drop the rope",
    ]
    assert told("Get ready to pick stuff up and put it in places!") == []


def test_finding_is_no_step_if_a_use_follows() -> None:
    assert told("Find the chest: unlock the chest and take the pearl out of it.") == [
        "Step 1: unlock the chest",
        "Step 2: take the pearl from the chest",
    ]
    assert told("Find the pearl.") == ["Take the pearl"]
    assert told("Find the old diary.") == ["Read the old diary"]


@pytest.mark.parametrize(
    "goal",
    [
        "The pear in the attic is ripe: eat it.",
        "Get the pear, which is in the attic, and eat it.",
        "Find a pear. Eat it.",
    ],
)
def test_it_refers_to_the_thing_and_not_its_place(goal: str) -> None:
    assert told(goal)[-1].lower().endswith("eat the pear")


@pytest.mark.parametrize(
    "goal",
    [
        "If you can get through with that, you win!",
        "Please put all the toys away.",
        "Put every misplaced thing where it belongs.",
        "Never, ever open the black box!",
        "There is no need to take the shovel.",
        "To reach the tower: be brave.",
        "You should not go north.",
        "See what is in the box.",
        "Let me see if the lamp is on the table.",
        "Make sure the stove is on.",
        "",
    ],
)
def test_negations_aims_questions_and_requests_without_a_particular_thing_are_not_steps(goal: str) -> None:
    assert told(goal) == []


@given(prose)
def test_any_text_can_be_read_for_what_it_asks(text: str) -> None:
    for intent in intents(text):
        assert intent.verb
        assert intent.thing


def test_locations_are_not_part_of_names_and_possibilities_are_no_requests() -> None:
    goal = "Take the coin found in the alley, and put it into the box located in the bar. A map may be helpful."
    assert list(map(str, steps(goal))) == ["Step 1: take the coin from the alley", "Step 2: put the coin at the box"]


@pytest.mark.parametrize(
    "goal",
    [
        "Put the rope and the lamp on the table.",
        "See that the rope and the lamp are on the table!",
        "She begs you: let both the rope and the lamp rest upon the table before noon.",
        "Make sure the rope and the lamp end up on the table in the shed.",
    ],
)
def test_joined_things_share_the_final_place(goal: str) -> None:
    assert steps(goal) == [Intent("put", "rope", "table", step=1), Intent("put", "lamp", "table", step=2)]


def test_each_thing_goes_where_it_is_said_to_go() -> None:
    told = steps("Put the rope on the table and the lamp in the box, and take the key.")
    assert [(step.verb, step.thing, step.other) for step in told] == [
        ("put", "rope", "table"),
        ("put", "lamp", "box"),
        ("take", "key", ""),
    ]
