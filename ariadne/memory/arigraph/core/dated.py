"""Texts that are learned out of the order of their times.

A fact holds from the time of its text until the time of the next text that outdates it, in whatever order the two are
learned. For texts in order, the graph is enough; `AsOf` is the graph as of an earlier time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, tzinfo

from ariadne.errors import UserError
from ariadne.geography import is_spatial
from ariadne.memory.arigraph.core.endings import CORRECTED, FORGOTTEN, TOLD_AGAIN, Ending
from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.arigraph.core.merging import origins
from ariadne.memory.arigraph.core.reading import Replacement
from ariadne.triplet import Edge, Triplet

LATER = 20
"""How many texts of later times may end a fact: those of the nearest times."""


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
        return self._number(triplet) is not None

    def number(self, triplet: Triplet) -> int:
        """The number of the edge of a triplet that was valid.

        Raises:
            KeyError: it was not.
        """
        number = self._number(triplet)
        if number is None:
            raise KeyError(triplet)
        return number

    def edge(self, triplet: Triplet) -> Edge:
        """The edge of a triplet that was valid. Raises as `number` does."""
        return self.graph[self.number(triplet)]

    def named_in(self, words: Sequence[str], stopped: Sequence[str]) -> list[str]:
        """The vertices that a text names."""
        return self.graph.named_in(words, stopped)

    def partly(self, word: str, most: int) -> list[str]:
        """The vertices that begin or end with a word."""
        return self.graph.partly(word, most)

    def latest(self, count: int) -> tuple[Triplet, ...]:
        """The triplets that were valid and added last, at most `count`."""
        found = tuple(edge.triplet for edge in self.graph.history() if self._holds(edge))
        return found[max(0, len(found) - count) :]

    def incident(
        self, vertices: Iterable[str], *, spatial: bool = True, latest: int | None = None
    ) -> tuple[Triplet, ...]:
        """The valid triplets whose subject or object is one of `vertices`, in the order of adding, or the latest."""
        numbers = sorted({number for vertex in vertices for number in self.graph.numbers(vertex)})
        held = (self.graph[number].triplet for number in numbers if self._holds(self.graph[number]))
        found = tuple(triplet for triplet in held if spatial or not is_spatial(triplet))
        return found if latest is None else found[max(0, len(found) - latest) :]

    def told_of(self, subject: str) -> tuple[Triplet, ...]:
        """The valid triplets with this subject."""
        return tuple(triplet for triplet in self.incident([subject]) if triplet.subject == subject)

    def _number(self, triplet: Triplet) -> int | None:
        edges = self.graph.edges_of(triplet).items()
        return max((number for number, edge in edges if self._holds(edge)), default=None)

    def _holds(self, edge: Edge) -> bool:
        """Whether an edge was valid. An edge without a known beginning was valid unless it has ended by now."""
        if edge.since is None:
            return edge.valid_to is None
        return edge.valid_at(self.time)


Known = SemanticGraph | AsOf
"""The facts of a graph, now or as of a time."""


def told_later(then: AsOf, episodic: EpisodicMemory, edges: Sequence[Edge]) -> list[EpisodeNode]:
    """The next texts of later times that have facts about the subjects of new edges, in the order of their times."""
    graph = then.graph
    subjects = dict.fromkeys(edge.triplet.subject for edge in edges if not is_spatial(edge.triplet))
    told = {edge.triplet for subject in subjects for edge in graph.history(subject) if edge.triplet.subject == subject}
    nodes = {id(node): node for triplet in told for node in _after(then.time, episodic, triplet, graph)}
    return sorted(nodes.values(), key=_moment)[:LATER]


def up_to(
    edge: Edge, ends: Sequence[tuple[EpisodeNode, Replacement]], episodic: EpisodicMemory, graph: SemanticGraph
) -> Edge:
    """A new edge, ended where a later text tells its triplet again or replaces it (`ends`), or another edge begins."""
    found = [
        (_ends(edge, each, node, graph), node.step, each.reason, each.new)
        for node, each in ends
        if each.old == edge.triplet != each.new
    ]
    found += [(*_moment(node), TOLD_AGAIN, None) for node in _told_again(edge.since, episodic, edge.triplet, graph)]
    found += [(*begun, TOLD_AGAIN, None) for begun in _begun_after(edge, graph)]
    if not found:
        return edge
    time, step, reason, retired_by = min(found, key=lambda end: end[:2])
    if edge.until and edge.until <= time:
        return edge
    return replace(edge, valid_to=step, until=time, reason=reason, retired_by=retired_by)


def _ends(edge: Edge, each: Replacement, node: EpisodeNode, graph: SemanticGraph) -> datetime:
    """The time at which a text ends an edge, not before the edge begins; a corrected edge ends where it begins."""
    time = each.until or _begins(each.new, node, graph)
    if edge.since is None:
        return time
    return edge.since if each.reason == CORRECTED else max(time, edge.since)


def _begins(fact: Triplet | None, node: EpisodeNode, graph: SemanticGraph) -> datetime:
    """The beginning of a fact of a text: its own date, or the text's."""
    edges = graph.edges_of(fact).values() if fact else ()
    begun = (edge.since for edge in edges if edge.valid_from == node.step and edge.since)
    return next(begun, _moment(node)[0])


def _begun_after(edge: Edge, graph: SemanticGraph) -> Iterator[tuple[datetime, int]]:
    """The beginnings of later edges of the same triplet, with their steps; their texts may be forgotten."""
    for other in graph.edges_of(edge.triplet).values():
        is_later = other.since and edge.since and other.since > edge.since
        told = graph.when(other.valid_from)
        is_plan = other.since and told and other.since > told
        # A forgotten fact begins when it is told again, and a plan may come true early.
        if other.since and is_later and not is_plan and other.reason != FORGOTTEN:
            yield other.since, other.valid_from


def resumed(ended: Iterable[Ending], then: AsOf, episodic: EpisodicMemory) -> list[Edge]:
    """New edges for those that end, from the time at which their triplets were told again."""
    found = []
    for ending in ended:
        edge = then.graph[ending.number]
        again = min(_told_again(ending.until, episodic, edge.triplet, then.graph), key=_moment, default=None)
        goes_on = again and again.time and (edge.until is None or again.time < edge.until)
        if ending.closes and again and goes_on:
            found.append(replace(edge, valid_from=again.step, since=again.time))
    return found


def _after(
    time: datetime | None, episodic: EpisodicMemory, triplet: Triplet, graph: SemanticGraph
) -> list[EpisodeNode]:
    """The remembered texts of later times that tell a fact, under any of its names."""
    told = (node for node in episodic.telling(*origins(graph, triplet)) if node.forgotten is None)
    return [node for node in told if time and node.time and node.time > time]


def _told_again(
    time: datetime | None, episodic: EpisodicMemory, triplet: Triplet, graph: SemanticGraph
) -> list[EpisodeNode]:
    """Those of these texts at whose time the fact held; a text may also tell of earlier or later times."""
    edges = graph.edges_of(triplet).values()
    told = _after(time, episodic, triplet, graph)
    return [node for node in told if node.time and any(edge.valid_at(node.time) for edge in edges)]


def _moment(node: EpisodeNode) -> tuple[datetime, int]:
    assert node.time is not None
    return node.time, node.step
