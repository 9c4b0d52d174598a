"""Forgetting and erasing what a memory holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

import numpy as np

from ariadne import caches
from ariadne.embed.embedder import Vectors
from ariadne.errors import UserError
from ariadne.files import reply_cache
from ariadne.gather import gathered
from ariadne.memory.arigraph.api.learning import as_fact
from ariadne.memory.arigraph.api.scope import Scope
from ariadne.memory.arigraph.core.endings import FORGOTTEN, MERGED, Ending
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.merging import SAME, origins, under
from ariadne.memory.arigraph.core.metadata import Metadata
from ariadne.memory.arigraph.core.naming import Covered, Named, covered, run_of
from ariadne.memory.arigraph.core.reading import reading_of
from ariadne.memory.arigraph.core.state import Contents, GraphStep, State
from ariadne.memory.arigraph.retrieval.request import as_metadata
from ariadne.models.answers import Extracted
from ariadne.models.cache import ReplyStore, erase_marked
from ariadne.models.reading import said_in
from ariadne.text import kept
from ariadne.triplet import Edge, Triplet

_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")


@dataclass(frozen=True)
class Receipt:
    """What was erased, in numbers, without any words of it.

    Attributes:
        facts: the former numbers of the edges. `texts`: those of the episode nodes.
        vertices: how many vertices lost their last edge. `ties`: how many ties of texts to facts were erased.
        embeddings: how many vectors, in the file and in this process. `replies`: how many cached model replies.
    """

    facts: tuple[int, ...] = ()
    texts: tuple[int, ...] = ()
    vertices: int = 0
    ties: int = 0
    embeddings: int = 0
    replies: int = 0

    def __bool__(self) -> bool:
        return bool(self.facts or self.texts or self.embeddings or self.replies)


def meant(
    scope: Scope, what: str | Triplet | None, source: str | None, metadata: Metadata | None, name: str | None
) -> tuple[Scope, Named]:
    """The scope of this name, or else this one, and what a call of `forget` or `erase` asks for.

    Raises:
        UserError: the memory is read-only, all arguments are missing, or one has another type.
    """
    scope.must_be_writable()
    if metadata is not None and not metadata:
        raise UserError("metadata must not be empty")
    is_all = what is None and source is None and metadata is None
    if is_all and name is None:
        raise UserError("give a name, a triplet, a text, a source, metadata or a scope")
    if what is not None:
        what = kept(what) if isinstance(what, str) else as_fact(what)
    named = Named(what, source if source is None else kept(source), is_all, as_metadata(metadata or {}))
    return scope if name is None else scope.other(name), named


def forget(scope: Scope, named: Named) -> tuple[Triplet, ...]:
    """End facts and forget texts; returns the facts that were valid."""
    named = named.in_all_names(scope.graph)
    what = covered(named, scope.graph, scope.episodic, derived=False)
    now = scope.now()
    edges = {number: scope.graph.edges[number] for number in sorted(what.edges)}
    # A fact whose end is in the future still holds.
    gone = [number for number, edge in edges.items() if edge.valid_to is None or (edge.until and edge.until > now)]
    texts = [number for number in sorted(what.episodes) if scope.episodic.nodes[number].forgotten is None]
    if gone or texts:
        endings = [Ending(number, FORGOTTEN) for number in gone]
        scope.write(scope.state.change(GraphStep(now, [], endings, forgotten=texts)))
    return tuple(edges[number].triplet for number in gone)


def erase(scope: Scope, named: Named) -> Receipt:
    """Erase facts and texts from the state, the file, the caches of this process and the reply cache."""
    if scope.store and scope.state.is_in_file:
        # The file is rewritten.
        scope.hold(scope.store.load(scope.name, whole=True))
    named = named.in_all_names(scope.graph)
    before = scope.state
    what = _with_renamed(before, covered(named, scope.graph, scope.episodic, derived=True))
    left = Contents() if named.is_all else _remaining(before, what, named)
    words = ErasedWords(before, what, named)
    replies = _mark_replies(words)
    try:
        scope.become(left)
    finally:
        # The file may be erased even if its log is not.
        cached = scope.texts.drop(words.are_all_of)
        caches.forget()
        erase_marked(reply_cache())
    return _receipt(before, what, left, cached=cached, replies=replies)


def _with_renamed(state: State, covered: Covered) -> Covered:
    """Add the facts that have their name only through a merge that is erased."""
    history = state.graph.history()
    same = [history[number].triplet for number in covered.edges if history[number].triplet.relation == SAME]
    more = {number for number, edge in enumerate(history) if _is_by(edge, number, same, state, covered)}
    return Covered(covered.edges | more, covered.episodes)


def _remaining(state: State, covered: Covered, named: Named) -> Contents:
    """The contents without what is covered, renumbered. Sources, metadata and replaced facts lose the erased name, and
    a fact that was renamed by an erased merge is valid under its own name again."""
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
    return Contents(graph, episodic, old.step, _vectors(state, graph), observed)


def _receipt(state: State, covered: Covered, left: Contents, *, cached: int, replies: int) -> Receipt:
    """The receipt of an erasure, which dropped so many vectors from the cache of this process, and replies."""
    before, nodes = state.graph, state.episodic.nodes
    ties = sum(len(node.triplets) for node in nodes) - sum(len(node.triplets) for node in left.episodic.nodes)
    vectors = len(before) - len(left.graph)
    vertices = len(_vertices(before.history()) - _vertices(left.graph.history()))
    return Receipt(
        tuple(sorted(covered.edges)), tuple(sorted(covered.episodes)), vertices, ties, vectors + cached, replies
    )


class ErasedWords:
    """Finds erased facts and texts in caches and replies.

    A reply may state them in other words: it has both vertices of an erased fact in one line, or a fact whose vertices
    an erased text has.
    """

    def __init__(self, state: State, covered: Covered, named: Named) -> None:
        self._named = named
        triplets = {state.graph.edges[number].triplet for number in covered.edges}
        texts = {state.episodic.nodes[number].observation for number in covered.episodes}
        history = state.graph.history()
        left = (edge for number, edge in enumerate(history) if number not in covered.edges)
        gone = _vertices(history) - _vertices(left)
        self._exactly = texts | gone | {str(triplet) for triplet in triplets}
        self._runs = [run for run in map(run_of, [*texts, *map(str, triplets)]) if run.strip()]
        self._texts = gathered((word, run) for run in map(run_of, texts) for word in {*run.split()})
        ends = [(run_of(triplet.subject), run_of(triplet.object)) for triplet in triplets]
        often = Counter(word for pair in ends for word in _words(pair))
        # Indexed by the rarest word, so that each word of a reply leads to few facts.
        self._ends = gathered((min(_words(pair), key=often.__getitem__), pair) for pair in ends if _words(pair))

    def are_all_of(self, text: str) -> bool:
        """Whether a text was erased, or has the erased name."""
        return text in self._exactly or (not self._named.is_all and self._named.is_in(text))

    def are_in(self, text: str) -> bool:
        """Whether a reply states anything that was erased."""
        if self.are_all_of(text):
            return True
        run = run_of(_ESCAPED.sub(lambda code: chr(int(code[1], 16)), text).replace("\\n", " "))
        return any(said in run for said in self._runs) or any(map(self._are_told_by, said_in(text)))

    def _are_told_by(self, said: str) -> bool:
        run = run_of(said)
        if any(_names(run, pair) for word in {*run.split()} for pair in self._ends.get(word, ())):
            return True
        told = (triplet for line in said.split("->") for triplet in reading_of(Extracted(triplets=[line])).triplets)
        ends = ((run_of(triplet.subject), run_of(triplet.object)) for triplet in told)
        return any(_names(text, pair) for pair in ends for text in self._with_words(pair))

    def _with_words(self, pair: tuple[str, str]) -> Sequence[str]:
        """The erased texts with the rarest word of two vertices."""
        return min((self._texts.get(word, ()) for word in _words(pair)), key=len, default=())


def _mark_replies(words: ErasedWords) -> int:
    """Mark the cached replies that state what is erased, and return how many. `erase_marked` or the next opening of
    the cache deletes them."""
    if not reply_cache().exists():
        return 0
    with closing(ReplyStore(reply_cache())) as store:
        return store.mark(words.are_in)


def _words(pair: tuple[str, str]) -> list[str]:
    return " ".join(pair).split()


def _names(run: str, pair: tuple[str, str]) -> bool:
    """Whether a run of words has both vertices of a fact."""
    return pair[0] in run and pair[1] in run


def _going_on(edge: Edge, became: Mapping[tuple[Triplet, int], Edge]) -> Edge:
    """An edge that was renamed by a merge, with the end of the renamed one if that is among the erased edges, which are
    given by their triplets and first steps."""
    if edge.reason != MERGED or edge.retired_by is None or edge.valid_to is None:
        return edge
    rest = became.get((edge.retired_by, edge.valid_to))
    if rest is None:
        return edge
    return replace(edge, valid_to=rest.valid_to, until=rest.until, reason=rest.reason, retired_by=rest.retired_by)


def _without_name(edge: Edge, erased: Collection[Triplet], named: Named) -> Edge:
    """An edge without the triplet in its place, if that is erased."""
    by = edge.retired_by
    return replace(edge, retired_by=None) if by and (by in erased or named.is_of(by)) else edge


def _is_by(edge: Edge, number: int, same: Sequence[Triplet], state: State, covered: Covered) -> bool:
    """Whether an edge exists only because of an erased merge: no remaining text tells its fact under this name."""
    if number in covered.edges or not same:
        return False
    before = [each for each in origins(state.graph, edge.triplet) if each != edge.triplet]
    if not any(under(each, dict([one.vertices])) == edge.triplet for each in before for one in same):
        return False
    return all(number in covered.episodes for number in state.episodic.numbers(edge.triplet))


def _vectors(state: State, graph: SemanticGraph) -> Vectors:
    """The vectors of valid facts. Those that become valid again are embedded."""
    facts = graph.valid()
    again = [fact for fact in facts if fact not in state.graph]
    if not again:
        return state.index.vectors(state.graph.numbers_of(facts))
    made = dict(zip(again, state.texts.vectors[state.texts.rows([*map(str, again)])], strict=True))
    kept = [fact for fact in facts if fact in state.graph]
    made |= dict(zip(kept, state.index.vectors(state.graph.numbers_of(kept)), strict=True)) if kept else {}
    return np.stack([made[fact] for fact in facts])


def _without_origin(node: EpisodeNode, named: Named) -> EpisodeNode:
    """A text without the name in its source and metadata."""
    said = {name: value for name, value in node.metadata.items() if not named.is_in(f"{name} {value}")}
    return replace(node, source="" if named.is_in(node.source) else node.source, metadata=said)


def _vertices(edges: Iterable[Edge]) -> set[str]:
    return {vertex for edge in edges for vertex in edge.triplet.vertices}
