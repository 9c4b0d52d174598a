from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.worlds.story_text import StoryPage, clean, ending, place, read_page, refusal, sign, status_line, understood

SCREEN = "\n\n>" + 128 * " "

words = st.text(alphabet="abcdefgh,.!?:;'\"-=><$[]()*0123456789 ", min_size=1, max_size=30)


@given(st.lists(words.map(str.strip).filter(bool), min_size=1, max_size=5), st.sampled_from(["", "Hall 3/4"]))
def test_prompt_and_status_line_are_taken_from_the_text(lines: list[str], status: str) -> None:
    text = "\n".join(lines)
    page = read_page(f"\n{text}{SCREEN}{status}")
    assert page.status == status
    assert page.text.strip().startswith(text.rstrip(">\n"))


def test_a_status_line_may_come_without_a_prompt() -> None:
    assert read_page("\nAre you sure?" + 129 * " " + "HallScore: 1Moves: 2") == StoryPage(
        "\nAre you sure?", "HallScore: 1Moves: 2"
    )


@pytest.mark.parametrize("late", [">\n", "> Hall" + 98 * " " + "Score: 3" + 16 * " " + "Moves: 7      \n"])
def test_a_prompt_that_comes_late_is_taken_from_the_text(late: str) -> None:
    assert read_page(f"{late}Attic\nIt is dusty.\n\n") == StoryPage("Attic\nIt is dusty.")


def test_a_line_of_the_text_may_begin_as_a_prompt_does() -> None:
    assert read_page("> Hall\nIt is dusty.\n\n").text == "> Hall\nIt is dusty."


@given(st.text())
def test_any_text_can_be_read(printed: str) -> None:
    page = read_page(printed)
    text = clean(page)
    assert text == text.strip()
    assert "\n\n\n" not in text
    place("north", text)
    ending(page)
    understood(text)


@pytest.mark.parametrize(
    "line",
    [
        "Release 1 / Serial number 260101 / Inform v6.41 Library v6.12.6 S",
        "THE CAVE\nA story.\nRelease 1 / Serial number 260101 / Inform v6.41 Library v6.12.6 S",
        "Copyright (c) 1981, 1982, 1983 Infocom, Inc. All rights reserved.\nZORK is a registered trademark of Infocom,"
        " Inc.\nRevision 88 / Serial number 840726",
    ],
)
def test_the_banner_is_removed(line: str) -> None:
    assert clean(StoryPage(f"You do it.\n\n{line}\n")) == "You do it."
    assert clean(StoryPage(f"{line}\n\nYou do it.\n")) == "You do it."


def test_an_introduction_right_before_the_banner_stays() -> None:
    told = "It begins at night.\nTHE CAVE\nA story.\nRelease 1 / Serial number 260101\n\nCave\nIt is dark."
    assert clean(StoryPage(told)) == "It begins at night.\n\nCave\nIt is dark."


def test_the_banner_stays_if_it_is_the_whole_answer() -> None:
    banner = "THE CAVE\nRelease 1 / Serial number 260101 / Inform v6.41"
    assert clean(StoryPage(f"\n{banner}\n\n")) == banner


@pytest.mark.parametrize(
    "question",
    [
        "Would you like to RESTART, RESTORE a saved game or QUIT?",
        "Would you like to restart the game from the beginning, restore a saved game position, or end this session of"
        " the game?\n(Type RESTART, RESTORE, or QUIT):\n>",
        "Would you like to start over, restore a saved position, or end this session of the game?\n"
        "(Type RESTART, RESTORE, or QUIT)",
    ],
)
def test_the_final_question_is_an_ending_and_is_removed(question: str) -> None:
    page = StoryPage(f"You do it.\n\n{question}\n")
    assert (ending(page), clean(page)) == ("over", "You do it.")


@pytest.mark.parametrize(
    "line", ["Your score is 3 of a possible 10, in 7 moves.", "[The score has just gone up by one point.]"]
)
def test_reported_points_stay(line: str) -> None:
    assert clean(StoryPage(f"You do it.\n\n{line}\n")) == f"You do it.\n\n{line}"


