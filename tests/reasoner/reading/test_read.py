from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.reading.language import headings
from ariadne.reasoner.reading.read import carried, read
from ariadne.triplet import Triplet
from tests.conftest import Game
from tests.nightly import mostly_nightly
from tests.reasoner.gallery import Gallery
from tests.reasoner.scenes import names, prose, said
from tests.reasoner.truth import View, read_view, walk


def test_a_header_names_the_room_that_the_rest_is_about() -> None:
    text = "-= Kid'S Room =-\nYou find yourself in a kid's room.\n\nYou can see a chest. There is a coin on the floor."
    assert said(text, "hall") == {"chest, is in, kid's room", "coin, is on the floor of, kid's room"}


@pytest.mark.parametrize(
    "sentence",
    [
        "You've just walked into a kitchen.",
        "You find yourself in a kitchen. An ordinary one.",
        "You are in a kitchen. A standard kind of place.",
        "This might come as a shock to you, but you've just entered a kitchen.",
        "This is some kind of kitchen, really great normal vibes in this place, a wonderful normal atmosphere.",
        "A rusty sign tells you that you are now in the kitchen.",
    ],
)
def test_greetings_of_a_room_state_no_things(sentence: str) -> None:
    assert said(f"-= Kitchen =-\n{sentence}") == set()


@pytest.mark.parametrize(
    "sentence",
    [
        "There is an unblocked exit to the east.",
        "You need an unblocked exit? You should try going east.",
        "You don't like doors? Why not try going east, that entranceway is unguarded.",
        "You need an exit without a door? You should try going east.",
        "A dark path leads east.",
    ],
)
def test_every_wording_of_an_exit_is_read(sentence: str) -> None:
    assert said(sentence) == {"hall, has exit, east"}


@pytest.mark.parametrize(
    ("sentence", "state"),
    [
        ("You can see a locked oak chest.", "locked"),
        ("You make out an opened oak chest here.", "open"),
        ("You can see a closed typical looking oak chest in the room.", "closed"),
        ("A locked oak chest is nearby.", "locked"),
        ("An open oak chest, which looks standard, is here.", "open"),
    ],
)
def test_a_container_is_read_with_its_state(sentence: str, state: str) -> None:
    assert said(sentence) == {"oak chest, is in, hall", f"oak chest, is, {state}"}


@pytest.mark.parametrize(
    "sentence",
    [
        "You can make out an oak shelf.",
        "You see a gleam over in a corner, where you can see an oak shelf!",
        "What's that over there? It looks like it's an oak shelf.",
        "Were you looking for an oak shelf? Because look over there, it's an oak shelf.",
        "Oh, great. Here's an oak shelf.",
        "You bend down to tie your shoe. When you stand up, you notice an oak shelf.",
        "You lean against the wall, inadvertently pressing a secret button. The wall opens up to reveal an oak shelf.",
        "You can see an oak shelf. Huh, weird.",
        "You make out an oak shelf. But the thing is empty, unfortunately.",
        "You make out an oak shelf. The oak shelf appears to be empty.",
        "There is an oak shelf here.",
    ],
)
def test_furniture_is_read_once_amid_banter(sentence: str) -> None:
    assert said(sentence) == {"oak shelf, is in, hall"}


@pytest.mark.parametrize(
    "sentence",
    [
        "On the oak shelf you can see a lamp and some rope.",
        "You can make out a lamp and some rope on the oak shelf! Classic TextWorld.",
    ],
)
def test_things_on_furniture_are_read(sentence: str) -> None:
    assert said(sentence) == {"oak shelf, is in, hall", "lamp, is on, oak shelf", "rope, is on, oak shelf"}


@pytest.mark.parametrize(
    "sentence", ["The oak chest is empty, what a horrible day!", "Empty! What kind of nightmare TextWorld is this?"]
)
def test_an_empty_container_holds_nothing(sentence: str) -> None:
    assert not {fact for fact in said(sentence) if " is in, " in fact or " is on, " in fact}


def test_things_on_the_floor_are_in_the_room_and_on_its_floor() -> None:
    assert said("There is a red key, an apple and a candles on the floor.") == {
        "red key, is on the floor of, hall",
        "apple, is on the floor of, hall",
        "candles, is on the floor of, hall",
    }


