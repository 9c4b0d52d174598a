from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.models.answers import Action
from ariadne.reasoner.model import same_words
from ariadne.reasoner.playing.act import act
from tests.reasoner.scenes import chosen, moment, moments, names, prose

HALL = "-= Hall =-\nA hall. There is an exit to the north. There is an exit to the east."
MANY = (
    "look|inventory|go north|go south|go to attic|take lamp|take lampshade|take rope from table|open oak box|open box"
    "|close fridge|unlock blue chest with red key|lock blue chest with red key|examine note|examine lamp|drop coin"
    "|put coin on shelf|insert coin into oak box|insert coin into box|slice carrot with knife|dice carrot with knife"
    "|cook pork chop with BBQ|cook pork chop with stove|prepare meal|eat meal"
).split("|")
ATTIC = "> go north\n-= Attic =-\nAn attic. There is an exit to the south."


@pytest.mark.parametrize(
    ("sub_goal", "action"),
    [
        ("Take the lamp", "take lamp"),
        ("Take the rope", "take rope from table"),
        ("Unlock the blue chest with the red key", "unlock blue chest with red key"),
        ("Unlock the blue chest", "unlock blue chest with red key"),
        ("Read the note", "examine note"),
        ("Put the coin at the shelf", "put coin on shelf"),
        ("Put the coin at the oak box", "insert coin into oak box"),
        ("Slice the carrot", "slice carrot with knife"),
        ("Grill the pork chop with the bbq", "cook pork chop with BBQ"),
        ("Prepare the meal", "prepare meal"),
        ("Go north", "go north"),
        ("Get hold of the lamp", "take lamp"),
    ],
)
def test_a_possible_action_for_a_sub_goal_is_taken(sub_goal: str, action: str) -> None:
    assert chosen(moment(HALL, MANY, plan=[f"{sub_goal} | to be done"])) == action


def test_a_later_sub_goal_possible_here_goes_before_a_long_walk() -> None:
    inputs = moment(
        HALL,
        ["go to attic", "take lamp", "look"],
        plan=["Take the rope | in the attic", "Take the lamp | here"],
        facts=["rope, is in, attic"],
    )
    assert chosen(inputs) == "take lamp"


@pytest.mark.parametrize(
    ("sub_goal", "tool", "action"),
    [
        ("Unlock the blue chest with the red key", "red key", "take red key"),
        ("Put the coin at the shelf", "coin", "take coin from oak box"),
        ("Slice the carrot", "knife", "take knife from counter"),
        ("Fry the carrot with the stove", "carrot", "take carrot"),
    ],
)
def test_needed_tools_are_fetched_first(sub_goal: str, tool: str, action: str) -> None:
    carrying = "You are carrying: a carrot." if tool == "knife" else "You are carrying nothing."
    actions = [action, "go north", "look", "open fridge", "take dust"]
    assert chosen(moment(HALL, actions, plan=[f"{sub_goal} | soon"], inventory=carrying)) == action


@pytest.mark.parametrize(
    ("sub_goal", "carrying"),
    [
        ("Take the rope", " nothing"),
        ("Unlock the rope chest with the red key", ": a red key"),
        ("Put the coin at the rope", ": a coin"),
        ("Slice the rope", ": a knife"),
        ("Fry the carrot with the rope", ": a carrot"),
    ],
)
def test_known_things_are_walked_to(sub_goal: str, carrying: str) -> None:
    facts = ["rope, is on, shelf", "shelf, is in, cellar", "rope chest, is in, cellar", "coin, is in, attic"]
    inputs = moment(
        HALL,
        ["go north", "go to attic", "go to cellar", "look", "open fridge"],
        plan=[f"{sub_goal} | soon"],
        inventory=f"You are carrying{carrying}.",
        facts=facts,
    )
    assert chosen(inputs) == "go to cellar"


@pytest.mark.parametrize(
    "plan",
    [
        ["Fry the carrot with the stove | soon"],
        ["Take the carrot | soon", "Prepare the meal | soon"],
        ["Unlock the stove with the red key | soon"],
    ],
)
def test_the_place_of_use_waits_until_the_thing_is_found(plan: list[str]) -> None:
    inputs = moment(
        HALL,
        ["go to kitchen", "go north", "look"],
        plan=plan,
        facts=["stove, is in, kitchen", "kitchen, has exit, north"],
        exits=["hall, has exit, north"],
    )
    assert chosen(inputs) == "go north"


