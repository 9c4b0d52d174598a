"""The tasks that ship with Ariadne, each read once, and states that a random walk comes to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from ariadne.worlds.pddl.strips import GroundAction, GroundTask
from ariadne.worlds.pddl.tasks import open_pddl
from ariadne.worlds.pddl.world import PddlWorld
from ariadne.worlds.registry import find_game

DOMAINS = ("blocksworld", "gripper", "tyreworld", "barman")
SOME_TASKS = ("blocksworld/1", "blocksworld/10", "gripper/20", "tyreworld/4", "barman/1", "barman/13")
"""The smallest and the largest of each domain, or nearly."""


def problem(name: str) -> Path:
    """The file of a task that ships with Ariadne."""
    return find_game(name).source


@cache
def world(name: str) -> PddlWorld:
    """The world of a task, which several tests share: each has to reset it."""
    return open_pddl(problem(name))


def loaded(name: str) -> GroundTask:
    return world(name).task


def walk(task: GroundTask, steps: int, seed: int) -> Iterator[tuple[int, GroundAction]]:
    """States on a random walk, each with the action that is taken there."""
    random, state = Random(seed), task.init
    for _ in range(steps):
        action = random.choice(task.valid(state))
        yield state, action
        state = action.after(state)
