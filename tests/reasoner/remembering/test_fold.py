"""The outcome of a sub-goal, and whether it is met (HiAgent, section 3.3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.models.answers import Folded
from ariadne.reasoner.model import same_words
from ariadne.reasoner.remembering.fold import fold
from tests.conftest import Game
from tests.reasoner.scenes import prose, said
from tests.worlds.playing import playing, walk

HALL = "-= Hall =-\nYou see a locked blue chest. There is an exit to the north. There is a red key on the floor."
TAKEN = "> take red key\nYou pick up the red key from the ground."
DROPPED = "> drop red key\nYou drop the red key on the ground."
UNLOCKED = "> unlock blue chest with red key\nYou unlock the blue chest."
OPENED = "> open blue chest\nYou open the blue chest, revealing a note."
ATTIC = "> go north\n-= Attic =-\nThere is an exit to the south. There is a lamp on the floor."


def folded(subgoal: str, *turns: str, goal: str = "Find the treasure.") -> Folded:
    return Folded.model_validate(fold({"goal": goal, "subgoal": subgoal, "turns": turns}, same_words))


@pytest.mark.parametrize(
    ("subgoal", "turns", "met"),
    [
        ("Take the red key", [HALL, TAKEN], True),
        ("Take the red key", [TAKEN], True),
        ("Take the red key", [HALL], False),
        ("Take the red key", ["> take red key\nYou can't see any such thing."], False),
        ("Take the red key", [HALL, TAKEN, DROPPED], False),
        ("Take the red key", [TAKEN, DROPPED], False),
        ("Take the red key", [HALL, TAKEN, DROPPED, TAKEN], True),
        ("Take the red key", [TAKEN, "> put red key on shelf\nYou put the red key on the shelf."], False),
        ("Take the lamp", [HALL, TAKEN], False),
        ("Unlock the blue chest with the red key", [UNLOCKED], True),
        ("Unlock the blue chest with the red key", [HALL, TAKEN], False),
        ("Open the blue chest", [UNLOCKED, OPENED], True),
        ("Open the blue chest", [UNLOCKED], False),
        ("Explore the unknown exits", [ATTIC], True),
        ("Dance with the moon", [HALL, TAKEN], False),
    ],
)
def test_a_sub_goal_is_met_if_the_text_says_so(subgoal: str, turns: list[str], met: bool) -> None:
    assert folded(subgoal, *turns).met is met


def test_a_fold_round_trips_the_current_state() -> None:
    facts = said(folded("Take the red key", HALL, TAKEN, goal="Open the blue chest.").summary)
    assert {"blue chest, is, locked", "hall, has exit, north"} <= facts
    assert not {fact for fact in facts if fact.startswith("red key, is on the floor")}


def test_a_place_that_was_found_is_told_with_its_way() -> None:
    facts = said(folded("Explore the unknown exits", HALL, ATTIC).summary)
    assert {"attic, is north of, hall", "lamp, is on the floor of, attic"} <= facts


def test_without_facts_the_last_observation_is_kept() -> None:
    assert folded("Dance with the moon", "> dance\nNothing happens.").summary == "Nothing happens."
    assert folded("Dance with the moon").summary


def test_the_sub_goals_of_a_walkthrough_are_met_when_they_are_done(game: Game) -> None:
    """Each thing taken on the way is a sub-goal."""
    with playing(game("treasure-hunt")) as world:
        turns = [turn.as_text() for turn in walk(world)]
        commands = ["", *world.walkthrough]
    takes = [number for number, command in enumerate(commands) if command.startswith("take ")]
    assert takes
    for number in takes[:-1]:
        thing = commands[number].removeprefix("take ").partition(" from ")[0]
        assert folded(f"Take the {thing}", *turns[number - 1 : number + 1]).met
        assert not folded(f"Take the {thing}", *turns[number - 1 : number]).met


@given(goal=prose, subgoal=prose, turns=st.lists(prose, max_size=4))
def test_any_turns_give_an_answer(goal: str, subgoal: str, turns: list[str]) -> None:
    assert folded(subgoal, *turns, goal=goal).summary.strip()
