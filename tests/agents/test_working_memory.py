from __future__ import annotations

from dataclasses import replace

import pytest

from ariadne.agents.working_memory import WorkingMemory
from ariadne.memory.memory import Recollection
from ariadne.models.answers import Action, ExploringPlanEdits
from ariadne.models.question import Question
from tests.agents.moments import moment
from tests.scripted import shown


@pytest.mark.parametrize("name", ["plan", "act"])
def test_planner_and_actor_are_shown_all_of_it(name: str) -> None:
    inputs = {**moment().inputs(), "actions": ["look"], "tried": (), "next": ""}
    text = shown(Question(name, inputs, ExploringPlanEdits if name == "plan" else Action))
    for part in (
        "Find the lamp.",
        "«-= Hall =-\nA hall.»",
        "> go east\n«-= Kitchen =-\nA kitchen.»",
        "You are carrying a key.",
        "box, is in, kitchen",
        "A cellar, dark.",
        "The lamp is dead.",
        "hall, has exit, north",
        "open the box | it may hold the lamp",
    ):
        assert part in text


def test_exits_are_shown_when_the_plan_needs_them() -> None:
    assert moment(explore=True).inputs()["exits"] == ("hall, has exit, north",)
    assert not moment(explore=False).inputs()["exits"]


def test_an_empty_memory_leaves_no_empty_headings() -> None:
    bare = replace(moment(recollection=Recollection()), recent=[])
    for name, answer in (("plan", ExploringPlanEdits), ("act", Action)):
        user = shown(Question(name, {**bare.inputs(), "actions": ["look"], "tried": (), "next": ""}, answer)).partition(
            "Goal:"
        )[2]
        for heading in ("Facts", "From memory", "Past episodes", "Recently", "Exits"):
            assert heading not in user


def test_there_is_no_place_for_a_score() -> None:
    assert not [name for name in WorkingMemory.__dataclass_fields__ if "score" in name or "reward" in name]
    assert "score" not in " ".join(moment().inputs())
