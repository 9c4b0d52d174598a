"""What texts say: turns of games, notes of rules and of people."""

from __future__ import annotations

import time

import pytest

from ariadne.exam.names import EngineNames
from ariadne.exam.texts import told
from tests.nightly import mostly_nightly

NAMES = EngineNames(
    frozenset("cup plate table shelf box lamp chest fridge knife oven chicken".split())
    | {"patio table", "brass key", "table lamp"},
    frozenset({"kitchen", "hall", "living room", "wooden door"}),
)


def said(text: str, here: str = "") -> list[str]:
    """The statements of a text, but for what was so earlier."""
    return [f"{each.topic.thing}: {each.value}" for each in told(text, NAMES, here) if each.tense == "now"]


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("The cup is on the table.", ["cup: table"]),
        ("A table lamp stands on the patio table.", ["table lamp: patio table"]),
        (
            "On the table you can see a cup, a plate and a brass key.",
            ["cup: table", "plate: table", "brass key: table"],
        ),
        ("You see a cup and a plate on the shelf.", ["cup: shelf", "plate: shelf"]),
        ("The fridge contains a raw chicken, which looks good.", ["chicken: fridge"]),
        ("The shelf has a cup on it.", ["cup: shelf"]),
        ("The cup is on the table in the kitchen.", ["cup: table", "table: kitchen"]),
        ("In the kitchen, on the table, there is a cup.", ["cup: table", "table: kitchen"]),
        ("The knife is kept inside the box, which stands on the table.", ["knife: box", "box: table"]),
        ("On the table is a cup and a plate is on the shelf.", ["cup: table", "plate: shelf"]),
        ("Kitchen:\n- a cup\n- the fridge\n", ["cup: kitchen", "fridge: kitchen"]),
        ("- cup: on the table\n- lamp (on the shelf)", ["cup: table", "lamp: shelf"]),
        ("The sliced fried chicken is on the plate.", ["chicken: plate"]),
        ("The cup lies on the floor of the hall.", ["cup: hall"]),
    ],
)
def test_where_things_are(text: str, statements: list[str]) -> None:
    assert said(text) == statements


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("You are carrying: a cup and a brass key.", ["cup: inventory", "brass key: inventory"]),
        ("The cup is in my inventory.", ["cup: inventory"]),
        ("You are carrying:\n  a brass key\n  a raw chicken\n\nA box.", ["brass key: inventory", "chicken: inventory"]),
        ("**Inventory:** cup, plate", ["cup: inventory", "plate: inventory"]),
        ("You take the cup from the table.", ["cup: inventory"]),
        ("Adding the cup to your inventory.", ["cup: inventory"]),
        ("I took the cup from the table and put it on the shelf.", ["cup: shelf"]),
        ("I put the cup on the table. Later I put it in the box.", ["cup: box"]),
        ("The cup has been moved from the table to the shelf.", ["cup: shelf"]),
        ("You eat the chicken. Not bad.", ["chicken: eaten"]),
        ("I went to the hall and dropped the lamp.", ["lamp: hall"]),
    ],
)
def test_what_the_player_has_and_does(text: str, statements: list[str]) -> None:
    assert said(text) == statements


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("The box, the chest and the wooden door are closed.", ["box: closed", "chest: closed", "wooden door: closed"]),
        ("There is an open wooden door leading north.", ["wooden door: open"]),
        ("The wooden door to the hall is locked.", ["wooden door: locked"]),
        ("You open the chest, revealing a cup.", ["chest: open", "cup: chest"]),
        ("You open wooden door.", ["wooden door: open"]),
        ("You unlock the chest with the brass key.", ["chest: closed"]),
        ("I used the brass key to unlock the chest and opened it.", ["chest: open"]),
        ("The chest was unlocked with the brass key and is now open.", ["chest: closed", "chest: open"]),
        ("The box looks strong. It is open.", ["box: open"]),
        ("The box looks strong. You can't see inside it because the lid's in your way.", ["box: closed"]),
        ("The fridge contains a cup, and it is open.", ["cup: fridge", "fridge: open"]),
        ("fridge (open)", ["fridge: open"]),
    ],
)
def test_how_things_stand(text: str, statements: list[str]) -> None:
    assert said(text) == statements


@pytest.mark.parametrize(
    "text",
    [
        "The cup is not on the table, nor is it in the box.",
        "There is no cup on the table. Neither the cup nor the plate is on the shelf.",
        "The cup isn't in the box anymore.",
        "Is the cup on the table? Were you looking for a cup on the shelf?",
        "Errand 1 of 3: Put the cup on the shelf.",
        "Prepare the chicken as the plate says and put it on the shelf.",
        "I still need to put the cup on the shelf. The cup should be on the shelf.",
        "If you open the chest, the cup is in it.",
        "With the brass key you can open the chest.",
        "Take the brass key with you: it unlocks the chest.",
        "The brass key has opened the chest.",
        "The wooden door leads north from the kitchen.",
        "> put cup on table",
        "The lamp is next to the table.",
        "The moon is in the sky.",
    ],
)
def test_what_is_asked_for_denied_supposed_or_about_something_else_says_nothing(text: str) -> None:
    assert said(text, "kitchen") == []


def test_what_was_so_is_no_statement_of_now() -> None:
    was = told("The cup, which was on the table, is now on the shelf. The lamp used to be in the box.", NAMES)
    assert [(each.topic.thing, each.value) for each in was if each.tense == "earlier"] == [
        ("cup", "table"),
        ("lamp", "box"),
    ]
    assert said("The cup, which was on the table, is now on the shelf.") == ["cup: shelf"]


def test_what_was_so_when_it_was_told_is_so_still_unless_the_text_says_otherwise() -> None:
    assert said("In the box were a cup and a plate.") == ["cup: box", "plate: box"]
    assert said("In the box were a cup and a plate. I took the cup.") == ["plate: box", "cup: inventory"]


def test_who_moved_something_is_named() -> None:
    text = "The Cook has taken the cup to the oven. The plate was moved to the shelf by the gardener."
    assert [(each.topic.thing, each.value, each.mover) for each in told(text, NAMES)] == [
        ("cup", "oven", "cook"),
        ("plate", "shelf", "gardener"),
    ]


def test_a_description_of_a_room_shows_what_is_there() -> None:
    room = "-= Living Room =-\nYou bump into a table. On the table is a cup. It's just a box!\nA lamp is on the floor."
    assert said(room) == ["table: living room", "cup: table", "box: living room", "lamp: living room"]
    assert said("You bump into a table.", "hall") == []


def test_what_is_dropped_is_where_the_player_is_if_that_is_known() -> None:
    assert said("You drop the cup on the ground.", "hall") == ["cup: hall"]
    assert said("I took the cup, then dropped it.") == []


PIECES = ["the cup, ", "you and then ", "a b c ", "(: ", "is now ", "- x\n", "on the table "]


@pytest.mark.parametrize("piece", mostly_nightly(PIECES, ["the cup, "]))
def test_no_text_takes_longer_than_its_length(piece: str) -> None:
    began = time.process_time()
    told((piece * (4000 // len(piece)) + ".\n") * 10, NAMES)
    assert time.process_time() - began < 5
