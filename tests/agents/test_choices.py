from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.agents.choices import ELSE, Choices, as_action, match_action
from ariadne.agents.tried import Offer

ACTIONS = ["cook potato with BBQ", "go to hall", "go west", "look", "open box"]
BRACKETS = ["go west", "open box (small)"]

phrases = st.lists(st.text(alphabet=string.ascii_letters + "'-", min_size=1, max_size=8), min_size=1, max_size=4)
lists = st.lists(phrases.map(" ".join), min_size=1, max_size=6, unique_by=lambda action: action.lower().strip("'"))


def test_an_action_is_shown_with_what_is_known_and_answered_without() -> None:
    choices = Choices.of(BRACKETS, {"open box (small)": "step 2: locked", "sing": "loud"})
    assert choices.lines == ["go west", "open box (small) (step 2: locked)"]
    assert choices.fields == {"action": BRACKETS}
    assert choices.named("Open box (small) (step 2: locked).") == "open box (small)"
    assert choices.named("open box (small)") == "open box (small)"


def test_of_an_annotation_that_names_another_action_nothing_is_taken() -> None:
    choices = Choices.of(["examine note", "go west"], {"examine note": "step 3: go west"})
    assert choices.named("examine note (step 3: go west)") == "examine note"


def test_a_free_world_leaves_the_answer_free() -> None:
    choices = Choices.of(BRACKETS, {"go west": "not tried"}, free=True)
    assert choices.lines == BRACKETS
    assert choices.fields == {}
    assert choices.named("put the go west sign down") == "put the go west sign down"


def test_a_list_is_cut_to_what_comes_first_and_something_else() -> None:
    few = Choices.of(ACTIONS, {"go to hall": "a lamp"}).cut(2)
    assert few.fields == {"action": [*ACTIONS[:2], ELSE]}
    assert few.lines == ["cook potato with BBQ", "go to hall (a lamp)", ELSE]
    assert few.named("something else") == ELSE
    assert few.named("open box") == "open box"


def test_a_short_list_is_not_cut() -> None:
    choices = Choices.of(ACTIONS)
    assert choices.cut(len(ACTIONS)) == choices


def test_what_serves_the_plan_comes_first_then_what_was_never_tried_then_the_rest() -> None:
    offer = Offer(ACTIONS, [], times={"open box": 2, "cook potato with BBQ": 1}, exits=["go west"])
    near = {**dict.fromkeys(ACTIONS, 0.1), "open box": 0.9, "cook potato with BBQ": 0.5}
    assert Choices.of(ACTIONS).in_order(offer, [], near, 1).actions == [
        "open box", "go west", "go to hall", "look", "cook potato with BBQ",
    ]  # fmt: skip


def test_a_way_that_was_walked_to_and_fro_comes_last_even_if_it_seems_to_serve_the_plan() -> None:
    offer = Offer(ACTIONS, [], to_and_fro=["go to hall"])
    near = {**dict.fromkeys(ACTIONS, 0.1), "go to hall": 0.9}
    assert Choices.of(ACTIONS).in_order(offer, [], near, 4).actions[-1] == "go to hall"


@given(lists, st.integers(1, 8), st.data())
def test_nothing_that_is_valid_is_lost(actions: list[str], most: int, data: st.DataObject) -> None:
    some = st.sets(st.sampled_from(actions))
    offer = Offer(actions, [], exits=data.draw(some), to_and_fro=data.draw(some))
    near = {action: data.draw(st.floats(-1, 1)) for action in actions}
    ordered = Choices.of(actions).in_order(offer, [], near, most)
    assert sorted(ordered.actions) == sorted(actions)
    few = ordered.cut(most)
    assert len(few.actions) <= most + 1
    assert {*few.actions, *few.left_out} - {ELSE} == {*actions}


@pytest.mark.parametrize(
    "said",
    [
        "open box", "Open Box", " open  box\n", '"open box"', "'open box'", "`open box`", "open box.", "> open box",
        "Action: open box", "action: `open box`",
    ],
)  # fmt: skip
def test_case_spaces_quotes_labels_and_stops_do_not_matter(said: str) -> None:
    assert match_action(said, ACTIONS) == "open box"


def test_an_action_keeps_its_own_spelling() -> None:
    assert match_action("cook potato with bbq", ACTIONS) == "cook potato with BBQ"


@pytest.mark.parametrize("said", ["open box now", "I will open box, then rest.", "open box\nIt may hold the lamp."])
def test_the_only_action_that_a_sentence_names_is_meant(said: str) -> None:
    assert match_action(said, ACTIONS) is None
    assert as_action(said, ACTIONS) == "open box"


def test_of_actions_that_hold_one_another_the_longer_is_meant() -> None:
    assert as_action("I cook potato with stove", ["cook potato", "cook potato with stove"]) == "cook potato with stove"


@pytest.mark.parametrize(
    "said",
    [
        "", "open", "open the box", "go", "go to", "box", "close box", "lookout", "look at the box", "open boxes",
        "go west or open box",
    ],
)  # fmt: skip
def test_what_only_resembles_an_action_is_none(said: str) -> None:
    assert as_action(said, ACTIONS) is None


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("Open Box.", "open box"),
        ("kick the  box", "kick the box"),
        ("kick\nthe box", "kick the box"),
        ("put lamp in open box", "put lamp in open box"),
        ("x" * 200, "x" * 200),
        ("x" * 201, None),
        ("", None),
        (" \n ", None),
    ],
)
def test_in_a_free_world_what_is_no_listed_action_is_a_command_if_it_can_be_one(said: str, action: str | None) -> None:
    assert as_action(said, ACTIONS, free=True) == action


@given(lists, st.data())
def test_every_action_is_found_by_its_own_text(actions: list[str], data: st.DataObject) -> None:
    wanted = data.draw(st.sampled_from(actions))
    found = match_action(wanted, actions)
    assert found is not None
    assert found.lower().strip("'") == wanted.lower().strip("'")