def test_the_meal_is_prepared_in_the_kitchen() -> None:
    inputs = moment(
        HALL, ["go to kitchen", "go to attic", "look"], plan=["Prepare the meal | soon", "Eat the meal | then"]
    )
    assert chosen(inputs) == "go to kitchen"


@pytest.mark.parametrize("left", ["Take the carrot", "Slice the carrot", "Fry the carrot with the stove"])
def test_the_meal_is_not_prepared_before_all_is_gathered_cut_and_cooked(left: str) -> None:
    inputs = moment(HALL, ["prepare meal", "look", "go north"], plan=[f"{left} | soon", "Prepare the meal | then"])
    assert chosen(inputs) != "prepare meal"


def test_the_container_of_a_thing_is_opened() -> None:
    inputs = moment(
        "-= Hall =-\nYou see a closed oak box. You see a closed fridge.",
        ["open fridge", "open oak box", "look"],
        plan=["Take the lamp | soon"],
        facts=["lamp, is in, oak box"],
    )
    assert chosen(inputs) == "open oak box"


def test_the_target_container_is_opened() -> None:
    inputs = moment(
        "-= Hall =-\nYou see a closed oak box.",
        ["open oak box", "drop coin", "look"],
        plan=["Put the coin at the oak box | soon"],
        inventory="You are carrying: a coin.",
    )
    assert chosen(inputs) == "open oak box"


def test_full_hands_drop_what_is_needed_least() -> None:
    inputs = moment(
        "-= Hall =-\nThere is a knife on the floor.",
        ["drop carrot", "drop rope", "drop red key", "examine knife", "look"],
        plan=["Slice the carrot | soon", "Unlock the chest with the red key | soon"],
        inventory="You are carrying: a red key, a carrot and a rope.",
    )
    assert chosen(inputs) == "drop rope"


def test_what_the_sub_goal_needs_is_not_dropped() -> None:
    inputs = moment(
        "-= Hall =-\nThere is a knife on the floor.",
        ["drop carrot", "examine knife", "look"],
        plan=["Slice the carrot | soon"],
        inventory="You are carrying: a carrot.",
    )
    assert chosen(inputs) != "drop carrot"


def test_a_search_opens_closed_things_here_first() -> None:
    inputs = moment(
        HALL, ["go north", "open fridge", "look"], plan=["Take the lamp | soon"], exits=["hall, has exit, north"]
    )
    assert chosen(inputs) == "open fridge"


def test_a_search_then_tries_exits_here_before_others() -> None:
    exits = ["attic, has exit, west", "hall, has exit, east"]
    actions = ["go east", "go north", "go to attic", "look"]
    assert chosen(moment(HALL, actions, plan=["Take the lamp | soon"], exits=exits)) == "go east"
    assert chosen(moment(HALL, actions, plan=["Take the lamp | soon"], exits=exits[:1])) == "go to attic"


def test_a_door_reported_in_the_way_is_opened() -> None:
    seen = "> go east\nYou have to open the front door first."
    plan, facts = ["Take the lamp | in the attic"], ["lamp, is in, attic"]
    actions = ["go to attic", "go east", "look", "open front door", "open box"]
    assert chosen(moment(seen, actions, plan=plan, facts=facts)) == "open front door"
    actions.remove("open front door")
    assert chosen(moment(seen, actions, plan=plan, facts=facts)) == "go to attic"


def test_a_closed_door_to_an_untried_exit_is_opened() -> None:
    seen = "-= Hall =-\nThere is a closed screen door leading north. There is an exit to the east."
    actions = ["go east", "go north", "look", "open screen door"]
    ways = ["hall, has exit, north", "hall, has exit, east"]
    assert chosen(moment(seen, actions, plan=["Take the lamp | soon"], exits=ways)) == "open screen door"
    assert chosen(moment(seen, actions, plan=["Take the lamp | soon"], exits=ways[1:])) == "go east"


