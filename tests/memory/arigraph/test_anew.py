from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ariadne.memory.arigraph.anew import as_first_seen
from ariadne.memory.arigraph.graph import SemanticGraph
from ariadne.triplet import Triplet
from tests.memory.arigraph.strategies import triplets

ON_TABLE, IN_HAND = Triplet("key", "is on", "table"), Triplet("key", "is in", "inventory")
USED, FITS = Triplet("key", "has opened", "box"), Triplet("key", "opens", "box")
BOX, LOCKED, OPEN = Triplet("box", "is in", "hall"), Triplet("box", "is", "locked"), Triplet("box", "is", "open")
NOTE, TOLD = Triplet("note", "is in", "box"), Triplet("note", "tells of", "attic")


def test_what_moved_is_back_and_what_was_opened_is_closed() -> None:
    graph = SemanticGraph()
    for triplet in (ON_TABLE, FITS, BOX):
        graph.add(triplet, 1)
    graph.remove(ON_TABLE, 2)
    graph.add(IN_HAND, 2)
    graph.add(USED, 3)
    graph.add(OPEN, 4)
    graph.add(NOTE, 4)
    graph.add(TOLD, 5)
    assert as_first_seen(graph).valid() == (ON_TABLE, FITS, BOX, NOTE, TOLD)


def test_what_a_thing_was_when_it_was_first_seen_counts() -> None:
    graph = SemanticGraph()
    graph.add(BOX, 1)
    graph.add(LOCKED, 1)
    graph.remove(LOCKED, 3)
    graph.add(OPEN, 3)
    assert as_first_seen(graph).valid() == (BOX, LOCKED)


@given(st.lists(triplets, max_size=20))
def test_where_nothing_changed_all_that_is_known_stays(known: list[Triplet]) -> None:
    graph = SemanticGraph()
    for step, triplet in enumerate(known):
        graph.add(triplet, step)
    assert as_first_seen(graph).history() == graph.history()
