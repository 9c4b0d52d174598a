"""Lower bounds for plans in our PDDL domains: the atoms of the patterns, and the actions that count for each."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ariadne.worlds.pddl.schema import Atom
from ariadne.worlds.pddl.strips import GroundAction, GroundTask
from tools.pddl_search import Bound, pattern


def bounds(task: GroundTask) -> list[Bound]:
    """Bounds that can be added: no action counts in two of them."""
    return _BOUNDS[task.domain.name](task)


def _everything(task: GroundTask) -> list[Bound]:
    return [pattern(task, set(task.atoms), lambda action: 1)]


def _hub_by_hub(task: GroundTask) -> list[Bound]:
    """One bound for each hub with a goal, and its wheels; tools and boot belong to the first of them."""
    hubs = sorted({_hub(atom.args) for atom in task.problem.goal} - {""}) or ["hub1"]

    def owner(names: Iterable[str]) -> str:
        return _hub(names) or hubs[0]

    named = {name for atom in task.problem.goal for name in atom.args}
    pumped = {atom.args[0] for atom in task.problem.goal if atom.predicate == "inflated"}

    def about(atom: Atom, hub: str) -> bool:
        """Whether an atom belongs to the hub and may matter for the goal. Dropping atoms never increases a bound."""
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
    """The hub of an atom or an action, or else the one that its wheel or nut is meant for."""
    numbered = [found for name in names if (found := re.fullmatch(r"([a-z]+)(\d+)", name))]
    numbered.sort(key=lambda found: found[1] != "hub")
    return f"hub{numbered[0][2]}" if numbered else ""


def _hands_and_glasses(task: GroundTask) -> list[Bound]:
    """The bound for hands and shaker, without the content of shots. Fillings are counted by their use: each pouring
    into the shaker takes one and counts twice, the goal needs some, and some exist at the start."""
    shaker = {atom for atom in task.atoms if "shaker1" in atom.args}
    hands = {atom for atom in task.atoms if atom.predicate in ("holding", "hand-empty", "on-table")}
    work = pattern(task, shaker | hands | set(task.problem.goal), _cost)
    filled = sum(1 << bit for bit, atom in enumerate(task.atoms) if _is_filling(atom))
    wanted = sum(map(_is_filling, task.problem.goal))
    return [lambda state: work(state) + wanted - (state & filled).bit_count()]


def _cost(action: GroundAction) -> int:
    if action.name in ("fill-shot", "refill-shot"):
        return 0
    return 2 if action.name.startswith("pour-shot") else 1


def _is_filling(atom: Atom) -> bool:
    """Whether the atom says that a shot contains an ingredient."""
    return atom.predicate == "contains" and atom.args[0] != "shaker1" and atom.args[1].startswith("ingredient")


_BOUNDS = {"blocksworld": _everything, "tyreworld": _hub_by_hub, "barman": _hands_and_glasses}
