"""Coreference: two names are merged. Facts about the alias end, and become facts about the name.

The fact `alias, is the same as, name` says that the name stands for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ariadne.errors import UserError
from ariadne.memory.arigraph.core.endings import MERGED, Ending
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.reading import Span
from ariadne.triplet import Triplet, clean

if TYPE_CHECKING:
    from ariadne.memory.arigraph.core.dated import Known

SAME = "is the same as"
"""The relation between an alias and the name that stands for both."""


def renamed(name: str, aliases: Mapping[str, str]) -> str:
    """A name under the one that it is an alias of; also in possessives (`sam's car`)."""
    owner, mark, thing = name.partition("'s ")
    if owner in aliases and (mark or name in aliases):
        return f"{aliases[owner]}{mark}{thing}"
    return aliases.get(name, name)


def as_one(graph: SemanticGraph, alias: str, name: str) -> Triplet:
    """The fact that a name stands for an alias.

    Raises:
        UserError: the two are merged already, or one is a possessive of the other.
    """
    alias, name = clean(alias), clean(name)
    known = aliases_of(graph, [alias, name])
    if alias in known:
        raise UserError(f"{alias} is already merged with {known[alias]}")
    alias, name = _called(alias, known), _called(name, known)
    if not alias or not name or renamed(name, {alias: name}) != name or alias == name:
        raise UserError(f"cannot merge {alias or 'an empty name'} with {name or 'one'}: give two different names")
    return Triplet(alias, SAME, name)


def merged(graph: SemanticGraph, same: Triplet) -> tuple[list[Ending], dict[Triplet, Span]]:
    """Move the facts about an alias and its possessives to the name: how edges end, and the triplets in their place,
    each with its dates."""
    changed = {triplet: new for triplet in graph.valid() if (new := under(triplet, same)) != triplet}
    ended = [Ending(graph.number(old), MERGED, new) for old, new in changed.items()]
    fresh = {
        new: (graph.edge(old).since, graph.edge(old).until)
        for old, new in changed.items()
        if new not in graph and new.subject != new.object
    }
    return ended, fresh


def under(triplet: Triplet, same: Triplet) -> Triplet:
    """A fact under the merged name."""
    return triplet if triplet == same else _under(triplet, {same.subject: same.object})


def origins(graph: SemanticGraph, triplet: Triplet) -> list[Triplet]:
    """A triplet, and those that became it when names were merged."""
    found = {triplet: None}
    left = [triplet]
    while left:
        new = left.pop()
        for edge in graph.some(dict.fromkeys(number for vertex in new.vertices for number in graph.numbers(vertex))):
            if edge.retired_by == new and edge.reason == MERGED and edge.triplet not in found:
                found[edge.triplet] = None
                left.append(edge.triplet)
    return list(found)


def aliases_of(graph: Known, names: Iterable[str]) -> dict[str, str]:
    """The aliases among some names and the owners of possessives, each with the name that stands for it."""
    left, found = [*names], dict[str, str]()
    while True:
        owners = (name.partition("'s ")[0] for name in left)
        facts = (fact for name in dict.fromkeys([*left, *owners]) for fact in graph.told_of(clean(name)))
        new = {fact.subject: fact.object for fact in facts if fact.relation == SAME and fact.subject not in found}
        if not new:
            return found
        found |= new
        left = [renamed(name, new) for name in left]


def other_names(graph: SemanticGraph, name: str) -> list[str]:
    """The other names of what a name stands for; also of possessives (`sam's car`)."""
    name = clean(name)
    own = _called(name, aliases_of(graph, [name]))
    owner, mark, thing = own.partition("'s ")
    same = (fact for one in dict.fromkeys([own, owner]) for fact in graph.incident([one], spatial=False))
    named = ((fact.subject, fact.object) for fact in same if fact.relation == SAME)
    others = (alias if stands == own else f"{alias}{mark}{thing}" for alias, stands in named if stands in (own, owner))
    return [other for other in dict.fromkeys([own, *others]) if other != name]


def canonical_of(triplets: Sequence[Triplet], graph: Known) -> dict[Triplet, Triplet]:
    """Triplets, each with its form under merged names. Those whose vertices become one are left out."""
    aliases = aliases_of(graph, [name for triplet in triplets for name in triplet.vertices])
    found = {triplet: triplet if triplet.relation == SAME else _under(triplet, aliases) for triplet in triplets}
    return {old: new for old, new in found.items() if new == old or new.subject != new.object}


def _called(name: str, aliases: Mapping[str, str]) -> str:
    """The name that stands for a name. A possessive may be an alias too (`sam's car`)."""
    for _ in aliases:
        before, name = name, renamed(name, aliases)
        if name == before:
            break
    return name


def _of_owner(alias: str, aliases: Mapping[str, str]) -> str:
    """An alias with the merged name of its owner."""
    owner, mark, thing = alias.partition("'s ")
    return f"{_called(owner, aliases)}{mark}{thing}" if mark else alias


def _under(triplet: Triplet, aliases: Mapping[str, str]) -> Triplet:
    subject = (_of_owner if triplet.relation == SAME else _called)(triplet.subject, aliases)
    thing = _called(triplet.object, aliases)
    return triplet if (subject, thing) == triplet.vertices else Triplet(subject, triplet.relation, thing)
