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
    return {
        "rooms": rooms,
        "things": [{"names": ["ladle"], "homes": ["counter"], "odd": ["garage"], **thing}],
    }


def test_it_is_as_large_as_promised() -> None:
    catalogue = load_catalogue()
    homes = {place for thing in catalogue.things.values() for place in thing.homes}
    assert len(catalogue.things) >= 300
    assert len(homes - set(catalogue.rooms)) >= 60


def test_every_thing_can_be_at_home_and_out_of_place() -> None:
    for thing in load_catalogue().things.values():
        assert thing.homes
        assert thing.odd


def test_every_room_is_home_to_things_that_show_its_purpose() -> None:
    catalogue = load_catalogue()
    for room in catalogue.rooms:
        at_home = [t for t in catalogue.things.values() if room in {catalogue.room_of[home] for home in t.homes}]
        assert len(at_home) >= 8, room


def test_large_things_are_at_home_on_floors() -> None:
    catalogue = load_catalogue()
    assert all(set(thing.homes) <= set(catalogue.rooms) for thing in catalogue.things.values() if thing.large)


@pytest.mark.parametrize(
    ("thing", "places"),
    [
        ("toothbrush", {"bathroom sink", "bathroom shelf", "bathroom cabinet"}),
        ("bottle of milk", {"fridge"}),
        ("dinner plate", {"kitchen cupboard", "dish rack", "china cabinet", "dining table"}),
        ("hammer", {"toolbox", "workbench", "garage shelf"}),
    ],
)
def test_common_sense_is_in_it(thing: str, places: set[str]) -> None:
    assert places <= load_catalogue().things[thing].accepted


def test_a_room_as_a_place_is_all_its_furniture_and_its_floor_is_apart() -> None:
    catalogue = catalogue_from(content(homes=["garage floor"], also=["kitchen"], odd=[]), "test")
    ladle = catalogue.things["ladle"]
    assert ladle.homes == ("garage",)
    assert ladle.accepted == {"garage", "counter", "fridge"}


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        ({"homes": ["attic shelf"]}, "no place 'attic shelf'"),
        ({"odd": ["attic"]}, "no room 'attic'"),
        ({"also": ["locker"]}, "the garage is odd for it, and it is accepted there"),
        ({"names": ["Ladle"]}, "'Ladle' cannot be used"),
        ({"names": ["ladle", "ladle shelf"]}, "told apart"),
        ({"home": []}, "home"),
    ],
)
def test_a_mistake_is_named(thing: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError, match=said):
        catalogue_from(content(**thing), "test")


def test_no_two_names_are_alike_in_any_order() -> None:
    names = [*load_catalogue().things]
    random.Random(1).shuffle(names)
    assert len({frozenset(name.split()) for name in names}) == len(names)
