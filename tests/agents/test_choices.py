from __future__ import annotations

import string
from collections import defaultdict
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.agents.choices import ELSE, Choices, as_action, match_action
from ariadne.agents.tried import Offer

ACTIONS = ["cook potato with BBQ", "go to hall", "go west", "look", "open box"]
BRACKETS = ["go west", "open box (small)"]

phrases = st.lists(st.text(alphabet=string.ascii_letters + "'-", min_size=1, max_size=8), min_size=1, max_size=4)
lists = st.lists(phrases.map(" ".join), min_size=1, max_size=6, unique_by=lambda action: action.lower().strip("'"))


def test_an_action_is_shown_with_its_annotation_and_answered_without() -> None:
    choices = Choices.of(BRACKETS, {"open box (small)": "step 2: locked", "sing": "loud"})
    assert choices.lines == ["go west", "open box (small) (step 2: locked)"]
    assert choices.fields == {"action": BRACKETS}
    assert choices.named("Open box (small) (step 2: locked).") == "open box (small)"
    assert choices.named("open box (small)") == "open box (small)"


def test_a_free_world_leaves_the_answer_free() -> None:
    choices = Choices.of(BRACKETS, {"go west": "not tried"}, free=True)
    assert choices.lines == BRACKETS
    assert choices.fields == {}
    assert choices.named("put the go west sign down") == "put the go west sign down"


def few(most: int, offer: Offer, plan: Sequence[str] = (), known: Mapping[str, str] = {}) -> Choices:
    return Choices.of(offer.actions, known).few(most, offer, plan, defaultdict(float))


def test_a_cut_list_ends_with_something_else() -> None:
    shown = few(2, Offer(ACTIONS, []), ["cook the potato with the BBQ"], {"cook potato with BBQ": "raw"})
    assert shown.fields == {"action": [ACTIONS[0], "go to hall", ELSE]}
    assert shown.lines == ["cook potato with BBQ (raw)", "go to hall", ELSE]
    assert shown.named("something else") == ELSE
    assert shown.named("open box") == "open box"


def test_actions_for_sub_goals_come_first_then_untried_ones() -> None:
    offer = Offer(ACTIONS, [], times={"open box": 2, "cook potato with BBQ": 1}, exits=["go west"])
    near = {**dict.fromkeys(ACTIONS, 0.1), "go to hall": 0.9}
    assert Choices.of(ACTIONS).in_order(offer, ["open the box | why"], near, 1).actions == [
        "open box", "go west", "go to hall", "cook potato with BBQ", "look",
    ]  # fmt: skip


def test_without_such_actions_untried_exits_come_first() -> None:
    near = {**dict.fromkeys(ACTIONS, 0.1), "open box": 0.9}
    ordered = Choices.of(ACTIONS).in_order(Offer(ACTIONS, [], exits=["go west"]), ["find the lamp"], near, 4)
    assert ordered.actions[:2] == ["go west", "open box"]


def test_moving_to_and_fro_is_left_out_even_for_the_plan() -> None:
    offer = Offer(ACTIONS, [], to_and_fro=["go to hall"])
    shown = few(8, offer, ["go to the hall | why"])
    assert "go to hall" not in shown.actions
    assert shown.left_out == ["go to hall"]


def test_untried_actions_for_the_plan_that_are_possible_only_here_come_first() -> None:
    actions = ["drop book", "examine desk", "examine lamp", "put book on desk", "take lamp from desk"]
    plan = ["put the book at the desk | soon", "light the lamp"]
    ordered = Choices.of(actions).in_order(Offer(actions, [], own=actions[1:]), plan, defaultdict(float), 0)
    assert ordered.actions == ["put book on desk", "examine lamp", "examine desk", "take lamp from desk", "drop book"]


def following(plan: Sequence[str], actions: Sequence[str], *own: str, exits: Sequence[str] = ()) -> str:
    return Choices.of(actions).sub_goal(Offer([*actions], [], own=own, exits=exits), plan)


def test_the_next_sub_goal_is_the_first_that_can_be_met_now() -> None:
    plan = ["Dice the carrot | it is raw", "Take the knife | it is here", "Prepare the meal | to be done"]
    assert following(plan, ["prepare meal", "take knife from counter"]) == "Take the knife"
    assert following(plan, ["look"]) == "Dice the carrot"
    assert following([], ["look"]) == ""


