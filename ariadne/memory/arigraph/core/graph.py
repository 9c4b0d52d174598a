"""The semantic graph (Vs, Es) of AriGraph (section 2), with the history of its edges."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain, islice

from ariadne.memory.arigraph.core.endings import Ending
from ariadne.memory.arigraph.core.kept import (
    GraphRows,
    Incident,
    Kind,
    Valid,
    VertexNames,
    is_any,
    is_not_spatial,
    is_subject,
)
from ariadne.triplet import Edge, Triplet, clean

_DAWN = datetime.min.replace(tzinfo=UTC)


class SemanticGraph:
    """Vs and Es: triplets as edges between their subjects and objects. An ended edge stays in the history.

    Methods return edges and triplets in the order of adding. A triplet that becomes valid again gets a new edge. An
    edge is known by its number, its place in the history. Vertices are spelled as `clean` writes them.

    Args:
        rows: the edges that the graph begins with, e.g. those of a file; `history`: more edges, in the order of adding.
        times: the times of steps. The time of any other step is that of an edge that begins or ends with it.

    Attributes:
        edges: all, ended and valid, by their numbers.
    """

    def __init__(
        self, history: Iterable[Edge] = (), rows: GraphRows | None = None, times: Mapping[int, datetime] | None = None
    ) -> None:
        rows = rows or GraphRows()
        self.edges, self._edges_of, self._valid, self._times = rows.edges, rows.of, rows.valid, rows.times
        self._times.update(times or {})
        self._count_vertices = rows.count_vertices
        self._ends = Incident(rows.edges, rows.of)
        self._names: VertexNames | None = None
        for edge in history:
            self.append(edge)

    def written(self) -> None:
        """Move the changes, which the file has now, into the cache."""
        for part in (self.edges, self._edges_of, self._valid, self._times):
            part.written()

    def __len__(self) -> int:
        return len(self._valid)

    def __contains__(self, triplet: object) -> bool:
        return triplet in self._valid

    @property
    def vertices(self) -> int:
        """How many vertices have a valid edge."""
        count = self._count_vertices
        return count() if count else len({vertex for triplet in self._valid for vertex in triplet.vertices})

    def knows(self, vertex: str) -> bool:
        """Whether a vertex ever had an edge."""
        return vertex in self._edges_of

    def named_in(self, words: Sequence[str], stopped: Sequence[str]) -> list[str]:
        """The vertices that a text names, see `VertexNames.named_in`."""
        return self._all_names().named_in(words, stopped)

    def partly(self, word: str, most: int) -> list[str]:
        """The vertices of several words that begin or end with a word; none if there are more than `most`."""
        found = self._all_names().by_word.get(word, ())
        return [*found] if len(found) <= most else []

    def _all_names(self) -> VertexNames:
        """All names, in memory: every word of a text is looked up."""
        if self._names is None:
            self._names = VertexNames()
            self._names.add(self._edges_of)
        return self._names

    def add(self, triplet: Triplet, step: int, time: datetime | None = None) -> bool:
        """Make a triplet valid from `step` on. Returns False if it is valid already."""
        if triplet in self._valid:
            return False
        self.append(Edge(triplet, step, since=time))
        return True

    def append(self, edge: Edge) -> int:
        """Add an edge, and return its number. A valid edge needs a triplet that is not valid yet."""
        number = len(self.edges)
        self.edges.append(edge)
        self._note(edge)
        if self._names is not None:
            self._names.add(edge.triplet.vertices)
        self._edges_of.add(dict.fromkeys(edge.triplet.vertices), number)
        if edge.valid_to is None:
            self._valid[edge.triplet] = number
            self._ends.add(number, edge.triplet)
        return number

    def end(self, ending: Ending, step: int, time: datetime | None = None) -> None:
        """End an edge with a step, or note until when it will hold; an edge that has ended may end earlier."""
        number, edge = ending.number, self.edges[ending.number]
        span = (step, ending.until or time) if ending.closes else (edge.valid_to, ending.until)
        ended = Edge(edge.triplet, edge.valid_from, span[0], edge.since, span[1], ending.reason, ending.retired_by)
        self.edges[number] = ended
        self._note(ended)
        if edge.valid_to is None and ending.closes:
            del self._valid[edge.triplet]
            self._ends.remove(number, edge.triplet)

    def number(self, triplet: Triplet) -> int:
        """The number of a valid triplet's edge.

        Raises:
            KeyError: it is not valid.
        """
        return self._valid[triplet]

    def edge(self, triplet: Triplet) -> Edge:
        """The edge of a valid triplet. Raises as `number` does."""
        return self.edges[self.number(triplet)]

    def numbers_of(self, facts: Sequence[Triplet]) -> list[int]:
        """The numbers of valid triplets' edges. Raises as `number` does."""
        numbers = self.among(facts)
        return [numbers[fact] for fact in facts]

    def among(self, facts: Iterable[Triplet]) -> dict[Triplet, int]:
        """Those of some triplets that are valid, with the numbers of their edges."""
        return self._valid.some(facts)

    def valid(self) -> tuple[Triplet, ...]:
        """The triplets that are valid now."""
        return tuple(self._valid)

    def latest(self, count: int) -> tuple[Triplet, ...]:
        """The valid triplets that were added last, at most `count`."""
        found = (edge.triplet for edge in reversed(self.edges) if edge.valid_to is None)
        return tuple(islice(found, count))[::-1]

    def incident(
        self, vertices: Iterable[str], *, spatial: bool = True, latest: int | None = None
    ) -> tuple[Triplet, ...]:
        """The valid triplets whose subject or object is one of `vertices`.

        Args:
            spatial: include connections and exits. To filter those of `north` afterwards would take long: it has half
                of all edges.
            latest: return only so many, those that were added last. This is fast for a hub such as `open`, too.
        """
        found: Valid = {}
        kind = is_any if spatial else is_not_spatial
        for vertex in map(clean, vertices):
            found.update(self._ends.of(vertex, kind) if latest is None else self._ends.last_of(vertex, kind, latest))
        first = 0 if latest is None else max(0, len(found) - latest)
        return tuple(found[number] for number in sorted(found)[first:])

    def told_of(self, *subjects: str) -> tuple[Triplet, ...]:
        """The valid triplets with these subjects."""
        if len(subjects) > 1:
            # One query of a file for all of them.
            self._edges_of.some(subjects)
        return tuple(chain.from_iterable(self.of_kind(subject, is_subject) for subject in subjects))

    def of_kind(self, vertex: str, kind: Kind) -> tuple[Triplet, ...]:
        """The valid triplets of a kind at a vertex, in the order of adding. They are kept listed for the next time."""
        return tuple(self._ends.of(vertex, kind).values())

    def held(self, moment: int | datetime, vertex: str | None = None) -> tuple[Edge, ...]:
        """The edges that were valid after a step or at a time: all, or those of one vertex.

        Steps are in the order of their times; steps of the same time, or without times, in the order of their numbers.
        """
        edges = self.history(vertex)
        if isinstance(moment, datetime):
            return tuple(edge for edge in edges if edge.valid_at(moment))
        known = sorted(self._times)

        def place(step: int) -> tuple[datetime, int]:
            before = bisect_right(known, step)
            return (self._times[known[before - 1]] if before else _DAWN), step

        now = place(moment)
        return tuple(
            edge
            for edge in edges
            if place(edge.valid_from) <= now and (edge.valid_to is None or now < place(edge.valid_to))
        )

    def history(self, vertex: str | None = None) -> tuple[Edge, ...]:
        """All edges, ended and valid, or those of one vertex."""
        if vertex is None:
            return tuple(self.edges)
        return tuple(self.edges.some(self.numbers(vertex)))

    def edges_of(self, triplet: Triplet) -> dict[int, Edge]:
        """All edges of a triplet, ended and valid, by their numbers."""
        numbers = min(map(self.numbers, triplet.vertices), key=len)
        edges = zip(numbers, self.edges.some(numbers), strict=True)
        return {number: edge for number, edge in edges if edge.triplet == triplet}

    def numbers(self, vertex: str) -> Sequence[int]:
        """The numbers of a vertex's edges."""
        return self._edges_of.get(clean(vertex), ())

    def note(self, step: int, time: datetime | None) -> None:
        """Store the time of a step, if it is known. A step may have no edges."""
        if time is not None:
            self._times[step] = time

    def when(self, step: int) -> datetime | None:
        """The time of a step, if it is known."""
        return self._times.get(step)

    @property
    def times(self) -> dict[int, datetime]:
        """The known times of steps."""
        return {step: self._times[step] for step in self._times}

    def _note(self, edge: Edge) -> None:
        """Take the times of an edge's steps from the edge, if they are not known yet."""
        for step, time in ((edge.valid_from, edge.since), (edge.valid_to, edge.until)):
            if step is not None and step not in self._times:
                self.note(step, time)
