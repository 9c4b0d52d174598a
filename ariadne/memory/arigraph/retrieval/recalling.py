"""The search of Algorithm 1 (AriGraph, section 2): semantic, then episodic, with times, filters and a threshold.

All functions read one state of a memory and need no await: vectors must be in the cache.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ariadne.memory.arigraph.core.beside import words_of
from ariadne.memory.arigraph.core.endings import CORRECTED, FORGOTTEN, MERGED, TOLD_AGAIN
from ariadne.memory.arigraph.core.episodes import EpisodeNode, in_time
from ariadne.memory.arigraph.core.results import Found
from ariadne.memory.arigraph.core.search import SemanticSearch
from ariadne.memory.arigraph.retrieval.index import VectorIndex
from ariadne.memory.arigraph.retrieval.lexical import terms
from ariadne.memory.arigraph.retrieval.limits import Scored, by_score, found_of, within
from ariadne.memory.arigraph.retrieval.nearest import DECIMALS
from ariadne.memory.arigraph.retrieval.request import Among, Request
from ariadne.triplet import Edge, Triplet, clean

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.embed.embedder import Vectors
    from ariadne.memory.arigraph.core.state import State

ALIKE = 0.45
"""The least cosine of two texts about the same thing."""
LINKED = 2 / 3
"""The share of the threshold that a fact needs if it shares a vertex with one that reaches it."""
NAMED = 40
"""How many facts about a name in the query are added, the latest."""
PAST = 200
"""How many edges are searched for facts of the past, the latest."""
_NO_HISTORY = frozenset((CORRECTED, FORGOTTEN, MERGED, TOLD_AGAIN))
"""The reasons of ended edges that are not facts of the past."""


def recall(request: Request, state: State, search: SemanticSearch) -> Found:
    """Algorithm 1: semantic search for each query, then episodic search with the triplets found.

    Args:
        search: for the queries of the request, new or interrupted in the same state.

    Raises:
        Unembedded: texts have no vectors yet.
    """
    among, texts, options = request.among, state.texts, state.options
    index = state.index if among.is_everything else _narrowed(state, among)
    if options.ranking == "blend":
        # One call of the embedder for all texts: a call costs more than another text.
        texts.known([query for query in (*map(clean, request.queries), "\n".join(request.queries)) if query])
    found = search.found(state.graph, index, texts)
    if request.for_model:
        named = state.graph.numbers_of(_named(request, state))
        found |= zip(named, state.graph.edges.some(named), strict=True)
    scores = _nearest(request, texts, lambda: state.index.vectors([*found])) if found else ()
    told = [edge.triplet for edge in found.values()]
    nodes = _episodes(told, request, state)
    past = _about_the_same(told, request, state) if request.ended or request.at else []
    facts = [pair for pair in zip(found.values(), scores, strict=True) if _holds(pair[0], request)]
    if request.at:
        known = {edge.triplet for edge, _ in facts}
        facts += [pair for pair in past if _holds(pair[0], request) and pair[0].triplet not in known]
    least = options.least(texts.embedder.name)
    facts, nodes = _cut(facts, nodes, request, state, None if request.for_model else least)
    over = [pair for pair in past if not _holds(pair[0], request)]
    ended = _near(over, request, state, least)[: request.ended]
    return within(found_of(facts, nodes, ended), request.budget)


def _holds(edge: Edge, request: Request) -> bool:
    """Whether an edge holds at the time of the request."""
    if request.at:
        return edge.valid_at(request.at) or (edge.since is None and edge.valid_to is None)
    return edge.valid_to is None and (edge.until is None or edge.until > request.now)


def _is_over(edge: Edge, request: Request) -> bool:
    """Whether an edge had begun by the time of the request, and holds no more."""
    has_begun = request.at is None or edge.since is None or edge.since <= request.at
    return has_begun and not _holds(edge, request)


def _named(request: Request, state: State) -> list[Triplet]:
    """The latest facts about the vertices that are queries."""
    facts = state.graph.incident(map(clean, request.queries), spatial=False, latest=NAMED)
    return [fact for fact in facts if _is_told(fact, request, state)]


def _is_told(fact: Triplet, request: Request, state: State) -> bool:
    """Whether a text that passes the filters tells a fact."""
    return request.among.is_everything or any(map(request.among, state.episodic.telling(fact)))


def _about_the_same(facts: Sequence[Triplet], request: Request, state: State) -> list[tuple[Edge, float]]:
    """The edges at the vertices of the facts found and of the queries that held at the time that the request is about,
    and those that had ended if it asks for them; the best first."""
    graph = state.graph
    asked = [name for query in request.queries for name in graph.named_in(*words_of(query))]
    names = dict.fromkeys([*map(clean, request.queries), *asked, *(end for fact in facts for end in fact.vertices)])
    nothing = _NO_HISTORY - {TOLD_AGAIN} if request.at else _NO_HISTORY

    def is_wanted(edge: Edge) -> bool:
        held = request.at is not None and _holds(edge, request)
        return edge.reason not in nothing and (held or (request.ended > 0 and _is_over(edge, request)))

    edges = {edge: None for name in names for edge in graph.history(name) if is_wanted(edge)}
    listed = sorted(edges, key=lambda edge: edge.valid_from)[-PAST:]
    listed = [edge for edge in listed if _is_told(edge.triplet, request, state)]
    if not listed:
        return []
    said = [str(edge.triplet) for edge in listed]
    return by_score([*zip(listed, _nearest(request, state.texts, lambda: state.texts.known(said)), strict=True)])


def _episodes(facts: Sequence[Triplet], request: Request, state: State) -> list[tuple[EpisodeNode, float]]:
    """The episodes with their scores."""
    episodic, texts, options = state.episodic, state.texts, state.options
    query, among = "\n".join(request.queries), request.among.up_to(request.at)
    if options.ranking == "blend":
        listed = state.shortlist.nodes(query, facts, texts, among)
        found = state.blend.relevances(episodic.nodes.some(listed), query, texts, among)
        relevances: Mapping[int, float] = {listed[place]: relevance for place, relevance in found.items()}
    else:
        relevances = episodic.relevances(facts, _alike(request.plan, state))
    numbers = episodic.ranked(relevances, request.episodes, request.exclude, options.compared, among)
    nodes = episodic.nodes.some(numbers)
    if options.ranking == "blend" and nodes:
        again = (episodic.last(node.observation, among) for node in nodes)
        nodes = episodic.nodes.some(number for number in again if number is not None)
        vectors = texts.known([query, *(options.compared(node.observation) for node in nodes)])
        order = newest_first(nodes, vectors[1:]) if options.calls == "text" else [*range(len(nodes))]
        scores = _rounded(vectors[1:][order] @ vectors[0])
        return [*zip((nodes[at] for at in order), scores, strict=True)]
    return [(node, relevances[number]) for number, node in zip(numbers, nodes, strict=True)]


def newest_first(nodes: Sequence[EpisodeNode], vectors: Vectors) -> list[int]:
    """The places of ranked texts, with texts about the same thing sorted among themselves, the newest first.

    A text is grouped with the best-ranked one that it is similar to. Texts of the same time keep their order.

    Args:
        vectors: those of the texts, shape (n, d).
    """
    unit = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    alike = np.round((unit @ unit.T).astype(float), DECIMALS) >= ALIKE
    groups: dict[int, list[int]] = {}
    for at in range(len(nodes)):
        groups.setdefault(next((best for best in groups if alike[at, best]), at), []).append(at)
    order = [*range(len(nodes))]
    for group in groups.values():
        for place, at in zip(group, sorted(group, key=lambda at: _age(nodes[at])), strict=True):
            order[place] = at
    return order


def _age(node: EpisodeNode) -> float:
    """Sort key: the newest first; texts without a time last."""
    return -in_time(node)[0]


def _nearest(request: Request, texts: TextCache, vectors: Callable[[], Vectors]) -> tuple[float, ...]:
    """The dot product of each of some facts with its nearest query."""
    queries = [query for text, depth in request.queries.items() if depth > 0 and (query := clean(text))]
    return _rounded((texts.known(queries) @ vectors().T).max(axis=0)) if queries else ()


def _alike(plan: Sequence[str], state: State) -> Sequence[float]:
    """The similarity of each observation to the plan; empty if the option is off."""
    if not state.options.episodic_similarity or not plan:
        return ()
    said = [state.options.compared(node.observation) for node in state.episodic.nodes]
    vectors = state.texts.known(["\n".join(plan), *said])
    return _rounded(vectors[1:] @ vectors[0])


def _narrowed(state: State, among: Among) -> VectorIndex:
    """An index of the facts that the filtered texts tell."""
    facts = [triplet for triplet in state.graph.valid() if any(map(among, state.episodic.telling(triplet)))]
    index, numbers = VectorIndex(), state.graph.numbers_of(facts)
    index.add(numbers, state.index.vectors(numbers))
    return index


def _cut(
    facts: Scored[Edge], nodes: Scored[EpisodeNode], request: Request, state: State, least: float | None
) -> tuple[list[tuple[Edge, float]], list[tuple[EpisodeNode, float]]]:
    """Apply the thresholds and `top_k`. Nothing is left if the best score is too low."""
    facts, nodes, threshold = [*facts], [*nodes], request.threshold
    if threshold is not None:
        facts = [pair for pair in facts if pair[1] >= threshold]
        nodes = [pair for pair in nodes if pair[1] >= threshold]
    elif least is not None:
        if _is_of_nothing_known([*facts, *nodes], request, state, least):
            return [], []
        facts = _near(facts, request, state, least)
        told = {edge.triplet for edge, _ in facts}
        nodes = [pair for pair in nodes if pair[1] >= least or not told.isdisjoint(pair[0].triplets)]
    if request.top_k is not None:
        best = {edge for edge, _ in by_score(facts)[: request.top_k]}
        facts, nodes = [pair for pair in facts if pair[0] in best], nodes[: request.top_k]
    return facts, nodes


def _near(facts: Scored[Edge], request: Request, state: State, least: float | None) -> list[tuple[Edge, float]]:
    """The facts that reach the threshold or are about a vertex in the query. A fact that shares a vertex with one of
    these needs less."""
    if least is None:
        return [*facts]
    named = {query for query in map(clean, request.queries) if state.graph.knows(query)}
    near = {edge for edge, score in facts if score >= least or not named.isdisjoint(edge.triplet.vertices)}
    ends = {vertex for edge in near for vertex in edge.triplet.vertices}
    return [
        (edge, score)
        for edge, score in facts
        if edge in near or (score >= LINKED * least and not ends.isdisjoint(edge.triplet.vertices))
    ]


def _is_of_nothing_known(found: Sequence[tuple[object, float]], request: Request, state: State, least: float) -> bool:
    """Whether the best score is too low.

    A query that is a known vertex always passes, and so does one without content words, such as `What?`.
    """
    if any(state.graph.knows(clean(query)) for query in request.queries):
        return False
    if not any(map(terms, request.queries)):
        return False
    return max((score for _, score in found), default=least) < least


def _rounded(scores: Vectors) -> tuple[float, ...]:
    return tuple(np.round(scores.astype(float), DECIMALS).tolist())
