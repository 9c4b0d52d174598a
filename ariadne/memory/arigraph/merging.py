"""Two names of one thing become one, and two again: facts under the one name are retired, and told under the other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ariadne.errors import UserError
from ariadne.gather import gathered
from ariadne.memory.arigraph.aliases import SAME, renamed
from ariadne.memory.arigraph.episodes import EpisodicMemory
from ariadne.memory.arigraph.graph import TOLD_AGAIN, Ending, SemanticGraph
from ariadne.memory.arigraph.learn import Known
from ariadne.triplet import Edge, Triplet, clean

MERGED = "merged"
"""Why an edge ends whose fact goes on under another name."""
UNMERGED = "unmerged"
"""Why an edge ends whose fact goes on under the name that it had before."""
_RENAMING = (MERGED, UNMERGED)


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
        UserError: the two are one already, the one is of the other, or nothing is known of the alias.
    """
    alias, name = clean(alias), clean(name)
    known = aliases_of(graph, [alias, name])
    if alias in known:
        raise UserError(f"{alias} is merged with {known[alias]} already: unmerge it first")
    alias, name = _called(alias, known), _called(name, known)
    own = {alias: name}
    if not name or renamed(name, own) != name or alias == name:
        raise UserError(f"{alias or 'an empty name'} cannot be merged with {name or 'one'}: say two different names")
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
            if edge.retired_by == new and edge.reason in _RENAMING and edge.triplet not in found:
                found[edge.triplet] = None
                left.append(edge.triplet)
    return list(found)


def unmerged(graph: SemanticGraph, alias: str, episodic: EpisodicMemory) -> Renaming:
    """What was told, under the names that hold without an alias; what was learned since it was merged is its name's.

    Raises:
        UserError: it is merged with nothing.
    """
    alias = clean(alias)
    alias = _of_owner(alias, aliases_of(graph, [alias]))
    merges = {fact: _first(fact, graph) for fact in graph.valid() if fact.relation == SAME}
    left = {fact: first for fact, first in merges.items() if fact.subject != alias}
    if left == merges:
        raise UserError(f"{alias} is merged with nothing")
    every, others = _as_aliases(merges.values()), _as_aliases(left.values())
    told = _Told(graph, episodic)
    pairs = [(edge, _under(edge.triplet, every), _under(edge.triplet, others)) for edge in told.edges]
    changed = [(edge.triplet, now, then) for edge, now, then in pairs if now != then and told.holds(edge)]
    meant = {now for _, now, _ in changed}
    stay = {now for edge, now, then in pairs if now == then and now in meant and told.holds(edge)}
    stay |= {then for _, _, then in changed}
    changed += [(first, fact, _under(first, others)) for fact, first in left.items()]
    ended = {fact: Ending(graph.number(fact), UNMERGED) for fact in merges if fact not in left}
    fresh: dict[Triplet, None] = {}
    for said, now, then in changed:
        if now in graph and now != then and now not in stay:
            ended[now] = Ending(graph.number(now), UNMERGED, then)
        holds = now in graph or now.subject == now.object
        if holds and then not in graph and (then == said or then.subject != then.object):
            fresh[then] = None
    return Renaming([*ended.values()], tuple(fresh))


def aliases_of(graph: Known, names: Iterable[str]) -> dict[str, str]:
    """The names that stand for those of these that are aliases, or belong to one."""
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
    """The other names of what a name stands for, or of what is of that (`sam's car`)."""
    name = clean(name)
    own = _called(name, aliases_of(graph, [name]))
    owner, mark, thing = own.partition("'s ")
    same = (fact for one in dict.fromkeys([own, owner]) for fact in graph.incident([one], spatial=False))
    named = ((fact.subject, fact.object) for fact in same if fact.relation == SAME)
    others = (alias if stands == own else f"{alias}{mark}{thing}" for alias, stands in named if stands in (own, owner))
    return [other for other in dict.fromkeys([own, *others]) if other != name]


