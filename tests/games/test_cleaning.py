from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.errors import UserError
from ariadne.games.catalogue import load_catalogue
from ariadne.games.cleaning import CleaningKnobs, Household, plan
from ariadne.games.names import check_names
from ariadne.worlds.card import GameCard, HomesScoring
from tests.conftest import Game


@st.composite
def households(draw: st.DrawFn) -> tuple[CleaningKnobs, Household]:
    rooms = draw(st.integers(4, 16))
    misplaced = draw(st.integers(1, 20))
    knobs = CleaningKnobs(
        rooms=rooms,
        misplaced=misplaced,
        things=misplaced + draw(st.integers(0, 5 * rooms)),
        furniture=draw(st.integers(3, 8)),
        closed=draw(st.floats(0, 1)),
        on_floor=draw(st.floats(0, 1)),
    )
    return knobs, plan(knobs, load_catalogue(), random.Random(draw(st.integers(0, 2**32))))


@given(households())
def test_things_are_in_a_right_place_but_the_misplaced_are_in_an_odd_room(
    drawn: tuple[CleaningKnobs, Household],
) -> None:
    knobs, household = drawn
    catalogue = load_catalogue()
    assert len(household.lies) == knobs.things
    assert household.homes.keys() == household.lies.keys()
    wrong = [name for name, place in household.lies.items() if place not in household.homes[name]]
    assert sorted(wrong) == sorted(household.misplaced)
    assert len(wrong) == knobs.misplaced
    for name in wrong:
        assert household.homes[name]
        assert catalogue.room_of[household.lies[name]] in catalogue.things[name].odd
    for name in set(household.lies) - set(wrong):
        assert household.lies[name] in catalogue.things[name].homes


@given(households())
def test_every_place_is_in_the_house_and_every_name_is_its_own(drawn: tuple[CleaningKnobs, Household]) -> None:
    _, household = drawn
    furniture = [piece for pieces in household.furniture.values() for piece in pieces]
    places = {*furniture, *household.house.rooms}
    assert set(household.lies.values()) <= places
    assert {home for homes in household.homes.values() for home in homes} <= places
    assert household.closed <= set(furniture)
    check_names([*furniture, *household.lies])


def test_misplaced_things_belong_to_many_rooms_and_lie_in_many() -> None:
    room_of = load_catalogue().room_of
    for seed in range(10):
        household = plan(CleaningKnobs(), load_catalogue(), random.Random(seed))
        assert len({room_of[household.lies[name]] for name in household.misplaced}) >= 6
        assert len({room_of[household.homes[name][0]] for name in household.misplaced}) >= 5


def test_more_than_the_catalogue_has_is_one_clear_line() -> None:
    with pytest.raises(UserError, match="ask for fewer than 300"):
        plan(CleaningKnobs(rooms=2, things=302, misplaced=2), load_catalogue(), random.Random(1))
    with pytest.raises(UserError, match="300 misplaced things"):
        plan(CleaningKnobs(rooms=2, things=300, misplaced=300), load_catalogue(), random.Random(1))


def test_the_card_knows_every_home_and_the_briefing_names_nothing(game: Game) -> None:
    story = game("cleaning")
    card = GameCard.load(story.with_suffix(".yaml"))
    assert isinstance(card.scoring, HomesScoring)
    assert len(card.scoring.homes) == 10
    assert card.maximum == 4
    for name, homes in card.scoring.homes.items():
        assert name not in card.goal + card.briefing
        assert all(home not in card.goal + card.briefing for home in homes)
