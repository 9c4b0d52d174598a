"""The contents of a memory, and the changes of one step, as a file stores them."""

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

    @classmethod
    def of_file(cls, file: Lookups) -> Contents:
        """Contents that are read from a file on demand."""
        return cls(file.graph, file.episodic, file.step, file=file)


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
