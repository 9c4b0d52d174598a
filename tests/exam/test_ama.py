from __future__ import annotations

import re
from pathlib import Path

import pytest

from ariadne.errors import UserError
from ariadne.exam.ama import AMAMethod, Step, steps_of
from ariadne.worlds.world import Turn

STEPS = [
    ("look", "-= Kitchen =-\nYou are in the kitchen.\n\nYou see a table. On the table is a red key."),
    ("take red key from table", "You take the red key from the table."),
    ("go east", "-= Hall =-\nYou are in the hall. You see a chest."),
    ("drop red key", "You drop the red key on the ground."),
    ("go west and back", "-= Kitchen =-\nYou see a table.\n\n-= Hall =-\nYou see a chest."),
    ("go west", "-= Kitchen =-\nYou are in the kitchen. You see a table."),
]
INDENTED = "\n".join(f"Step {n}:\n  Action: {action}\n  Observation: {seen}" for n, (action, seen) in enumerate(STEPS))
SPACED = "".join(f"Step {n}:\nAction: {action}\nObservation: {seen}\n\n" for n, (action, seen) in enumerate(STEPS))


@pytest.mark.parametrize("trajectory", [INDENTED, SPACED])
def test_a_trajectory_becomes_turns_with_the_places_that_it_tells(trajectory: str) -> None:
    steps = list(steps_of(trajectory))
    assert [step.number for step in steps] == [0, 1, 2, 3, 4, 5]
    turns = [step.turn for step in steps]
    assert [(turn.command, turn.observation) for turn in turns] == STEPS
    assert [turn.location for turn in turns] == ["kitchen", "kitchen", "hall", "hall", "hall", "kitchen"]


def test_observations_may_hold_what_looks_like_a_mark() -> None:
    odd = "Step 1:\n  Action: run\n  Observation: Step 2: failed\n  Observation: again\nStep 2:\n  Action: stop\n"
    first, second = Turn("run", "Step 2: failed\n  Observation: again"), Turn("stop", "")
    assert list(steps_of(odd)) == [Step(1, first), Step(2, second)]


def test_any_other_text_is_one_turn() -> None:
    assert list(steps_of("just a log")) == [Step(1, Turn("", "just a log"))]
    assert list(steps_of("")) == []


@pytest.mark.parametrize(
    ("trajectory", "steps"), [(INDENTED, (0, 1, 3)), (re.sub(r"(?<=Step )\d", r"4\g<0>", SPACED), (40, 41, 43))]
)
def test_arigraph_retrieves_what_is_so_and_what_was_so_when(trajectory: str, steps: tuple[int, int, int]) -> None:
    method = AMAMethod()
    memory = method.memory_construction(trajectory, task="Tidy up.")
    told = method.memory_retrieve(memory, "Where was the red key before it was dropped?")
    assert told.partition("The last step:\n")[2].startswith("> go west\n-= Kitchen =-")
    first, second, third = steps
    assert "red key, is on the floor of, hall" in told
    assert f"red key, is on, table (since step {first} until step {second}, by look)" in told
    assert f"red key, is in, inventory (since step {second} until step {third}, by take red key from table)" in told


def test_two_trajectories_are_two_memories() -> None:
    method = AMAMethod()
    one = method.memory_construction(INDENTED)
    other = method.memory_construction("Step 0:\n  Action: look\n  Observation: You see a blue lamp.")
    assert "red key" not in method.memory_retrieve(other, "Where is the red key?")
    assert "red key" in method.memory_retrieve(one, "Where is the red key?")


def test_a_file_says_which_memory_is_meant(tmp_path: Path) -> None:
    config = tmp_path / "method.json"
    config.write_text('{"memory": "full-history"}')
    method = AMAMethod(str(config))
    assert "> drop red key" in method.memory_retrieve(method.memory_construction(SPACED), "What was dropped?")
    config.write_text('{"memory": "elephant"}')
    with pytest.raises(UserError, match="no memory elephant"):
        AMAMethod(str(config))
    config.write_text('{"colour": "red"}')
    with pytest.raises(UserError, match="colour"):
        AMAMethod(str(config))


def test_an_empty_trajectory_is_no_error() -> None:
    method = AMAMethod()
    assert "Tidy up." in method.memory_retrieve(method.memory_construction("", task="Tidy up."), "What is there?")
