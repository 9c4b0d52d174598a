"""Coreference: two names are merged. Facts about the alias end, and become facts about the name.

The fact `alias, is the same as, name` says that the name stands for both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ariadne.errors import UserError
from ariadne.memory.arigraph.core.endings import MERGED, Ending
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.reading import Span
from ariadne.routes import shortest_ways
from ariadne.triplet import Triplet, clean

if TYPE_CHECKING:
    from ariadne.memory.arigraph.core.dated import Known

SAME = "is the same as"
"""The relation between an alias and the name that stands for both."""


def called(name: str, aliases: Mapping[str, str]) -> str:
    """The name that stands for a name; in possessives, also for the owner (`sam's car`)."""
    for _ in aliases:
        owner, mark, thing = name.partition("'s ")
        name = f"{aliases[owner]}{mark}{thing}" if owner in aliases else aliases.get(name, name)
    return name


def as_one(graph: SemanticGraph, alias: str, name: str) -> Triplet:
    """The fact that a name stands for an alias.

    Raises:
        UserError: the two are merged already, or one is a possessive of the other.
    """
    alias, name = clean(alias), clean(name)
    known = aliases_of(graph, [alias, name])
    if alias in known:
        raise UserError(f"{alias} is already merged with {known[alias]}")
    alias, name = called(alias, known), called(name, known)
    if not alias or not name or called(name, {alias: name}) != name or alias == name:
        raise UserError(f"cannot merge {alias or 'an empty name'} with {name or 'one'}: give two different names")
    return Triplet(alias, SAME, name)


def merged(graph: SemanticGraph, same: Triplet) -> tuple[list[Ending], dict[Triplet, Span]]:
    """Move the facts about an alias and its possessives to the name: how edges end, and the triplets in their place,
    each with its dates."""
    aliases = dict([same.vertices])
    changed = {triplet: new for triplet in graph.valid() if (new := under(triplet, aliases)) != triplet}
    ended = [Ending(graph.number(old), MERGED, new) for old, new in changed.items()]
    fresh = {
        new: (graph.edge(old).since, graph.edge(old).until)
        for old, new in changed.items()
        if new not in graph and new.subject != new.object
    }
    return ended, fresh


def under(triplet: Triplet, aliases: Mapping[str, str]) -> Triplet:
    """A fact under merged names. Of the fact that merges an alias, only the alias's owner is renamed."""
    subject, thing = (called(vertex, aliases) for vertex in triplet.vertices)
    if triplet.relation == SAME:
        owner, mark, own = triplet.subject.partition("'s ")
        subject = f"{called(owner, aliases)}{mark}{own}" if mark else owner
    return triplet if (subject, thing) == triplet.vertices else Triplet(subject, triplet.relation, thing)


def origins(graph: SemanticGraph, triplet: Triplet) -> set[Triplet]:
    """A triplet, and those that became it when names were merged."""

    def merged_into(new: Triplet) -> Iterator[Triplet]:
        numbers = dict.fromkeys(number for vertex in new.vertices for number in graph.numbers(vertex))
        return (edge.triplet for edge in graph.edges.some(numbers) if edge.reason == MERGED and edge.retired_by == new)

    return reached([triplet], merged_into)


def reached(starts: Iterable[Triplet], leads: Callable[[Triplet], Iterable[Triplet]]) -> set[Triplet]:
    """Triplets, and all to which they lead, step by step."""
    return {*shortest_ways(starts, lambda triplet: ((None, each) for each in leads(triplet)))}


def aliases_of(graph: Known, names: Iterable[str]) -> dict[str, str]:
    """The aliases among some names and the owners of possessives, each with the name that stands for it."""
    left, found = [*names], dict[str, str]()
    while True:
        owners = (name.partition("'s ")[0] for name in left)
        facts = graph.told_of(*dict.fromkeys(map(clean, [*left, *owners])))
        new = {fact.subject: fact.object for fact in facts if fact.relation == SAME and fact.subject not in found}
        if not new:
            return found
        found |= new
        left = [called(name, new) for name in left]


def other_names(graph: SemanticGraph, name: str) -> list[str]:
    """The other names of what a name stands for; also of possessives (`sam's car`)."""
    name = clean(name)
    own = called(name, aliases_of(graph, [name]))
    owner, mark, thing = own.partition("'s ")
    same = (fact for one in dict.fromkeys([own, owner]) for fact in graph.incident([one], spatial=False))
    named = ((fact.subject, fact.object) for fact in same if fact.relation == SAME)
    others = (alias if stands == own else f"{alias}{mark}{thing}" for alias, stands in named if stands in (own, owner))
    return [other for other in dict.fromkeys([own, *others]) if other != name]


def canonical_of(triplets: Sequence[Triplet], graph: Known) -> dict[Triplet, Triplet]:
    """Triplets, each with its form under merged names. Those whose vertices become one are left out."""
    aliases = aliases_of(graph, [name for triplet in triplets for name in triplet.vertices])
    found = {triplet: triplet if triplet.relation == SAME else under(triplet, aliases) for triplet in triplets}
    return {old: new for old, new in found.items() if new == old or new.subject != new.object}