@given(st.sampled_from(["take lamp", "examine lamp", "drop lamp", "look", "put lamp on shelf"]), st.data())
def test_no_plan_repeats_a_futile_action(command: str, data: st.DataObject) -> None:
    sub_goals = [
        "Take the lamp",
        "Read the lamp",
        "Drop the lamp",
        "Put the lamp at the shelf",
        "Slice the lamp",
        "Be happy",
    ]
    inputs = moment(
        f"> {command}\nNothing happens.",
        [command, "go north"],
        location="hall",
        plan=data.draw(st.lists(st.sampled_from(sub_goals), max_size=3)),
    )
    assert chosen(inputs) == "go north"


def test_a_room_just_left_in_vain_is_not_revisited() -> None:
    seen = "> go south\n" + HALL
    inputs = moment(
        ATTIC,
        ["go south", "go to hall", "go to cellar", "look"],
        history=[seen],
        plan=["Take the lamp | soon"],
        facts=["lamp, is in, hall"],
    )
    assert chosen(inputs) != "go to hall"


def test_a_locked_door_is_not_walked_to() -> None:
    inputs = moment(
        HALL,
        ["go to attic", "go to cellar", "look"],
        plan=["Take the lamp | soon"],
        exits=["attic, has exit, west", "cellar, has exit, north"],
        facts=["iron door, leads, west from attic", "iron door, is, locked"],
    )
    assert chosen(inputs) == "go to cellar"


actions = st.one_of(
    prose,
    st.builds("{} {}".format, st.sampled_from(["take", "open", "go to", "drop", "examine", "go", "unlock"]), names),
    st.sampled_from(["look", "inventory", "go north", "go west"]),
)


@given(st.lists(actions, min_size=1, max_size=6), moments)
def test_the_choice_is_always_one_of_the_valid_actions(valid: list[str], inputs: dict[str, str | list[str]]) -> None:
    answer = Action.model_validate(act({**inputs, "actions": valid}, same_words))
    assert answer.action in valid
    assert answer.reason


def test_names_match_in_any_case_and_actions_keep_their_spelling() -> None:
    actions = ["go north", "take Key 1", "open Golden locker", "look"]
    assert chosen(moment(HALL, actions, plan=["Take the key 1 | here"])) == "take Key 1"
    assert chosen(moment(HALL, actions, plan=["OPEN THE GOLDEN LOCKER | here"])) == "open Golden locker"


def test_the_current_step_goes_before_other_possible_actions() -> None:
    plan = ["Step 1: go north | as told, from the hall", "Take the Rope | here"]
    assert chosen(moment(HALL, ["take Rope", "go north"], plan=plan)) == "go north"


def test_things_of_later_steps_may_be_taken_early() -> None:
    plan = ["Step 1: unlock the chest with the key | not found", "Step 2: take the pearl from the chest | as told"]
    assert chosen(moment(HALL, ["go north", "take pearl from table"], plan=plan)) == "take pearl from table"


@pytest.mark.parametrize(
    ("actions", "action"),
    [
        (["go south", "open oak door"], "open oak door"),
        (["go south", "unlock oak door with iron key"], "unlock oak door with iron key"),
        (["go south", "go north", "close oak door"], "go north"),
    ],
)
def test_a_door_in_the_way_of_a_step_is_opened_first(actions: list[str], action: str) -> None:
    seen = "-= Hall =-\nThere is a closed oak door leading north. There is an exit to the south."
    assert chosen(moment(seen, actions, plan=["Step 1: go north | as told, from the hall"])) == action


def test_after_straying_the_step_is_resumed_at_its_origin() -> None:
    plan = ["Step 3: go east | as told, from the attic"]
    assert chosen(moment(HALL, ["go east", "go to attic"], plan=plan)) == "go to attic"


def test_things_in_locked_containers_are_not_walked_to() -> None:
    inputs = moment(
        HALL,
        ["go to attic", "go north"],
        plan=["Take the treasure | told of"],
        facts=["treasure, is in, golden locker", "golden locker, is in, attic", "golden locker, is, locked"],
    )
    assert chosen(inputs) == "go north"


