from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.geography import (
    Connection,
    connection,
    direction_of,
    held,
    is_spatial,
    read_connection,
    told_connection,
    unexplored_exits,
)
from ariadne.triplet import Triplet

COMMANDS = [
    "go north",
    "go south",
    "go east",
    "go west",
    "go up",
    "go down",
    "out",
    "in",
    "ne",
    "walk southwest",
    "move west",
]


def parse(*lines: str) -> tuple[Triplet, ...]:
    return tuple(Triplet.parse(line) for line in lines)


@pytest.mark.parametrize(
    ("command", "there", "back"),
    [
        ("go east", "hall, is east of, kitchen", "kitchen, is west of, hall"),
        ("sw", "hall, is southwest of, kitchen", "kitchen, is northeast of, hall"),
        ("go up", "hall, is up from, kitchen", "kitchen, is down from, hall"),
        ("out", "hall, is out from, kitchen", "kitchen, is in from, hall"),
    ],
)
def test_a_move_connects_two_locations_both_ways(command: str, there: str, back: str) -> None:
    assert connection("kitchen", "hall", command) == parse(there, back)


@pytest.mark.parametrize(
    "command",
    [
        "",
        "enter shed",
        "open east door",
    ],
)
def test_a_command_without_a_direction_connects_nothing(command: str) -> None:
    assert connection("kitchen", "hall", command) == ()


@given(st.sampled_from(COMMANDS))
def test_a_connection_is_read_back(command: str) -> None:
    there, back = connection("kitchen", "hall", command)
    direction = direction_of(command)
    assert direction is not None
    assert read_connection(there) == Connection("kitchen", direction, "hall")
    way_back = read_connection(back)
    assert way_back is not None
    assert (way_back.origin, way_back.destination) == ("hall", "kitchen")
    assert is_spatial(there)


@pytest.mark.parametrize(
    "line",
    [
        "room a, has exit north to, room b",
        "beast, is northern cousin of, yeti",
        "tap, is out of, order",
        "room a, has exit, screen door",
    ],
)
def test_similar_labels_are_not_spatial(line: str) -> None:
    (triplet,) = parse(line)
    assert read_connection(triplet) is None
    assert not is_spatial(triplet)


def test_the_wordings_of_the_paper_are_read() -> None:
    (paper,) = parse("hall, east of, kitchen")
    assert read_connection(paper) == Connection("kitchen", "east", "hall")
    (paper,) = parse("kitchen, has an unexplored exit, south")
    assert unexplored_exits([paper], ["kitchen"]) == (paper,)


def test_exits_that_a_connection_explains_are_explored() -> None:
    known = parse(
        "kitchen, has exit, east",
        "kitchen, has exit, north",
        "hall, has exit, west",
        "hall, has exit, south",
        "cellar, has exit, up",
    ) + connection("kitchen", "hall", "go east")
    left = parse("kitchen, has exit, north", "hall, has exit, south")
    assert unexplored_exits(known, ["kitchen", "hall"]) == left
    assert unexplored_exits(known, ["Hall"]) == left[1:]
    assert unexplored_exits(known, []) == ()


@pytest.mark.parametrize(
    ("way", "line"),
    [
        (Connection("kitchen", "east", "hall"), "hall, is east of, kitchen"),
        (Connection("kitchen", "east", "hall", is_sure=False), "hall, is perhaps east of, kitchen"),
        (Connection("kitchen", "up", "loft", is_sure=False), "loft, is perhaps up from, kitchen"),
    ],
)
def test_a_connection_is_told_with_whether_it_is_sure_and_read_back(way: Connection, line: str) -> None:
    assert (told_connection(way), read_connection(told_connection(way))) == (*parse(line), way)


@pytest.mark.parametrize(
    "relation",
    [
        "contains",
        "has on it",
    ],
)
def test_a_holder_may_be_told_first(relation: str) -> None:
    assert held(Triplet("table", relation, "cup")) == ("cup", "table")
