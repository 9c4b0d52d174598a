"""Two names of one thing become one, and two again: facts under the one name are retired, and told under the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ariadne.errors import UserError
from ariadne.memory.arigraph.episodes import EpisodicMemory
from ariadne.memory.arigraph.graph import Ending, SemanticGraph
from ariadne.memory.arigraph.learn import Known
from ariadne.reasoner.remembering.aliases import SAME, renamed
from ariadne.triplet import Triplet, clean

MERGED = "merged"
"""Why an edge ends whose fact goes on under another name."""
UNMERGED = "unmerged"
"""Why an edge ends whose fact goes on under the name that it had before."""


@dataclass(frozen=True)
class Renaming:
    """What a merge changes.

    Attributes:
        ended: the edges that end, and why. `fresh`: the triplets that hold in their place.
    """

    ended: Sequence[Ending]
    fresh: Sequence[Triplet]


def merged(graph: SemanticGraph, alias: str, name: str) -> Renaming:
    """What is known of an alias and of what belongs to it, under the name.

    Raises:
        UserError: the two are one already, or nothing is known of the alias.
    """
    alias, name = clean(alias), clean(name)
    known = aliases_of(graph, [alias, name])
    if alias in known:
        raise UserError(f"{alias} is merged with {known[alias]} already: unmerge it first")
    name = known.get(name, name)
    if not name or alias == name:
        raise UserError(f"{alias or 'an empty name'} cannot be merged with {name or 'one'}: say two different names")
    own = {alias: name}
    changed = {triplet: _under(triplet, own) for triplet in graph.valid() if _under(triplet, own) != triplet}
    if not changed:
        raise UserError(f"nothing is known of {alias}")
    ended = [Ending(graph.number(old), MERGED, new) for old, new in changed.items()]
    kept = [new for new in changed.values() if new not in graph and new.subject != new.object]
    return Renaming(ended, tuple(dict.fromkeys([*kept, Triplet(alias, SAME, name)])))


def origins(graph: SemanticGraph, triplet: Triplet) -> list[Triplet]:
    """A triplet, and those that became it as names were merged or told apart again, whose texts tell it."""
    found = {triplet: None}
    left = [triplet]
    while left:
        new = left.pop()
        for edge in graph.some(dict.fromkeys(number for vertex in new.vertices for number in graph.numbers(vertex))):
            if edge.retired_by == new and edge.reason in (MERGED, UNMERGED) and edge.triplet not in found:
                found[edge.triplet] = None
                left.append(edge.triplet)
    return list(found)


def unmerged(graph: SemanticGraph, alias: str, episodic: EpisodicMemory) -> Renaming:
    """What was known of an alias before it was merged, as far as it holds still; what was learned since stays.

    Raises:
        UserError: it is merged with nothing.
    """
    alias = clean(alias)
    same = next((fact for fact in graph.incident([alias]) if fact.subject == alias and fact.relation == SAME), None)
    if same is None:
        raise UserError(f"{alias} is merged with nothing")
    step = graph[graph.number(same)].valid_from
    own = {alias: same.object}
    ended = [Ending(graph.number(same), UNMERGED)]
    fresh: dict[Triplet, None] = {}
    for edge in graph.history():
        new = edge.retired_by
        if edge.valid_to != step or edge.reason != MERGED or new is None or _under(edge.triplet, own) != new:
            continue
        is_told_since = any(node.step > step for node in episodic.telling(new))
        if new in graph and graph[graph.number(new)].valid_from == step and not is_told_since:
            ended.append(Ending(graph.number(new), UNMERGED, edge.triplet))
        if new in graph or new.subject == new.object:
            fresh[edge.triplet] = None
    return Renaming(list({ending.number: ending for ending in ended}.values()), tuple(fresh))


def aliases_of(graph: Known, names: Sequence[str]) -> dict[str, str]:
    """The names that stand for those of these that are aliases, or belong to one."""
    owners = (name.partition("'s ")[0] for name in names)
    facts = (fact for name in dict.fromkeys([*names, *owners]) for fact in graph.told_of(clean(name)))
    return {fact.subject: fact.object for fact in facts if fact.relation == SAME}


def canonical(triplets: Sequence[Triplet], graph: Known) -> tuple[Triplet, ...]:
    """Triplets, each once, under the names that stand for the aliases in them, but for those that say no more then."""
    aliases = aliases_of(graph, [name for triplet in triplets for name in triplet.vertices])
    found = {triplet: triplet if triplet.relation == SAME else _under(triplet, aliases) for triplet in triplets}
    return tuple(dict.fromkeys(new for old, new in found.items() if new == old or new.subject != new.object))


def _under(triplet: Triplet, aliases: dict[str, str]) -> Triplet:
    subject, thing = (renamed(name, aliases) for name in triplet.vertices)
    return Triplet(subject, triplet.relation, thing)
