from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.worlds.story_text import Page, clean, ending, place, read_page, understood

SCREEN = "\n\n>" + 128 * " "

words = st.text(alphabet="abcdefgh,.!?:;'\"-=><$[]()*0123456789 ", min_size=1, max_size=30)


@given(st.lists(words.map(str.strip).filter(bool), min_size=1, max_size=5), st.sampled_from(["", "Hall 3/4"]))
def test_prompt_and_status_line_are_taken_from_the_text(lines: list[str], status: str) -> None:
    text = "\n".join(lines)
    page = read_page(f"\n{text}{SCREEN}{status}")
    assert page.status == status
    assert page.text.strip().startswith(text.rstrip(">\n"))


def test_a_status_line_may_come_without_a_prompt() -> None:
    assert read_page("\nAre you sure?" + 129 * " " + "HallScore: 1Moves: 2") == Page(
        "\nAre you sure?", "HallScore: 1Moves: 2"
    )


@pytest.mark.parametrize("late", [">\n", "> Hall" + 98 * " " + "Score: 3" + 16 * " " + "Moves: 7      \n"])
def test_a_prompt_that_comes_late_is_taken_from_the_text(late: str) -> None:
    assert read_page(f"{late}Attic\nIt is dusty.\n\n") == Page("Attic\nIt is dusty.")


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
        "[The score has just gone up by one point.]",
        "[Your score has just gone up by ten points.]",
        "(Your score has just gone down by two points.)",
        "Your score is 3 of a possible 10, in 7 moves.",
        "Your score would be 10 (total of 350 points), in 3 moves.\nThis gives you the rank of Beginner.",
        "You have so far scored 10 out of a possible 50, in 7 turns.",
        "In that game you scored 1 out of a possible 4, in 8 turns.",
        "Would you like to RESTART, RESTORE a saved game or QUIT?",
        "Release 1 / Serial number 260101 / Inform v6.41 Library v6.12.6 S",
    ],
)
def test_score_versions_and_the_last_question_are_not_told(line: str) -> None:
    assert clean(Page(f"You do it.\n\n{line}\n")) == "You do it."
    assert clean(Page(f"{line}\n\nYou do it.\n")) == "You do it."


@pytest.mark.parametrize("line", ["You scored a goal!", "He asks for your score.", "A film score lies here."])
def test_other_scores_stay(line: str) -> None:
    assert clean(Page(line)) == line


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


@pytest.mark.parametrize("command", ["read sign", "examine note", "x door", "inventory", "ask man about hall"])
def test_what_is_read_is_no_place(command: str) -> None:
    assert place(command, "Danger\nKeep out!") == ""


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("    *** You have won ***\n\nIn that game you scored 3", "won"),
        ("   *** You have died ***   ", "lost"),
        ("*** You have not won ***", "lost"),
        ("*** The End ***\n\nWould you like to RESTART, RESTORE a saved game or QUIT?", "over"),
        ("*** A Dream ***\n\nYou wake up.", None),
        ("   ****  You have died  ****\n\nYou deserve another chance.", None),
        ("* * *", None),
        ("You have won a prize.", None),
    ],
)
def test_an_end_is_announced(text: str, end: str | None) -> None:
    assert ending(Page(text)) == end


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
