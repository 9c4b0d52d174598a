"""hipporag-style: passages ranked by personalized PageRank over triplets (HippoRAG 2, arXiv:2502.14802, section 3).

Written from the paper, on our interfaces, with the authors' settings. A turn is a passage; its triplets come from
AriGraph's question (`learn`), each passage read by itself. Facts never end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import networkx as nx

from ariadne.embed.cache import TextCache
from ariadne.errors import AnswerError
from ariadne.events import LearnedEvent
from ariadne.gather import gathered
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.options import Calls
from ariadne.memory.likeness import Scores, best_first, likeness, scaled
from ariadne.memory.memory import Cue, Memory, Recollection
from ariadne.memory.turns import TurnReader, query_of, told
from ariadne.models.answers import Recognized
from ariadne.models.model import Ask
from ariadne.models.question import Question
from ariadne.record import Record
from ariadne.triplet import Triplet
from ariadne.worlds.world import Turn

RECALLED = 5
LINKED = 5
"""How many triplets are linked to a query."""
SYNONYM = 0.8
"""The least cosine of two phrases that are joined as synonyms."""
DAMPING = 0.5
PASSAGE_WEIGHT = 0.05
"""The weight of a passage's similarity to the query among the seeds, relative to that of a triplet's phrases."""

NOTHING = SemanticGraph()


class HippoRAGMemory(Memory):
    """Recalls the passages of the highest PageRank, seeded by the triplets of a query.

    Args:
        calls: the question that reads turns; see `TurnReader`.
    """

    def __init__(self, ask: Ask, texts: TextCache, record: Record, calls: Calls = "three") -> None:
        self._calls = calls
        self._ask = ask
        self._texts = texts
        self._record = record

    async def begin(self, goal: str) -> None:
        self._reader = TurnReader(self._ask, self._calls)
        self._passages: dict[str, Turn] = {}
        self._triplets: dict[Triplet, None] = {}
        self._naming: dict[str, int] = {}
        """How many passages name each phrase."""
        self._graph: Any = nx.Graph()
        """Its nodes are phrases, and passages by their places."""

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        """Add the turns to the graph, without known texts."""
        read = await self._reader.read(turns, plan, NOTHING)
        before = len(self._triplets)
        for turn, facts in zip(turns, read, strict=True):
            if turn.as_text() not in self._passages:
                await self._index(turn, facts)
        self._record(
            LearnedEvent(
                added=tuple(map(str, list(self._triplets)[before:])),
                removed=(),
                episodes=told(turns, read),
                vertices=len(self._naming),
                edges=len(self._triplets),
            )
        )

    async def recall(self, cue: Cue) -> Recollection:
        """The best passages that the recent turns do not show."""
        recent = {turn.as_text() for turn in (*cue.recent, cue.turn)}
        ranked = await self.ranking(query_of(cue))
        older = islice((text for text in ranked if text not in recent), RECALLED)
        return Recollection(episodes=tuple(self._passages[text] for text in older))

    async def ranking(self, query: str) -> list[str]:
        """All passages, the best first: by PageRank, or by similarity if no triplet is recognized."""
        passages = list(self._passages)
        if not passages:
            return []
        dense = await likeness(self._texts, query, passages)
        linked = await self._linked(query)
        seeds = self._seeds(linked, scaled(dense))
        scores = self._walk(seeds) if linked and any(seeds.values()) else dense
        return [passages[place] for place in best_first(scores)]

    async def _index(self, turn: Turn, facts: Sequence[Triplet]) -> None:
        """Add a passage: an edge to each of its phrases, and edges between those of a triplet and of synonyms."""
        place = len(self._passages)
        self._passages[turn.as_text()] = turn
        self._graph.add_node(place)
        for phrase in dict.fromkeys(vertex for fact in facts for vertex in fact.vertices):
            if phrase not in self._naming:
                await self._join_synonyms(phrase)
            self._naming[phrase] = self._naming.get(phrase, 0) + 1
            self._graph.add_edge(place, phrase, weight=1.0)
        for fact in facts:
            self._triplets[fact] = None
            if fact.subject != fact.object:
                times = self._graph.get_edge_data(*fact.vertices, {}).get("told", 0) + 1
                self._graph.add_edge(*fact.vertices, weight=float(times), told=times)

    async def _join_synonyms(self, phrase: str) -> None:
        known = list(self._naming)
        cosines = await likeness(self._texts, phrase, known)
        for other, cosine in zip(known, cosines.tolist(), strict=True):
            if cosine >= SYNONYM:
                self._graph.add_edge(phrase, other, weight=cosine)

    async def _linked(self, query: str) -> dict[Triplet, float]:
        """The triplets nearest to a query that the model recognizes as useful, with their similarity in [0, 1]."""
        facts = list(self._triplets)
        if not facts:
            return {}
        scores = scaled(await likeness(self._texts, query, [str(fact) for fact in facts]))
        near = best_first(scores)[:LINKED]
        inputs = {"query": query, "facts": [str(facts[place]) for place in near]}
        try:
            answer = await self._ask(Question("recognize", inputs, Recognized))
        except AnswerError:
            return {}
        kept = [near[number - 1] for number in answer.kept if 1 <= number <= len(near)]
        return {facts[place]: float(scores[place]) for place in kept}

    def _seeds(self, linked: Mapping[Triplet, float], dense: Scores) -> dict[str | int, float]:
        """The seeds: phrases, by the mean score of their triplets over the number of passages that name them, and all
        passages, with a small weight."""
        found = gathered((phrase, score) for fact, score in linked.items() for phrase in fact.vertices)
        seeds: dict[str | int, float] = {place: PASSAGE_WEIGHT * score for place, score in enumerate(dense.tolist())}
        seeds |= {phrase: sum(each) / len(each) / self._naming[phrase] for phrase, each in found.items()}
        return seeds

    def _walk(self, seeds: Mapping[str | int, float]) -> list[float]:
        """The personalized PageRank of the passages, relative to the highest."""
        ranks = nx.pagerank(self._graph, alpha=DAMPING, personalization=dict(seeds))
        most = max(ranks.values())
        return [ranks[place] / most for place in range(len(self._passages))]
