from __future__ import annotations

import random
from typing import Any

import pytest

from ariadne.errors import UserError
from ariadne.games.catalogue import catalogue_from, load_catalogue


def content(**thing: Any) -> dict[str, Any]:
    rooms = {
        "kitchen": {"surfaces": ["counter"], "containers": ["fridge"]},
        "garage": {"surfaces": ["shelf"], "containers": ["locker"]},
    }
    return {"rooms": rooms, "things": [{"names": ["ladle"], "homes": ["counter"], "odd": ["garage"], **thing}]}


def test_every_thing_can_be_at_home_and_out_of_place() -> None:
    for thing in load_catalogue().things.values():
        assert thing.homes
        assert thing.odd


def test_a_room_as_a_place_is_all_its_furniture_and_its_floor_is_apart() -> None:
    catalogue = catalogue_from(content(homes=["garage floor"], also=["kitchen"], odd=[]), "test")
    ladle = catalogue.things["ladle"]
    assert ladle.homes == ("garage",)
    assert ladle.accepted == {"garage", "counter", "fridge"}


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        ({"homes": ["attic shelf"]}, "no place 'attic shelf'"),
        ({"also": ["locker"]}, "the garage is both odd and accepted for it"),
        ({"names": ["ladle", "ladle shelf"]}, "told apart"),
    ],
)
def test_a_mistake_is_named(thing: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError, match=said):
        catalogue_from(content(**thing), "test")


def test_no_two_names_are_alike_in_any_order() -> None:
    names = [*load_catalogue().things]
    random.Random(1).shuffle(names)
    assert len({frozenset(name.split()) for name in names}) == len(names)