def test_food_goes_by_its_bare_name_and_what_was_done_to_it_is_a_state() -> None:
    assert said("The fridge contains a raw pork chop, some milk and a diced fried red onion.") == {
        "fridge, is in, hall",
        "pork chop, is in, fridge",
        "milk, is in, fridge",
        "red onion, is in, fridge",
        "red onion, is, diced",
        "red onion, is, fried",
    }


@pytest.mark.parametrize(
    ("command", "reply", "facts"),
    [
        ("take lamp", "(the lamp) You pick up the lamp from the ground.", {"lamp, is in, inventory"}),
        ("take lamp from oak chest", "You take the lamp from the oak chest.", {"lamp, is in, inventory"}),
        ("drop lamp", "You drop the lamp on the ground.", {"lamp, is on the floor of, hall"}),
        ("put lamp on shelf", "You put the lamp on the shelf.", {"lamp, is on, shelf"}),
        ("insert lamp into box", "You put the lamp into the box.", {"lamp, is in, box"}),
        ("open screen door", "You open screen door.", {"screen door, is, open"}),
        (
            "open box",
            "You open the box, revealing a lamp and an old map.",
            {"box, is, open", "lamp, is in, box", "old map, is in, box"},
        ),
        ("close box", "You close the box.", {"box, is, closed"}),
        ("unlock box with red key", "You unlock the box.", {"box, is, unlocked", "red key, has opened, box"}),
        ("lock box with red key", "You lock the box.", {"box, is, locked"}),
        ("slice carrot with knife", "You slice the carrot.", {"carrot, is, sliced"}),
        ("cook carrot with stove", "You fried the carrot.", {"carrot, is, fried"}),
        ("cook carrot with BBQ", "You burned the carrot!", {"carrot, is, burned"}),
        ("prepare meal", "Adding the meal to your inventory.", {"meal, is in, inventory"}),
        (
            "examine fridge",
            "The fridge looks cold. It is open. In the fridge is a carrot.",
            {"fridge, is in, hall", "carrot, is in, fridge", "fridge, is, examined", "fridge, is, open"},
        ),
    ],
)
def test_what_a_command_did_is_read_from_the_reply(command: str, reply: str, facts: set[str]) -> None:
    assert said(f"> {command}\n{reply}") == facts


@pytest.mark.parametrize(
    ("command", "reply"),
    [
        ("go north", "You can't go that way."),
        ("go north", "You have to open the screen door first."),
        ("frob lamp", "That's not a verb I recognise."),
        ("xyzzy", "I didn't understand that sentence."),
        ("open box", "That's already open."),
        ("open box", "That's locked at the moment."),
        ("take lamp", "You already have that."),
        ("eat carrot", "You should cook the carrot first."),
        ("put shelf on shelf", "(the shelf) You can't put something on top of itself."),
        ("prepare meal", "Something still needs to be cooked."),
        ("prepare meal", "Can only prepare meal in the -= Kitchen =-."),
    ],
)
def test_a_command_that_failed_changes_nothing_that_is_known(command: str, reply: str) -> None:
    assert said(f"> {command}\n{reply}") == set()


RECIPE = """> examine cookbook
You open the copy of "Cooking: A Modern Approach (3rd Ed.)" and start reading:

Recipe #1
---------
Gather all following ingredients and follow the directions to prepare this tasty meal.

Ingredients:
green hot pepper
  pork chop
Directions:
slice the green hot pepper
  fry the green hot pepper
  roast the pork chop
  prepare meal
"""


def test_a_recipe_tells_what_is_needed_and_what_is_to_be_made_of_it() -> None:
    assert {
        "recipe, requires, green hot pepper",
        "recipe, requires, pork chop",
        "green hot pepper, to be, sliced",
        "green hot pepper, to be, fried",
        "pork chop, to be, roasted",
        "recipe, ends with, prepare meal",
    } <= said(RECIPE, "kitchen")


