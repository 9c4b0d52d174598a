"""ScienceWorld's tasks by name: `scienceworld/boil`. Each seed is a variation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ariadne.errors import UserError
from ariadne.registry import unknown
from ariadne.worlds.registry import Game, WorldKind
from ariadne.worlds.world import World

PREFIX = "scienceworld/"
MAX_STEPS = 100
"""ScienceWorld's own default limit."""


@dataclass(frozen=True)
class ScienceTask:
    """A task.

    Attributes:
        variations: their number; they count from 0.
        test: the first test variation; all later ones are for tests, all earlier ones for training.
        about: the task in a sentence.
    """

    variations: int
    test: int
    about: str


TASKS: Mapping[str, ScienceTask] = {
    "boil": ScienceTask(30, 21, "Bring a substance to a boil."),
    "melt": ScienceTask(30, 21, "Melt a substance."),
    "freeze": ScienceTask(30, 21, "Freeze a substance."),
    "change-the-state-of-matter-of": ScienceTask(30, 21, "Change the state of a substance in any way."),
    "use-thermometer": ScienceTask(540, 405, "Measure the temperature of a substance."),
    "measure-melting-point-known-substance": ScienceTask(436, 327, "Measure where a known substance melts."),
    "measure-melting-point-unknown-substance": ScienceTask(300, 225, "Measure where an unknown substance melts."),
    "power-component": ScienceTask(20, 15, "Build a circuit that powers a part."),
    "power-component-renewable-vs-nonrenewable-energy": ScienceTask(20, 15, "Power a part by a kind of energy."),
    "test-conductivity": ScienceTask(900, 675, "Find out whether a thing conducts electricity."),
    "test-conductivity-of-unknown-substances": ScienceTask(600, 450, "Find out whether an unknown substance conducts."),
    "find-living-thing": ScienceTask(300, 225, "Find a living thing, and bring it into a box."),
    "find-non-living-thing": ScienceTask(300, 225, "Find a nonliving thing, and bring it into a box."),
    "find-plant": ScienceTask(300, 225, "Find a plant, and bring it into a box."),
    "find-animal": ScienceTask(300, 225, "Find an animal, and bring it into a box."),
    "grow-plant": ScienceTask(126, 93, "Grow a plant from a seed."),
    "grow-fruit": ScienceTask(126, 93, "Grow a fruit; its flowers need pollination."),
    "chemistry-mix": ScienceTask(32, 24, "Make a substance by mixing others."),
    "chemistry-mix-paint-secondary-color": ScienceTask(36, 27, "Mix a color from two others."),
    "chemistry-mix-paint-tertiary-color": ScienceTask(36, 27, "Mix a color from a mixed one and another."),
    "lifespan-longest-lived": ScienceTask(125, 93, "Find the animal that lives longest."),
    "lifespan-shortest-lived": ScienceTask(125, 93, "Find the animal that lives shortest."),
    "lifespan-longest-lived-then-shortest-lived": ScienceTask(
        125, 93, "Find the animals that live longest and shortest."
    ),
    "identify-life-stages-1": ScienceTask(14, 9, "Find the stages of a plant's life in order."),
    "identify-life-stages-2": ScienceTask(10, 6, "Find the stages of an animal's life in order."),
    "inclined-plane-determine-angle": ScienceTask(168, 126, "Find the steeper of two planes."),
    "inclined-plane-friction-named-surfaces": ScienceTask(
        1386, 1038, "Find the surface with more friction among known ones."
    ),
    "inclined-plane-friction-unnamed-surfaces": ScienceTask(
        162, 120, "Find the surface with more friction among unknown ones."
    ),
    "mendelian-genetics-known-plant": ScienceTask(120, 90, "Find out which trait of a known plant is dominant."),
    "mendelian-genetics-unknown-plant": ScienceTask(480, 360, "Find out which trait of an unknown plant is dominant."),
}  # fmt: skip
"""The 30 tasks of ScienceWorld 1.2, by topic, with its own splits."""


def _find(name: str, seed: int | None) -> Game | None:
    task = name.removeprefix(PREFIX)
    if task == name or "/" in task:
        return None
    if task not in TASKS:
        raise UserError(f"ScienceWorld: {unknown(task, TASKS)}")
    known = TASKS[task]
    variation = known.test if seed is None else seed
    if variation >= known.variations:
        raise UserError(f"ScienceWorld: {task} has the variations 0 to {known.variations - 1}, not {variation}")
    from ariadne.worlds.scienceworld.world import program

    source = program().jar
    return Game(name, source, variation, MAX_STEPS, partial(_open, task, variation), inside=partial(_inside, task))


def _open(task: str, variation: int) -> World:
    from ariadne.worlds.scienceworld.world import ScienceWorld

    return ScienceWorld(task, variation)


def _inside(task: str) -> Mapping[str, str]:
    known = TASKS[task]
    return {
        "variations": f"{known.variations}; from {known.test} on for tests",
        "license": "Apache 2.0 (ScienceWorld)",
    }


def _about(name: str) -> str:
    return f"{TASKS[name.removeprefix(PREFIX)].about} ScienceWorld, at most {MAX_STEPS} steps."


def _seeds(name: str, wanted: Sequence[int] | None) -> Sequence[int]:
    """The wanted variations, by default the first test variation."""
    for variation in wanted or ():
        _find(name, variation)
    return wanted or (TASKS[name.removeprefix(PREFIX)].test,)


SCIENCEWORLD = WorldKind(_find, lambda: [f"{PREFIX}{task}" for task in TASKS], _about, _seeds)
