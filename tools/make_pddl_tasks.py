"""Make the 60 PDDL tasks of HiAgent's evaluation (`games/pddl/<domain>/<n>.pddl`), each with a plan beside it.

    python -m tools.make_pddl_tasks [DOMAIN | DOMAIN/NUMBER ...]

Sizes and lengths of shortest plans equal those of the paper's tasks. For each task, seeds are tried in order until a
problem of that size has a shortest plan of that length. This takes about ten minutes in all.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

import yaml

from ariadne.files import data_folder
from ariadne.worlds.pddl.strips import GroundTask
from ariadne.worlds.pddl.tasks import Reference, load
from tools import pddl_problems
from tools.pddl_bounds import bounds
from tools.pddl_problems import ROOMS, Draft
from tools.pddl_search import interchangeable, shortest_plan

BLOCKS = (
    (3, 2, 8),
    (7, 6, 18),
    (3, 2, 6),
    (4, 2, 6),
    (4, 3, 12),
    (5, 2, 8),
    (5, 3, 12),
    (6, 2, 8),
    (6, 3, 14),
    (7, 6, 14),
)
BALLS = (4, 6, 8, 10, 12, 4, 6, 6, 10, 10, 10, 4, 4, 4, 12, 12, 12, 6, 6, 12)
GRIPPER_LENGTHS = (11, 17, 23, 29, 35, 10, 16, 16, 26, 29, 30, 12, 11, 12, 36, 35, 34, 18, 16, 30)
TYRES = (
    (1, "mtb", 12), (9, "mtb mtb", 21), (3, "mtb mtb mtb", 30), (4, "mtb mtb mtb mtb", 39), (1, "mb", 8),
    (3, "i i i", 5), (3, "mb m", 16), (3, "m m", 14), (4, "m m", 14), (3, "mtibc", 14),
)  # fmt: skip
BARMAN_LENGTHS = (12, 10, 10, 10, 10, 23, 23, 23, 23, 10, 10, 23, 12, 2, 5, 11, 8, 12, 8, 10)
# The drinks to mix and pour, by the length of the shortest plan.
BARMAN_GOALS = {2: "i", 5: "ii", 8: "iii", 10: "c", 11: "ci", 12: "ci", 23: "cc"}

A_STAR = "A* with additive pattern databases"
TRIPS = "each ball that moves is picked and dropped once, a trip carries two, and trips there and back take turns"


@dataclass(frozen=True)
class Wanted:
    """A task of the evaluation: the generator for drafts of its size, and the length of its shortest plan."""

    name: str
    draft: Callable[[int], Draft]
    length: int
    first_seed: int = 1


def wanted() -> Iterator[Wanted]:
    """All tasks in order."""
    for n, (blocks, goals, length) in enumerate(BLOCKS, 1):
        yield Wanted(
            f"blocksworld/{n}", partial(pddl_problems.blocksworld, blocks=blocks, goals=goals), length, 1000 * n
        )
    for n, (balls, length) in enumerate(zip(BALLS, GRIPPER_LENGTHS, strict=True), 1):
        draft = partial(pddl_problems.gripper, balls=balls)
        yield Wanted(f"gripper/{n}", draft, length, 0 if n <= 5 else 1000 * n)
    for n, (hubs, letters, length) in enumerate(TYRES, 1):
        yield Wanted(
            f"tyreworld/{n}", partial(pddl_problems.tyreworld, hubs=hubs, wanted=letters.split()), length, 1000 * n
        )
    for n, length in enumerate(BARMAN_LENGTHS, 1):
        cocktails = 3 + (n - 1) % 5
        shots = cocktails + 1 + n % 2
        draft = partial(pddl_problems.barman, shots=shots, cocktails=cocktails, wanted=BARMAN_GOALS[length])
        yield Wanted(f"barman/{n}", draft, length, 1000 * n)


def make(task: Wanted) -> Reference:
    """Find a problem for a task and write it with its plan."""
    domain, number = task.name.split("/")
    folder = data_folder("games") / "pddl" / domain
    for seed in count(task.first_seed):
        draft = task.draft(seed)
        text = draft.pddl(task.name.replace("/", "-"))
        plan, proof = _solve(draft, text, folder / "domain.pddl", task.length)
        if len(plan) == task.length:
            break
    reference = Reference(length=len(plan), shortest=True, proof=proof, seed=seed, plan=plan)
    (folder / f"{number}.pddl").write_text(text, encoding="utf-8")
    content = yaml.safe_dump(reference.model_dump(), sort_keys=False, width=110)
    (folder / f"{number}.yaml").write_text(content, encoding="utf-8")
    return reference


def _loaded(text: str, domain: Path) -> GroundTask:
    with tempfile.TemporaryDirectory() as folder:
        problem = Path(folder) / "problem.pddl"
        problem.write_text(text, encoding="utf-8")
        return load(problem, domain)


def _solve(draft: Draft, text: str, domain: Path, length: int) -> tuple[list[str], str]:
    """A plan of that length that is proven to be shortest, with the proof; or else another plan, or none."""
    if draft.domain == "gripper":
        return carry(draft), TRIPS
    task = _loaded(text, domain)
    plan = shortest_plan(task, length, bounds(task), interchangeable(task, draft.alike))
    return [" ".join((action.name, *action.args)) for action in plan or ()], A_STAR


def carry(draft: Draft) -> list[str]:
    """A shortest plan for Gripper: each trip carries as many of the remaining balls as possible, at most two."""
    at = dict(fact.split()[1:] for fact in draft.init if fact.startswith("ball-in"))
    to = dict(fact.split()[1:] for fact in draft.goal)
    here = next(fact.split()[1] for fact in draft.init if fact.startswith("robot-in"))
    waiting = {room: [ball for ball in at if at[ball] == room != to[ball]] for room in ROOMS}
    plan: list[str] = []
    while any(waiting.values()):
        there = ROOMS[1 - ROOMS.index(here)]
        load = list(zip(waiting[here][:2], ("left", "right"), strict=False))
        waiting[here] = waiting[here][2:]
        plan += [f"pick {ball} {here} {hand}" for ball, hand in load]
        plan.append(f"move {here} {there}")
        plan += [f"drop {ball} {there} {hand}" for ball, hand in load]
        here = there
    return plan


def main(chosen: Sequence[str]) -> None:
    """Make the tasks that are named, or all."""
    for task in wanted():
        if not chosen or task.name in chosen or task.name.split("/")[0] in chosen:
            began = time.monotonic()
            made = make(task)
            print(f"{task.name}: seed {made.seed}, {made.length} actions, {time.monotonic() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
