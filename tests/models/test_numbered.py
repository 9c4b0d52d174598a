from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.models.answers import SubgoalStep
from ariadne.models.numbered import meant, numbered
from ariadne.models.prompt import render
from ariadne.models.question import Question
from ariadne.models.reading import read
from tests.models.questions import Act, Triplets, act

CHOICES = ["look", "go north", "go west", "take 3 coins", "2"]
SHOWN = ["look", "go north", "go west (not tried)", "take 3 coins", "2 (a button)"]


def question(prompts: Path, answer: type[Any] = Act) -> Question[Any]:
    inputs = {"observation": "1. You are here.", "actions": SHOWN}
    return replace(act(prompts), inputs=inputs, choices={"action": CHOICES}, answer=answer)


def test_choices_are_numbered_where_they_are_shown(prompts: Path) -> None:
    text = render(numbered(question(prompts)))[-1]["content"]
    assert text.endswith("\n".join(f"{place}. {line}" for place, line in enumerate(SHOWN, 1)))


@pytest.mark.parametrize("inputs", [{"actions": ["look"]}, {"actions": "look or go"}, {"moves": CHOICES}])
def test_what_does_not_show_the_choices_one_by_one_is_left_as_it_is(inputs: dict[str, Any]) -> None:
    asked = Question("act", inputs, Act, choices={"action": CHOICES})
    assert numbered(asked).inputs == inputs


@pytest.mark.parametrize(
    ("said", "choice"),
    [
        (3, "go west"),
        (3.0, "go west"),
        ("3", "go west"),
        ("3.", "go west"),
        (" #3 ", "go west"),
        ("[3]", "go west"),
        ("**3**", "go west"),
        ("3. go west", "go west"),
        ("3) Go West.", "go west"),
        ("3: go west (not tried)", "go west"),
        ("1. go west", "go west"),
        ("4", "take 3 coins"),
        ("go west", "go west"),
        (2, "2"),
        ("2", "2"),
        ("5. 2", "2"),
        ("take 3 coins", "take 3 coins"),
        ("3 coins", "3 coins"),
        ("1. take the knife", "1. take the knife"),
        ("0", "0"),
        (6, "6"),
        ("-3", "-3"),
        ("9" * 5000, "9" * 5000),
        ("", ""),
    ],
)
async def test_a_number_is_read_as_the_choice_that_bears_it(prompts: Path, said: Any, choice: str) -> None:
    assert meant({"reason": "3", "action": said}, question(prompts)) == {"reason": "3", "action": choice}


async def test_numbers_are_read_in_json_and_on_lines(prompts: Path) -> None:
    assert (await read('{"reason": "r", "action": 3}', question(prompts))).answer.action == "go west"
    assert (await read('{"Action": 3}', question(prompts, SubgoalStep))).answer.action == "go west"
    assert (await read("Action: 3", question(prompts, SubgoalStep))).answer.action == "go west"
    assert (await read("3. go west", question(prompts, SubgoalStep))).answer.action == "go west"


async def test_every_item_of_a_list_may_be_a_number(prompts: Path) -> None:
    listed = replace(question(prompts), answer=Triplets, choices={"triplets": ["a", "b"]})
    assert (await read('{"triplets": [2, "1.", "b"]}', listed)).answer.triplets == ["b", "a"]


def test_where_nothing_is_chosen_a_number_is_a_number(prompts: Path) -> None:
    said = {"action": 3, "ratings": [1, True, None, {"3": 3}]}
    assert meant(said, act(prompts)) == said
    assert meant({"action": True}, question(prompts)) == {"action": True}


@given(st.lists(st.from_regex(r"[a-z0-9]{1,3}( [a-z0-9]{1,3})?", fullmatch=True), min_size=1, unique=True), st.data())
def test_a_number_means_its_choice_unless_a_choice_is_spelled_like_it(choices: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(1, len(choices)))
    asked = Question("act", {"actions": choices}, Act, choices={"action": choices})
    wanted = choices[place - 1]
    for said in (place, str(place), f"{place}.", numbered(asked).inputs["actions"][place - 1]):
        choice = meant({"action": said}, asked)["action"]
        assert choice == wanted or choice.strip(".") == str(place) in choices
    assert meant({"action": wanted}, asked)["action"] == wanted


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=5))
def test_whatever_was_said_it_is_read_without_an_error(said: Any) -> None:
    meant({"action": said}, Question("act", {}, Act, choices={"action": CHOICES}))
