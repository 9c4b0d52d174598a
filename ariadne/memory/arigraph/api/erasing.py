"""Erasing for good: what remains of a memory, and what was erased, without its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ariadne.files import reply_cache
from ariadne.memory.arigraph.core.aliases import SAME
from ariadne.memory.arigraph.core.contents import Contents
from ariadne.memory.arigraph.core.endings import MERGED
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.merging import origins, under
from ariadne.memory.arigraph.core.naming import Covered, Named, run_of
from ariadne.triplet import Edge, Triplet

if TYPE_CHECKING:
    from ariadne.embed.embedder import Vectors
    from ariadne.memory.arigraph.core.state import State

_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")


@dataclass(frozen=True)
class Receipt:
    """What was erased, by its numbers and kinds.

    Attributes:
        facts: the edges, by the places that they had in the history. `texts`: those among the episode nodes.
        vertices: how many things no fact names any more. `ties`: how many ties of texts to facts.
        embeddings: how many vectors, in the file and in this process. `replies`: how many replies of models that were
            kept for other runs.
    """

    facts: tuple[int, ...] = ()
    texts: tuple[int, ...] = ()
    vertices: int = 0
    ties: int = 0
    embeddings: int = 0
    replies: int = 0

    def __bool__(self) -> bool:
        return bool(self.facts or self.texts or self.embeddings or self.replies)


def with_renamed(state: State, covered: Covered) -> Covered:
    """What is covered, with the facts under a name that nothing but what is erased says to be somebody's."""
    history = state.graph.history()
    same = [history[number].triplet for number in covered.edges if history[number].triplet.relation == SAME]
    more = {number for number, edge in enumerate(history) if _is_by(edge, number, same, state, covered)}
    return Covered(covered.edges | more, covered.episodes)


def remaining(state: State, covered: Covered, named: Named, embed: Callable[[Sequence[str]], Vectors]) -> Contents:
    """What a memory holds without what is covered, numbered anew; what else names it says so no more, and what went on
    under a name that is covered goes on under its own.

    Args:
        embed: makes vectors, shape (n, d).
    """
    old = state.contents(observed=False)
    history = old.graph.history()
    erased = {history[number].triplet for number in covered.edges}
    became = {(edge.triplet, edge.valid_from): edge for number, edge in enumerate(history) if number in covered.edges}
    edges = [
        _without_name(_going_on(edge, became), erased, named)
        for number, edge in enumerate(history)
        if number not in covered.edges
    ]
    graph, episodic = SemanticGraph(edges, times=old.graph.times), EpisodicMemory()
    for number, node in enumerate(old.episodic.nodes):
        if number not in covered.episodes:
            triplets = tuple(triplet for triplet in node.triplets if triplet not in erased)
            episodic.append(replace(_without_origin(node, named), triplets=triplets))
    left = {node.observation for node in episodic.nodes}
    observed = {text: vector for text, vector in old.observed.items() if text in left}
    return Contents(graph, episodic, old.step, _vectors(state, graph, embed), observed)


def receipt(state: State, covered: Covered, left: Contents, *, cached: int, replies: int) -> Receipt:
    """The receipt of a memory of which something is left.

    Args:
        cached: how many vectors this process had of what was erased.
    """
    before, nodes = state.graph, state.episodic.nodes
    ties = sum(len(node.triplets) for node in nodes) - sum(len(node.triplets) for node in left.episodic.nodes)
    vectors = len(before) - len(left.graph)
    vertices = len(_vertices(before) - _vertices(left.graph))
    return Receipt(
        tuple(sorted(covered.edges)), tuple(sorted(covered.episodes)), vertices, ties, vectors + cached, replies
    )


class Words:
    """All words that are erased, to find them where they were kept besides."""

    def __init__(self, state: State, covered: Covered, named: Named) -> None:
        self._named = named
        triplets = {state.graph[number].triplet for number in covered.edges}
        texts = {state.episodic.nodes[number].observation for number in covered.episodes}
        gone = _vertices(state.graph) - _vertices_but(state.graph, covered)
        self._exactly = texts | gone | {str(triplet) for triplet in triplets}
        self._runs = [run for run in map(run_of, [*texts, *map(str, triplets)]) if run.strip()]

    def are_all_of(self, text: str) -> bool:
        """Whether a text is one of those that are erased, or says the name."""
        return text in self._exactly or (not self._named.is_all and self._named.is_in(text))

    def are_in(self, text: str) -> bool:
        """Whether a text says any of them, as a reply does."""
        if self.are_all_of(text):
            return True
        run = run_of(_ESCAPED.sub(lambda code: chr(int(code[1], 16)), text).replace("\\n", " "))
        return any(said in run for said in self._runs)


def erase_replies(words: Words) -> int:
    """Erase the replies of models, kept for other runs, that say what is erased; how many those were.

    Raises:
        UserError: they cannot be erased.
    """
    from ariadne.models.cache import ReplyStore

    if not reply_cache().exists():
        return 0
    store = ReplyStore(reply_cache())
    try:
        return store.erase(words.are_in)
    finally:
        store.close()


def _going_on(edge: Edge, became: Mapping[tuple[Triplet, int], Edge]) -> Edge:
    """An edge, which goes on if the one that it became is no more.

    Args:
        became: those, by their triplets and the steps with which they began.
    """
    if edge.reason != MERGED or edge.retired_by is None or edge.valid_to is None:
        return edge
    rest = became.get((edge.retired_by, edge.valid_to))
    if rest is None:
        return edge
    return replace(edge, valid_to=rest.valid_to, until=rest.until, reason=rest.reason, retired_by=rest.retired_by)


def _without_name(edge: Edge, erased: Collection[Triplet], named: Named) -> Edge:
    """An edge that does not say what took its place, if that is erased."""
    by = edge.retired_by
    return replace(edge, retired_by=None) if by and (by in erased or named.is_of(by)) else edge


def _is_by(edge: Edge, number: int, same: Sequence[Triplet], state: State, covered: Covered) -> bool:
    """Whether an edge is there only because names were said to be one, and no text that stays tells its fact so."""
    if number in covered.edges or not same:
        return False
    before = [each for each in origins(state.graph, edge.triplet) if each != edge.triplet]
    if not any(under(each, one) == edge.triplet for each in before for one in same):
        return False
    return all(number in covered.episodes for number in state.episodic.numbers(edge.triplet))


def _vectors(state: State, graph: SemanticGraph, embed: Callable[[Sequence[str]], Vectors]) -> Vectors:
    """The vectors of valid facts, of which some may be valid again."""
    facts = graph.valid()
    again = [fact for fact in facts if fact not in state.graph]
    if not again:
        return state.facts.vectors(facts)
    made = dict(zip(again, embed([*map(str, again)]), strict=True))
    kept = [fact for fact in facts if fact in state.graph]
    made |= dict(zip(kept, state.facts.vectors(kept), strict=True)) if kept else {}
    return np.stack([made[fact] for fact in facts])


def _without_origin(node: EpisodeNode, named: Named) -> EpisodeNode:
    """A text whose source and metadata do not say the name."""
    said = {name: value for name, value in node.metadata.items() if not named.is_in(f"{name} {value}")}
    return replace(node, source="" if named.is_in(node.source) else node.source, metadata=said)


def _vertices(graph: SemanticGraph) -> set[str]:
    return {vertex for edge in graph.history() for vertex in edge.triplet.vertices}


def _vertices_but(graph: SemanticGraph, covered: Covered) -> set[str]:
    left = (edge for number, edge in enumerate(graph.history()) if number not in covered.edges)
    return {vertex for edge in left for vertex in edge.triplet.vertices}
