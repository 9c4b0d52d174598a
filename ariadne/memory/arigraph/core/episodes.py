"""Episodic memory (Ve, Ee), and equation 1, the relevance of an episode (AriGraph, section 2)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain

from ariadne.caches import cached
from ariadne.memory.arigraph.core.filed import Lists, Rows
from ariadne.memory.arigraph.core.metadata import Metadata, flat
from ariadne.text import kept
from ariadne.triplet import Triplet


@dataclass(frozen=True, slots=True)
class EpisodeNode:
    """An episodic vertex and its edge: the observation of a step, and all triplets learned from it.

    Attributes:
        time: the time of the observation, if known.
        source: its document or speaker. `metadata`: the caller's.
        model: the name of the model that read it.
        forgotten: the step from which it is no longer recalled, if it was forgotten.
    """

    step: int
    observation: str
    triplets: tuple[Triplet, ...]
    time: datetime | None = None
    source: str = ""
    metadata: Metadata = field(default_factory=dict, hash=False)
    model: str = ""
    forgotten: int | None = None


def _as_kept(node: EpisodeNode) -> EpisodeNode:
    """A node as it is stored: without API keys, and with each triplet once."""
    return replace(
        node,
        observation=kept(node.observation),
        triplets=tuple(dict.fromkeys(node.triplets)),
        source=kept(node.source),
        metadata=flat(node.metadata),
        model=kept(node.model),
    )


def in_time(node: EpisodeNode) -> tuple[float, int]:
    """Sort key: nodes without a time first, then by time, then in the order of learning."""
    return node.time.timestamp() if node.time else -math.inf, node.step


def remembered(node: EpisodeNode) -> bool:
    """Whether a text was not forgotten."""
    return node.forgotten is None


@cached(2**12)
def relevance(tied_facts: int, tied: int) -> float:
    """Equation 1: rel(i) = n_i / max(N_i, 1) · log(max(N_i, 1)).

    Args:
        tied_facts: n_i, the number of retrieved triplets that are tied to episode i.
        tied: N_i, the number of all triplets that are tied to it.
    """
    size = max(tied, 1)
    return tied_facts / size * math.log(size)


class Nodes(Rows[EpisodeNode]):
    """Episode nodes, oldest first.

    Args:
        count_ties: counts the triplets that some nodes of the file are tied to.
        read_forgotten: the numbers of the file's forgotten nodes.
    """

    def __init__(
        self,
        count: int = 0,
        read: Callable[[Sequence[int]], Mapping[int, EpisodeNode]] = lambda _: {},
        count_ties: Callable[[Sequence[int]], Mapping[int, int]] = lambda _: {},
        read_forgotten: Callable[[], Sequence[int]] = tuple,
    ) -> None:
        super().__init__(count, read)
        self._count_ties, self._read_forgotten = count_ties, read_forgotten

    def tied(self, numbers: Iterable[int]) -> dict[int, int]:
        """N_i of some nodes: how many triplets each is tied to."""
        numbers, held = [*numbers], self._held.get
        known = {number: len(node.triplets) for number in numbers if (node := held(number))}
        filed = [number for number in numbers if number not in known]
        return {**self._count_ties(filed), **known} if filed else known

    def forgotten(self) -> int:
        """How many nodes are forgotten."""
        changed = [number for number in self._changed if not remembered(self._held[number])]
        return len({*self._read_forgotten(), *changed})


class EpisodicMemory:
    """Ve and Ee: the episode nodes, and the triplets that each is tied to.

    A node is known by its number, its place among the nodes.

    Args:
        nodes: those that it begins with, e.g. those of a file. `tied_to`: the numbers of a triplet's nodes.
            `seen`: those of an observation.

    Attributes:
        nodes: all, oldest first.
    """

    def __init__(
        self, nodes: Nodes | None = None, tied_to: Lists[Triplet] | None = None, seen: Lists[str] | None = None
    ) -> None:
        self.nodes = Nodes() if nodes is None else nodes
        self._tied_to: Lists[Triplet] = Lists() if tied_to is None else tied_to
        self._seen: Lists[str] = Lists() if seen is None else seen

    def written(self) -> None:
        """Move the changes, which the file has now, into the cache."""
        for part in (self.nodes, self._tied_to, self._seen):
            part.written()

    def append(self, node: EpisodeNode) -> EpisodeNode:
        """Add an observation with all of its triplets, new or known, and return it as it is stored."""
        node = _as_kept(node)
        number = len(self.nodes)
        self._tied_to.add(node.triplets, number)
        self.nodes.append(node)
        self._seen.add([node.observation], number)
        return node

    def forget(self, number: int, step: int) -> None:
        """Stop recalling a node, from a step on."""
        self.nodes[number] = replace(self.nodes[number], forgotten=step)

    def numbers(self, triplet: Triplet) -> Sequence[int]:
        """The numbers of the nodes that a triplet is tied to."""
        return self._tied_to.get(triplet, ())

    def numbers_of(self, triplets: Iterable[Triplet]) -> Mapping[Triplet, Sequence[int]]:
        """The numbers of the nodes that each of some triplets is tied to."""
        return self._tied_to.some(triplets)

    def again(self, observation: str) -> Sequence[int]:
        """The numbers of the nodes with an observation."""
        return self._seen.get(kept(observation), ())

    def last(self, observation: str, among: Callable[[EpisodeNode], bool] = remembered) -> int | None:
        """The number of the last node with an observation, if it is one of those asked for."""
        return next((number for number in reversed(self.again(observation)) if among(self.nodes[number])), None)

    def telling(self, *triplets: Triplet) -> list[EpisodeNode]:
        """The nodes that any of some triplets is tied to, oldest first."""
        return self.nodes.some(sorted({number for triplet in triplets for number in self.numbers(triplet)}))

    def tied_to(self, observations: Collection[str]) -> frozenset[Triplet]:
        """The triplets that some observations are tied to."""
        numbers = chain.from_iterable(map(self.again, observations))
        return frozenset().union(*(node.triplets for node in self.nodes.some(numbers)))

    def relevances(
        self, facts: Iterable[Triplet], episodic_similarity: Sequence[float] | None = None
    ) -> Mapping[int, float]:
        """rel(i) of the episodes that are tied to any of the retrieved triplets, by their numbers.

        Args:
            episodic_similarity: the similarity of each of `nodes` to the plan. The authors' code, unlike their paper,
                adds it to the relevance, each of the two divided by its maximum over the episodes.
        """
        retrieved = Counter(chain.from_iterable(self.numbers_of(facts).values()))
        tied = self.nodes.tied(retrieved)
        scores = {number: relevance(n, tied[number]) for number, n in retrieved.items()}
        if episodic_similarity:
            most_relevant, nearest = max(scores.values(), default=0), max(episodic_similarity)
            scores = {
                number: _share(scores.get(number, 0), most_relevant) + _share(similarity, nearest)
                for number, similarity in enumerate(episodic_similarity)
            }
        return scores

    def ranked(
        self,
        scores: Mapping[int, float],
        k: int,
        exclude: Collection[str] = (),
        compared: Callable[[str], str] = str,
        among: Callable[[EpisodeNode], bool] = remembered,
    ) -> tuple[int, ...]:
        """`EpisodicSearch` of Algorithm 1: the numbers of the k nodes of the highest scores, best first; of equals the
        later.

        Left out are nodes that score 0, empty and repeated observations, and those to exclude.

        Args:
            scores: relevances by the nodes' numbers.
            exclude: observations to leave out, such as the recent ones.
            compared: the part of an observation that makes two observations the same.
            among: which nodes may be returned.
        """
        excluded = {compared(kept(observation)) for observation in exclude}
        found: dict[str, int] = {}
        # Of equal scores, the later node comes first.
        for number in sorted(sorted(scores, reverse=True), key=scores.__getitem__, reverse=True):
            if scores[number] <= 0 or len(found) == k:
                break
            node = self.nodes[number]
            if among(node) and (said := compared(node.observation)) and said not in excluded:
                found.setdefault(said, number)
        return tuple(found.values())


def _share(value: float, maximum: float) -> float:
    """A value as a share of the greatest one; 0 unless that is above 0."""
    return value / maximum if maximum > 0 else 0