def canonical(triplets: Sequence[Triplet], graph: Known) -> tuple[Triplet, ...]:
    """Triplets, each once, under the names that stand for the aliases in them, but for those that say no more then."""
    aliases = aliases_of(graph, [name for triplet in triplets for name in triplet.vertices])
    found = {triplet: triplet if triplet.relation == SAME else _under(triplet, aliases) for triplet in triplets}
    return tuple(dict.fromkeys(new for old, new in found.items() if new == old or new.subject != new.object))


def _called(name: str, aliases: Mapping[str, str]) -> str:
    """The name that stands for a name: also what belongs to an alias may be one (`sam's car`)."""
    for _ in aliases:
        before, name = name, renamed(name, aliases)
        if name == before:
            break
    return name


def _of_owner(alias: str, aliases: Mapping[str, str]) -> str:
    """An alias, which stays one, under the name of whose it is."""
    owner, mark, thing = alias.partition("'s ")
    return f"{_called(owner, aliases)}{mark}{thing}" if mark else alias


def _under(triplet: Triplet, aliases: Mapping[str, str]) -> Triplet:
    subject = (_of_owner if triplet.relation == SAME else _called)(triplet.subject, aliases)
    thing = _called(triplet.object, aliases)
    return triplet if (subject, thing) == triplet.vertices else Triplet(subject, triplet.relation, thing)


def _as_aliases(merges: Iterable[Triplet]) -> dict[str, str]:
    """The names that stand for aliases, as they were merged; what belongs to an alias goes by its owner's name."""
    aliases = {fact.subject: fact.object for fact in merges}
    return {_of_owner(alias, aliases): name for alias, name in aliases.items()}


def _first(fact: Triplet, graph: SemanticGraph) -> Triplet:
    """How an alias was merged whose name may have been merged since, and told apart again."""
    edge: Edge | None = graph[graph.number(fact)]
    while edge:
        first, step = edge.triplet, edge.valid_from
        near = (other for vertex in first.vertices for other in graph.history(vertex))
        edge = next((other for other in near if other.valid_to == step and other.retired_by == first), None)
    return first


class _Told:
    """What was told, and whether it holds still under the names that it has now.

    Attributes:
        edges: those whose facts were told under these very names.
    """

    def __init__(self, graph: SemanticGraph, episodic: EpisodicMemory) -> None:
        history = graph.history()
        self._renamed = {edge.valid_to for edge in history if edge.reason in _RENAMING}
        same = [edge for edge in history if edge.triplet.relation == SAME]
        steps = sorted({0, *(step for edge in same for step in (edge.valid_from, edge.valid_to) if step)})
        self._aliases = [(step, _as_aliases(edge.triplet for edge in same if _held(edge, step))) for step in steps]
        self._ended = gathered(
            (edge.triplet, edge.valid_to)
            for edge in history
            if edge.valid_to and edge.reason not in (*_RENAMING, TOLD_AGAIN)
        )
        self._episodic = episodic
        self.edges = [edge for edge in history if edge.triplet.relation != SAME and self._is_told(edge)]

    def holds(self, edge: Edge) -> bool:
        """Whether what was told holds: it never ended but by renaming, under the names that it had since."""
        if edge.valid_to is not None and edge.reason not in _RENAMING:
            return False
        ends = [*(step for step, _ in self._aliases[1:]), math.inf]
        for (begun, aliases), end in zip(self._aliases, ends, strict=True):
            ended = self._ended.get(_under(edge.triplet, aliases), ()) if end > edge.valid_from else ()
            if any(max(begun, edge.valid_from) < step <= end for step in ended):
                return False
        return True

    def _is_told(self, edge: Edge) -> bool:
        if edge.valid_from not in self._renamed:
            return True
        last = math.inf if edge.valid_to is None else edge.valid_to
        return any(edge.valid_from < node.step <= last for node in self._episodic.telling(edge.triplet))


def _held(edge: Edge, step: int) -> bool:
    return edge.valid_from <= step and (edge.valid_to is None or edge.valid_to > step)
