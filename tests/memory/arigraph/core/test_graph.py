from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from ariadne.memory.arigraph.core.dated import AsOf
from ariadne.memory.arigraph.core.endings import Ending
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.triplet import Edge, Triplet
from tests.memory.arigraph.strategies import VERTICES, triplets

BOX = Triplet("box", "is in", "kitchen")
EXIT = Triplet("kitchen", "has exit", "north")
WAY = Triplet("hall", "is north of", "kitchen")


def test_spatial_triplets_can_be_left_out() -> None:
    graph = SemanticGraph()
    graph.add(EXIT, 1)
    graph.add(WAY, 1)
    graph.add(BOX, 1)
    assert graph.incident(["kitchen", "north"]) == (EXIT, WAY, BOX)
    assert graph.incident(["kitchen", "north"], spatial=False) == (BOX,)
    for gone in (EXIT, BOX):
        graph.end(Ending(graph.number(gone)), 2)
    assert graph.incident(["kitchen", "north"]) == (WAY,)
    assert graph.incident(["kitchen", "north"], spatial=False) == ()
    assert graph.vertices == 2


@given(st.lists(st.tuples(st.booleans(), triplets), max_size=40))
def test_a_graph_is_the_edges_that_its_changes_make(changes: list[tuple[bool, Triplet]]) -> None:
    graph, edges, seen = SemanticGraph(), list[Edge](), list[list[Triplet]]()
    for step, (add, triplet) in enumerate(changes):
        place = next((at for at, edge in enumerate(edges) if edge.triplet == triplet and edge.valid_to is None), None)
        if add:
            assert graph.add(triplet, step) == (place is None)
            edges += [Edge(triplet, step)] if place is None else []
        elif place is not None:
            graph.end(Ending(graph.number(triplet)), step)
            edges[place] = Edge(triplet, edges[place].valid_from, step)
        seen.append([edge.triplet for edge in edges if edge.valid_to is None])
    valid = seen[-1] if seen else []
    assert list(graph.history()) == edges
    assert list(graph.valid()) == valid
    assert len(graph) == len(valid)
    assert all(triplet in graph for triplet in valid)
    assert graph.vertices == len({vertex for triplet in valid for vertex in triplet.vertices})
    assert [[edge.triplet for edge in graph.held(step)] for step in range(len(changes))] == seen
    for vertex in [*VERTICES, "nowhere"]:
        assert list(graph.incident([vertex])) == [triplet for triplet in valid if vertex in triplet.vertices]
        assert list(graph.history(vertex)) == [edge for edge in edges if vertex in edge.triplet.vertices]


def test_the_latest_facts_of_vertices_were_added_last() -> None:
    graph = SemanticGraph()
    facts = [Triplet(f"thing {number}", "is in", f"box {number % 2}") for number in range(9)]
    for step, fact in enumerate(facts):
        graph.add(fact, step)
    graph.end(Ending(graph.number(facts[7])), 9)
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
