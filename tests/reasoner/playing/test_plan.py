from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.agents.edits import edited
from ariadne.agents.sub_goals import name, says
from ariadne.models.answers import ExploringEdits
from ariadne.reasoner.model import same_words
from ariadne.reasoner.playing.plan import changes, edits, explore, plan
from ariadne.reasoner.reading.intents import Intent
from tests.reasoner.scenes import explores, moment, moments, names, planned

HALL = "-= Hall =-\nA hall. There is an exit to the north."


def reasons(observation: str, *sub_goals: str, **more: str | list[str]) -> dict[str, str]:
    """The reason of each sub-goal of the revised plan."""
    lines = plan(moment(observation, plan=sub_goals, **more), same_words)["plan"]
    assert isinstance(lines, list)
    return dict(line.split(" | ", 1) for line in lines)


def test_at_the_start_the_goal_itself_becomes_sub_goals() -> None:
    assert planned(moment(HALL, goal="Take the golden lamp and put the golden lamp on the altar.")) == [
        "Step 1: take the golden lamp",
        "Step 2: put the golden lamp at the altar",
        "Explore the unknown exits",
    ]


def test_unfinished_sub_goals_keep_words_and_position() -> None:
    old = [
        "Take the rope | the rope is not found yet",
        "Unlock the green chest with the red key | the red key is not found yet",
    ]
    news = "> examine note\nThe blue key opens the white chest."
    assert planned(moment(news, plan=old))[:3] == [
        "Take the rope",
        "Unlock the green chest with the red key",
        "Unlock the white chest with the blue key",
    ]


@given(st.lists(st.builds(Intent, st.sampled_from(["take", "open", "drop", "close"]), names), max_size=6, unique=True))
def test_as_long_as_nothing_happens_the_plan_stays(intents: list[Intent]) -> None:
    inputs = moment(HALL, goal="Be happy.", plan=[f"{intent} | why not" for intent in intents])
    first = planned(inputs)
    assert [line for line in first if line != str(Intent("explore"))] == [str(intent) for intent in intents]
    assert planned({**inputs, "plan": plan(inputs, same_words)["plan"]}) == first  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("sub_goal", "observation", "inventory"),
    [
        ("Take the lamp", "> take lamp\nYou pick up the lamp from the ground.", "You are carrying: a lamp."),
        ("Open the blue chest", "> open blue chest\nYou open the blue chest, revealing a lamp.", ""),
        ("Unlock the blue chest with the red key", "> unlock blue chest with red key\nYou unlock the blue chest.", ""),
        ("Unlock the blue chest", "-= Hall =-\nYou see an open blue chest.", ""),
        ("Read the note", "> examine note\nNothing of interest.", ""),
        ("Go north", "> go north\n-= Attic =-\nAn attic.", ""),
        ("Slice the carrot", "> slice carrot with knife\nYou slice the carrot.", "You are carrying: a sliced carrot."),
        ("Fry the carrot with the stove", "You see nothing new.", "You are carrying: a fried carrot."),
    ],
)
def test_met_sub_goals_go(sub_goal: str, observation: str, inventory: str) -> None:
    assert sub_goal not in planned(
        moment(observation, plan=[f"{sub_goal} | soon"], inventory=inventory, location="hall")
    )
    assert sub_goal in planned(moment(HALL, plan=[f"{sub_goal} | soon"]))


def test_a_thing_seen_elsewhere_is_not_taken_yet() -> None:
    assert "Take the lamp" in planned(
        moment("-= Hall =-\nThere is a lamp on the floor.", plan=["Take the lamp | soon"])
    )


@pytest.mark.parametrize(
    ("note", "sub_goal"),
    [
        ("The red key opens the blue chest.", "Unlock the blue chest with the red key"),
        ("The green locker can be unlocked with key 3.", "Unlock the green locker with the key 3"),
    ],
)
def test_a_notes_lock_becomes_a_sub_goal(note: str, sub_goal: str) -> None:
    assert sub_goal in planned(moment(f"> examine note\n{note}"))


