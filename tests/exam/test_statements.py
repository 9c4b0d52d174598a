from __future__ import annotations

from collections.abc import Sequence

from ariadne.exam import statements
from ariadne.exam.names import EngineNames
from ariadne.exam.statements import Statement
from ariadne.memory.memory import Chapter, Held, Recollection
from ariadne.worlds.world import Turn
from tests.exam.plays import place

LOOK = Turn("", "-= Kitchen =-\nYou see a table. On the table is a cup.")
TAKE = Turn("take cup from table", "You take the cup from the table.")
DROP = Turn("drop cup", "You drop the cup on the ground.")
TOLD = Turn(
    "put pan on shelf",
    "You put the pan on the shelf.\n\nErrand 3 is done.\nThe cook has taken the cup to the oven.\nErrand 4 of 9: Wait.",
)
PLAYED = (LOOK, TAKE, DROP)
NAMES = EngineNames(frozenset("cup table shelf oven pan box key carrot egg".split()), frozenset({"kitchen", "hall"}))


def of_recollection(recalled: Recollection, told: Sequence[Turn] = ()) -> list[Statement]:
    return statements.of_recollection(recalled, told, NAMES)


def of_text(text: str) -> list[Statement]:
    return of_recollection(Recollection(history=(Chapter(1, "", summary=text),)))


def of_history(held: Sequence[Held]) -> list[Statement]:
    return of_recollection(Recollection(held=tuple(held)))


def test_texts_are_read_by_the_names_of_the_engine() -> None:
    assert of_text("On the table is a cup. On the table is a unicorn.") == [Statement(place("cup"), "table")]


def test_triplets_are_taken_as_they_are_wherever_they_stand() -> None:
    assert of_recollection(Recollection(("unicorn, is in, moon",))) == [Statement(place("unicorn"), "moon", 0)]
    assert of_text("cup, is on, table\nNotes end here.") == [Statement(place("cup"), "table")]


def test_what_was_so_was_so_before_the_time_that_is_spoken_of() -> None:
    said = of_recollection(Recollection(text="The cup was on the table before."), PLAYED)
    assert said == [Statement(place("cup"), "table", None, 3)]


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
    assert statements.of_present(now, 7, NAMES) == [
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
    assert of_history([Held("On the table is a cup.", 2)]) == [Statement(place("cup"), "table", 2)]


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
    past = (LOOK, TAKE, DROP, TOLD)
    said = of_recollection(Recollection(history=past), past)
    assert [each for each in said if each.since == 4] == [
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
