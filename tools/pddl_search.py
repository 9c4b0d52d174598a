"""Shortest plans: A* with admissible bounds, over equivalence classes of states."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import count

from ariadne.worlds.pddl.schema import Atom
from ariadne.worlds.pddl.strips import GroundAction, GroundTask

NEVER = 1 << 30

Bound = Callable[[int], int]
Canonical = Callable[[int], int]


def shortest_plan(
    task: GroundTask, length: int, bounds: Sequence[Bound], canonical: Canonical
) -> list[GroundAction] | None:
    """A plan of the given length that is proven to be shortest; None if the shortest has another length.

    Args:
        bounds: each gives a lower bound of actions for a state; no action may count in two of them.
        canonical: maps a state to the representative of all states that differ from it only in names.
    """
    order = count()
    best = {canonical(task.init): 0}
    came: dict[int, tuple[int, GroundAction]] = {}
    queue = [(sum(bound(task.init) for bound in bounds), 0, next(order), 0, task.init)]
    while queue and queue[0][0] <= length:
        _, _, _, cost, state = heapq.heappop(queue)
        if cost > best[canonical(state)]:
            continue
        if task.solved(state):
            return _plan(task, came, state) if cost == length else None
        for action in task.valid(state):
            after = action.after(state)
            key = canonical(after)
            if cost + 1 >= best.get(key, NEVER):
                continue
            best[key] = cost + 1
            came[after] = state, action
            left = sum(bound(after) for bound in bounds)
            if cost + 1 + left <= length:
                # Of equally promising states, the one nearest to the goal comes first.
                heapq.heappush(queue, (cost + 1 + left, left, next(order), cost + 1, after))
    return None


def _plan(task: GroundTask, came: dict[int, tuple[int, GroundAction]], state: int) -> list[GroundAction]:
    plan: list[GroundAction] = []
    while state != task.init:
        state, action = came[state]
        plan.insert(0, action)
    return plan


def pattern(task: GroundTask, atoms: Collection[Atom], cost: Callable[[GroundAction], int]) -> Bound:
    """A pattern database (Culberson and Schaeffer, 1998): the least cost to the goal if only some atoms count."""
    kept = sum(1 << bit for bit, atom in enumerate(task.atoms) if atom in atoms)
    costs: dict[tuple[int, int, int, int], int] = {}
    for action in task.actions:
        small = (action.need & kept, action.forbid & kept, action.add & kept, action.delete & kept)
        if small[2] or small[3]:
            costs[small] = min(costs.get(small, NEVER), cost(action))
    # Index actions by the highest bit that they need, to skip most of those that do not fit a state.
    by_bit: dict[int, list[tuple[tuple[int, int, int, int], int]]] = {}
    for small, price in costs.items():
        by_bit.setdefault(small[0].bit_length(), []).append((small, price))
    came: dict[int, list[tuple[int, int]]] = {task.init & kept: []}
    queue = [task.init & kept]
    for state in queue:
        for bit, some in by_bit.items():
            if bit and not state >> (bit - 1) & 1:
                continue
            for (need, forbid, add, delete), price in some:
                if state & need == need and not state & forbid:
                    after = state & ~delete | add
                    if after not in came:
                        came[after] = []
                        queue.append(after)
                    came[after].append((state, price))
    left = _distances(came, task.goal & kept, task.avoid & kept)
    return lambda state: left.get(state & kept, NEVER)


def _distances(came: dict[int, list[tuple[int, int]]], goal: int, avoid: int) -> dict[int, int]:
    """The distance of each state from the goal, over reversed edges."""
    left = {state: 0 for state in came if state & goal == goal and not state & avoid}
    heap = [(0, state) for state in left]
    while heap:
        far, state = heapq.heappop(heap)
        if far > left[state]:
            continue
        for before, cost in came[state]:
            if far + cost < left.get(before, NEVER):
                left[before] = far + cost
                heapq.heappush(heap, (far + cost, before))
    return left


def interchangeable(task: GroundTask, groups: Iterable[Sequence[str]]) -> Canonical:
    """Map states that differ only in the names within a group to one representative, if that is cheap to detect.

    The objects of a group must be alike at the start, in the goal, and in all actions; no atom has two of them.
    """
    number = {atom: bit for bit, atom in enumerate(task.atoms)}
    tables = []
    for group in groups:
        first = [atom for atom in task.atoms if group[0] in atom.args]
        own = [[1 << number[atom.bound({group[0]: name})] for atom in first] for name in group]
        tables.append((own, sum(map(sum, own))))

    def canonical(state: int) -> int:
        for own, shared in tables:
            if not state & shared:
                continue
            signatures = sorted([bool(state & bit) for bit in bits] for bits in own)
            state &= ~shared
            for bits, signature in zip(own, signatures, strict=True):
                for bit, there in zip(bits, signature, strict=True):
                    if there:
                        state |= bit
        return state

    return canonical
