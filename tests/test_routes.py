from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ariadne.geography import Connection
from ariadne.routes import Routes
from ariadne.triplet import Triplet


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
    told = ("b, is east of, a", "a, is west of, b", "c, is up from, b", "d, is north of, c", "x, is in, b")
    known = map(Triplet.parse, told)
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
