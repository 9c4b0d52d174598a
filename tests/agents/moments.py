"""A moment in a game, as shown to planner and actor."""

from __future__ import annotations

from ariadne.agents.framed import Framed, Snapshot
from ariadne.agents.working_memory import WorkingMemory
from ariadne.memory.memory import Recollection
from ariadne.worlds.world import Turn

HALL = Turn("", "-= Hall =-\nA hall.", "You are carrying nothing.", ("go east", "look"), "hall")
KITCHEN = Turn(
    "go east", "-= Kitchen =-\nA kitchen.", "You are carrying a key.", ("go west", "look", "open box"), "kitchen"
)
RECOLLECTION = Recollection(
    facts=("box, is in, kitchen",),
    episodes=(Turn("", "A cellar, dark."),),
    exits=("hall, has exit, north",),
    text="The lamp is dead.",
)


def moment(
    plan: tuple[str, ...] = ("open the box | it may hold the lamp",),
    explore: bool = True,
    recollection: Recollection = RECOLLECTION,
) -> WorkingMemory:
    """The kitchen, after the hall."""
    return WorkingMemory("Find the lamp.", [HALL], KITCHEN, recollection, plan, explore)


def framed(plan: tuple[str, ...] = ("open the box | it may hold the lamp",)) -> Framed:
    """The same moment in the frame."""
    return Framed(
        "Find the lamp.", [HALL], KITCHEN, RECOLLECTION, plan, True, rules="Nobody may whistle.",
        snapshot=Snapshot(step=1, places=("mat, is in, hall",), notes="It is Monday."),
        log=[HALL.as_text()], seen=KITCHEN.as_text(), progress="step 2 of 9", past=["A cellar, dark."],
    )  # fmt: skip
