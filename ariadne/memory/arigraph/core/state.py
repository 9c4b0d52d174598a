"""G = (Vs, Es, Ve, Ee) in memory, with its indexes, and the application of one step's changes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from ariadne.gather import gathered
from ariadne.memory.arigraph.core.dated import AsOf, Known
from ariadne.memory.arigraph.core.endings import TOLD_AGAIN, Ending, beside, shortened
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.options import Options
from ariadne.memory.arigraph.retrieval.blend import Blend
from ariadne.memory.arigraph.retrieval.index import VectorIndex
from ariadne.memory.arigraph.retrieval.shortlist import Shortlist
from ariadne.triplet import Edge

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.embed.embedder import Vectors
    from ariadne.memory.arigraph.storage.lookups import Lookups

_LACKING = 1 / 8


@dataclass(frozen=True)
class Contents:
    """The contents of a memory.

    Attributes:
        step: the last one.
        vectors: those of the valid triplets in their order, shape (valid, d), if known.
        observed: the known vectors of observations, each of shape (d,).
        file: reads rows and vectors on demand, if the memory is in a file.
    """

    graph: SemanticGraph = field(default_factory=SemanticGraph)
    episodic: EpisodicMemory = field(default_factory=EpisodicMemory)
    step: int = 0
    vectors: Vectors | None = None
    observed: Mapping[str, Vectors] = field(default_factory=dict)
    file: Lookups | None = None

    def ties(self) -> Iterator[list[int]]:
        """For each episode node, the numbers of its edges: of each triplet the last edge that had begun by the node's
        step. A triplet without one is left out: a world that was reset may have lost the edge."""
        begun = gathered((edge.triplet, (edge.valid_from, at)) for at, edge in enumerate(self.graph.history()))
        spans = {triplet: sorted(edges) for triplet, edges in begun.items()}
        for node in self.episodic.nodes:
            told = (spans.get(triplet, ()) for triplet in node.triplets)
            places = ((edges, bisect_right(edges, (node.step, len(self.graph.edges)))) for edges in told)
            yield [edges[place - 1][1] for edges, place in places if place]


@dataclass(frozen=True)
class StepEntry:
    """The changes of one step.

    Attributes:
        edges: the new edges, each with its number. `vectors`: those of the valid ones, shape (edges, d).
        closed: how edges end.
        nodes: the new episode nodes, each with its number and the numbers of its edges.
        observed: the known vectors of their observations, each of shape (d,).
        forgotten: the numbers of episode nodes that are no longer recalled.
    """

    step: int
    time: datetime | None
    edges: Sequence[tuple[int, Edge]]
    vectors: Vectors
    closed: Sequence[Ending]
    nodes: Sequence[tuple[int, EpisodeNode, Sequence[int]]]
    observed: Mapping[str, Vectors]
    forgotten: Sequence[int] = ()


@dataclass(frozen=True)
class GraphStep:
    """The changes of one step.

    Attributes:
        fresh: new edges. The triplets of valid ones are not valid yet, or their edges are among `ended`.
        ended: how edges end.
        nodes: the episode nodes of the texts.
        forgotten: the numbers of episode nodes that are no longer recalled.
        is_now: whether `time` is the present. Then no known fact is later, even if the clock was ahead once.
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
        texts: embeds what the contents have no vectors for, in this thread, and caches the vectors of observations.

    Attributes:
        graph: (Vs, Es). `episodic`: (Ve, Ee). `step`: the last step.
        latest: the latest time of a text; None before the first.
        index: finds valid edges. `shortlist`: finds texts. `blend`: ranks them.
    """

    def __init__(self, contents: Contents, texts: TextCache, options: Options) -> None:
        self.graph, self.episodic, self.step = contents.graph, contents.episodic, contents.step
        self.index = VectorIndex()
        self.blend = Blend(options.weights, options.compared)
        self.shortlist = Shortlist(self.episodic, contents.file, options.compared)
        self.texts = texts
        self.options = options
        self._file, self._copied = contents.file, 0
        self.latest = self._hold(contents) if contents.file is None else self._hold_file(contents.file)
        self.copy()

    def _hold(self, contents: Contents) -> datetime | None:
        """Index contents without a file, and return the latest time of a text."""
        texts, graph = self.texts, self.graph
        texts.keep(contents.observed)
        vectors = contents.vectors
        if vectors is None:
            rows = texts.rows([str(triplet) for triplet in graph.valid()])
            vectors = texts.vectors[rows]
        elif len(vectors):
            # One vector sets the dimension of the cache.
            texts.keep({str(graph.valid()[0]): vectors[0]})
        self.index.add(graph.numbers_of(graph.valid()), vectors)
        return max([*graph.times.values(), *(node.time for node in self.episodic.nodes if node.time)], default=None)

    def _hold_file(self, file: Lookups) -> datetime | None:
        """Index the contents of a file, and return the latest time of a text."""
        copied = file.copy.read()
        if copied and file.goes_on(copied[0], self.texts.embedder.name):
            stamp, self.index = copied
            self._copied = stamp.edges
            for number in file.ended_after(stamp.step):
                self.index.remove(number)
        for numbers, vectors in file.vectors(self._copied):
            # One vector sets the dimension of the cache.
            self.texts.keep({str(self.graph.edges[numbers[0]].triplet): vectors[0]})
            self.index.add(numbers, vectors)
        if self.options.episodic_similarity:
            self.texts.keep(dict(file.observed(range(file.nodes))))
        return file.latest

    def copy(self) -> None:
        """Write an index snapshot, if the last one lacks many of the file's facts."""
        if self._file is None or self.index.table() is None:
            return
        if len(self.graph.edges) - self._copied > self._copied * _LACKING:
            nodes = len(self.episodic.nodes)
            stamp = self._file.stamp(self.texts.embedder.name, len(self.graph.edges), nodes, self.step)
            if stamp and self._file.copy.write(stamp, self.index):
                self._copied = stamp.edges

    def written(self) -> None:
        """Note that the file holds all changes."""
        if self._file:
            self._file.written(self.step)
        self.copy()

    @property
    def is_in_file(self) -> bool:
        """Whether rows are read from a file on demand."""
        return self._file is not None

    def change(self, step: GraphStep) -> StepEntry:
        """Apply the changes of a step, and return the entry for the file.

        Raises:
            Unembedded: texts have no vectors yet. Nothing has changed.
        """
        latest = step.time if step.is_now else max(self.latest or step.time, step.time)
        ends = (shortened(self.graph.edges[each.number], each, step.time, latest) for each in step.ended)
        ended = [ending for ending in ends if ending]
        fresh, ended = self._once(step.fresh, ended, latest)
        valid = [str(edge.triplet) for edge in fresh if edge.valid_to is None]
        said = [self.options.compared(node.observation) for node in step.nodes]
        compared = said if self.options.ranking == "blend" else []
        vectors = self.texts.known([*valid, *compared])[: len(valid)]
        self.step += 1
        # As in the file, so that the memory is the same when it is opened again.
        self.latest = max(self.latest or step.time, step.time)
        self.graph.note(self.step, step.time)
        for ending in ended:
            if ending.closes and self.graph.edges[ending.number].valid_to is None:
                self.index.remove(ending.number)
            self.graph.end(ending, self.step, step.time)
        edges = [(self.graph.append(edge), edge) for edge in fresh]
        self.index.add([number for number, edge in edges if edge.valid_to is None], vectors)
        then = self.then(None if step.is_now else step.time)
        first = len(self.episodic.nodes)
        nodes = [*map(self.episodic.append, step.nodes)]
        # A fact that the same text ends has an edge, but is not valid.
        over = {self.graph.edges[ending.number].triplet: ending.number for ending in step.ended}
        over |= {edge.triplet: number for number, edge in edges}
        told = [[then.number(fact) if fact in then else over[fact] for fact in node.triplets] for node in nodes]
        ties = [(first + at, node, numbers) for at, (node, numbers) in enumerate(zip(nodes, told, strict=True))]
        for number in step.forgotten:
            self.episodic.forget(number, self.step)
        observed = self.texts.kept([node.observation for node in nodes])
        return StepEntry(self.step, step.time, edges, vectors, ended, ties, observed, step.forgotten)

    def _once(
        self, fresh: Sequence[Edge], ended: Sequence[Ending], latest: datetime
    ) -> tuple[list[Edge], list[Ending]]:
        """New edges and endings, such that no triplet has two valid edges.

        An edge whose triplet stays valid is closed. If it makes a planned fact true early, the plan ends instead.
        """
        closed = {ending.number for ending in ended if ending.closes}
        found: list[Edge] = []
        ends = [*ended]
        for edge in fresh:
            number = self.graph.number(edge.triplet) if edge.triplet in self.graph else None
            known = self.graph.edges[number] if number is not None and number not in closed else None
            if number is not None and known and edge.valid_to is None and _comes_true(known, edge, latest):
                closed.add(number)
                ends = [each for each in ends if each.number != number]
                ends.append(Ending(number, TOLD_AGAIN, until=known.since))
                found.append(replace(edge, until=edge.until or known.until))
                continue
            going = next((each for each in found if each.triplet == edge.triplet and each.valid_to is None), known)
            found.append(beside(edge, going))
        return found, ends

    def then(self, time: datetime | None) -> Known:
        """The graph as of a time; the present graph for None, and for times not before the latest."""
        return AsOf(self.graph, time) if time and self.latest and time < self.latest else self.graph

    def contents(self, observed: bool) -> Contents:
        """The contents; with the vectors of all observations, if these are asked for."""
        observations = list(dict.fromkeys(node.observation for node in self.episodic.nodes))
        if observed and self._file:
            self.texts.keep(dict(self._file.observed(range(self._file.nodes))))
        if observed:
            self.texts.rows(observations)
        vectors = self.index.vectors(self.graph.numbers_of(self.graph.valid()))
        return Contents(self.graph, self.episodic, self.step, vectors, self.texts.kept(observations))


def _comes_true(plan: Edge, edge: Edge, latest: datetime) -> bool:
    """Whether a new edge makes a fact true that was planned for later."""
    return plan.since is not None and plan.since > latest and (edge.since is None or edge.since < plan.since)
