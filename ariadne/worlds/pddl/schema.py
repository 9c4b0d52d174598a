"""What a domain and a problem say: STRIPS with types, negative preconditions and equality."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

OBJECT = "object"


@dataclass(frozen=True, order=True)
class Atom:
    """A predicate over objects, or over variables (`?x`) in a schema."""

    predicate: str
    args: tuple[str, ...] = ()

    def bound(self, binding: Mapping[str, str]) -> Atom:
        """The atom with its variables replaced."""
        return Atom(self.predicate, tuple(binding.get(arg, arg) for arg in self.args))


@dataclass(frozen=True)
class Schema:
    """An action with parameters.

    Attributes:
        parameters: for each variable the types that its object may have; any if there are none.
        need, forbid: atoms that have to be true, and false.
        same, different: pairs of terms that have to be one, and two.
        add, delete: atoms that it makes true, and false; one in both is true.
    """

    name: str
    parameters: Mapping[str, frozenset[str]]
    need: tuple[Atom, ...] = ()
    forbid: tuple[Atom, ...] = ()
    same: tuple[tuple[str, str], ...] = ()
    different: tuple[tuple[str, str], ...] = ()
    add: tuple[Atom, ...] = ()
    delete: tuple[Atom, ...] = ()


@dataclass(frozen=True)
class Domain:
    """The rules of a world.

    Attributes:
        parents: for each type the one above it, which is `object` at last.
        constants: the type of each object that every problem has.
        predicates: for each predicate its variables (`?x`).
    """

    name: str
    parents: Mapping[str, str]
    constants: Mapping[str, str]
    predicates: Mapping[str, tuple[str, ...]]
    schemas: Mapping[str, Schema]

    def below(self, kinds: frozenset[str]) -> frozenset[str]:
        """Some types and all below them; all types, if there are none."""
        if not kinds or OBJECT in kinds:
            return self.kinds
        children: dict[str, list[str]] = {}
        for kind, parent in self.parents.items():
            children.setdefault(parent, []).append(kind)
        found, ahead = set(kinds), list(kinds)
        while ahead:
            new = [kind for kind in children.get(ahead.pop(), ()) if kind not in found]
            found.update(new)
            ahead += new
        return frozenset(found)

    @property
    def kinds(self) -> frozenset[str]:
        """All types."""
        return frozenset({OBJECT, *self.parents, *self.parents.values()})


@dataclass(frozen=True)
class Problem:
    """Where a world begins, and what is to be achieved.

    Attributes:
        objects: the type of each object, the domain's constants included.
        goal, avoid: the atoms that have to be true at once, and those that have to be false.
    """

    name: str
    objects: Mapping[str, str]
    init: frozenset[Atom]
    goal: tuple[Atom, ...]
    avoid: tuple[Atom, ...]
