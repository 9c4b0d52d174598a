"""Recalling: Algorithm 1, with what narrows it down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ariadne.memory.arigraph.blend import DECIMALS
from ariadne.memory.arigraph.episodes import EpisodeNode, EpisodicMemory, Metadata, has, in_time, remembered
from ariadne.memory.arigraph.index import VectorIndex
from ariadne.memory.arigraph.lexical import terms
from ariadne.memory.arigraph.options import Options
from ariadne.memory.arigraph.results import Found
from ariadne.memory.arigraph.search import Facts, semantic_search
from ariadne.triplet import Triplet, clean

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.embed.embedder import Vectors
    from ariadne.memory.arigraph.state import State

T = TypeVar("T")

ALIKE = 0.45
"""From which cosine on two texts are about the same."""


@dataclass(frozen=True)
class Among:
    """Which texts are recalled, and facts that one of them tells.

    Attributes:
        since, until: the earliest and the latest of their times. `source`: theirs. `metadata`: what theirs have.
    """

    since: datetime | None = None
    until: datetime | None = None
    source: str | None = None
    metadata: Metadata = field(default_factory=dict)

    def __call__(self, node: EpisodeNode) -> bool:
        """Whether a text is one of them."""
        if not remembered(node) or (self.source is not None and node.source != self.source):
            return False
        if self.since is not None and (node.time is None or node.time < self.since):
            return False
        if self.until is not None and (node.time is None or node.time > self.until):
            return False
        return has(node, self.metadata)

    @property
    def is_everything(self) -> bool:
        """Whether no text is left out, but for those that are forgotten."""
        return self == Among()


@dataclass(frozen=True)
class Request:
    """What is to be recalled, and how much of it; see `AriGraph.recall`."""

    queries: Mapping[str, int]
    width: int
    episodes: int
    exclude: Sequence[str] = ()
    plan: Sequence[str] = ()
    among: Among = Among()
    threshold: float | None = None
    top_k: int | None = None


async def recall(request: Request, state: State, texts: TextCache, options: Options) -> Found:
    """What a memory recalls: semantic search for each query, then episodic search with what it found (Algorithm 1)."""
    among = request.among
    index = state.facts if among.is_everything else _narrowed(state, among)
    if options.ranking == "blend":
        # What is compared is embedded at once, since a call of the embedder takes longer than a text more.
        await texts.embed([query for query in (*map(clean, request.queries), "\n".join(request.queries)) if query])
    facts = await semantic_search(request.queries, index, texts, request.width, texts.embedder.threshold)
    fact_scores = await _fact_scores(facts, request, index, texts)
    nodes, episode_scores = await _episodes(facts, request, state, texts, options)
    return _cut(Found(facts, nodes, fact_scores, episode_scores), request, state, options.least(texts.embedder.name))


def merged(found: Mapping[str, Found], episodes: int, top_k: int | None) -> Found:
    """What several scopes recalled, as one: the best first."""
    facts = _sorted([pair for each in found.values() for pair in zip(each.facts, each.fact_scores, strict=True)])
    facts = list({fact: (fact, score) for fact, score in reversed(facts)}.values())[::-1][:top_k]
    nodes = _sorted(
        [
            ((node, scope), score)
            for scope, each in found.items()
            for node, score in zip(each.episodes, each.episode_scores, strict=True)
        ]
    )[:episodes]
    return Found(
        tuple(fact for fact, _ in facts),
        tuple(node for (node, _), _ in nodes),
        tuple(score for _, score in facts),
        tuple(score for _, score in nodes),
        tuple(tuple(scope for scope, each in found.items() if fact in each.facts) for fact, _ in facts),
        tuple(scope for (_, scope), _ in nodes),
    )


async def _episodes(
    facts: Sequence[Triplet], request: Request, state: State, texts: TextCache, options: Options
) -> tuple[tuple[EpisodeNode, ...], tuple[float, ...]]:
    """The episodes, and the score of each."""
    episodic, query = state.episodic, "\n".join(request.queries)
    if options.ranking == "blend":
        listed = await state.shortlist.nodes(query, facts, texts, request.among)
        found = await state.blend.relevances(episodic.some(listed), query, texts, request.among)
        relevances: Mapping[int, float] = {listed[place]: relevance for place, relevance in found.items()}
    else:
        alike = await _alike(request.plan, episodic, texts, options)
        relevances = episodic.relevances(facts, alike)
    numbers = episodic.ranked(relevances, request.episodes, request.exclude, options.compared, request.among)
    nodes = tuple(episodic.some(numbers))
    if options.ranking == "blend" and nodes:
        again = (episodic.last(node.observation, request.among) for node in nodes)
        nodes = tuple(episodic.some(number for number in again if number is not None))
        vectors = await texts.embed([query, *(options.compared(node.observation) for node in nodes)])
        order = newest_first(nodes, vectors[1:]) if options.calls == "text" else [*range(len(nodes))]
        return tuple(nodes[at] for at in order), _rounded(vectors[1:][order] @ vectors[0])
    return nodes, tuple(relevances[number] for number in numbers)


def newest_first(nodes: Sequence[EpisodeNode], vectors: Vectors) -> list[int]:
    """The places of ranked texts, in which those that are about the same have changed places: the newest comes first.

    A text joins the best-ranked one that it is like. Texts of one time keep their order.

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
    """Orders texts by their times, the newest first; those without a time come last."""
    return -in_time(node)[0]


