"""graphiti-style: a temporal graph of facts (Zep, arXiv:2501.13956, sections 2 and 3).

Written from the paper, on our interfaces. A turn is an episode; its facts come from AriGraph's question (`learn`). An
agent sees changes as they happen, so event time and transaction time are the same: the step. Left out: entity
resolution by a model (names are used as they are), entity summaries, communities, and rerankers other than fusion.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from ariadne.embed.cache import TextCache
from ariadne.events import LearnedEvent
from ariadne.memory.arigraph.core.endings import REPLACED, Ending
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.learn import Reader
from ariadne.memory.arigraph.core.options import Options
from ariadne.memory.arigraph.retrieval.lexical import WordIndex
from ariadne.memory.likeness import best_first, likeness
from ariadne.memory.memory import Cue, Held, Memory, Recollection
from ariadne.memory.turns import TurnReader, query_of, told
from ariadne.models.model import Ask
from ariadne.record import Record
from ariadne.triplet import Edge, Triplet
from ariadne.worlds.world import Turn

RECALLED = 20
"""How many edges are recalled, as in the authors' evaluation (section 4)."""
CANDIDATES = 10
"""How many edges are found that a new one may contradict."""
NEAREST, HOPS = 3, 3
"""The graph search starts at the vertices of the three best edges by meaning and by words, and goes three hops."""


class GraphitiMemory(Memory):
    """Recalls the edges that a hybrid search finds: for a question all of them, with their times and episodes, else the
    valid ones. The search does not distinguish the two, so ended edges take up places."""

    def __init__(self, ask: Ask, texts: TextCache, record: Record) -> None:
        self._ask = ask
        self._texts = texts
        self._record = record
        self._contradictions = Reader(ask, Options(calls="paper"))

    async def begin(self, goal: str) -> None:
        self.graph = SemanticGraph()
        self._reader = TurnReader(self._ask)
        self._step = 0
        self._numbers: dict[Triplet, int] = {}
        self._words = WordIndex()
        self._episodes: dict[tuple[Triplet, int], Turn] = {}

    async def observe(self, turns: Sequence[Turn], plan: Sequence[str]) -> None:
        """Add the edges of the turns, and invalidate those that they contradict."""
        self._step += 1
        read = await self._reader.read(turns, plan, self.graph)
        new = [fact for fact in dict.fromkeys(fact for facts in read for fact in facts) if fact not in self.graph]
        ended = await self._contradicted(new)
        for old, by in ended.items():
            self.graph.end(Ending(self.graph.number(old), REPLACED, by), self._step)
        self._add(new)
        for turn, facts in zip(turns, read, strict=True):
            self._episodes.update({(fact, self._step): turn for fact in facts})
        self._record(
            LearnedEvent(
                added=tuple(map(str, new)),
                removed=tuple(map(str, ended)),
                episodes=told(turns, read),
                vertices=self.graph.vertices,
                edges=len(self.graph),
            )
        )

    async def recall(self, cue: Cue) -> Recollection:
        found = await self._search(query_of(cue), RECALLED)
        if not cue.question:
            return Recollection(statements=tuple(str(fact) for fact in found if fact in self.graph))
        edges = (edge for fact in found for edge in self.graph.edges_of(fact).values())
        return Recollection(held=tuple(map(self._held, edges)))

    def _add(self, facts: Iterable[Triplet]) -> None:
        for fact in facts:
            self.graph.add(fact, self._step)
            if fact not in self._numbers:
                self._numbers[fact] = len(self._numbers)
                self._words.add(self._numbers[fact], str(fact))

    async def _contradicted(self, new: Sequence[Triplet]) -> dict[Triplet, Triplet | None]:
        """The valid edges that new ones contradict, each with the new one (section 2.2.3).

        The model judges the edges that are found for a new one, and those between the same two entities.
        """
        candidates: dict[Triplet, None] = {}
        for fact in new:
            between = [old for old in self.graph.incident(fact.vertices) if set(old.vertices) == set(fact.vertices)]
            found = await self._search(str(fact), CANDIDATES)
            candidates.update(dict.fromkeys(old for old in [*between, *found] if old in self.graph))
        pairs = await self._contradictions.replaced([str(each) for each in candidates], new)
        return {each.old: each.new for each in pairs if each.old in candidates}

    async def _search(self, query: str, most: int) -> list[Triplet]:
        """The best edges, ended ones too, by meaning, by words, and by distance from these in the graph, fused by the
        sum of 1 / rank over the three lists (reciprocal rank fusion; section 3)."""
        facts = list(self._numbers)
        near = best_first(await likeness(self._texts, query, [str(fact) for fact in facts]))[: 2 * most]
        alike = self._words.best(query, 2 * most)
        start = dict.fromkeys(end for number in (*near[:NEAREST], *alike[:NEAREST]) for end in facts[number].vertices)
        fused: dict[int, float] = defaultdict(float)
        for ranking in (near, alike, self._around(start, 2 * most)):
            for rank, number in enumerate(ranking, 1):
                fused[number] += 1 / rank
        best = sorted(fused, key=lambda number: (-round(fused[number], 6), number))
        return [facts[number] for number in best[:most]]

    def _around(self, start: Iterable[str], most: int) -> list[int]:
        """The first edges of a breadth-first search from some vertices."""
        level, seen = list(start), set(start)
        found: dict[int, None] = {}
        for _ in range(HOPS):
            edges = [edge.triplet for vertex in level for edge in self.graph.history(vertex)]
            found.update(dict.fromkeys(self._numbers[fact] for fact in edges))
            ahead = dict.fromkeys(vertex for fact in edges for vertex in fact.vertices if vertex not in seen)
            level = list(ahead)
            seen.update(ahead)
            if len(found) >= most or not level:
                break
        return list(found)[:most]

    def _held(self, edge: Edge) -> Held:
        episode = self._episodes.get((edge.triplet, edge.valid_from))
        return Held(str(edge.triplet), edge.valid_from, edge.valid_to, episode)
