"""The edges of a semantic graph, and the tables that find them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from ariadne.memory.arigraph.core.filed import Lists, Rows, Table
from ariadne.triplet import Edge, Triplet

LONGEST_NAME = 6
"""Names of more words are not found in texts."""
_FILTERED = 1024
"""With more edges than this, `Edges.valid` first reads the valid triplets alone."""

Valid = dict[int, Triplet]
"""Valid triplets by the numbers of their edges."""


class Edges(Rows[Edge]):
    """Edges, in the order of adding.

    Args:
        read_valid: reads the triplets of those of some edges that are valid in the file, without reading whole edges.
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
        """The triplets of those of some edges that are valid and meant."""
        numbers = [*numbers]
        looked_at = numbers
        if len(numbers) > _FILTERED:
            filed = [number for number in numbers if number not in self._changed]
            likely = {number for number, triplet in self._read_valid(filed).items() if is_meant(triplet)}
            looked_at = [number for number in numbers if number in self._changed or number in likely]
        edges = zip(looked_at, self.some(looked_at), strict=True)
        return {n: edge.triplet for n, edge in edges if edge.valid_to is None and is_meant(edge.triplet)}


@dataclass(frozen=True)
class GraphRows:
    """Where the edges of a graph are kept.

    Attributes:
        edges: all, in the order of adding. `of`: the numbers of a vertex's edges.
        valid: the number of a valid triplet's edge. `degrees`: how many valid edges a vertex has.
        times: the known times of steps.
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


class VertexNames:
    """Names of vertices; those of several words also by their first and last words."""

    def __init__(self) -> None:
        self.every: set[str] = set()
        self.by_word: dict[str, list[str]] = {}
        self._longest: dict[str, int] = {}

    def add(self, names: Iterable[str]) -> None:
        """Add names, each once."""
        for name in names:
            if name not in self.every:
                self.every.add(name)
                words = name.split()
                known = self._longest.get(words[0], 0)
                self._longest[words[0]] = min(max(known, len(words)), LONGEST_NAME)
                for word in {words[0], words[-1]} if len(words) > 1 else ():
                    self.by_word.setdefault(word, []).append(name)

    def named_in(self, words: Sequence[str], stopped: Sequence[str]) -> list[str]:
        """The names in a text, the longest first.

        Args:
            words: those of the text. `stopped`: the same with full stops, which only the last word of a name lacks.
        """
        found: dict[str, tuple[int, bool, int]] = {}
        for inner in (words, stopped):
            for at in [at for at, word in enumerate(inner) if word in self._longest]:
                for end in range(min(at + self._longest[inner[at]], len(words)), at, -1):
                    if (run := " ".join((*inner[at : end - 1], words[end - 1]))) in self.every:
                        found.setdefault(run, (-run.count(" "), inner is stopped, at))
        return sorted(found, key=found.__getitem__)
