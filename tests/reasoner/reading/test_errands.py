"""Parsing errands."""

from __future__ import annotations

import pytest

from ariadne.reasoner.reading.errands import ASKED, How, ReadErrand, Things, read_errand


@pytest.mark.parametrize(
    ("said", "errand"),
    [
        ("Bring the brass lamp to the pantry.", ReadErrand("put", Things("name", "brass lamp"), "pantry")),
        ("Put the brass lamp on the garage shelf.", ReadErrand("put", Things("name", "brass lamp"), "garage shelf")),
        ("Put the lamp into the chest of drawers.", ReadErrand("put", Things("name", "lamp"), "chest of drawers")),
        ("Put the brass lamp back where it first was.", ReadErrand("put", Things("name", "brass lamp"))),
        ("Leave the wardrobe as it first was.", ReadErrand("", Things("name", "wardrobe"))),
        ("Lock the tool chest.", ReadErrand("lock", Things("name", "tool chest"))),
        (
            "Prepare the carrot as the cookbook says, and put it on the dining table.",
            ReadErrand("put", Things("name", "carrot"), "dining table", "cookbook"),
        ),
    ],
)
def test_an_errand_says_what_is_to_be_where_or_how(said: str, errand: ReadErrand) -> None:
    assert read_errand(said) == errand


@pytest.mark.parametrize(
    ("what", "how", "name"),
    [
        ("the thing beside the red book", "beside", "red book"),
        ("what is in the toolbox", "inside", "toolbox"),
        ("all the towels", "kind", "towel"),
        ("the set of finger paints", "name", "set of finger paints"),
    ],
)
def test_things_are_named_or_described(what: str, how: How, name: str) -> None:
    assert read_errand(f"Bring {what} to the study.") == ReadErrand("put", Things(how, name), "study")


@pytest.mark.parametrize("said", ["", "Dance.", "You open the box.", "Bring the lamp."])
def test_other_sentences_are_not_errands(said: str) -> None:
    assert read_errand(said) is None


def test_the_errand_at_hand_is_told_beside_the_text_and_in_it() -> None:
    assert ASKED.findall("step 3 of 9 (Errand 2 of 24: Close the box.)") == ["Close the box."]
    assert ASKED.findall("Errand 1 is done.\nErrand 2 of 24: Close the box.\n") == ["Close the box."]