def test_a_container_that_does_not_open_is_examined_once() -> None:
    seen = "-= Hall =-\nYou see a closed chest."
    inputs = moment(seen, ["examine chest", "go north"], plan=["Take the pearl | told"], facts=["pearl, is in, chest"])
    assert chosen(inputs) == "examine chest"
    assert chosen({**inputs, "tried": ["examine chest"]}) == "go north"


@pytest.mark.parametrize(
    ("goal", "tried", "action", "why"),
    [
        ("", [], "take Vase", "I see what comes of it"),
        ("", ["take Vase"], "examine Vase", "I look closer"),
        ("Be happy.", [], "examine Vase", "I look closer"),
        ("Be happy.", ["examine Vase", "take Vase"], "go to attic", "I look around"),
        ("Be happy.", ["examine Vase", "take Vase", "go to attic"], "put Vase on shelf", "I see what comes of it"),
    ],
)
def test_exploration_takes_untried_actions_with_a_reason(goal: str, tried: list[str], action: str, why: str) -> None:
    actions = ["eat pie", "drop coin", "take Vase", "examine Vase", "put Vase on shelf", "go to attic"]
    done = act(moment("-= Hall =-\nA hall.", actions, goal=goal, tried=tried, plan=["Be happy | to be"]), same_words)
    assert done == {"reason": f"nothing that I know of serves the plan; {why}", "action": action}


def test_with_nothing_to_do_each_place_is_seen_again_in_its_turn() -> None:
    actions = ["go down", "go to cellar", "go to ledge", "go to mouth", "go up"]
    seen = {"annotated": ["go: down (to cellar), up (perhaps to mouth)"], "goal": "Be happy."}
    plan = ["Be happy | to be"]
    for here, there in (("ledge", "go to mouth"), ("mouth", "go to cellar"), ("cellar", "go to ledge")):
        others = [action for action in actions if action != f"go to {here}"]
        assert chosen({**moment("A rock.", others, plan=plan, location=here), **seen}) == there


def test_food_is_put_on_one_heater_then_another() -> None:
    plan = ["Grill the turnip with the bbq | I have the turnip"]
    actions = ["put turnip on stove", "put turnip on shelf", "look"]
    carrying = "You are carrying: a turnip."
    assert chosen(moment(HALL, actions, plan=plan, inventory=carrying)) == "put turnip on stove"
    garden = moment(
        HALL,
        ["put turnip on bbq", "go to kitchen"],
        plan=plan,
        inventory=carrying,
        facts=["bbq, is in, hall", "stove, is in, kitchen"],
        tried=["put turnip on bbq"],
    )
    assert chosen(garden) == "go to kitchen"


def test_hands_that_can_still_take_are_not_emptied() -> None:
    inputs = moment(
        "-= Hall =-\nYou see a statue. There is a rope on the floor.",
        ["drop lamp", "examine statue", "go north", "take rope"],
        plan=["Take the statue | soon"],
        inventory="You are carrying: a lamp.",
    )
    assert chosen(inputs) != "drop lamp"


def test_a_futile_drop_is_not_repeated() -> None:
    inputs = moment(
        "> take lamp\nYou take the lamp.\n-= Hall =-\nYou see a statue.",
        ["drop lamp", "examine statue", "go north"],
        plan=["Take the statue | soon"],
        inventory="You are carrying: a lamp.",
    )
    assert chosen(inputs) == "drop lamp"
    assert chosen({**inputs, "tried": ["drop lamp"]}) != "drop lamp"


VAULT = "-= Hall =-\nA hall. There is a closed slab leading east. There is a tooth on the floor."
SHUT = "Open the slab | it did not open with pear in hand, and leads east from the hall"


def test_a_stuck_door_is_examined_once() -> None:
    inputs = moment(
        VAULT.replace("a tooth", "nothing"),
        ["close box", "examine slab", "go west"],
        plan=["Explore the unknown exits | 2 known"],
        exits=["hall, has exit, east", "hall, has exit, west"],
    )
    assert chosen({**inputs, "exits": inputs["exits"][:1]}) == "examine slab"
    assert chosen({**inputs, "plan": [SHUT], "exits": inputs["exits"]}) == "go west"


