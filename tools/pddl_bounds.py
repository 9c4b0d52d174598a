"""Lower bounds for plans in our PDDL domains: which atoms make patterns, and which actions count in which."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ariadne.worlds.pddl.schema import Atom
from ariadne.worlds.pddl.strips import Action, Task
from tools.pddl_search import Bound, pattern


def bounds(task: Task) -> list[Bound]:
    """Bounds that may be added up: no action counts in two of them."""
    return _BOUNDS[task.domain.name](task)


def _everything(task: Task) -> list[Bound]:
    return [pattern(task, set(task.atoms), lambda action: 1)]


def _hub_by_hub(task: Task) -> list[Bound]:
    """Each hub that has a goal with its wheels; tools and boot belong to the first of them."""
    hubs = sorted({_hub(atom.args) for atom in task.problem.goal} - {""}) or ["hub1"]

    def owner(names: Iterable[str]) -> str:
        return _hub(names) or hubs[0]

    named = {name for atom in task.problem.goal for name in atom.args}
    pumped = {atom.args[0] for atom in task.problem.goal if atom.predicate == "inflated"}

    def about(atom: Atom, hub: str) -> bool:
        """Whether an atom is the hub's, and may matter for the goal. What is forgotten makes a bound no greater."""
        if owner(atom.args) != hub:
            return False
        if any(name.startswith("hub") for name in atom.args):
            return hub in named and (atom.predicate != "mounted" or atom.args[0][1:] == hub[3:])
        if atom.predicate in ("inflated", "flat", "intact"):
            return atom.args[0] in pumped
        if "pump" in atom.args:
            return bool(pumped)
        return atom.args[0] in named or not re.fullmatch(r"[rw]\d+", atom.args[0])

    return [
        pattern(
            task,
            {atom for atom in task.atoms if about(atom, hub)},
            lambda action, hub=hub: int(owner(action.args) == hub),
        )
        for hub in hubs
    ]


def _hub(names: Iterable[str]) -> str:
    """The hub that an atom or an action is about, else the one that its wheel or nut is meant for."""
    numbered = [found for name in names if (found := re.fullmatch(r"([a-z]+)(\d+)", name))]
    numbered.sort(key=lambda found: found[1] != "hub")
    return f"hub{numbered[0][2]}" if numbered else ""


def _hands_and_glasses(task: Task) -> list[Bound]:
    """What hands and shaker do, without what is in shots. Fillings are counted by what becomes of them: each pouring
    into the shaker takes one and counts twice for it, the goal wants some at the end, and some are there already."""
    shaker = {atom for atom in task.atoms if "shaker1" in atom.args}
    hands = {atom for atom in task.atoms if atom.predicate in ("holding", "hand-empty", "on-table")}
    work = pattern(task, shaker | hands | set(task.problem.goal), _cost)
    filled = sum(1 << bit for bit, atom in enumerate(task.atoms) if _is_filling(atom))
    wanted = sum(map(_is_filling, task.problem.goal))
    return [lambda state: work(state) + wanted - (state & filled).bit_count()]


def _cost(action: Action) -> int:
    if action.name in ("fill-shot", "refill-shot"):
        return 0
    return 2 if action.name.startswith("pour-shot") else 1


def _is_filling(atom: Atom) -> bool:
    """Whether it says that a shot contains an ingredient."""
    return atom.predicate == "contains" and atom.args[0] != "shaker1" and atom.args[1].startswith("ingredient")


_BOUNDS = {"blocksworld": _everything, "tyreworld": _hub_by_hub, "barman": _hands_and_glasses}
