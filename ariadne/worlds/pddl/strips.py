"""An exact STRIPS engine: a state is the bits of one integer, an action four masks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ariadne.errors import UserError
from ariadne.worlds.pddl.schema import ActionSchema, Atom, Domain, Problem

# Size limits of a task, over all schemas: steps of binding objects and checking atoms; atoms; bits in the masks of all
# actions. HiAgent's tasks need at most a tenth of that.
_MAX_STEPS, _MAX_ATOMS, _MAX_BITS = 200_000, 10_000, 20_000_000


@dataclass(frozen=True)
class GroundAction:
    """A schema with objects bound to its parameters; `need` … `delete` are bit sets of atoms."""

    name: str
    args: tuple[str, ...]
    need: int
    forbid: int
    add: int
    delete: int

    def possible(self, state: int) -> bool:
        """Whether its preconditions hold."""
        return state & self.need == self.need and not state & self.forbid

    def after(self, state: int) -> int:
        """The successor state; PDDL deletes first, then adds."""
        return state & ~self.delete | self.add

    def valid(self, state: int) -> bool:
        """Whether it is possible and changes something."""
        return self.possible(state) and self.after(state) != state


@dataclass(frozen=True)
class GroundTask:
    """A grounded problem.

    Attributes:
        atoms: the atom of each bit.
        goal, avoid: the bits that must be set, and those that must be clear.
    """

    domain: Domain
    problem: Problem
    atoms: Sequence[Atom]
    actions: Sequence[GroundAction]
    init: int
    goal: int
    avoid: int

    @property
    def size(self) -> int:
        """The number of goal atoms."""
        return (self.goal | self.avoid).bit_count() + (self.goal & self.avoid).bit_count()

    def satisfied(self, state: int) -> int:
        """The number of goal atoms that hold."""
        return (state & self.goal).bit_count() + (~state & self.avoid).bit_count()

    def solved(self, state: int) -> bool:
        """Whether all goal atoms hold."""
        return state & self.goal == self.goal and not state & self.avoid

    def true_in(self, state: int) -> Iterator[Atom]:
        """The atoms that hold."""
        return (atom for bit, atom in enumerate(self.atoms) if state >> bit & 1)

    def valid(self, state: int) -> list[GroundAction]:
        """The actions that are possible and change something."""
        return [action for action in self.actions if action.valid(state)]

    @cached_property
    def by_name(self) -> Mapping[tuple[str, ...], GroundAction]:
        """Actions by schema and objects."""
        return {(action.name, *action.args): action for action in self.actions}


def ground(domain: Domain, problem: Problem) -> GroundTask:
    """Ground every action that its static preconditions allow. Different parameters are bound to distinct objects.

    Raises:
        UserError: the task is too large.
    """
    changing = {atom.predicate for each in domain.schemas.values() for atom in (*each.add, *each.delete)}
    work = _Work(domain, problem)
    bindings = [
        (schema, binding)
        for schema in domain.schemas.values()
        for binding in _Binder(schema, work, problem, changing).bindings()
    ]
    found = {*problem.init, *problem.goal, *problem.avoid}
    for schema, binding in bindings:
        found.update(atom.bound(binding) for side in _sides(schema) for atom in side)
        if len(found) > _MAX_ATOMS or len(found) * len(bindings) > _MAX_BITS:
            raise _too_large(problem, schema)
    atoms = sorted(found)
    bit = {atom: 1 << number for number, atom in enumerate(atoms)}

    def mask(some: Sequence[Atom], binding: Mapping[str, str]) -> int:
        bits = 0
        for atom in some:
            bits |= bit[atom.bound(binding)]
        return bits

    actions = [
        GroundAction(schema.name, tuple(binding.values()), *(mask(some, binding) for some in _sides(schema)))
        for schema, binding in bindings
    ]
    init = mask(tuple(problem.init), {})
    return GroundTask(domain, problem, atoms, actions, init, mask(problem.goal, {}), mask(problem.avoid, {}))


def _sides(schema: ActionSchema) -> tuple[tuple[Atom, ...], ...]:
    return schema.need, schema.forbid, schema.add, schema.delete


def _too_large(problem: Problem, schema: ActionSchema) -> UserError:
    return UserError(f"the problem {problem.name} is too large: action {schema.name} has too many bindings")


class _Work:
    """The effort of binding all schemas of a task, counted in advance.

    Attributes:
        steps: the count so far.
    """

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.steps = 0
        self._domain = domain
        self._problem = problem
        self._fitting: dict[frozenset[str], list[str]] = {}

    def take(self, steps: int, schema: ActionSchema) -> None:
        """Count steps.

        Raises:
            UserError: the limit is exceeded.
        """
        self.steps += steps
        if self.steps > _MAX_STEPS:
            raise _too_large(self._problem, schema)

    def fitting(self, kinds: frozenset[str], schema: ActionSchema) -> list[str]:
        """The objects of some types, sorted by name."""
        if kinds not in self._fitting:
            self.take(len(self._problem.objects) + len(self._domain.parents), schema)
            below = self._domain.below(kinds)
            self._fitting[kinds] = sorted(name for name, kind in self._problem.objects.items() if kind in below)
        return self._fitting[kinds]


class _Binder:
    """Finds the bindings of one schema. A precondition that no action can change is checked as soon as it is bound."""

    def __init__(self, schema: ActionSchema, work: _Work, problem: Problem, changing: set[str]) -> None:
        self._schema = schema
        self._problem = problem
        self._work = work
        self._variables = tuple(schema.parameters)
        self._objects = [work.fitting(kinds, schema) for kinds in schema.parameters.values()]
        self._size = sum(map(len, (*_sides(schema), schema.same, schema.different)))
        self._need = self._staged([atom for atom in schema.need if atom.predicate not in changing])
        self._forbid = self._staged([atom for atom in schema.forbid if atom.predicate not in changing])

    def bindings(self) -> Iterator[dict[str, str]]:
        if self._holds(0, {}):
            yield from self._extended({})

    def _extended(self, binding: dict[str, str]) -> Iterator[dict[str, str]]:
        number = len(binding)
        if number == len(self._variables):
            self._work.take(self._size, self._schema)
            if self._equalities(binding):
                yield binding
            return
        checks = len(self._need.get(number + 1, ())) + len(self._forbid.get(number + 1, ()))
        for name in self._objects[number]:
            self._work.take(1 + checks, self._schema)
            if name not in binding.values():
                longer = {**binding, self._variables[number]: name}
                if self._holds(number + 1, longer):
                    yield from self._extended(longer)

    def _staged(self, atoms: Sequence[Atom]) -> Mapping[int, list[Atom]]:
        """Atoms by the number of parameters that must be bound before the atoms can be checked."""
        stages: dict[int, list[Atom]] = {}
        for atom in atoms:
            last = max((self._variables.index(arg) + 1 for arg in atom.args if arg.startswith("?")), default=0)
            stages.setdefault(last, []).append(atom)
        return stages

    def _holds(self, stage: int, binding: Mapping[str, str]) -> bool:
        init = self._problem.init
        return all(atom.bound(binding) in init for atom in self._need.get(stage, ())) and not any(
            atom.bound(binding) in init for atom in self._forbid.get(stage, ())
        )

    def _equalities(self, binding: Mapping[str, str]) -> bool:
        same = all(binding.get(one, one) == binding.get(two, two) for one, two in self._schema.same)
        return same and all(binding.get(one, one) != binding.get(two, two) for one, two in self._schema.different)
