from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from ariadne.reasoner.model import same_words
from ariadne.reasoner.reading.read import read
from ariadne.reasoner.remembering.lesson import WORDS, lesson
from tests.conftest import Game
from tests.reasoner.scenes import chosen, moment, planned, prose
from tests.worlds.playing import playing, walk

HALL = "-= Hall =-\nYou see a locked blue chest. There is an exit to the north. There is a red key on the floor."
HUNT = [
    HALL,
    "> take red key\nYou pick up the red key from the ground.",
    "> unlock blue chest with red key\nYou unlock the blue chest.",
    "> open blue chest\nYou open the blue chest, revealing a note and a zinc key.",
    "> take note from blue chest\nYou take the note from the blue chest.",
    "> examine note\nThe zinc key opens the golden locker.",
    "> go north\n-= Den =-\nYou can see a golden locker. There is an exit to the south.",
    "> drop red key\nYou drop the red key on the ground.",
]


def learned(history: Sequence[str], lessons: Sequence[str] = ()) -> str:
    inputs = {"goal": "Find the treasure.", "lessons": lessons, "history": history, "outcome": "no more steps"}
    answer = lesson(inputs, same_words)["lesson"]
    assert isinstance(answer, str)
    return answer


def held(text: str) -> set[str]:
    return {", ".join(fact) for fact in read(text)}


def test_a_lesson_tells_the_game_as_it_begins() -> None:
    assert held(learned(HUNT)) == {
        "red key, is on the floor of, hall",
        "blue chest, is in, hall",
        "blue chest, is, locked",
        "red key, opens, blue chest",
        "note, is in, blue chest",
        "zinc key, is in, blue chest",
        "zinc key, opens, golden locker",
        "golden locker, is in, den",
        "den, is north of, hall",
        "hall, is south of, den",
    }


def test_what_a_command_changed_before_it_was_seen_is_not_told() -> None:
    history = [
        "> open box\nYou open the box.",
        "> put lamp on shelf\nYou put the lamp on the shelf.",
        "> look\n-= Hall =-\nYou see an open box. You see a shelf. On the shelf is a lamp and a rope.",
    ]
    facts = held(learned(history))
    assert "rope, is on, shelf" in facts
    assert not {"box, is, open", "lamp, is on, shelf"} & facts


def test_the_losing_command_is_quoted() -> None:
    text = learned([*HUNT, "> cook carrot with oven\nYou burned the carrot!\n\n*** You lost! ***"])
    assert 'What lost the game was the command "cook carrot with oven".' in text
    assert not {fact for fact in held(text) if "carrot" in fact}


def test_a_later_lesson_says_what_is_new() -> None:
    first = learned(HUNT[:5])
    second = learned(HUNT, [first])
    assert held(first) & held(second) == set()
    assert held(first) | held(second) >= held(learned(HUNT))
    assert read(learned(HUNT, [first, second])) == []


def test_the_next_attempt_goes_straight_to_what_the_last_one_found() -> None:
    notes = learned(HUNT)
    carrying = "You are carrying: a zinc key."
    plan = planned(moment(HALL, notes=notes, inventory=carrying))
    assert "Unlock the golden locker with the zinc key" in plan
    open_hall = "-= Hall =-\nYou see an open blue chest. There is an exit to the north."
    inputs = moment(
        open_hall,
        ["go north", "look"],
        notes=notes,
        inventory=carrying,
        plan=["Unlock the golden locker with the zinc key | soon"],
    )
    assert chosen(inputs) == "go north"
    visited = moment(
        open_hall, ["go north", "go to den", "look"], **{key: inputs[key] for key in ("notes", "inventory", "plan")}
    )
    assert chosen(visited) == "go to den"


def test_of_a_real_hunt_the_lesson_tells_where_everything_was(game: Game) -> None:
    with playing(game("treasure-hunt")) as world:
        turns = walk(world)
    facts = held(learned([turn.as_text() for turn in turns]))
    for turn in turns:
        match turn.command.split(" from "):
            case [taking, holder] if taking.startswith("take "):
                assert f"{taking.removeprefix('take ')}, is in, {holder}" in facts
            case [unlocking] if unlocking.startswith("unlock "):
                lock, key = unlocking.removeprefix("unlock ").split(" with ")
                assert f"{key}, opens, {lock}" in facts
    assert not {fact for fact in facts if fact.endswith((", is, open", ", is, unlocked", ", inventory"))}


@given(st.lists(prose, max_size=4), st.lists(prose, max_size=2))
def test_a_lesson_is_bounded_and_never_empty(history: list[str], lessons: list[str]) -> None:
    assert 0 < len(learned(history, lessons).split()) <= WORDS
