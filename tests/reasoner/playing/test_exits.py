"""Untried exits when no memory lists them."""

from __future__ import annotations

from ariadne.reasoner.playing.picture import situation
from tests.reasoner.scenes import moment

WALK = """You wake up.
-= Hall =-
There is an exit to the east. There is an exit to the south.
> go east
-= Kitchen =-
There is an exit to the west. There is an exit to the north."""
LOOK = "> look\n-= Kitchen =-\nThere is an exit to the west."


def test_prose_shows_untried_exits_nearest_first() -> None:
    now = situation(moment(LOOK, ["go north", "go west", "look"], notes=WALK))
    assert now.exits == [("kitchen", "north"), ("hall", "south")]


def test_a_blocked_move_connects_nothing() -> None:
    barred = WALK + "\n> go north\nYou have to open the door first."
    assert ("kitchen", "north") in situation(moment(LOOK, ["go north", "look"], notes=barred)).exits


def test_a_way_that_the_actions_say_where_it_leads_is_not_untried() -> None:
    """Where texts list no exits, the actions with their annotations are all that tells them."""
    ways, told = ["go down", "go north", "go up"], ["go: down (to cave), north, up (perhaps to tower)"]
    inputs = {**moment("You are on a ledge.", ways), "location": "ledge", "annotated": told}
    assert situation(inputs).exits == [("ledge", "north")]
