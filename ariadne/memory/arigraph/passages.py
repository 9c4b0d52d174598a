"""Answers from texts, where no chain of facts leads to one: the parts of sentences that may be what is asked for.

A reader leaves out what it cannot place, and an episode has all of it. So the sentences nearest to a question are
searched for parts that may answer it (`reasoner/answering`), and these are ranked by what speaks for them
(`evidence.py`). What a text says of a fact that has ended is no answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from ariadne.embed.cache import TextCache
from ariadne.memory.arigraph.episodes import EpisodeNode, EpisodicMemory, in_time, remembered
from ariadne.memory.arigraph.evidence import Ranking
from ariadne.memory.arigraph.features import Source
from ariadne.memory.arigraph.lexical import terms
from ariadne.memory.arigraph.order import Saying, order_of, words_of
from ariadne.memory.arigraph.relations import is_so_now
from ariadne.reasoner.answering.asked import Asked
from ariadne.reasoner.answering.spans import Span

if TYPE_CHECKING:
    from ariadne.memory.arigraph.graph import SemanticGraph
    from ariadne.memory.arigraph.shortlist import Shortlist

TEXTS = 16
"""How many texts are searched for answers."""
_MOST_PHRASES = 2**14


@dataclass(frozen=True)
class Passage:
    """A part of a text that may answer a question, with its sentence, and how likely it is that it does."""

    span: str
    saying: Saying
    confidence: float


def _may_be_place(span: Span) -> bool:
    """Whether a span may say where something is: after a preposition, or as a name."""
    return bool(span.preposition) or not span.text.islower()


def _whole(part: str, saying: Saying, question: str) -> str:
    """The whole of a name with a comma of which a part was found, as its sentence has it: `Washington, D.C.`; not where
    the question names the rest of it."""
    asked = {*terms(question)}
    for name in (end for fact in saying.facts for end in fact.vertices if "," in end):
        at = saying.said.lower().find(name)
        written = saying.said[at : at + len(name)] if at >= 0 else ""
        is_part = written.startswith(f"{part},") or written.endswith(f", {part}")
        if is_part and asked.isdisjoint({*terms(written)}.difference(terms(part))):
            return written
    return part


class Passages:
    """Searches the texts of an episodic memory for answers."""

    def __init__(self, graph: SemanticGraph, episodic: EpisodicMemory, shortlist: Shortlist, texts: TextCache) -> None:
        self._graph, self._episodic, self._shortlist, self._texts = graph, episodic, shortlist, texts
        self._phrases = TextCache(texts.embedder)

    async def answers(self, question: str) -> list[Passage]:
        """What the texts that are remembered may answer, the likeliest first."""
        ranking, sayings = await self.ranking(question)
        is_where = Asked.of(question).type == "where"
        told = [(candidate, sayings[candidate.sentence.text], confidence) for candidate, confidence in ranking.best()]
        found = [
            (candidate.span.text, replace(first, place=first.place + candidate.sentence.place), confidence)
            for candidate, first, confidence in told
            if not is_where or _may_be_place(candidate.span)
        ]
        return [Passage(_whole(part, saying, question), saying, confidence) for part, saying, confidence in found]

    async def ranking(self, question: str) -> tuple[Ranking, list[Saying]]:
        """What may answer a question, and the first sentences of the texts in which that stands, or of the pieces of
        those that are long, the oldest first."""
        numbers = await self._shortlist.nodes(question, (), self._texts, remembered)
        nodes = {node.observation: node for node in self._episodic.some(numbers) if remembered(node)}
        found = [nodes[said] for said in await self._nearest(question, [*nodes])]
        found.sort(key=in_time)
        if len(self._phrases.vectors) > _MOST_PHRASES:
            self._phrases = TextCache(self._texts.embedder)
        told = [each for node in found for each in self._sources(node)]
        return await Ranking.of(question, [source for _, source in told], self._phrases), [first for first, _ in told]

    def _sources(self, node: EpisodeNode) -> Iterator[tuple[Saying, Source]]:
        """The pieces of a text, each with its first sentence."""
        order = order_of(node.observation)
        for piece, group in groupby(range(len(order.sentences)), order.texts.__getitem__):
            places = [*group]
            facts = order.facts(node.triplets, places)
            now = (fact for fact in facts if fact in self._graph and is_so_now(fact.relation, ()))
            held = {end for fact in now for end in fact.vertices}
            ended = frozenset(fact.object for fact in facts if fact not in self._graph) - held
            relations = frozenset(fact.relation for fact in facts)
            yield Saying(node, places[0]), Source(piece, ended, words_of(facts), relations)

    async def _nearest(self, question: str, said: Sequence[str]) -> list[str]:
        """The texts nearest to a question, by what they mean and by its words."""
        if len(said) <= TEXTS:
            return list(said)
        wanted, *vectors = await self._texts.embed([question, *said])
        asked = frozenset(terms(question))
        shared = np.array([len(asked.intersection(terms(text))) for text in said]) / max(len(asked), 1)
        order = np.argsort(-(np.array(vectors) @ wanted + shared), kind="stable")[:TEXTS]
        return [said[place] for place in order]
