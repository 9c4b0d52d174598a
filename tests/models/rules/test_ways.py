"""Ways between rooms as texts tell them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.models.rules.language import DIRECTIONS
from ariadne.models.rules.situation import situation
from ariadne.models.rules.ways import connected, told, trodden, untried
from tests.models.rules.scenes import moment

WALK = """You wake up.
-= Hall =-
There is an exit to the east. There is an exit to the south.
> go east
-= Kitchen =-
There is an exit to the west. There is an exit to the north."""


def test_a_walk_tells_the_way_there_and_back() -> None:
    assert trodden(WALK) == ({("hall", "east"): "kitchen", ("kitchen", "west"): "hall"}, "kitchen")


def test_a_walk_goes_on_from_where_the_reader_stands() -> None:
    ways, here = trodden("> west\n-= Hall =-", "kitchen")
    assert ways[("kitchen", "west")] == "hall"
    assert here == "hall"


@pytest.mark.parametrize("command", ["look", "open door", "go nowhere", "go to hall"])
def test_only_a_direction_is_a_way(command: str) -> None:
    assert trodden(f"> {command}\n-= Hall =-", "kitchen")[0] == {}


def test_a_move_that_was_barred_is_no_way() -> None:
    assert trodden("> go east\nYou have to open the door first.\n> look\n-= Kitchen =-", "kitchen")[0] == {}


def test_a_triplet_tells_a_way() -> None:
    assert told("kitchen", "is east of", "hall") == connected("hall", "east", "kitchen")
    assert told("kitchen", "is", "clean") == {}


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(DIRECTIONS)), max_size=12), st.data())
def test_what_is_untried_is_every_exit_that_no_way_explains_and_no_other(
    exits: list[tuple[str, str]], data: st.DataObject
) -> None:
    tried = data.draw(st.lists(st.sampled_from(exits), max_size=4)) if exits else []
    ways = dict.fromkeys(tried, "z")
    assert set(untried(exits, ways, "a")) == set(exits) - set(tried)


def test_the_nearest_exits_come_first() -> None:
    ways = connected("a", "east", "b") | connected("b", "east", "c")
    assert untried([("c", "up"), ("b", "up"), ("a", "up")], ways, "a") == [("a", "up"), ("b", "up"), ("c", "up")]


def test_history_in_prose_tells_which_exits_are_untried() -> None:
    now = situation(moment("> look\n-= Kitchen =-\nThere is an exit to the west.", ["go west", "look"], notes=WALK))
    assert now.exits == [("kitchen", "north"), ("hall", "south")]


def test_a_memory_of_triplets_is_believed_when_it_lists_no_exits() -> None:
    inputs = moment("-= Kitchen =-\nThere is an exit to the west.", ["go west"], facts=["hall, is west of, kitchen"])
    assert situation(inputs).exits == []
