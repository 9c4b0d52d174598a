from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from ariadne.report.layout import Block, VertexBox, arranged, layout_at, short
from ariadne.report.moments import KnownMoment
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


def apart(one: VertexBox | Block, other: VertexBox | Block) -> bool:
    return (
        one.x + one.width <= other.x
        or other.x + other.width <= one.x
        or one.y + one.height <= other.y
        or other.y + other.height <= one.y
    )


found_at = st.lists(st.tuples(edges, st.sampled_from(["hall", "attic", ""])), min_size=1, max_size=4)


def moments_of(known: list[tuple[list[Edge], str]], rooms: dict[str, tuple[int, int]]) -> list[KnownMoment]:
    """Moments of a map that is the same at all of them."""
    return [KnownMoment(edges, rooms, here) for edges, here in known]


@given(found_at, cells)
def test_every_vertex_is_a_value_or_has_a_place_of_its_own_at_every_step(
    known: list[tuple[list[Edge], str]], cells: dict[str, tuple[int, int]]
) -> None:
    moments = moments_of(known, cells)
    layouts = arranged(moments)
    assert layouts == arranged(moments)
    for moment, found in zip(moments, layouts, strict=True):
        vertices = {vertex for edge in moment.edges for vertex in edge.triplet.vertices}
        assert found.places.keys() == (vertices - found.values) | cells.keys()
        assert all(apart(one, other) for one, other in combinations(found.places.values(), 2))
        assert all(apart(one, other) for one, other in combinations(found.blocks.values(), 2))
        for place in found.places.values():
            block = found.blocks[place.block]
            assert block.x < place.x
            assert block.y < place.y
            assert place.x + place.width < block.x + block.width < found.width
            assert place.y + place.height < block.y + block.height < found.height


@given(found_at, cells)
def test_rooms_stand_as_on_the_map_and_stay_there(
    known: list[tuple[list[Edge], str]], cells: dict[str, tuple[int, int]]
) -> None:
    layouts = arranged(moments_of(known, cells))
    for one, other in combinations(cells, 2):
        (ax, ay), (bx, by) = cells[one], cells[other]
        a, b = layouts[0].blocks[one], layouts[0].blocks[other]
        assert (a.x > b.x) - (a.x < b.x) == (ax > bx) - (ax < bx)
        assert (a.y > b.y) - (a.y < b.y) == (ay > by) - (ay < by)
    for room in cells:
        assert len({(found.blocks[room].x, found.blocks[room].y) for found in layouts}) == 1


def parents(step: int) -> dict[str, str | None]:
    return {vertex: place.parent for vertex, place in layout_at(house(), step).places.items()}


def test_things_hang_where_they_are_known_to_be_now() -> None:
    assert parents(1) == {"hall": None, "table": "hall", "key": "table", "chest": "key"}
    assert parents(2)["key"] == "inventory", "it was taken"
    assert parents(3)["inventory"] is None, "what is carried stands below the map"
    assert parents(3)["chest"] == "attic"
    assert layout_at(house(), 3).values == {"north"}


def test_a_room_stands_on_the_map_when_the_player_has_been_in_it() -> None:
    assert [sorted(layout_at(house(), step).rooms) for step in (1, 2, 3)] == [["hall"], ["hall"], ["attic", "hall"]]


def test_what_hangs_on_no_room_stands_below_the_map() -> None:
    found = layout_at(house(), 3)
    rumour = found.blocks[found.places["hoard"].block]
    assert found.places["dragon"].block == found.places["hoard"].block
    assert all(rumour.y > found.blocks[room].y + found.blocks[room].height for room in found.rooms)


def test_a_name_without_end_takes_no_more_room_than_others() -> None:
    assert layout_at(evil(), 1).width < 2000
    assert len(short("long" * 1000, 10)) == 10
