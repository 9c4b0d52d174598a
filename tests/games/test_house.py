from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from ariadne.games.house import DIRECTIONS, House, WalkRecorder, lay_out
from ariadne.geography import OPPOSITE


@st.composite
def houses(draw: st.DrawFn) -> House:
    rooms = [f"room {number}" for number in range(draw(st.integers(1, 30)))]
    loops = draw(st.floats(0, 1))
    return lay_out(rooms, loops, draw(st.integers(0, 8)), random.Random(draw(st.integers())))


@given(houses())
def test_every_passage_leads_to_the_next_cell_and_back(house: House) -> None:
    assert len(set(house.cells.values())) == len(house.rooms)
    for room, exits in house.exits.items():
        for way, neighbour in exits.items():
            (x, y), (dx, dy) = house.cells[room], DIRECTIONS[way]
            assert house.cells[neighbour] == (x + dx, y + dy)
            assert house.exits[neighbour][OPPOSITE[way]] == room


@given(houses())
def test_every_room_can_be_reached_from_the_first(house: House) -> None:
    assert set(house.distances(house.rooms[0])) == set(house.rooms)


@given(houses(), st.data())
def test_walking_arrives_and_opens_each_door_once_before_it_is_passed(house: House, data: st.DataObject) -> None:
    walk = WalkRecorder(house)
    for goal in data.draw(st.lists(st.sampled_from(house.rooms), max_size=6)):
        walk.go(goal)
        assert walk.room == goal
    room, opened = house.rooms[0], []
    for command in walk.commands:
        verb, what = command.split(" ", 1)
        if verb == "open":
            opened.append(what)
        else:
            neighbour = house.exits[room][what]
            assert house.doors.get((room, neighbour)) in (None, *opened)
            room = neighbour
    assert len(opened) == len(set(opened))


def test_without_loops_a_house_is_a_tree_and_with_all_of_them_neighbours_are_joined() -> None:
    rooms = [str(number) for number in range(20)]
    tree = lay_out(rooms, 0.0, 0, random.Random(1))
    dense = lay_out(rooms, 1.0, 0, random.Random(1))
    assert len(tree.passages()) == len(rooms) - 1
    neighbours = [
        (one, other)
        for one, (x, y) in dense.cells.items()
        for other, cell in dense.cells.items()
        if cell in ((x + 1, y), (x, y + 1))
    ]
    assert len(dense.passages()) == len(neighbours) > len(rooms) - 1
