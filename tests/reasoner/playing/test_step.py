"""Plan and action in one answer, one action a question (HiAgent, section 3.2)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.config import PlayConfig
from ariadne.reasoner.model import same_words
from ariadne.reasoner.playing.step import plans, step, subgoal_step
from ariadne.record import read_events
from ariadne.runs.play import play
from ariadne.runs.run import new_run
from ariadne.runs.setup import prepared
from tests.conftest import Game
from tests.reasoner.scenes import moment, moments, names

HALL = "-= Hall =-\nYou see a locked blue chest. There is an exit to the north. There is a red key on the floor."
ATTIC = "> go north\n-= Attic =-\nThere is an exit to the south. There is a lamp on the floor."
TAKEN = "> take red key\nYou pick up the red key from the ground."
ACTIONS = ("go north", "look", "take red key")


def test_a_sub_goal_is_named_when_it_changes() -> None:
    first = subgoal_step(moment(HALL, ACTIONS), same_words)
    assert first == {"subgoal": "Take the red key", "action": "take red key"}
    assert subgoal_step(moment(HALL, ACTIONS, plan=["Take the red key"]), same_words)["subgoal"] == ""
    later = moment(
        TAKEN, ("go north", "look"), history=[HALL], plan=["Take the red key"], inventory="You are carrying: a red key."
    )
    assert subgoal_step(later, same_words)["subgoal"] not in ("", "Take the red key")


def in_pairs(turns: str) -> str:
    return re.sub("^> (.*)\n", r"Action: \1\nObservation: ", turns, flags=re.MULTILINE)


def test_pairs_are_read_like_turns() -> None:
    """HiAgent, appendix B: `Action: …`, `Observation: …`."""
    for inputs in (
        moment(ATTIC, ("go south", "look"), history=[HALL, TAKEN]),
        moment(ATTIC, ("go south", "look"), notes=f"{HALL}\n{TAKEN}"),
        moment(TAKEN, ("go north", "look"), notes=f"{ATTIC}\n> go south\n{HALL}"),
    ):
        paired = {
            name: in_pairs(value) if isinstance(value, str) else [in_pairs(line) for line in value]
            for name, value in inputs.items()
        }
        assert paired != inputs
        assert subgoal_step(paired, same_words) == subgoal_step(inputs, same_words)


def test_folded_turns_are_known_too() -> None:
    now = "> look\n-= Hall =-\nThere is an exit to the north. There is an exit to the east."
    folded = (
        "1 Subgoal: Explore the unknown exits\n"
        "From the hall one gets {way} to the {room}.\n\nOn the floor of the {room} is a lamp. The sub-goal is met.\n"
        "2 Subgoal: Take the lamp"
    )
    for room, way in (("attic", "north"), ("cellar", "east")):
        inputs = moment(
            now, ("go east", "go north", "look"), notes=folded.format(room=room, way=way), goal="Take the lamp.",
            plan=["Take the lamp"],
        )  # fmt: skip
        assert subgoal_step(inputs, same_words) == {"subgoal": "", "action": f"go {way}"}


@given(inputs=moments, actions=st.lists(names.map("take {}".format), min_size=1, max_size=5, unique=True))
def test_any_input_gives_a_valid_action(inputs: dict[str, Any], actions: list[str]) -> None:
    shown = {**inputs, "actions": actions, "tried": ()}
    answer = subgoal_step(shown, same_words)
    assert answer["action"] in actions
    assert isinstance(answer["subgoal"], str)
    assert " | " not in answer["subgoal"]
    assert step(shown, same_words)["action"] in actions
    assert plans(shown, same_words)["plans"] == [step(shown, same_words)["action"]]


PLAYED = [
    ("hiagent", "treasure-hunt"),
    ("standard", "treasure-hunt"),
    pytest.param("hiagent", "cooking", marks=pytest.mark.nightly),
    pytest.param("standard", "cooking", marks=pytest.mark.nightly),
    pytest.param("hiagent-no-summary", "treasure-hunt", marks=pytest.mark.nightly),
    pytest.param("task-decomposition", "treasure-hunt", marks=pytest.mark.nightly),
]


@pytest.mark.parametrize(("agent", "family"), PLAYED)
async def test_a_small_game_is_won_one_action_a_question(game: Game, tmp_path: Path, agent: str, family: str) -> None:
    config = PlayConfig(game=str(game(family)), agent=agent, max_steps=40)
    with prepared(config) as stage, new_run(tmp_path, "run") as run:
        summary = await play(stage, run)
    (path,) = run.path.rglob("events.jsonl")
    events = list(read_events(path))
    assert summary.won
    assert summary.invalid_actions == 0
    asked = [event.kind for event in events if event.name == "question"]
    name = "step" if agent == "standard" else "subgoal_step"
    assert asked.count(name) == summary.steps
    folds = agent not in ("standard", "task-decomposition")
    assert any(event.name == "folded" for event in events) == folds
    assert ("fold" in asked) == (folds and "no-summary" not in agent)