def test_a_remembered_lock_becomes_a_sub_goal_unless_opened() -> None:
    facts = ["red key, opens, blue chest"]
    assert "Unlock the blue chest with the red key" in planned(moment(HALL, facts=facts))
    facts.append("red key, has opened, blue chest")
    assert "Unlock the blue chest with the red key" not in planned(moment(HALL, facts=facts))


def test_texts_are_read_once() -> None:
    seen = "-= Hall =-\nThere is a crumpled note on the floor."
    assert "Read the crumpled note" in planned(moment(seen))
    assert "Read the crumpled note" not in planned(moment(seen, facts=["crumpled note, is, examined"]))
    assert "Read the handwritten letter" in planned(moment(HALL, inventory="You are carrying: a handwritten letter."))


def test_keys_in_sight_are_taken() -> None:
    assert "Take the red key" in planned(moment("-= Hall =-\nThere is a red key on the floor."))
    assert "Take the red key" not in planned(moment("-= Hall =-\nYou see a keyboard shelf."))


def test_unlocked_things_are_opened() -> None:
    seen = "-= Hall =-\nYou see a locked blue chest."
    unlocked = "> unlock blue chest with red key\nYou unlock the blue chest."
    assert "Open the blue chest" in planned(moment(unlocked, history=[seen], location="hall"))
    assert "Open the blue chest" not in planned(moment(seen))


def test_things_in_the_goal_are_taken_on_sight() -> None:
    assert "Take the lamp" in planned(moment("-= Hall =-\nOn the table is a lamp.", goal="A lamp would please me."))


@pytest.mark.parametrize(
    ("inputs", "wanted"),
    [
        (moment(HALL, goal="Take the lamp."), True),
        (moment("-= Hall =-\nThere is a lamp on the floor.", goal="Take the lamp."), False),
        (moment(HALL, ["go to attic"], goal="Take the lamp.", facts=["lamp, is in, attic"]), False),
        (moment(HALL, goal="Take the lamp.", facts=["lamp, is in, attic"]), True),
        (moment(HALL, goal="Be happy."), True),
        (moment(HALL, goal="Go north."), False),
    ],
    ids=["lost", "in sight", "in a known room", "in an unknown room", "nothing to do", "a plain doing"],
)
def test_exploration_lasts_until_needed_things_are_found(inputs: dict[str, str | list[str]], wanted: bool) -> None:
    assert explores(inputs) is wanted
    assert (str(Intent("explore")) in planned(inputs)) is wanted


def test_a_goal_may_call_a_thing_by_the_end_of_its_name() -> None:
    goal = "Fetch the kettle. Put it on the shelf."
    seen = "-= Hall =-\nA hall. There is an exit to the north. There is a dented kettle on the floor."
    inputs = moment(seen, goal=goal, location="hall")
    assert planned(inputs)[0] == "Step 1: take the dented kettle"
    assert planned(moment(seen, goal="Fetch the kettle.", plan=["Take the kettle | soon"], location="hall")) == [
        "Take the dented kettle"
    ]
    # Ambiguous names are not resolved.
    other = "There is a copper kettle on the floor."
    assert planned(moment(f"{seen} {other}", goal=goal, location="hall"))[0] == "Step 1: take the kettle"
    assert planned(moment(f"{seen} There is a kettle on the floor.", goal=goal, location="hall"))[0] == (
        "Step 1: take the kettle"
    )


def test_the_reason_says_how_far_a_sub_goal_has_come() -> None:
    facts = ["blue chest, is in, attic"]
    carrying = "You are carrying: a red key."
    sub_goal = "Unlock the blue chest with the red key"
    assert "red key is not found yet" in reasons(HALL, f"{sub_goal} | to be done")[sub_goal]
    found = reasons(HALL, f"{sub_goal} | to be done", facts=facts, inventory=carrying)[sub_goal]
    assert "I have the red key" in found
    assert "blue chest is in the attic" in found


