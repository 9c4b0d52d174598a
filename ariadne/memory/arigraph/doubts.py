"""Doubt: facts that still hold as far as anybody told, but that may have rested on a fact which has ended.

No text says what rests on what. What is told of somebody, or of what is theirs, is taken to rest on another fact about
them if it leads to the same value, or to what is joined with that value: who takes bus 12, which goes through Porto,
may do so because they live in Porto. It is in doubt once that ends, until it is told again; but not what leads to the
new value as well, what was so in the past, whom one is related to or what one likes, nor what is told of something
as a fact of its own kind: where somebody's sister lives does not rest on where they live.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ariadne.geography import is_spatial
from ariadne.memory.arigraph.episodes import EpisodicMemory
from ariadne.memory.arigraph.graph import OUTDATED, REPLACED, SemanticGraph
from ariadne.memory.arigraph.relations import is_state, may_lapse, mood
from ariadne.memory.arigraph.stems import stems
from ariadne.triplet import Edge, Triplet

_OWNS = "'s "


class Doubts:
    """Tells which valid facts of a graph are in doubt."""

    def __init__(self, graph: SemanticGraph, episodic: EpisodicMemory) -> None:
        self._graph = graph
        self._episodic = episodic

    def of(self, fact: Triplet) -> Edge | None:
        """The edge on which a valid fact may have rested and that ended last; None if it is not in doubt."""
        if is_spatial(fact) or not may_lapse(fact.relation):
            return None
        told = self._told(fact)
        ended = [
            edge
            for owner in _owners(fact.subject)
            for edge in self._ended(owner)
            if told < (edge.valid_to or 0) and self._rests(fact, owner, edge)
        ]
        return max(ended, key=lambda edge: edge.valid_to or 0, default=None)

    def among(self, facts: Iterable[Triplet]) -> dict[Triplet, Edge]:
        """Those of some valid facts that are in doubt, each with what ended."""
        found = {fact: self.of(fact) for fact in facts}
        return {fact: edge for fact, edge in found.items() if edge}

    def _told(self, fact: Triplet) -> int:
        """The step at which a fact was told last."""
        began = self._graph[self._graph.number(fact)].valid_from
        return max([began, *(node.step for node in self._episodic.telling(fact))])

    def _ended(self, owner: str) -> Iterator[Edge]:
        """What was told of something and is no longer so."""
        for edge in self._graph.history(owner):
            is_over = edge.reason in (REPLACED, OUTDATED) and edge.triplet not in self._graph
            if is_over and edge.triplet.subject == owner and may_lapse(edge.triplet.relation):
                yield edge

    def _rests(self, fact: Triplet, owner: str, edge: Edge) -> bool:
        """Whether a fact may rest on another one about the same owner."""
        owned = fact.subject.removeprefix(owner).removeprefix(_OWNS)
        is_same = stems(fact.relation) == stems(edge.triplet.relation)
        # The same said of what is theirs is so by itself; of themselves, what is so at a time ends by news of its own.
        if (is_same or not may_lapse(owned)) if owned else (is_state(fact.relation) and not is_same):
            return False
        now = _value_now(owner, edge)
        return self._leads(fact, edge.triplet.object) and not (now and self._leads(fact, now))

    def _leads(self, fact: Triplet, value: str) -> bool:
        """Whether a fact's value is this one, names it, or is joined with it by another fact."""
        if f" {value} " in f" {fact.object} ":
            return True
        joined = self._graph.incident([value], spatial=False)
        return any(fact.object in other.vertices for other in joined if other.subject != fact.subject)


def _value_now(owner: str, edge: Edge) -> str | None:
    """What stands in the place of a value; nothing where it is only told that the old one is so no more."""
    new = edge.retired_by
    if new is None or new.subject != owner or (new.object == edge.triplet.object and mood(new.relation)):
        return None
    return new.object


def _owners(vertex: str) -> Iterator[str]:
    """A thing, and whose it is: `sam's way to work`, then `sam`."""
    yield vertex
    while _OWNS in vertex:
        vertex = vertex.rpartition(_OWNS)[0]
        yield vertex