@pytest.mark.parametrize(
    ("drawn", "shown"),
    [
        ("HallScore: 1Moves: 2", "Hall · score 1 · moves 2"),
        ("Hall 23/4", "Hall 2 · 3/4"),
        ("Hall (on the chair)" + 40 * " " + "Score:  -3   Moves: 12", "Hall (on the chair) · score -3 · moves 12"),
        ("Hall" + 20 * " " + "9:05 am", "Hall · 9:05 am"),
        ("", ""),
    ],
)
def test_a_drawn_status_line_is_split_into_parts(drawn: str, shown: str) -> None:
    assert status_line(StoryPage("", drawn), "hall 2" if "2 ·" in shown else "hall") == shown


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Hall\nA round hall.", "hall"),
        ("Hall", "hall"),
        ("THE GAME\nA story.\n\nMr. Smith's Office (on the chair)\nPapers.", "mr. smith's office"),
        ("You go down.\n\nCellar\nIt is cold.\n\nYou can see a key here.", "cellar"),
        ("Living Room, in the magic boat\nA carpet.", "living room"),
        ("-= Lounge =-\nYou are in a lounge.", "lounge"),
        ("Taken.", ""),
        ("You're carrying:\n  a lamp", ""),
        ("    *** You have died ***", ""),
        ("The door is locked, so you stand here and wait for it", ""),
        ('"Come in"\nsays she.', ""),
    ],
)
def test_a_place_is_named_by_the_last_title(text: str, name: str) -> None:
    assert place("north", text) == name


@pytest.mark.parametrize(
    "command", ["read sign", "examine note", "x door", "inventory", "ask man about hall", "read sign. x door."]
)
def test_text_that_is_read_is_not_a_place(command: str) -> None:
    assert place(command, "Danger\nKeep out!") == ""


def test_of_several_titles_that_of_the_status_line_is_the_place() -> None:
    assert place("north. read sign", "Hall\nA round hall.\n\nDanger\nKeep out!", "HallScore: 1") == "hall"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("    *** You have won ***\n\nIn that game you scored 3", "won"),
        ("   *** You have died ***   ", "lost"),
        ("*** You have not won ***", "lost"),
        ("*** A Dream ***\n\nYou wake up.", None),
        ("* * *", None),
        ("You have won a prize.", None),
    ],
)
def test_an_end_is_announced_between_asterisks(text: str, said: str | None) -> None:
    assert sign(StoryPage(text)) == said


def test_it_is_one_when_the_story_asks_what_to_do_next() -> None:
    question = "Would you like to RESTART, RESTORE a saved game or QUIT?"
    assert ending(StoryPage(f"*** You have died ***\n\n{question}")) == "lost"
    assert ending(StoryPage(f"*** The End ***\n\n{question}")) == "over"
    for text in ("*** You have died ***\n\nYou deserve another chance.", "You can RESTART, RESTORE or QUIT."):
        assert ending(StoryPage(text)) is None


@pytest.mark.parametrize(
    "answer",
    [
        "That's not a verb I recognise.",
        "I didn't understand that sentence.",
        'I don\'t know the word "frob".',
        "I only understood you as far as wanting to take the lamp.",
        "You can't see any such thing.",
        "You can't use multiple objects with that verb.",
        "What do you want to unlock?",
        "Which do you mean, the iron key or the brass key?",
        "I beg your pardon?",
        "You seem to have said too little!",
        "That noun did not make sense in this context.",
    ],
)
def test_an_answer_says_that_a_command_was_not_understood(answer: str) -> None:
    assert not understood(answer)


@pytest.mark.parametrize("answer", ["Taken.", "You can't go that way.", "It is locked.", "Hall\nA round hall.", ""])
def test_a_refusal_was_understood(answer: str) -> None:
    assert understood(answer)


def test_a_refusal_is_known_by_what_the_story_adds_to_the_words_it_repeats() -> None:
    pattern = refusal("I don't know the word qzxvj.", "qzxvj")
    assert re.fullmatch(pattern, "I don't know the word lamp.")
    assert not re.fullmatch(pattern, "The lamp is lit.")
    assert refusal("Qzxvj?", "qzxvj") == ""
