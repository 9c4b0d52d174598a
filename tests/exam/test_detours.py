from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ariadne.exam.detours import FARTHEST, Detours

WAY = ("go north", "take key from table", "unlock chest with key")
COMMANDS = (
    "go north", "go south", "look", "inventory", "take key from table", "take cup from table", "put cup on table",
    "insert cup into chest", "open chest", "drop cup", "unlock chest with key",
)  # fmt: skip
THINGS = ("key", "cup", "table", "chest")


def given_by(seed: int, most: int) -> list[str]:
    chooser, given = Detours(WAY, Random(seed), most), list[str]()
    while command := chooser.next(COMMANDS, THINGS):
        given.append(command)
    return given


@given(st.integers(0, 10_000), st.integers(0, 30))
def test_the_walkthrough_is_gone_to_its_end_in_its_order(seed: int, most: int) -> None:
    rest = iter(given_by(seed, most))
    assert all(command in rest for command in WAY)


@given(st.integers(0, 10_000), st.integers(0, 30))
def test_detours_leave_alone_what_the_way_still_needs(seed: int, most: int) -> None:
    given = given_by(seed, most)
    end = given.index("unlock chest with key")
    assert "open chest" not in given[:end]
    assert given[:end].count("take key from table") == 1


@given(st.integers(0, 10_000), st.integers(0, 30))
def test_a_detour_goes_no_farther_than_it_comes_back_from(seed: int, most: int) -> None:
    away = 0
    for command in given_by(seed, most):
        away += {"go north": 1, "go south": -1}.get(command, 0)
        assert abs(away) <= FARTHEST + 1


def test_what_a_detour_has_shut_is_opened_again_where_the_way_goes_on_no_more() -> None:
    chooser = Detours(("go north",), Random(1), 1)
    assert chooser.next(("close door",), THINGS) == "close door"
    assert [chooser.next(("open door",), THINGS), chooser.next(("go north",), THINGS)] == ["open door", "go north"]


def test_what_is_banned_is_not_done_on_a_detour() -> None:
    for seed in range(50):
        assert Detours((), Random(seed), 5).next(("drop cup", "open chest"), THINGS, {"drop cup"}) == "open chest"


def test_a_walkthrough_that_cannot_go_on_is_left() -> None:
    assert Detours(("fly",), Random(1), 0).next(COMMANDS, THINGS) is None
