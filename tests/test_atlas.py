from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ariadne.atlas import by_place, unchanged_first, untried

PLACES = [
    "hall, is north of, yard", "yard, is south of, hall", "lamp, in, hall", "lamp, is, lit", "box, is on, lamp",
    "hall, contains, mat", "mat, is in, mat", "deck: 1, is east of, hall", "cup, is in, deck: 1",
]  # fmt: skip


def test_of_a_place_one_line_tells_the_ways_and_one_what_is_there_in_what_state() -> None:
    facts = [
        "egg, is in, fridge", "fridge, is in, kitchen", "fridge, is, open",
        "hall, is north of, kitchen", "kitchen, has exit, east",
    ]  # fmt: skip
    assert by_place(facts) == "kitchen: ways: east not tried, north to hall\nkitchen: fridge (open) [egg]"


def test_a_way_that_was_only_gone_in_the_other_direction_leads_there_perhaps() -> None:
    assert by_place(["hall, is perhaps north of, kitchen"]) == "kitchen: ways: north perhaps to hall"


def test_all_ways_come_before_what_is_there_and_all_states_are_told() -> None:
    facts = ["hall, is north of, yard", "yard, is south of, hall", "lamp, in, hall", "lamp, is, lit", "lamp, is, old"]
    assert by_place(facts) == "yard: ways: north to hall\nhall: ways: south to yard\nhall: lamp (lit, old)"


def test_unchanged_lines_come_first_in_their_old_order() -> None:
    ways = ["hall, is north of, yard", "yard, is south of, hall", "hall, is west of, attic"]
    before = [*ways, "mat, is in, hall", "rake, is in, yard", "trunk, is in, attic", "map, is in, trunk"]
    now = [*ways, "map, is in, hall", "mat, is in, hall", "rake, is in, yard", "trunk, is in, attic", "trunk, is, open"]
    assert by_place(unchanged_first(now, before)).splitlines() == [
        *by_place(ways).splitlines(), "yard: rake", "hall: map, mat", "attic: trunk (open)",
    ]  # fmt: skip


@given(st.permutations(PLACES), st.permutations(PLACES))
def test_sorting_neither_adds_nor_drops_a_fact(now: list[str], before: list[str]) -> None:
    assert sorted(unchanged_first(now, before[:4])) == sorted(now)


def test_what_holds_and_what_lies_in_something_are_said_alike() -> None:
    assert by_place(["hall, contains, box", "key, is in, box"]) == "hall: box [key]"


def test_ways_not_tried_stand_by_their_place() -> None:
    exits = ["kitchen, has exit, east", "attic, has exit, up", "kitchen, has exit, north"]
    assert untried(exits) == "kitchen east, north; attic up"
