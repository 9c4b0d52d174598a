from __future__ import annotations

from ariadne.reasoner.playing.routes import towards
from tests.reasoner.scenes import picture

NOTES = "From the hall one gets north to the attic. From the attic one gets east to the den and up to the roof."


def test_a_room_that_was_visited_is_gone_to_by_name() -> None:
    now = picture(notes=NOTES, location="hall", actions=["go to roof", "go north"])
    assert towards("roof", now) == "go to roof"


def test_an_unvisited_room_is_reached_exit_by_exit() -> None:
    assert towards("den", picture(notes=NOTES, location="hall", actions=["go north", "go east"])) == "go north"
    assert towards("den", picture(notes=NOTES, location="attic", actions=["go south", "go east"])) == "go east"


def test_the_walk_starts_from_the_nearest_visited_room() -> None:
    now = picture(notes=NOTES, location="hall", actions=["go north", "go to attic"])
    assert towards("den", now) == "go to attic"


def test_a_closed_door_on_the_way_is_opened() -> None:
    door = "The screen door leads north from the hall. The screen door is closed."
    now = picture(notes=f"{NOTES} {door}", location="hall", actions=["open screen door", "look"])
    assert towards("den", now) == "open screen door"


def test_where_no_way_is_known_or_open_there_is_no_action() -> None:
    assert towards("cellar", picture(notes=NOTES, location="hall", actions=["go north"])) == ""
    assert towards("den", picture(notes=NOTES, location="hall", actions=["look"])) == ""
    assert towards("hall", picture(notes=NOTES, location="hall", actions=["go north"])) == ""
    assert towards("", picture(location="hall", actions=["go to attic"])) == ""
