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
    assert rows == ["hall ─── kitchen", "│", "[cellar]"]


def test_an_exit_that_was_not_taken_is_a_question_mark() -> None:
    world = walked(("east", "kitchen")).with_exits("kitchen", ["west", "south", "east"])
    assert world.unexplored("kitchen") == {"south", "east"}
    rows = [row.strip() for row in drawn(world) if row]
    assert rows == ["hall ───[kitchen]?", "?"]


def test_a_map_that_is_too_large_is_shown_around_the_player() -> None:
    world = walked(*(("east", f"room number {number}") for number in range(12)))
    (row,) = [row for row in drawn(world, 40, 5) if row]
    assert "[room n…]" in row


def test_things_stand_below_their_room_as_many_as_there_is_height_for() -> None:
    world = walked(("east", "kitchen"), ("south", "cellar"))
    things = {"hall": ["key", "vase", "rug"], "kitchen": ["a thing with a very long name"]}

    def rows(height: int) -> list[list[str]]:
        text = world.draw(40, height, things).plain
        return [re.split(r"\s{2,}", row.strip()) for row in text.split("\n") if row.strip()]

    assert rows(3) == [["hall ─── kitchen"], ["│"], ["[cellar]"]]
    assert rows(5) == [["hall ──────────── kitchen"], ["key +2", "a thing with a ve…"], ["│"], ["[cellar]"]]
    things["hall"] = ["key", "a handwritten note", "rug"]
    assert "a handwritten note +1" in world.draw(60, 7, things).plain, (
        "a name has the space of the number behind it, too"
    )
    things["hall"] = ["key", "vase", "rug"]
    assert [row[0] for row in rows(9)] == ["hall ──────────── kitchen", "key", "vase", "rug", "│", "[cellar]"]


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
