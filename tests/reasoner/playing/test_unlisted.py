from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.geography import WAYS
from ariadne.models.question import Inputs
from ariadne.reasoner.model import same_words
from ariadne.reasoner.playing.act import act
from ariadne.reasoner.playing.plan import plan
from ariadne.reasoner.playing.step import subgoal_step
from ariadne.reasoner.playing.unlisted import conditions

GOAL = "Make all of this true: Ball1 is in roomb. Ball2 is in roomb."
START = "Ball1 is in rooma. Ball2 is in rooma. The robot is in rooma."
ASK = "check valid actions"


def moment(observation: str, notes: str = "", history: Sequence[str] = (), goal: str = GOAL) -> Inputs:
    return {
        "goal": goal,
        "instructions": "You are a robot.",
        "notes": notes,
        "history": list(history),
        "observation": observation,
        "actions": [ASK, "look around"],
        "plan": (),
    }


def action(inputs: Inputs) -> object:
    return act({**inputs, "plan": plan(inputs, same_words)["plan"]}, same_words)["action"]


def listed(*actions: str) -> str:
    return f"> {ASK}\nValid actions: {'; '.join(actions)}."


def test_each_sentence_of_the_goal_is_a_condition_until_the_text_says_that_it_is_so() -> None:
    assert conditions(moment(START)) == ["Ball1 is in roomb.", "Ball2 is in roomb."]
    assert conditions(moment("> drop ball1\nBall1 is in roomb. Ball2 is in rooma.", START)) == ["Ball2 is in roomb."]


def test_a_condition_reopens_when_acted_on() -> None:
    taken = "> pick ball1 from roomb\nThe left gripper is carrying ball1."
    assert "Ball1 is in roomb." in conditions(moment(taken, "> drop ball1\nBall1 is in roomb."))


def test_the_action_with_most_words_of_a_condition_is_taken() -> None:
    now = moment(listed("move from roomb to rooma", "drop ball1 in roomb with left"), START)
    assert action(now) == "drop ball1 in roomb with left"


def test_what_has_come_true_is_not_undone() -> None:
    now = moment(listed("pick ball1 in roomb with left", "move from roomb to rooma"), "> x\nBall1 is in roomb.")
    assert action(now) == "move from roomb to rooma"


def test_after_a_failure_it_asks_again() -> None:
    failed = "> drop ball1 in roomb with left\nNothing happens. It is not possible now."
    assert action(moment(failed, history=[listed("drop ball1 in roomb with left", "wait")])) == ASK


def test_without_a_list_named_directions_are_taken() -> None:
    story = moment(f"> {ASK}\nThey cannot be listed.", "Hall\nThe kitchen is to the east.", goal="Find the lamp.")
    assert action(story) == "east"


def in_story(*actions: str, tried: Sequence[str] = (), history: Sequence[str] = (), opening: str = "") -> Inputs:
    listed_now = moment(listed("inventory", "look", *actions), opening, history, goal="Explore.")
    return {**listed_now, "instructions": f"Move: {', '.join(WAYS)}.", "tried": tried}


@pytest.mark.parametrize(
    ("actions", "tried", "chosen"),
    [
        (("north", "take lamp"), (), "take lamp"),
        (("north", "take lamp"), ("take lamp",), "north"),
        (("north", "east"), ("north",), "east"),
        (("drop lamp", "north"), ("north",), "north"),
        (("eat soup", "north"), ("north",), "north"),
        (("put lamp in crate", "north"), ("north",), "north"),
    ],
)
def test_a_story_is_explored_without_losing_things(actions: Sequence[str], tried: Sequence[str], chosen: str) -> None:
    assert action(in_story(*actions, tried=tried)) == chosen


def test_after_mere_walking_things_are_combined() -> None:
    walked = ["> north\nYard", "> south\nHall"]
    now = in_story("drop lamp", "give lamp to guard", "north", tried=["north"], history=walked)
    assert action(now) == "give lamp to guard"
    assert action({**now, "tried": ["north", "give lamp to guard"]}) == "north"


def test_the_exit_taken_longest_ago_is_taken_again() -> None:
    walked = ["> east\nYard", "> west\nHall", "> north\nLoft", "> south\nHall"]
    assert action(in_story("east", "north", tried=["east", "north"], history=walked)) == "east"


def test_a_storys_beginning_is_kept_as_conditions() -> None:
    opening = "The miller calls: the gauge belongs on the gate. I left it in the chest."
    begun = in_story("north", "put gauge on gate", "put gauge in sack", opening=opening)
    told = plan(begun, same_words)["plan"]
    assert "the gauge belongs on the gate. | as I was told" in " ".join(told)
    later = {**in_story("north", "put gauge in sack", "put gauge on gate"), "plan": told}
    assert action(later) == "put gauge on gate"


def test_the_first_open_condition_is_the_sub_goal() -> None:
    said = subgoal_step(moment("Action: drop ball1\nObservation: Ball1 is in roomb.", START), same_words)
    assert said["subgoal"] == "Ball2 is in roomb."


@given(st.text(), st.text(), st.lists(st.text(), max_size=3))
def test_any_text_gives_a_listed_or_named_action(observation: str, notes: str, history: list[str]) -> None:
    now = moment(observation, notes, history)
    shown = "\n".join((observation, notes, *history)).lower()
    assert isinstance(said := action(now), str)
    assert said in now["actions"] or said.lower() in shown


@pytest.mark.parametrize("goal", ["", "...", "Do it: now!"])
def test_any_goal_can_be_served(goal: str) -> None:
    assert action(moment(START, goal=goal)) == ASK
