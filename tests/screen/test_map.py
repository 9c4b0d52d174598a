from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from ariadne.screen.map import EMPTY, WorldMap

DIRECTIONS = ["north", "south", "east", "west", "northeast", "southwest", "up", "down", "in", "out", None]
MOVES = st.lists(st.tuples(st.sampled_from(DIRECTIONS), st.sampled_from("abcdefghijklmnop")), max_size=40)


def walked(*moves: tuple[str | None, str]) -> WorldMap:
    world = EMPTY.moved(None, "hall")
    for direction, room in moves:
        world = world.moved(direction, room)
    return world


def drawn(world: WorldMap, width: int = 60, height: int = 11) -> list[str]:
    return [line.rstrip() for line in world.draw(width, height).plain.split("\n")]


def test_rooms_lie_where_their_directions_point() -> None:
    world = walked(("east", "kitchen"), ("north", "attic"))
    assert world.cells == {"hall": (0, 0), "kitchen": (1, 0), "attic": (1, -1)}


def test_the_player_is_marked_and_ways_are_drawn() -> None:
    rows = [row.strip() for row in drawn(walked(("east", "kitchen"), ("south", "cellar"))) if row]
    assert rows == ["hall ─ kitchen", "│", "[cellar]"]


def test_an_exit_that_was_not_taken_is_a_question_mark() -> None:
    world = walked(("east", "kitchen")).with_exits("kitchen", ["west", "south", "east"])
    assert world.unexplored("kitchen") == {"south", "east"}
    rows = [row.strip() for row in drawn(world) if row]
    assert rows == ["hall ─[kitchen]?", "?"]


def test_a_map_that_is_too_large_is_shown_around_the_player_with_whole_names() -> None:
    world = walked(*(("east", f"room number {number}") for number in range(12)))
    assert [re.findall(r"\w+", row)[-1] for row in drawn(world, 40, 5) if row] == ["room", "number", "11"]


def test_a_name_is_wrapped_before_it_is_cut() -> None:
    world = walked(("east", "billiard room"), ("east", "conservatory"))
    assert [row.split() for row in drawn(world, 44) if row] == [["hall", "─", "billiard", "room", "─[conservatory]"]]
    assert [row.split() for row in drawn(world, 36) if row] == [["hall", "─", "billiard", "─[conservatory]"], ["room"]]
    (row,) = (row.split() for row in drawn(world, 36, 1) if row)
    assert row == ["hall", "─", "bill…oom", "─[conservatory]"]


def test_names_that_begin_alike_stay_apart_when_they_are_cut() -> None:
    (row,) = (row.split() for row in drawn(walked(("east", "guestroom-one"), ("east", "guestroom-two")), 30, 1) if row)
    assert row == ["hall", "─", "gue…one", "─[gue…two]"]


def test_things_stand_below_their_room_as_many_as_there_is_space_for() -> None:
    world = walked(("east", "kitchen"), ("south", "cellar"))
    things = {"hall": ["key", "vase", "rug"], "kitchen": ["a thing with a very long name"]}

    def rows(width: int, height: int) -> list[list[str]]:
        text = world.draw(width, height, things).plain
        return [re.split(r"\s{2,}", row.strip()) for row in text.split("\n") if row.strip()]

    assert rows(26, 3) == [["hall ───── kitchen"], ["│"], ["[cellar]"]]
    assert rows(26, 4) == [["hall ───── kitchen"], ["key +2 a thing …ong name"], ["│"], ["[cellar]"]]
    assert rows(26, 5)[1:3] == [["key +2", "a thing with a"], ["very long name"]]
    assert rows(26, 6)[1:4] == [["key,", "a thing with a"], ["vase,", "very long name"], ["rug", "│"]]
    assert rows(60, 4)[1] == ["key +2 a thing with a very long name"]


@given(MOVES)
def test_no_two_rooms_share_a_cell(moves: list[tuple[str | None, str]]) -> None:
    world = walked(*moves)
    assert len(set(world.cells.values())) == len(world.cells)


@given(MOVES, st.integers(1, 120), st.integers(1, 40))
def test_a_map_fills_its_room_exactly_and_shows_the_player(
    moves: list[tuple[str | None, str]], width: int, height: int
) -> None:
    lines = walked(*moves).draw(width, height).split("\n", allow_blank=True)
    assert [line.cell_len for line in lines] == [width] * height
    if width >= 12:
        assert any("[" in line.plain for line in lines)


@given(MOVES)
def test_a_move_never_changes_the_map_before_it(moves: list[tuple[str | None, str]]) -> None:
    world = walked(*moves)
    before = (dict(world.cells), {room: dict(ways) for room, ways in world.ways.items()}, world.here)
    world.moved("north", "somewhere new").with_exits("hall", ["up"])
    assert (dict(world.cells), {room: dict(ways) for room, ways in world.ways.items()}, world.here) == before
