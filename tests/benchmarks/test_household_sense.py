"""The sense of where things belong, in houses that others made."""

from __future__ import annotations

from collections.abc import Callable, Collection
from statistics import mean

import pytest
from household_sense import DEVELOPED, HELD_OUT, WEIGHTS, cases, strangers
from household_sense import score as judge

from ariadne.games.catalogue import load_catalogue
from ariadne.reasoner.sense.kinds import table as table_of
from ariadne.reasoner.sense.places import rooms

pytestmark = pytest.mark.nightly

Similarity = Callable[[str, str], float]

# Those of one group agree with each other more than with the tables.
OTHERS = [strangers(group) for group in (*DEVELOPED, *HELD_OUT)]


def known(names: Collection[str], table: Collection[str]) -> float:
    """The share of some names that a table has."""
    return len(set(names) & set(table)) / len(set(names))


def test_the_tables_know_no_more_furniture_of_the_maker_s_than_of_other_people_s() -> None:
    table = {name.partition(".")[0] for entry in table_of("furniture").values() for name in entry["called"]}
    maker = [piece for room in load_catalogue().rooms.values() for piece in room.furniture]
    others = [
        [piece for house in houses for pieces in house.furniture.values() for piece in pieces] for houses in OTHERS
    ]
    assert known(maker, table) <= max(known(names, table) for names in others)


def test_the_tables_know_no_more_rooms_of_the_maker_s_than_of_other_people_s() -> None:
    table = {name for called in rooms().values() for name in called}
    others = [[room for house in houses for room in house.furniture] for houses in OTHERS]
    assert known(load_catalogue().rooms, table) <= max(known(names, table) for names in others)


def test_in_houses_of_strangers_most_of_what_is_out_of_place_is_brought_home(similarity: Similarity) -> None:
    houses = [strangers(group)[0] for group in (DEVELOPED[-1], HELD_OUT[0], HELD_OUT[-1])]
    assert mean(judge(cases(house, similarity), WEIGHTS) for house in houses) > 0.95