def test_the_meal_comes_after_later_additions() -> None:
    old = ["Prepare the meal | to be done", "Eat the meal | to be done"]
    recipe = "> examine cookbook\nIngredients:\n  carrot\nDirections:\n  dice the carrot\n  prepare meal"
    lines = [line for line in planned(moment(recipe, goal="Cook a meal.", plan=old)) if not line.startswith("Explore")]
    assert lines == ["Take the carrot", "Dice the carrot", "Take the knife", "Prepare the meal", "Eat the meal"]


@given(moments)
def test_a_plan_is_never_empty_and_is_valid(inputs: dict[str, str | list[str]]) -> None:
    answer = plan(inputs, same_words)
    assert answer["plan"]
    assert ExploringEdits.model_validate(edits(inputs, same_words)).explore == answer["explore"]
    for line in answer["plan"]:
        sub_goal, separator, reason = line.partition(" | ")
        assert sub_goal.strip()
        assert separator
        assert reason.strip()
    assert explore({"plan": answer["plan"]}, same_words)["explore"] == answer["explore"]


def test_edits_state_only_changes() -> None:
    old = ["Take the rope | to be done", "Open the chest | the chest is not found yet", "Eat the pear | to be done"]
    here = moment("> go north\n-= Hall =-\nYou see a chest.", plan=old)
    assert changes(here, old[1:]) == ["drop 1"]
    found = ["Open the chest | the chest is in the hall", old[2]]
    assert changes(here, found) == ["drop 1", "drop 2", found[0]]
    assert changes(here, old) == []


LINES = [f"{verb} the {thing} | {why}" for verb in ("Open", "Take") for thing in ("chest", "red pear") for why in "ab"]
PLANS = st.lists(st.sampled_from(LINES), min_size=1, unique_by=lambda line: line.partition(" | ")[0])


@given(PLANS, PLANS, st.sampled_from(["open chest", "take red pear", "go north"]))
def test_edits_turn_the_old_plan_into_the_new_one(before: list[str], after: list[str], last: str) -> None:
    said = changes(moment(f"> {last}\nDone.", plan=before), after)
    assert list(edited(before, said)) == after
    if said:
        assert {line for line in after if says(name(line), last)} <= {*said}  # otherwise they would count as met


ROUTE = "Go north. Then go south. Then go north again, go east, and take the Lamp."
ATTIC = "> go north\n-= Attic =-\nAn attic. There is an exit to the south."


def steps_of(observation: str, *sub_goals: str, **more: str | list[str]) -> list[str]:
    return [line for line in planned(moment(observation, plan=sub_goals, goal=ROUTE, **more)) if "Step" in line]


def test_a_done_step_stays_done_and_may_recur() -> None:
    first = "Step 1: go north | as told, from the hall"
    assert steps_of(ATTIC, first, history=[HALL])[0] == "Step 2: go south"
    back = "> go south\n-= Hall =-\nA hall. There is an exit to the north."
    second = "Step 2: go south | as told, from the attic"
    assert steps_of(back, second, history=[HALL, ATTIC])[0] == "Step 3: go north"


def test_a_move_of_a_step_counts_only_from_its_origin() -> None:
    elsewhere = "> go north\n-= Tower =-\nA tower. There is an exit to the south."
    line = "Step 4: go east | as told, from the attic"
    cellar = "-= Cellar =-\nA cellar. There is an exit to the east."
    aside = "> go east\n-= Pantry =-\nA pantry."
    assert steps_of(aside, line, history=[cellar])[0] == "Step 4: go east"
    assert steps_of(elsewhere, line, history=[ATTIC])[0] == "Step 4: go east"


def test_a_move_that_led_nowhere_is_not_done() -> None:
    line = "Step 1: go north | as told, from the hall"
    shut = "> go north\nYou have to open the oak door first."
    assert steps_of(shut, line, history=[HALL], location="hall")[0] == "Step 1: go north"


def test_without_a_plan_steps_follow_from_the_commands() -> None:
    assert steps_of(ATTIC, history=[HALL])[0] == "Step 2: go south"


