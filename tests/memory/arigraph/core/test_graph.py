from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from ariadne.memory.arigraph.core.dated import AsOf
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.triplet import Edge, Triplet
from tests.memory.arigraph.strategies import VERTICES, triplets

IN_BOX = Triplet("key", "is in", "box")
IN_HAND = Triplet("key", "is in", "inventory")
BOX = Triplet("box", "is in", "kitchen")
EXIT = Triplet("kitchen", "has exit", "north")
WAY = Triplet("hall", "is north of", "kitchen")


def test_triplets_are_edges_between_their_vertices() -> None:
    graph = SemanticGraph()
    graph.add(IN_BOX, 1)
    graph.add(BOX, 1)
    assert graph.vertices == 3
    assert graph.incident(["box"]) == (IN_BOX, BOX)
    assert graph.incident(["Kitchen", "kitchen"]) == (BOX,)
    assert graph.incident(["nowhere"]) == ()


def test_spatial_triplets_can_be_left_out() -> None:
    graph = SemanticGraph()
    graph.add(EXIT, 1)
    graph.add(WAY, 1)
    graph.add(BOX, 1)
    assert graph.incident(["kitchen", "north"]) == (EXIT, WAY, BOX)
    assert graph.incident(["kitchen", "north"], spatial=False) == (BOX,)
    graph.remove(EXIT, 2)
    graph.remove(BOX, 2)
    assert graph.incident(["kitchen", "north"]) == (WAY,)
    assert graph.incident(["kitchen", "north"], spatial=False) == ()
    assert graph.vertices == 2


def test_a_known_triplet_is_not_new() -> None:
    graph = SemanticGraph()
    assert graph.add(IN_BOX, 1)
    assert not graph.add(Triplet("Key", "is in", "Box"), 2)
    assert graph.history() == (Edge(IN_BOX, 1),)


def test_a_removed_triplet_stays_in_the_history() -> None:
    graph = SemanticGraph()
    graph.add(IN_BOX, 1)
    assert graph.remove(IN_BOX, 3)
    graph.add(IN_HAND, 3)
    assert graph.valid() == (IN_HAND,)
    assert graph.incident(["key", "box"]) == (IN_HAND,)
    assert graph.history("box") == (Edge(IN_BOX, 1, 3),)
    assert graph.history("key") == (Edge(IN_BOX, 1, 3), Edge(IN_HAND, 3))
    assert [graph.at(step) for step in range(4)] == [(), (IN_BOX,), (IN_BOX,), (IN_HAND,)]


def test_a_missing_triplet_cannot_be_removed() -> None:
    graph = SemanticGraph()
    assert not graph.remove(IN_BOX, 1)
    graph.add(IN_BOX, 1)
    graph.remove(IN_BOX, 2)
    assert not graph.remove(IN_BOX, 3)
    assert graph.history() == (Edge(IN_BOX, 1, 2),)


def test_a_triplet_that_returns_gets_a_new_edge() -> None:
    graph = SemanticGraph()
    for step, change in enumerate([graph.add, graph.remove, graph.add]):
        change(IN_BOX, step)
        graph.add(BOX, step)
    assert graph.valid() == (BOX, IN_BOX)
    assert graph.history() == (Edge(IN_BOX, 0, 1), Edge(BOX, 0), Edge(IN_BOX, 2))


def test_a_triplet_about_itself_is_one_edge() -> None:
    graph = SemanticGraph()
    loop = Triplet("box", "is on", "box")
    graph.add(loop, 1)
    assert graph.incident(["box"]) == (loop,)
    assert graph.history("box") == (Edge(loop, 1),)


@settings(deadline=None)
@given(st.lists(st.tuples(st.booleans(), triplets), max_size=40))
def test_the_graph_at_every_step_can_be_restored(changes: list[tuple[bool, Triplet]]) -> None:
    graph = SemanticGraph()
    seen: list[list[Triplet]] = []
    valid: list[Triplet] = []
    for step, (add, triplet) in enumerate(changes):
        assert (graph.add if add else graph.remove)(triplet, step) == (add != (triplet in valid))
        if add and triplet not in valid:
            valid.append(triplet)
        elif not add and triplet in valid:
            valid.remove(triplet)
        seen.append(list(valid))
    assert list(graph.valid()) == valid
    assert len(graph) == len(valid)
    assert all(triplet in graph for triplet in valid)
    assert [list(graph.at(step)) for step in range(len(changes))] == seen
    for vertex in VERTICES:
        assert list(graph.incident([vertex])) == [triplet for triplet in valid if vertex in triplet.vertices]


def test_the_latest_facts_of_vertices_were_added_last() -> None:
    graph = SemanticGraph()
    facts = [Triplet(f"thing {number}", "is in", f"box {number % 2}") for number in range(9)]
    for step, fact in enumerate(facts):
        graph.add(fact, step)
    graph.remove(facts[7], 9)
    boxes = ["box 1", "box 0"]
    assert graph.incident(boxes, latest=3) == (facts[5], facts[6], facts[8])
    assert graph.incident(["box 1"], latest=2) == (facts[3], facts[5])
    assert graph.incident(boxes, latest=99) == graph.incident(boxes)
    assert graph.incident(boxes, latest=0) == ()
    past = AsOf(graph, datetime(2026, 1, 1, tzinfo=UTC))
    assert past.incident(boxes, latest=3) == past.incident(boxes)[-3:]


def test_the_latest_facts_of_a_hub_are_found_at_any_age() -> None:
    graph = SemanticGraph()
    old = [Triplet(f"lamp {number}", "points", "north") for number in range(3)]
    for step, fact in enumerate([*old, *(Triplet(f"room {number}", "has exit", "north") for number in range(500))]):
        graph.add(fact, step)
    assert graph.incident(["north"], spatial=False, latest=2) == tuple(old[1:])
    graph.add(Triplet("sign", "points", "north"), 600)
    assert graph.incident(["north"], spatial=False, latest=2) == (old[2], Triplet("sign", "points", "north"))
    assert len(graph.incident(["north"], latest=2)) == 2
