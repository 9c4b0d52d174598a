from __future__ import annotations

from dataclasses import replace

from ariadne.agents.framed import in_frame
from ariadne.agents.working_memory import WorkingMemory
from ariadne.memory.memory import Recollection
from ariadne.models.answers import Action, Edits
from ariadne.models.prompt import FRAME, SMALL
from ariadne.models.question import Question
from tests.agents.moments import moment
from tests.scripted import shown

PARTS = (
    "Find the lamp.",
    "«-= Hall =-\nA hall.»",
    "> go east\n«-= Kitchen =-\nA kitchen.»",
    "You are carrying a key.",
    "box, is in, kitchen",
    "A cellar, dark.",
    "The lamp is dead.",
    "open the box | it may hold the lamp",
)
OFFERED = {"actions": ["look"], "tried": (), "next": ""}


def small(working: WorkingMemory) -> str:
    """The prompt of a small model that chooses an action."""
    return shown(Question("act", {**working.inputs(), **OFFERED}, Action, prompts=SMALL))


def planning(working: WorkingMemory) -> str:
    """The prompt of a planner."""
    return shown(Question("plan", in_frame(working).inputs(), Edits, prompts=FRAME))


def test_planner_and_actor_are_shown_all_of_it() -> None:
    for part in PARTS:
        assert part in small(moment())
        assert part in planning(moment())


def test_exits_are_shown_when_the_plan_needs_them() -> None:
    assert "hall, has exit, north" in small(moment())
    assert "hall north" in planning(moment())
    without = moment(explore=False)
    assert "hall, has exit, north" not in small(without)
    assert "hall north" not in planning(without)


def test_in_the_frame_the_last_turns_are_the_log_and_what_is_recalled_belongs_to_now() -> None:
    before, _, now = planning(moment()).partition("Now:")
    assert "A hall." in before
    assert "The lamp is dead." in before
    assert "box, is in, kitchen" not in before
    assert "box, is in, kitchen" in now
    assert "A cellar, dark." in now


def test_an_empty_memory_leaves_no_empty_headings() -> None:
    bare = replace(moment(recollection=Recollection()), recent=[])
    for text in (small(bare), planning(bare)):
        user = text.partition("Goal:")[2]
        for heading in ("Facts", "From memory", "Past episodes", "Known", "Also", "Exits", "Ways", "Rules"):
            assert heading not in user
