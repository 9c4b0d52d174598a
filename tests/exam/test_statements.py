from __future__ import annotations

import pytest

from ariadne.exam.statements import Statement, of_fact, of_history, of_present, of_recollection, of_text, of_turn
from ariadne.exam.truth import Topic
from ariadne.memory.memory import Chapter, Held, Recollection
from ariadne.worlds.world import Turn
from tests.exam.plays import place, state

LOOK = Turn("", "-= Kitchen =-\nYou see a table. On the table is a cup.")
TAKE = Turn("take cup from table", "You take the cup from the table.")
DROP = Turn("drop cup", "You drop the cup on the ground.")
TOLD = Turn(
    "put pan on shelf",
    "You put the pan on the shelf.\n\nErrand 3 is done.\nThe cook has taken the cup to the oven.\nErrand 4 of 9: Wait.",
)
PLAYED = (LOOK, TAKE, DROP)


@pytest.mark.parametrize(
    ("fact", "topic", "value"),
    [
        ("cup, is on, table", place("cup"), "table"),
        ("Cup, located in, the Kitchen", place("cup"), "kitchen"),
        ("cup, is on the floor of, hall", place("cup"), "hall"),
        ("cup, is in, inventory", place("cup"), "inventory"),
        ("player, has, cup", place("cup"), "inventory"),
        ("cup, is carried by, player", place("cup"), "inventory"),
        ("fried carrot, is in, pan", place("carrot"), "pan"),
        ("carrot, is, eaten", place("carrot"), "eaten"),
        ("chest, is, open", state("chest"), "open"),
        ("chest, is, unlocked", state("chest"), "closed"),
    ],
)
def test_facts_say_where_things_are_and_how_they_stand(fact: str, topic: Topic, value: str) -> None:
    assert of_fact(fact) == [Statement(topic, value)]


@pytest.mark.parametrize(
    "fact", ["kitchen, has exit, north", "hall, is north of, kitchen", "cup, is, old", "chest, has, lid", "no triplet"]
)
def test_other_facts_say_nothing_of_that(fact: str) -> None:
    assert of_fact(fact) == []


def test_notes_are_read_as_observations_are() -> None:
    assert Statement(place("cup"), "table") in of_text("On the table is a cup.")


def test_a_history_from_the_start_is_dated_turn_by_turn_and_knows_the_room() -> None:
    said = of_recollection(Recollection(history=PLAYED), PLAYED)
    assert [each for each in said if each.topic == place("cup")] == [
        Statement(place("cup"), "table", 1),
        Statement(place("cup"), "inventory", 2, None, "take cup from table"),
        Statement(place("cup"), "kitchen", 3, None, "drop cup"),
    ]


def test_a_history_with_a_gap_is_dated_no_further() -> None:
    cut = of_recollection(Recollection(history=(LOOK, DROP)), PLAYED)
    assert [each.since for each in cut if each.topic == place("cup")] == [1, None]
    told = Recollection(history=(Chapter(1, "Tidy up.", summary="On the shelf is a cup."), TAKE))
    assert [(each.value, each.since) for each in of_recollection(told, PLAYED)] == [
        ("shelf", None),
        ("inventory", None),
    ]


def test_facts_and_notes_speak_of_now() -> None:
    said = of_recollection(Recollection(facts=("cup, is on, table",), text="In the box is a key."), PLAYED)
    assert Statement(place("cup"), "table", 3) in said
    assert Statement(place("key"), "box", 3) in said


def test_the_present_turn_is_seen_with_its_place_and_its_inventory() -> None:
    now = Turn("drop cup", "You drop the cup on the ground.", "You are carrying: a fried carrot.", location="hall")
    assert of_present(now, 7) == [
        Statement(place("cup"), "hall", 7, None, "drop cup"),
        Statement(place("carrot"), "inventory", 7),
    ]


def test_chapters_are_read_turn_by_turn() -> None:
    chapters = (Chapter(1, "Look.", (LOOK, TAKE)), Chapter(2, "Drop.", (DROP,)))
    said = of_recollection(Recollection(history=chapters), PLAYED)
    assert Statement(place("cup"), "kitchen", 3, None, "drop cup") in said


def test_an_episode_says_what_it_says_unless_it_is_said_when_that_held() -> None:
    alone = of_recollection(Recollection(episodes=(LOOK,)), PLAYED)
    assert Statement(place("cup"), "table") in alone
    held = (Held("cup, is on, table", 1, 2),)
    both = of_recollection(Recollection(episodes=(LOOK,), held=held), PLAYED)
    assert [each for each in both if each.topic == place("cup")] == [Statement(place("cup"), "table", 1, 2)]


def test_what_is_held_may_be_told_in_a_sentence() -> None:
    assert of_history([Held("On the table is a cup.", 2)]) == [Statement(Topic("place", "cup"), "table", 2)]


def test_a_history_of_facts_says_when_they_held_and_by_which_command() -> None:
    assert of_history([Held("cup, is in, inventory", 2, 3, TAKE)]) == [
        Statement(place("cup"), "inventory", 2, 3, "take cup from table")
    ]


def test_what_goes_on_in_other_words_held_all_along() -> None:
    held = (Held("cup, is in, oven", 2, 5, TAKE), Held("cup, is on, oven", 5, 7), Held("cup, is in, oven", 9))
    assert of_history(held) == [
        Statement(place("cup"), "oven", 2, 7, "take cup from table"),
        Statement(place("cup"), "oven", 9),
    ]


def test_what_another_did_is_said_of_them_and_not_of_the_command_of_the_turn() -> None:
    assert of_turn(TOLD, 4) == [
        Statement(place("pan"), "shelf", 4, None, "put pan on shelf", task=3),
        Statement(place("cup"), "oven", 4, mover="cook"),
    ]
    assert of_text("The Cook has moved the fried egg to the oven.") == [Statement(place("egg"), "oven", mover="cook")]


def test_the_turn_that_told_of_a_fact_says_who_did_it_and_for_which_errand() -> None:
    assert of_history([Held("cup, is in, oven", 4, None, TOLD), Held("pan, is on, shelf", 4, None, TOLD)]) == [
        Statement(place("cup"), "oven", 4, mover="cook"),
        Statement(place("pan"), "shelf", 4, None, "put pan on shelf", task=3),
    ]


def test_a_statement_claims_from_its_first_step_up_to_its_end() -> None:
    dated = Statement(place("cup"), "table", 2, 4)
    assert [dated.claims(step) for step in (1, 2, 3, 4)] == [False, True, True, False]
    assert Statement(place("cup"), "table").claims(1)