async def _fact_scores(facts: Sequence[Triplet], request: Request, index: Facts, texts: TextCache) -> tuple[float, ...]:
    """How near each fact is to the query that is nearest to it."""
    queries = [query for text, depth in request.queries.items() if depth > 0 and (query := clean(text))]
    if not facts:
        return ()
    return _rounded((await texts.embed(queries) @ index.vectors(facts).T).max(axis=0))


async def _alike(plan: Sequence[str], episodic: EpisodicMemory, texts: TextCache, options: Options) -> Sequence[float]:
    """How similar each remembered observation is to the plan; nothing, unless that counts."""
    if not options.episodic_similarity or not plan:
        return ()
    said = [options.compared(node.observation) for node in episodic.nodes]
    vectors = await texts.embed(["\n".join(plan), *said])
    return _rounded(vectors[1:] @ vectors[0])


def _narrowed(state: State, among: Among) -> Facts:
    """The facts that one of the texts tells."""
    graph, episodic = state.graph, state.episodic
    facts = [triplet for triplet in graph.valid() if any(map(among, episodic.telling(triplet)))]
    index = VectorIndex[int](approximate_from=None)
    index.add(graph.numbers_of(facts), state.facts.vectors(facts))
    return Facts(graph, index)


def _cut(found: Found, request: Request, state: State, least: float | None) -> Found:
    """What was found without what scores too little; nothing, if the best of it does."""
    if request.threshold is None:
        if _is_of_nothing_known(found, request, state, least):
            return Found((), ())
        if request.top_k is None:
            return found
    facts = list(zip(found.facts, found.fact_scores, strict=True))
    nodes = list(zip(found.episodes, found.episode_scores, strict=True))
    if request.threshold is not None:
        facts = [(fact, score) for fact, score in facts if score >= request.threshold]
        nodes = [(node, score) for node, score in nodes if score >= request.threshold]
    if request.top_k is not None:
        best = {fact for fact, _ in _sorted(facts)[: request.top_k]}
        facts, nodes = [pair for pair in facts if pair[0] in best], nodes[: request.top_k]
    return Found(
        tuple(fact for fact, _ in facts),
        tuple(node for node, _ in nodes),
        tuple(score for _, score in facts),
        tuple(score for _, score in nodes),
    )


def _is_of_nothing_known(found: Found, request: Request, state: State, least: float | None) -> bool:
    """Whether the best that was found scores too little.

    What is asked for by a name that is known is known, and a question without a word for anything, such as `What?`, is
    not of something else.
    """
    if least is None or any(state.graph.knows(clean(query)) for query in request.queries):
        return False
    if not any(map(terms, request.queries)):
        return False
    return max((*found.fact_scores, *found.episode_scores), default=least) < least


def _sorted(scored: Sequence[tuple[T, float]]) -> list[tuple[T, float]]:
    return sorted(scored, key=lambda pair: -pair[1])


def _rounded(scores: Vectors) -> tuple[float, ...]:
    return tuple(np.round(scores.astype(float), DECIMALS).tolist())
