"""Answers from texts, where no chain of facts leads to one: the parts of sentences that may be what is asked for.

A reader leaves out what it cannot place, and an episode has all of it. So the sentences nearest to a question are
searched for parts that may answer it (`reasoner/answering`), and these are ranked by what speaks for them
(`evidence.py`). What a text says of a fact that has ended is no answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ariadne.embed.cache import TextCache
from ariadne.memory.arigraph.episodes import EpisodeNode, EpisodicMemory, in_time, remembered, words_of_facts
from ariadne.memory.arigraph.evidence import Ranking
from ariadne.memory.arigraph.features import Source
from ariadne.memory.arigraph.lexical import terms

if TYPE_CHECKING:
    from ariadne.memory.arigraph.graph import SemanticGraph
    from ariadne.memory.arigraph.shortlist import Shortlist

TEXTS = 16
"""How many texts are searched for answers."""
_MOST_PHRASES = 2**14


@dataclass(frozen=True)
class Passage:
    """A part of a text that may answer a question, and how likely it is that it does."""

    span: str
    node: EpisodeNode
    confidence: float


class Passages:
    """Searches the texts of an episodic memory for answers."""

    def __init__(self, graph: SemanticGraph, episodic: EpisodicMemory, shortlist: Shortlist, texts: TextCache) -> None:
        self._graph, self._episodic, self._shortlist, self._texts = graph, episodic, shortlist, texts
        self._phrases = TextCache(texts.embedder)

    async def answers(self, question: str) -> list[Passage]:
        """What the texts that are remembered may answer, the likeliest first."""
        ranking, nodes = await self.ranking(question)
        return [
            Passage(candidate.span.text, nodes[candidate.sentence.text], confidence)
            for candidate, confidence in ranking.best()
        ]

    async def ranking(self, question: str) -> tuple[Ranking, list[EpisodeNode]]:
        """What may answer a question, and the nodes with the texts in which that stands, the oldest first."""
        numbers = await self._shortlist.nodes(question, (), self._texts, remembered)
        nodes = {node.observation: node for node in self._episodic.some(numbers) if remembered(node)}
        found = [nodes[said] for said in await self._nearest(question, [*nodes])]
        found.sort(key=in_time)
        if len(self._phrases.vectors) > _MOST_PHRASES:
            self._phrases = TextCache(self._texts.embedder)
        return await Ranking.of(question, [*map(self._source, found)], self._phrases), found

    def _source(self, node: EpisodeNode) -> Source:
        held = {end for fact in node.triplets if fact in self._graph for end in fact.vertices}
        ended = frozenset(fact.object for fact in node.triplets if fact not in self._graph) - held
        relations = frozenset(fact.relation for fact in node.triplets)
        return Source(node.observation, ended, words_of_facts(node), relations)

    async def _nearest(self, question: str, said: Sequence[str]) -> list[str]:
        """The texts nearest to a question, by what they mean and by its words."""
        if len(said) <= TEXTS:
            return list(said)
        wanted, *vectors = await self._texts.embed([question, *said])
        asked = frozenset(terms(question))
        shared = np.array([len(asked.intersection(terms(text))) for text in said]) / max(len(asked), 1)
        order = np.argsort(-(np.array(vectors) @ wanted + shared), kind="stable")[:TEXTS]
        return [said[place] for place in order]