def test_an_earlier_sub_goal_in_other_words_goes_before_a_later_literal_one() -> None:
    plan, actions = ["Fry the potato with the stove", "Prepare the meal"], ["prepare meal", "cook potato with stove"]
    assert following(plan, actions) == "Fry the potato with the stove"
    assert few(1, Offer(actions, []), plan).actions[0] == "cook potato with stove"


def test_a_weak_match_waits_until_all_exits_were_tried() -> None:
    plan = ["Find the desk | somewhere", "Put the book at the desk | soon"]
    assert following(plan, ["look"], "take book from old shelf", exits=["go north"]) == "Find the desk"
    assert following(plan, ["look"], "take book from old shelf") == "Put the book at the desk"


def test_idle_actions_are_left_out_unless_a_sub_goal_wants_them() -> None:
    offer = Offer(ACTIONS, [], idle=["open box", "look"])
    assert {*few(8, offer).left_out} == {"open box", "look"}
    assert {*few(8, offer, ["open the box | why"]).left_out} == {"look"}


def test_undoing_is_left_out_unless_a_sub_goal_wants_it() -> None:
    offer = Offer(ACTIONS, [], again=["open box"])
    assert few(8, offer).left_out == ["open box"]
    assert not few(8, offer, ["open the box | why"]).left_out


def test_actions_against_the_plan_are_left_out() -> None:
    actions = ["cook potato with BBQ", "cook potato with stove", "put potato on table", "take onion from table"]
    plan = ["Roast the potato with the oven | as told"]
    assert few(8, Offer(actions, []), plan).left_out == actions[:3]
    assert few(8, Offer(actions, []), [*plan, "Put the potato on the table"]).left_out == actions[:2]


@given(lists, st.integers(1, 8), st.data())
def test_no_valid_action_is_lost(actions: list[str], most: int, data: st.DataObject) -> None:
    some = st.sets(st.sampled_from(actions))
    offer = Offer(
        actions, [], idle=data.draw(some), exits=data.draw(some), back=data.draw(some), to_and_fro=data.draw(some)
    )
    near = {action: data.draw(st.floats(-1, 1)) for action in actions}
    plan = data.draw(st.lists(st.sampled_from(actions), max_size=2))
    choices = Choices.of(actions)
    assert sorted(choices.in_order(offer, plan, near, most).actions) == sorted(actions)
    shown = choices.few(most, offer, plan, near)
    assert 0 < len({*shown.actions} - {ELSE}) <= most
    assert {*shown.actions, *shown.left_out} - {ELSE} == {*actions}


@pytest.mark.parametrize(
    "said",
    ["Open Box", '"open box"', "open box.", "Action: open box",],
)  # fmt: skip
def test_case_spaces_quotes_labels_and_stops_do_not_matter(said: str) -> None:
    assert match_action(said, ACTIONS) == "open box"


@pytest.mark.parametrize(
    "said",
    [
        "open box now",
        "I will open box, then rest.",
    ],
)
def test_the_only_action_in_a_sentence_is_meant(said: str) -> None:
    assert match_action(said, ACTIONS) is None
    assert as_action(said, ACTIONS) == "open box"


@pytest.mark.parametrize(
    "said",
    ["", "open", "open the box", "open boxes", "go west or open box",],
)  # fmt: skip
def test_similar_texts_are_not_actions(said: str) -> None:
    assert as_action(said, ACTIONS) is None


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("Open Box.", "open box"),
        ("kick\nthe box", "kick the box"),
        ("x" * 200, "x" * 200),
        ("x" * 201, None),
        ("", None),
    ],
)
def test_a_free_world_accepts_unlisted_commands_up_to_a_length(said: str, action: str | None) -> None:
    assert as_action(said, ACTIONS, free=True) == action


@given(lists, st.data())
def test_every_action_is_found_by_its_own_text(actions: list[str], data: st.DataObject) -> None:
    wanted = data.draw(st.sampled_from(actions))
    found = match_action(wanted, actions)
    assert found is not None
    assert found.lower().strip("'") == wanted.lower().strip("'")


def test_the_only_action_with_that_beginning_is_meant() -> None:
    actions = ["take key from box", "take lamp from box", "open box", "look"]
    assert as_action("take key", actions) == "take key from box"
    assert as_action("take", actions) is None
    assert as_action("take lamp from", [*actions, "take lamp from shelf"]) is None