def test_after_a_recipe_the_story_goes_on() -> None:
    facts = said(f"{RECIPE}\n> take lamp\nYou take the lamp.\n> go north\n-= Hall =-\nYou see a shelf.", "kitchen")
    assert {"lamp, is in, inventory", "shelf, is in, hall", "recipe, ends with, prepare meal"} <= facts
    assert "recipe, requires, pork chop" in facts


def test_a_move_into_another_room_connects_the_two() -> None:
    text = "> go north\n-= Attic =-\nThere is a lamp on the floor.\n\n> look\n-= Attic =-\n> wait\n-= Hall =-"
    assert said(text, "hall") == {
        "attic, is north of, hall",
        "hall, is south of, attic",
        "lamp, is on the floor of, attic",
    }
    assert said("> go north\n-= Attic =-\nAn attic.", "") == set()


@pytest.mark.parametrize("command", ["go up", "move up", "up", "u"])
def test_every_wording_of_a_move_is_read(command: str) -> None:
    assert said(f"> {command}\n-= Attic =-", "hall") == {"attic, is up from, hall", "hall, is down from, attic"}


def test_a_sentence_can_name_the_current_room() -> None:
    text = "You are in the kitchen. You see a stove.\n> move north\nYou are in the pantry. You see a shelf."
    assert said(text, "hall") == {
        "stove, is in, kitchen",
        "shelf, is in, pantry",
        "pantry, is north of, kitchen",
        "kitchen, is south of, pantry",
    }


def test_the_end_of_a_longer_sentence_is_no_heading() -> None:
    assert headings("-= Nursery =-\nGuess what, you are in the place we're calling the nursery.\nYou see a crib.") == [
        "nursery"
    ]


def test_doors_and_rooms_in_a_direction_are_exits() -> None:
    text = (
        "To the North you see a closed wood door. To the East you see the corridor. To the South you see an open door."
    )
    assert said(text, "kitchen") == {
        "kitchen, has exit, north",
        "kitchen, has exit, east",
        "kitchen, has exit, south",
        "wood door, leads, north from kitchen",
        "wood door, is, closed",
        "door, leads, south from kitchen",
        "door, is, open",
    }


def test_a_note_that_was_read_is_examined_and_tells_of_what_it_names() -> None:
    facts = said("> examine crumpled note\nThe red key opens the blue locker.")
    assert facts == {
        "red key, opens, blue locker",
        "crumpled note, is, examined",
        "crumpled note, tells of, red key",
        "crumpled note, tells of, blue locker",
    }


def test_what_a_note_tells_of_a_thing_does_not_place_it_in_this_room() -> None:
    facts = said("> read note\nA red key opens the blue locker. It stands in the attic.")
    assert {"red key, opens, blue locker", "blue locker, is in, attic"} <= facts
    assert not {fact for fact in facts if fact.endswith("is in, hall")}


@pytest.mark.parametrize(
    ("inventory", "things"),
    [
        ("You are carrying nothing.", []),
        ("You are empty-handed.", []),
        ("", []),
        ("You are carrying: a red key.", ["red key"]),
        (
            "You are carrying: some milk, an old map and a chopped roasted pork chop.",
            ["milk", "old map", "chopped roasted pork chop"],
        ),
        ("You are carrying:\n  a red key\n  an apple", ["red key", "apple"]),
        ("Inventory (maximum capacity is 2 items):\n  Your inventory is currently empty.", []),
        ("Inventory (maximum capacity is 5 items):\n  some pepper\n  a raw egg", ["pepper", "raw egg"]),
        ("Inventory:\n  a map", ["map"]),
        ("You are carrying: a coin and a bottle that is empty.", ["coin", "bottle that is empty"]),
    ],
)
def test_the_inventory_lists_what_is_carried(inventory: str, things: list[str]) -> None:
    assert carried(inventory) == things


def test_carried_things_are_not_in_the_room() -> None:
    text = "> inventory\nYou are carrying:\n  an iron key\n  a raw egg\n\nA box is here."
    placed = [fact for fact in read(text, "bar") if fact.relation == "is in"]
    assert {*placed} >= {("iron key", "is in", "inventory"), ("egg", "is in", "inventory")}
    assert not [fact for fact in placed if fact.subject != "box" and fact.object == "bar"]
    assert read("Inventory:\n  Your inventory is currently empty.", "bar") == []


