from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.geography import (
    Connection,
    Routes,
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


def walked(*moves: tuple[str, str, str]) -> Routes:
    routes = Routes()
    for origin, command, destination in moves:
        routes.moved(origin, command, destination)
    return routes


def test_a_route_is_the_commands_that_were_walked() -> None:
    routes = walked(("a", "go east", "b"), ("b", "enter shed", "c"), ("c", "go up", "d"))
    assert routes.path("a", "d") == ("go east", "enter shed", "go up")
    assert routes.path("A", "a") == ()
    assert routes.locations == ("a", "b", "c", "d")


def test_the_way_back_is_the_opposite_move_in_the_same_words() -> None:
    routes = walked(("a", "go east", "b"), ("b", "n", "c"), ("c", "in", "d"))
    assert routes.path("d", "a") == ("out", "s", "go west")


def test_a_move_without_an_opposite_leads_one_way() -> None:
    routes = walked(("a", "enter shed", "b"))
    assert routes.path("a", "b") == ("enter shed",)
    assert routes.path("b", "a") is None


def test_a_way_back_that_was_walked_is_kept() -> None:
    assert walked(("b", "enter shed", "a"), ("a", "go east", "b")).path("b", "a") == ("enter shed",)


def test_the_shortest_of_several_routes_is_taken() -> None:
    routes = walked(("a", "go north", "b"), ("b", "go east", "c"), ("c", "go south", "d"), ("a", "go east", "d"))
    assert routes.path("a", "d") == ("go east",)


def test_a_way_back_that_leads_elsewhere_is_corrected() -> None:
    routes = walked(("a", "go east", "b"), ("b", "go west", "c"))
    assert routes.path("b", "a") is None
    assert routes.path("b", "c") == ("go west",)
    routes = walked(("b", "go west", "c"), ("a", "go east", "b"))
    assert routes.path("b", "a") is None


def test_several_directions_may_lead_to_the_same_place() -> None:
    routes = walked(("a", "go north", "b"), ("b", "go south", "a"), ("a", "go east", "b"))
    assert routes.ways("a") == {"go north": "b", "go east": "b"}
    assert routes.explored == {("a", "north"), ("a", "east"), ("b", "south")}
    assert [*routes.connections()] == [
        Connection("a", "north", "b"), Connection("a", "east", "b"), Connection("b", "south", "a")
    ]  # fmt: skip
    routes.moved("a", "go north", "c")
    assert routes.ways("a") == {"go east": "b", "go north": "c"}


def test_a_taken_way_back_replaces_the_assumed_one() -> None:
    routes = walked(("a", "go east", "b"))
    assert [way.is_sure for way in routes.connections()] == [True, False]
    routes.moved("b", "go north", "a")
    assert routes.ways("b") == {"go north": "a"}
    assert all(way.is_sure for way in routes.connections())


def test_no_route_leads_to_the_unknown() -> None:
    routes = walked(("a", "go east", "b"))
    routes.visit("island")
    assert routes.path("a", "nowhere") is None
    assert routes.path("nowhere", "a") is None
    assert routes.path("a", "island") is None


def test_a_way_is_sure_once_taken() -> None:
    there = Connection("a", "east", "b")
    assert [*walked(("a", "go east", "b")).connections()] == [there, Connection("b", "west", "a", is_sure=False)]
    assert [*walked(("a", "go east", "b"), ("b", "w", "a")).connections()] == [there, Connection("b", "west", "a")]


def test_explored_are_the_directions_that_were_gone_and_their_opposites() -> None:
    routes = walked(("a", "go east", "b"), ("b", "n", "c"), ("c", "enter shed", "d"))
    assert routes.explored == {("a", "east"), ("b", "west"), ("b", "north"), ("c", "south")}


def test_routes_can_be_taken_from_triplets_alone() -> None:
    known = parse("b, is east of, a", "a, is west of, b", "c, is up from, b", "d, is north of, c", "x, is in, b")
    routes = Routes.from_triplets(known, ["a", "b", "c"])
    assert routes.path("a", "c") == ("go east", "go up")
    assert routes.path("c", "a") is None
    assert routes.path("a", "d") is None


@given(st.lists(st.sampled_from(["north", "south", "east", "west"]), max_size=30))
def test_on_a_grid_a_route_is_as_long_as_it_is_far(directions: list[str]) -> None:
    steps = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
    routes, x, y = Routes(), 0, 0
    routes.visit("0 0")
    for direction in directions:
        dx, dy = steps[direction]
        routes.moved(f"{x} {y}", f"go {direction}", f"{x + dx} {y + dy}")
        x, y = x + dx, y + dy
    path = routes.path("0 0", f"{x} {y}")
    assert path is not None
    assert abs(x) + abs(y) <= len(path) <= len(directions)
    moves = [steps[command.removeprefix("go ")] for command in path]
    assert (sum(move[0] for move in moves), sum(move[1] for move in moves)) == (x, y)
    back = routes.path(f"{x} {y}", "0 0")
    assert back is not None
    assert len(back) == len(path)


@pytest.mark.parametrize(
    "relation",
    [
        "contains",
        "has on it",
    ],
)
def test_a_holder_may_be_told_first(relation: str) -> None:
    assert held(Triplet("table", relation, "cup")) == ("cup", "table")
