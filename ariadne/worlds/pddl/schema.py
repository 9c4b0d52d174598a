"""Domains and problems: STRIPS with types, negative preconditions and equality."""

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
class ActionSchema:
    """An action with parameters.

    Attributes:
        parameters: the allowed types of each variable; empty allows any type.
        need, forbid: atoms that must be true, and false.
        same, different: pairs of terms that must be equal, and distinct.
        add, delete: atoms that it makes true, and false; an atom in both becomes true.
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
        parents: the parent of each type; the root is `object`.
        constants: the type of each object that every problem has.
        predicates: for each predicate its variables (`?x`).
    """

    name: str
    parents: Mapping[str, str]
    constants: Mapping[str, str]
    predicates: Mapping[str, tuple[str, ...]]
    schemas: Mapping[str, ActionSchema]

    def below(self, kinds: frozenset[str]) -> frozenset[str]:
        """The given types and all their subtypes; all types if none are given."""
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
    """The initial state and the goal of a world.

    Attributes:
        objects: the type of each object, the domain's constants included.
        goal, avoid: the atoms that must be true together, and those that must be false.
    """

    name: str
    objects: Mapping[str, str]
    init: frozenset[Atom]
    goal: tuple[Atom, ...]
    avoid: tuple[Atom, ...]
