"""Times, and the graph as of an earlier time, for texts that are learned out of the order of their times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, tzinfo
from itertools import islice

from ariadne.errors import UserError
from ariadne.geography import is_spatial
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.triplet import Edge, Triplet


def utc(time: datetime) -> datetime:
    """A time in UTC; one without a zone is in local time.

    Raises:
        UserError: it is not a datetime, or in UTC it is before the year 1 or after 9999.
    """
    if not isinstance(time, datetime):
        raise UserError(f"a time must be a datetime, e.g. datetime.fromisoformat('2026-03-01'), not {time!r}")
    try:
        return time.astimezone(UTC)
    except (OverflowError, ValueError, OSError) as error:
        raise UserError(f"the time {time} is beyond the calendar: years 1 to 9999, zones (TZ) within a day") from error


def moment(time: datetime | None) -> datetime | None:
    """A time in UTC, if there is one. Raises as `utc` does."""
    return None if time is None else utc(time)


def zone_of(time: datetime | None) -> tzinfo | None:
    """The zone of a time; None stands for local time. Raises as `utc` does."""
    moment(time)
    return time.tzinfo if time else None


class AsOf:
    """An as-of view of a graph: answers for an earlier time what the graph answers for now."""

    def __init__(self, graph: SemanticGraph, time: datetime) -> None:
        self.time = time
        self.graph = graph

    def __contains__(self, triplet: Triplet) -> bool:
        return any(map(self._holds, self.graph.edges_of(triplet).values()))

    def number(self, triplet: Triplet) -> int:
        """The number of the edge of a triplet that was valid.

        Raises:
            ValueError: it was not.
        """
        return max(number for number, edge in self.graph.edges_of(triplet).items() if self._holds(edge))

    def edge(self, triplet: Triplet) -> Edge:
        """The edge of a triplet that was valid. Raises as `number` does."""
        return self.graph.edges[self.number(triplet)]

    def named_in(self, words: Sequence[str], stopped: Sequence[str]) -> list[str]:
        """The vertices that a text names."""
        return self.graph.named_in(words, stopped)

    def partly(self, word: str, most: int) -> list[str]:
        """The vertices that begin or end with a word."""
        return self.graph.partly(word, most)

    def latest(self, count: int) -> tuple[Triplet, ...]:
        """The triplets that were valid and added last, at most `count`."""
        found = (edge.triplet for edge in reversed(self.graph.edges) if self._holds(edge))
        return tuple(islice(found, count))[::-1]

    def incident(
        self, vertices: Iterable[str], *, spatial: bool = True, latest: int | None = None
    ) -> tuple[Triplet, ...]:
        """The valid triplets whose subject or object is one of `vertices`, in the order of adding, or the latest."""
        numbers = sorted({number for vertex in vertices for number in self.graph.numbers(vertex)})
        held = (edge.triplet for edge in self.graph.edges.some(numbers) if self._holds(edge))
        found = tuple(triplet for triplet in held if spatial or not is_spatial(triplet))
        return found if latest is None else found[max(0, len(found) - latest) :]

    def told_of(self, *subjects: str) -> tuple[Triplet, ...]:
        """The valid triplets with these subjects."""
        return tuple(triplet for triplet in self.incident(subjects) if triplet.subject in subjects)

    def _holds(self, edge: Edge) -> bool:
        """Whether an edge was valid. An edge without a known beginning was valid unless it has ended by now."""
        if edge.since is None:
            return edge.valid_to is None
        return edge.valid_at(self.time)


Known = SemanticGraph | AsOf
"""The facts of a graph, now or as of a time."""