@pytest.mark.parametrize(
    ("inventory", "action"),
    [
        ("You are carrying a pear.", "go to kitchen"),
        ("You are carrying nothing.", "go to kitchen"),
        ("You are carrying a pear and a tooth.", "go to hall"),
    ],
)
def test_a_stuck_door_is_revisited_only_with_something_new(inventory: str, action: str) -> None:
    inputs = moment(
        "-= Attic =-\nAn attic.",
        ["go to hall", "go to kitchen", "look"],
        plan=["Take the cup | the cup is not found yet", SHUT],
        exits=["hall, has exit, east"],
        inventory=inventory,
    )
    inputs = inputs if action == "go to hall" else {**inputs, "exits": [*inputs["exits"], "kitchen, has exit, up"]}
    assert chosen(inputs) == action


def test_other_exits_are_tried_before_a_stuck_door() -> None:
    inputs = moment(
        "-= Attic =-\nAn attic.",
        ["go to hall", "go to kitchen"],
        plan=[SHUT],
        exits=["hall, has exit, east", "kitchen, has exit, up"],
        inventory="You are carrying a tooth.",
    )
    assert chosen(inputs) == "go to kitchen"


def test_a_stuck_door_makes_possible_keys_worth_taking() -> None:
    actions = ["examine slab", "examine tooth", "go west", "take tooth"]
    inputs = moment(VAULT, actions, plan=[SHUT], exits=["hall, has exit, west"])
    assert chosen(inputs) == "take tooth"
    assert chosen({**inputs, "tried": ["take tooth"]}) == "go west"
    assert chosen({**inputs, "plan": ["Take the cup | soon"]}) == "go west"


def test_irreversible_actions_come_after_exploring() -> None:
    inputs = moment(HALL, ["drop coin", "eat pear", "go to attic", "look"], tried=["go to attic", "look"])
    assert chosen(inputs) == "go to attic"
    assert chosen({**inputs, "actions": ["drop coin", "eat pear", "look"]}) == "drop coin"


@pytest.mark.parametrize(
    ("sub_goal", "action"),
    [
        ("Slice the carrot", "slice carrot"),
        ("Roast the carrot with the oven", "cook carrot in oven"),
        ("Grill the carrot with the barbecue", "cook carrot on barbecue"),
    ],
)
def test_other_wordings_of_cutting_and_cooking_are_known(sub_goal: str, action: str) -> None:
    actions = ["chop carrot", "slice carrot", "cook carrot in stove", "cook carrot in oven", "cook carrot on barbecue"]
    carrying = "You are carrying: a carrot and a knife."
    assert chosen(moment(HALL, actions, plan=[f"{sub_goal} | soon"], inventory=carrying)) == action


def test_a_refused_take_means_full_hands() -> None:
    inputs = moment(
        "> take lamp\nYour hands are full.\n-= Hall =-\nThere is a lamp and a rope on the floor.",
        ["examine lamp", "put pot on shelf", "take lamp", "take rope"],
        plan=["Take the lamp | soon"],
        inventory="You are carrying: a pot.",
    )
    assert chosen(inputs) == "put pot on shelf"


def test_an_exit_is_tried_in_any_wording() -> None:
    inputs = moment(
        HALL, ["move east", "move north", "open door to east"], plan=["Explore the unknown exits | 2 known"]
    )
    assert chosen(inputs) in ("move east", "move north", "open door to east")
    assert (
        chosen(moment(HALL, ["inventory", "walk north"], plan=["Explore the unknown exits | 1 known"])) == "walk north"
    )


def test_texts_to_obey_are_obeyed_or_read_again() -> None:
    goal = "Follow the instructions on the board until you are done."
    actions = ["read board", "take apple", "take pear", "throw pear out"]
    says = "> read board\nThe task is now to take the pear. Do not take the apple."
    assert chosen(moment(says, actions, goal=goal)) == "take pear"
    assert chosen(moment("> take pear\nYou take the pear.", ["read board", "take apple"], goal=goal)) == "read board"


@pytest.mark.parametrize("command", ["go north", "move north", "north"])
def test_a_step_to_move_is_done_in_any_wording(command: str) -> None:
    assert chosen(moment(HALL, [command, "look"], plan=["Step 1: go north | it begins in the hall"])) == command