def test_after_all_steps_the_plan_says_so_and_they_are_not_begun_again() -> None:
    last = "Step 5: take the lamp | the lamp is in the pantry"
    done = "> take lamp\nYou take the lamp."
    after = steps_of(done, last, inventory="You are carrying: a lamp.", history=[ATTIC], location="attic")
    assert after == ["Step 6: explore the unknown exits"]
    assert steps_of("> look\nAn attic.", f"{after[0]} | no known", location="attic") == after


def test_a_step_that_already_holds_is_skipped() -> None:
    goal = "Open the Oak Box. Take the coin from the Oak Box."
    seen = "-= Hall =-\nYou see an open oak box. In the oak box is a coin."
    assert planned(moment(seen, goal=goal))[0] == "Step 2: take the coin from the oak box"


def test_missing_food_counts_as_a_recipe() -> None:
    dinner = "Dinner is almost ready! It's only missing a grilled Turnip."
    assert "Grill the turnip with the bbq" in planned(moment(HALL, goal=dinner))
    note = f"> examine note\n{dinner}"
    assert "Grill the turnip with the bbq" in planned(moment(note, goal="", location="hall"))


def test_a_visit_is_met_by_being_there() -> None:
    goal = "Visit the Attic. Then take the lamp."
    assert planned(moment(HALL, goal=goal))[0] == "Step 1: go to the attic"
    assert planned(moment(ATTIC, history=[HALL], goal=goal, plan=["Step 1: go to the attic | not found"]))[0] == (
        "Step 2: take the lamp"
    )


TIDYING = "Tidy up the house: put everything where it belongs. Bring the crown to the cellar."
SHUT = "Open the slab | it did not open with {} in hand, and leads east from the hall"


def test_the_plan_keeps_stuck_doors_with_what_was_carried() -> None:
    door = "-= Hall =-\nThere is a closed slab leading east."
    looked = "> examine slab\nThe slab is heavy."

    def after(observation: str, *sub_goals: str, inventory: str = "You are carrying a pear.") -> list[str]:
        inputs = moment(observation, history=[door], plan=sub_goals, inventory=inventory)
        lines = plan(inputs, same_words)["plan"]
        return [line for line in lines if "slab" in line]

    assert after("> look\nA hall.", "Explore | soon") == []
    assert after(looked, "Explore | soon") == [SHUT.format("pear")]
    assert after("> go west\n-= Den =-\nA den.", SHUT.format("pear"), inventory="a rope") == [SHUT.format("pear")]
    more = "You are carrying a pear and a rope."
    assert after("> go east\n-= Hall =-", SHUT.format("pear"), inventory=more) == [SHUT.format("pear, rope")]
    assert after("> unlock slab with rope\nYou unlock the slab.", SHUT.format("pear")) == []


def test_a_tidying_goal_is_doubted_if_a_door_is_stuck() -> None:
    def lines(*plan: str) -> list[str]:
        return planned(moment("-= Hall =-\nA hall. There is nothing.", goal=TIDYING, plan=list(plan)))

    at_rest = "Nothing more to do | everything lies where it belongs, as far as I can tell"
    shut = SHUT.format("nothing")
    assert lines(at_rest) == [at_rest.partition(" | ")[0]]
    assert lines(at_rest, shut)[0] == "Put the crown at the cellar"


def test_cooking_without_a_recipe_unlocks_doors() -> None:
    inputs = moment(
        HALL.replace("an exit to the north", "a brass key on the floor"),
        goal="Cook a meal after the recipe and eat it.",
        facts=["brass key, opens, pantry door"],
    )
    assert "Unlock the pantry door with the brass key" in planned(inputs)


def test_without_rooms_a_visit_is_never_met() -> None:
    assert planned(moment("You see a red ball 2 steps ahead.", goal="Go to the red ball.")) == ["Go to the red ball"]


def test_what_is_found_locked_away_is_read_as_a_clue_unless_the_goal_names_it() -> None:
    seen = "> open golden locker\nYou open the golden locker, revealing a treasure."
    found = {"history": ["-= Hall =-\nYou see a closed golden locker."], "location": "hall"}
    assert planned(moment(seen, goal="Be happy.", **found)) == ["Read the treasure"]
    assert planned(moment(seen, goal="Find the treasure.", **found)) == ["Take the treasure"]
