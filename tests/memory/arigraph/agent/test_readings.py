"""What was read before need not be read again, unless something has come since that it may be at odds with."""

from __future__ import annotations

from ariadne.memory.arigraph.agent.surveying import Readings
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.triplet import Triplet
from ariadne.worlds.world import Turn

OPENED = Turn("open bin", "You open the bin.")
OPEN, CLOSED = Triplet("bin", "is", "open"), Triplet("bin", "is", "closed")


def read_once() -> tuple[Readings, SemanticGraph]:
    """Readings and a graph after a bin was opened."""
    readings, graph = Readings(), SemanticGraph()
    graph.add(OPEN, 1)
    readings.keep([OPENED], [[OPEN]], graph)
    return readings, graph


def test_what_was_read_and_still_holds_is_known() -> None:
    readings, graph = read_once()
    assert readings.known([OPENED], graph) == [OPEN]
    graph.add(Triplet("bin", "is in", "hall"), 2)
    assert readings.known([OPENED], graph) == [OPEN]
    assert readings.known([OPENED, Turn("look", "A hall.")], graph) is None


def test_what_holds_no_more_is_read_again() -> None:
    readings, graph = read_once()
    graph.remove(OPEN, 2)
    assert readings.known([OPENED], graph) is None


def test_what_has_a_rival_since_is_read_again() -> None:
    readings, graph = read_once()
    graph.add(CLOSED, 2)
    assert readings.known([OPENED], graph) is None
    graph.remove(CLOSED, 3)
    assert readings.known([OPENED], graph) == [OPEN]
