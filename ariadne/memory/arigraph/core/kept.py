"""What a semantic graph keeps: its edges, and what finds them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from ariadne.memory.arigraph.core.filed import Lists, Rows, Table
from ariadne.triplet import Edge, Triplet

_FILTERED = 1024
"""From how many edges of a file on it is quicker to see first which may be meant."""

Valid = dict[int, Triplet]
"""Valid triplets by the places of their edges."""


class Edges(Rows[Edge]):
    """Edges, in the order of adding.

    Args:
        read_valid: the triplets of those of some edges of the file that are valid, as far as is known without looking.
    """

    def __init__(
        self,
        count: int = 0,
        read: Callable[[Sequence[int]], Mapping[int, Edge]] = lambda _: {},
        read_valid: Callable[[Sequence[int]], Mapping[int, Triplet]] = lambda _: {},
    ) -> None:
        super().__init__(count, read)
        self._read_valid = read_valid

    def valid(self, numbers: Iterable[int], is_meant: Callable[[Triplet], bool]) -> Valid:
        """The triplets of those of some edges that are valid and meant, by their places."""
        numbers = [*numbers]
        looked_at = numbers
        if len(numbers) > _FILTERED:
            filed = [number for number in numbers if number not in self._changed]
            likely = {number for number, triplet in self._read_valid(filed).items() if is_meant(triplet)}
            looked_at = [number for number in numbers if number in self._changed or number in likely]
        edges = zip(looked_at, self.some(looked_at), strict=True)
        return {n: edge.triplet for n, edge in edges if edge.valid_to is None and is_meant(edge.triplet)}


@dataclass(frozen=True)
class Kept:
    """Where the edges of a graph are kept.

    Attributes:
        edges: all, in the order of adding. `of`: the places of those of a vertex.
        valid: the place of a valid triplet's edge. `degrees`: of how many valid ones a vertex is an end.
        times: of steps, where they are known.
    """

    edges: Edges = field(default_factory=Edges)
    of: Lists[str] = field(default_factory=Lists)
    valid: Table[Triplet, int] = field(default_factory=Table)
    degrees: Table[str, int] = field(default_factory=Table)
    times: Table[int, datetime] = field(default_factory=Table)

    def written(self) -> None:
        """Move the changes, which the file has now, into the cache."""
        for part in (self.edges, self.of, self.valid, self.degrees, self.times):
            part.written()


class Names:
    """Names of vertices; those of several words by their first words and their last ones as well."""

    def __init__(self) -> None:
        self.every: set[str] = set()
        self.by_word: dict[str, list[str]] = {}

    def add(self, names: Iterable[str]) -> None:
        """Add names, each once."""
        for name in names:
            if name not in self.every:
                self.every.add(name)
                words = name.split()
                for word in {words[0], words[-1]} if len(words) > 1 else ():
                    self.by_word.setdefault(word, []).append(name)