def test_things_carried_by_others_are_with_them() -> None:
    assert read("The right gripper is carrying ball1.") == [("ball1", "is in", "right gripper")]


@given(prose, names)
def test_every_fact_of_any_text_round_trips_as_a_triplet(text: str, location: str) -> None:
    for fact in read(text, location):
        triplet = Triplet(*fact)
        assert Triplet.parse(str(triplet)) == triplet
        assert triplet.subject != "you"


@given(st.dictionaries(names, names, min_size=1, max_size=4), names)
def test_things_told_to_be_in_furniture_are_read_back(places: dict[str, str], room: str) -> None:
    holders = {holder for holder in places.values() if holder not in places and holder != room}
    told = [(thing, holder) for thing, holder in places.items() if holder in holders]
    text = f"-= {room.title()} =-\n\n" + "\n\n".join(f"The {holder} contains a {thing}." for thing, holder in told)
    assert {f"{thing}, is in, {holder}" for thing, holder in told} <= said(text)


def _compare(seen: list[tuple[str, View]]) -> None:
    """Everything there is read, and less than 1 % of what is read is not there."""
    false = placed = 0
    for text, true in seen:
        found = read_view(text)
        assert true.places <= found.places, text
        assert found.exits == true.exits, text
        assert found.states <= true.states, text
        false += len(found.places - true.places)
        placed += len(found.places)
    assert placed
    assert false < 0.01 * placed, f"{false} of {placed} things are not where the reader takes them to be"


@pytest.mark.parametrize("family", mostly_nightly(["treasure-hunt", "cooking", "cleaning"], ["cooking"]))
def test_rooms_of_real_games_are_read_as_they_are(game: Game, family: str) -> None:
    _compare(list(walk(game(family), steps=80)))


@pytest.mark.nightly
@pytest.mark.slow
def test_rooms_described_in_every_manner_are_read_as_they_are(gallery: Gallery) -> None:
    seen = list(gallery.tour())
    assert len({text for text, _ in seen}) >= 14
    _compare(seen)


def test_a_note_speaks_of_other_places_than_this_room() -> None:
    note = "> examine strip\nWho holds the jade key shall open the old coffer, and not the new coffer, which is a fake."
    assert said(note, "vault") == {
        "strip, is, examined",
        "jade key, opens, old coffer",
        "strip, tells of, jade key",
        "strip, tells of, old coffer",
    }


def test_a_phrase_about_the_house_is_no_part_of_a_name() -> None:
    assert said("In the kitchen of this house there is a cookbook.", "") == {"cookbook, is in, kitchen"}


def test_a_thing_has_the_same_name_in_every_form() -> None:
    assert "chicken, is on, shelf" in said("-= Bath =-\nOn the shelf is a raw chicken.")
    assert "chicken, is in, inventory" in said("> take raw chicken\nYou take the raw chicken from the shelf.")
    assert "chicken, is in, fridge" in said("You put the raw chicken into the fridge.")
    assert "chicken, is on the floor of, hall" in said("You drop the raw chicken on the ground.", "hall")
    assert "chicken, is, examined" in said("> examine raw chicken\nThe raw chicken is cold.")


def test_statements_about_the_room_apply_to_the_current_place() -> None:
    room = "The room is well lit. The place is dusty."
    assert said(f"-= Attic =-\n{room}") == {"attic, is, well lit", "attic, is, dusty"}
    assert said(room, location="") == set()


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("In one part of the room you see a bin that is closed.", {"bin, is in, hall", "bin, is, closed"}),
        (
            "You also see an open chest of drawers, that is empty.",
            {"chest of drawers, is in, hall", "chest of drawers, is, open"},
        ),
        (
            "You see a shelf that has some flour, and a raw egg on it.",
            {"shelf, is in, hall", "flour, is on, shelf", "egg, is on, shelf"},
        ),
        (
            "There is an open fridge, which contains a lemon.",
            {"fridge, is in, hall", "fridge, is, open", "lemon, is in, fridge"},
        ),
        ("The drawer is completely empty.", set()),
    ],
)
def test_relative_clauses_are_read_too(text: str, facts: set[str]) -> None:
    assert said(text) == facts
