"""What a memory holds, ready to be searched and changed: the graph, the episodes, and what finds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from ariadne.memory.arigraph.core.contents import Contents, Entry
from ariadne.memory.arigraph.core.dated import Past
from ariadne.memory.arigraph.core.endings import TOLD_AGAIN, Ending, beside, shortened
from ariadne.memory.arigraph.core.episodes import EpisodeNode
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.options import Options
from ariadne.memory.arigraph.core.search import Facts
from ariadne.memory.arigraph.retrieval.blend import Blend
from ariadne.memory.arigraph.retrieval.index import VectorIndex
from ariadne.memory.arigraph.retrieval.shortlist import Shortlist
from ariadne.triplet import Edge

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.memory.arigraph.storage.lookups import Lookups

_LACKING = 1 / 8


@dataclass(frozen=True)
class Step:
    """What is going to change at once.

    Attributes:
        fresh: new edges, of which those that hold until now are of triplets that are not valid when others have ended.
        ended: the edges that end, and why.
        nodes: those of the texts that were read; their step is this one.
        forgotten: the numbers of episode nodes that are recalled no more.
        is_now: whether `time` is the present, so that nothing known is later, even if the clock was ahead once.
    """

    time: datetime
    fresh: Sequence[Edge]
    ended: Sequence[Ending] = ()
    nodes: Sequence[EpisodeNode] = ()
    forgotten: Sequence[int] = ()
    is_now: bool = False


class State:
    """The contents of a memory with their indexes.

    Args:
        texts: makes the vectors that the contents lack, in this thread, and keeps those of observations.

    Attributes:
        graph: the semantic memory. `episodic`: the episodic memory. `step`: the last step.
        latest: the latest time of which anything was learned; None before that.
        index: finds valid edges. `facts`: finds valid triplets by it. `shortlist`: finds
            texts. `blend`: ranks them.
    """

    def __init__(self, contents: Contents, texts: TextCache, options: Options) -> None:
        self.graph, self.episodic, self.step = contents.graph, contents.episodic, contents.step
        self.index = VectorIndex[int]()
        self.blend = Blend(options.weights, options.compared)
        self.shortlist = Shortlist(self.episodic, contents.file, options.compared)
        self._texts = texts
        self._options = options
        self._file, self._copied = contents.file, 0
        self.latest = self._hold(contents) if contents.file is None else self._hold_file(contents.file, options)
        self.facts = Facts(self.graph, self.index)
        self.copy()

    def _hold(self, contents: Contents) -> datetime | None:
        """Find what is here: the latest time of which anything was learned."""
        texts, graph = self._texts, self.graph
        texts.keep(contents.observed)
        vectors = contents.vectors
        if vectors is None:
            rows = texts.rows([str(triplet) for triplet in graph.valid()])
            vectors = texts.vectors[rows]
        elif len(vectors):
            # The cache knows by one of them how long they are.
            texts.keep({str(graph.valid()[0]): vectors[0]})
        self.index.add(graph.numbers_of(graph.valid()), vectors)
        return max(filter(None, (graph.last_time, *(node.time for node in self.episodic.nodes))), default=None)

    def _hold_file(self, file: Lookups, options: Options) -> datetime | None:
        """Find what a file holds: the latest time of which anything was learned."""
        embedder, stamp = self._texts.embedder.name, file.copy.stamp()
        copied = file.copy.read() if stamp and file.goes_on(stamp, embedder) else None
        if stamp and copied:
            self.index, self._copied = copied, stamp.edges
            for number in file.ended_after(stamp.step):
                self.index.remove(number)
        for numbers, rows in file.vectors(self._copied):
            vectors = np.frombuffer(b"".join(rows), dtype=np.float32).reshape(len(rows), -1)
            # The cache knows by one of them how long they are.
            self._texts.keep({str(self.graph[numbers[0]].triplet): vectors[0]})
            self.index.add(numbers, vectors)
        if options.episodic_similarity:
            self._texts.keep(dict(file.observed()))
        return file.latest

    def copy(self) -> None:
        """Copy what finds the facts of a file, if the copy lacks many of them."""
        if self._file is None or self.index.table() is None:
            return
        if self.graph.ever - self._copied > self._copied * _LACKING:
            nodes = len(self.episodic.nodes)
            stamp = self._file.stamp(self._texts.embedder.name, self.graph.ever, nodes, self.step)
            if stamp and self._file.copy.write(stamp, self.index):
                self._copied = stamp.edges

    def written(self) -> None:
        """Take in that the file holds all that was changed."""
        if self._file:
            self._file.written(self.step)
        self.copy()

    @property
    def is_in_file(self) -> bool:
        """Whether it is read from a file as it is asked for."""
        return self._file is not None

    def change(self, step: Step) -> tuple[tuple[EpisodeNode, ...], Entry]:
        """Go one step on: the new episode nodes, and what a file must hold of all this.

        Raises:
            Unembedded: texts have no vectors yet; then nothing has changed.
        """
        latest = step.time if step.is_now else max(self.latest or step.time, step.time)
        ends = (shortened(self.graph[each.number], each, step.time, latest) for each in step.ended)
        ended = [ending for ending in ends if ending]
        fresh, ended = self._once(step.fresh, ended, latest)
        valid = [str(edge.triplet) for edge in fresh if edge.valid_to is None]
        said = [self._options.compared(node.observation) for node in step.nodes]
        compared = said if self._options.ranking == "blend" else []
        vectors = self._texts.known([*valid, *compared])[: len(valid)]
        self.step += 1
        self.latest = latest
        self.graph.note(self.step, step.time)
        for ending in ended:
            edge = self.graph.end(ending, self.step, step.time)
            if edge.valid_to is None and ending.closes:
                self.index.remove(ending.number)
        edges = [(self.graph.append(edge), edge) for edge in fresh]
        self.index.add([number for number, edge in edges if edge.valid_to is None], vectors)
        then = self.then(None if step.is_now else step.time)
        first = len(self.episodic.nodes)
        nodes = tuple(map(self.episodic.append, step.nodes))
        # What a text tells and ends itself does not hold any more.
        over = {self.graph[ending.number].triplet: ending.number for ending in step.ended}
        over |= {edge.triplet: number for number, edge in edges}
        told = [[then.number(fact) if fact in then else over[fact] for fact in node.triplets] for node in nodes]
        ties = [(first + at, node, numbers) for at, (node, numbers) in enumerate(zip(nodes, told, strict=True))]
        for number in step.forgotten:
            self.episodic.forget(number, self.step)
        observed = self._texts.kept([node.observation for node in nodes])
        return nodes, Entry(self.step, step.time, edges, vectors, ended, ties, observed, step.forgotten)

    def _once(
        self, fresh: Sequence[Edge], ended: Sequence[Ending], latest: datetime
    ) -> tuple[list[Edge], list[Ending]]:
        """New edges, of which none makes a triplet valid that is valid, and goes on to be so; and what ends, with the
        plans that have come true before their time."""
        closed = {ending.number for ending in ended if ending.closes}
        found: list[Edge] = []
        ends = [*ended]
        for edge in fresh:
            number = self.graph.number(edge.triplet) if edge.triplet in self.graph else None
            known = self.graph[number] if number is not None and number not in closed else None
            if number is not None and known and edge.valid_to is None and _comes_true(known, edge, latest):
                closed.add(number)
                ends = [each for each in ends if each.number != number]
                ends.append(Ending(number, TOLD_AGAIN, until=known.since))
                found.append(replace(edge, until=edge.until or known.until))
                continue
            going = next((each for each in found if each.triplet == edge.triplet and each.valid_to is None), known)
            found.append(beside(edge, going))
        return found, ends

    def then(self, time: datetime | None) -> SemanticGraph | Past:
        """The graph as of a time: the present graph for None, and from the latest time on of which it knows."""
        return Past(self.graph, time) if time and self.latest and time < self.latest else self.graph

    def contents(self, observed: bool) -> Contents:
        """All of it.

        Args:
            observed: make the vectors of observations that are not there yet.
        """
        observations = list(dict.fromkeys(node.observation for node in self.episodic.nodes))
        if observed and self._file:
            self._texts.keep(dict(self._file.observed()))
        if observed:
            self._texts.rows(observations)
        vectors = self.facts.vectors(self.graph.valid())
        return Contents(self.graph, self.episodic, self.step, vectors, self._texts.kept(observations))


def _comes_true(plan: Edge, edge: Edge, latest: datetime) -> bool:
    """Whether a fact that is known to begin later is so already."""
    return plan.since is not None and plan.since > latest and (edge.since is None or edge.since < plan.since)
