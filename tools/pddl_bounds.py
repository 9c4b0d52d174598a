"""Lower bounds for plans in our PDDL domains: which atoms make patterns, and which actions count in which."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ariadne.worlds.pddl.schema import Atom
from ariadne.worlds.pddl.strips import Action, Task
from tools.pddl_search import Bound, pattern

_MAX_SHOTS = 5


def bounds(task: Task) -> list[Bound]:
    """Bounds that may be added up: no action counts in two of them."""
    return _BOUNDS[task.domain.name](task)


def _everything(task: Task) -> list[Bound]:
    return [pattern(task, set(task.atoms), lambda action: True)]


def _hub_by_hub(task: Task) -> list[Bound]:
    """Each hub that has a goal with its wheels; tools and boot belong to the first of them."""
    hubs = sorted({_hub(atom.args) for atom in task.problem.goal} - {""}) or ["hub1"]

    def owner(names: Iterable[str]) -> str:
        return _hub(names) or hubs[0]

    def about(atom: Atom, hub: str) -> bool:
        return owner(atom.args) == hub and (atom.predicate != "mounted" or atom.args[0][1:] == hub[3:])

    return [
        pattern(
            task,
            {atom for atom in task.atoms if about(atom, hub)},
            lambda action, hub=hub: owner(action.args) == hub,
        )
        for hub in hubs
    ]


def _hub(names: Iterable[str]) -> str:
    """The hub that an atom or an action is about, else the one that its wheel or nut is meant for."""
    numbered = [found for name in names if (found := re.fullmatch(r"([a-z]+)(\d+)", name))]
    numbered.sort(key=lambda found: found[1] != "hub")
    return f"hub{numbered[0][2]}" if numbered else ""


def _hands_and_glasses(task: Task) -> list[Bound]:
    """What hands and shaker do, without what is in shots; and what goes into shots and from there into the shaker."""
    goal = set(task.problem.goal)
    shaker = {atom for atom in task.atoms if atom.args and "shaker1" in atom.args}
    hands = {atom for atom in task.atoms if atom.predicate in ("holding", "hand-empty", "on-table")}
    filled = {atom for atom in task.atoms if atom.predicate == "contains" and atom.args[1].startswith("ingredient")}
    shots = {atom.args[0] for atom in filled} - {"shaker1"}
    work = pattern(task, shaker | hands | {each for each in goal if _mixed(each)}, lambda action: not _fills(action))
    if len(shots) > _MAX_SHOTS:
        return [work]
    return [work, pattern(task, {each for each in shaker if each.predicate != "holding"} | filled | goal, _fills)]


def _mixed(atom: Atom) -> bool:
    return atom.args[1].startswith("cocktail")


def _fills(action: Action) -> bool:
    return action.name in ("fill-shot", "refill-shot")


_BOUNDS = {"blocksworld": _everything, "tyreworld": _hub_by_hub, "barman": _hands_and_glasses}
