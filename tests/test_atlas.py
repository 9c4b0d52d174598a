from __future__ import annotations

from ariadne.atlas import by_place, untried


def test_a_place_is_a_line_with_what_is_there_in_what_state_and_its_ways() -> None:
    facts = [
        "egg, is in, fridge", "fridge, is in, kitchen", "fridge, is, open",
        "hall, is north of, kitchen", "kitchen, has exit, east",
    ]  # fmt: skip
    assert by_place(facts) == "kitchen: fridge (open) [egg] · ways: north to hall, east not tried"


def test_a_way_that_was_only_gone_in_the_other_direction_leads_there_perhaps() -> None:
    assert by_place(["hall, is perhaps north of, kitchen"]) == "kitchen: ways: north perhaps to hall"


def test_places_come_in_the_order_of_their_ways_and_all_states_are_told() -> None:
    facts = ["hall, is north of, yard", "yard, is south of, hall", "lamp, in, hall", "lamp, is, lit", "lamp, is, old"]
    assert by_place(facts) == "yard: ways: north to hall\nhall: lamp (lit, old) · ways: south to yard"


def test_what_holds_and_what_lies_in_something_are_said_alike() -> None:
    assert by_place(["hall, contains, box", "key, is in, box"]) == "hall: box [key]"


def test_ways_not_tried_stand_by_their_place() -> None:
    exits = ["kitchen, has exit, east", "attic, has exit, up", "kitchen, has exit, north"]
    assert untried(exits) == "kitchen east, north; attic up"
