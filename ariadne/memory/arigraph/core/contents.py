"""What a memory holds, and what one step changes of it: what goes into a file and comes out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from ariadne.memory.arigraph.core.endings import Ending
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.triplet import Edge

if TYPE_CHECKING:
    from ariadne.embed.embedder import Vectors
    from ariadne.memory.arigraph.storage.lookups import Lookups


@dataclass(frozen=True)
class Contents:
    """What a memory holds.

    Attributes:
        step: the last one.
        vectors: of the valid triplets in their order, shape (valid, d); None where they are not known.
        observed: those of observations, as far as they are known, each of shape (d,).
        file: reads what is asked for, where that is all that is here; then it has the vectors.
    """

    graph: SemanticGraph = field(default_factory=SemanticGraph)
    episodic: EpisodicMemory = field(default_factory=EpisodicMemory)
    step: int = 0
    vectors: Vectors | None = None
    observed: Mapping[str, Vectors] = field(default_factory=dict)
    file: Lookups | None = None

    @classmethod
    def of_file(cls, file: Lookups) -> Contents:
        """What is read as it is asked for."""
        return cls(file.graph, file.episodic, file.step, file=file)


@dataclass(frozen=True)
class Entry:
    """What one step changes.

    Attributes:
        edges: the new ones, each with its number. `vectors`: of those that hold until now, shape (edges, d).
        closed: the edges that are not valid from this step on, and why.
        nodes: the new episode nodes, each with its number and the numbers of the edges that it is tied to.
        observed: vectors of their observations, as far as they are known, each of shape (d,).
        forgotten: the numbers of episode nodes that are recalled no more from this step on.
    """

    step: int
    time: datetime | None
    edges: Sequence[tuple[int, Edge]]
    vectors: Vectors
    closed: Sequence[Ending]
    nodes: Sequence[tuple[int, EpisodeNode, Sequence[int]]]
    observed: Mapping[str, Vectors]
    forgotten: Sequence[int] = ()
