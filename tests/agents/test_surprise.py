from __future__ import annotations

from dataclasses import replace

from ariadne.agents.surprise import Surprise
from ariadne.worlds.world import Turn

HALL = Turn("", "A hall with a box.", "nothing", ("go east", "open box"), "hall")
OPENED = Turn("open box", "It is open.", "nothing", ("go east", "take key from box"), "hall")
KITCHEN = Turn("go east", "A kitchen.", "nothing", ("go west",), "kitchen")


def seen(*turns: Turn) -> Surprise:
    """The state after some turns, one decision each."""
    surprise = Surprise()
    for turn in turns:
        surprise.see([turn])
    return surprise


def test_a_new_place_or_thing_is_a_surprise() -> None:
    assert seen(HALL).is_one
    assert seen(HALL, KITCHEN).is_one
    assert seen(HALL, OPENED).is_one


def test_a_known_place_or_thing_is_no_surprise() -> None:
    back = replace(HALL, command="go west")
    assert not seen(HALL, KITCHEN, back).is_one
    assert not seen(HALL, OPENED, replace(OPENED, command="look")).is_one


def test_a_refusal_is_a_surprise() -> None:
    refused = seen(HALL, replace(HALL, command="open box", observation="It is locked.", status="invalid"))
    assert refused.is_one
    assert not refused.command


def test_things_in_the_command_or_later_actions_are_expected() -> None:
    surprise = seen(HALL)
    surprise.see([OPENED], ahead=["take key from box"])
    assert not surprise.is_one
    surprise.see([replace(KITCHEN, commands=("take lamp",))], ahead=["go to kitchen", "take lamp"])
    assert not surprise.is_one


def test_a_new_errand_is_a_surprise_and_a_new_score_is_not() -> None:
    first, other = (replace(HALL, status_line=f"Errand {line}") for line in ("1 of 9: Close it.", "2 of 9: Open it."))
    assert seen(first, other).is_one
    assert not seen(first, first).is_one
    score, later = (replace(HALL, status_line=f"Hall  Score: {count}  Moves: {count}") for count in (1, 2))
    assert not seen(score, later).is_one


def test_arriving_at_a_place_that_the_errand_names_is_no_surprise() -> None:
    errand = "Errand 1 of 9: Bring the key to the kitchen."
    hall, kitchen, hall_again = (replace(turn, status_line=errand) for turn in (HALL, KITCHEN, HALL))
    assert not seen(hall, kitchen, hall_again, kitchen).is_one


def test_a_visible_change_is_an_effect() -> None:
    assert seen(HALL, KITCHEN).had_effect
    assert seen(HALL, replace(HALL, command="take pin", inventory="a pin")).had_effect
    assert not seen(HALL, replace(HALL, command="wait", observation="Time passes.")).had_effect


def test_a_new_text_without_a_change_is_news() -> None:
    note = replace(HALL, command="read note", observation="Beware of the dog.")
    assert seen(HALL, note).tells
    assert not seen(HALL, note, note).tells
    assert not seen(HALL, KITCHEN).tells
