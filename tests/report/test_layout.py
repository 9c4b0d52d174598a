from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from ariadne.report.layout import Block, Place, arranged, layout, short
from ariadne.triplet import Edge, Triplet
from tests.report.graphs import evil, house

names = st.sampled_from("hall attic cellar key chest table north open lamp".split())
relations = st.sampled_from(["is in", "is on", "is", "has exit", "is north of", "opens"])
triplets = st.builds(Triplet, names, relations, names)
edges = st.lists(
    st.builds(lambda triplet, since, lasts: Edge(triplet, since, lasts and since + lasts), triplets, st.integers(0, 9),
              st.none() | st.integers(1, 5)), max_size=25)  # fmt: skip
cells = st.dictionaries(
    st.sampled_from(["hall", "attic", "cellar", "inventory"]), st.tuples(st.integers(-3, 3), st.integers(-3, 3))
).filter(lambda found: len(set(found.values())) == len(found))


def apart(one: Place | Block, other: Place | Block) -> bool:
    return (
        one.x + one.width <= other.x
        or other.x + other.width <= one.x
        or one.y + one.height <= other.y
        or other.y + other.height <= one.y
    )


@given(edges, cells)
def test_every_vertex_is_a_value_or_has_a_place_of_its_own(
    edges: list[Edge], cells: dict[str, tuple[int, int]]
) -> None:
    found = arranged(edges, cells)
    vertices = {vertex for edge in edges for vertex in edge.triplet.vertices}
    assert found.places.keys() | found.values == vertices
    assert not found.places.keys() & found.values
    assert all(apart(one, other) for one, other in combinations(found.places.values(), 2))
    assert all(apart(one, other) for one, other in combinations(found.blocks.values(), 2))
    for place in found.places.values():
        block = found.blocks[place.block]
        assert block.x < place.x
        assert block.y < place.y
        assert place.x + place.width < block.x + block.width < found.width
        assert place.y + place.height < block.y + block.height < found.height
    assert found == arranged(edges, cells)


@given(edges, cells)
def test_rooms_stand_to_each_other_as_on_the_map(edges: list[Edge], cells: dict[str, tuple[int, int]]) -> None:
    found = arranged(edges, cells)
    for one, other in combinations(found.rooms, 2):
        (ax, ay), (bx, by) = cells[one], cells[other]
        a, b = found.blocks[one], found.blocks[other]
        assert (a.x > b.x) - (a.x < b.x) == (ax > bx) - (ax < bx)
        assert (a.y > b.y) - (a.y < b.y) == (ay > by) - (ay < by)


def test_things_hang_where_they_are_for_longest_and_values_hang_nowhere() -> None:
    found = layout(house())
    assert found.rooms == {"hall", "attic"}
    assert found.values == {"inventory", "north"}
    parents = {vertex: place.parent for vertex, place in found.places.items()}
    assert parents["table"] == "hall"
    assert parents["key"] == "table"
    assert parents["chest"] == "attic"
    assert found.places["key"].block == "hall"


def test_what_hangs_on_no_room_stands_below_the_map() -> None:
    found = layout(house())
    rumour = found.blocks[found.places["hoard"].block]
    assert found.places["dragon"].block == found.places["hoard"].block
    assert all(rumour.y > found.blocks[room].y + found.blocks[room].height for room in found.rooms)


def test_a_name_without_end_takes_no_more_room_than_others() -> None:
    found = layout(evil())
    assert found.width < 2000
    assert len(short("long" * 1000, 10)) == 10


def test_a_long_chain_is_laid_out() -> None:
    chain = [Edge(Triplet(f"link {n}", "holds", f"link {n + 1}"), 1) for n in range(3000)]
    assert len(arranged(chain, {}).places) == 3001
