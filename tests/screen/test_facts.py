from __future__ import annotations

import pytest

from ariadne.events import Remembered
from ariadne.screen.facts import KnownPlaces, sentence
from tests.screen.events import learned


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("key, is in, locker", "key is in locker"),
        ("you, carry, my lamp", "you carry my lamp"),
        ("a key | opens | the door, once", "a key opens the door, once"),
        ("no triplet\nat all", "no triplet at all"),
        ("\x1b[2Jkey, is in, [red]locker[/red]", "key is in [red]locker[/red]"),
    ],
)
def test_a_fact_is_its_words_on_one_line(fact: str, said: str) -> None:
    assert sentence(fact) == said


def test_what_is_in_a_thing_is_where_the_thing_is() -> None:
    known = KnownPlaces()
    known.see(Remembered(added=("box, is on, shelf", "shelf, is in, Old Hall", "hall, holds, cat"), episodes=()))
    known.see(learned(["key, is inside, box", "hall, is north of, old hall"]))
    assert known.things(["Old Hall", "hall"]) == {"Old Hall": ("key", "shelf", "box"), "hall": ("cat",)}


def test_what_is_known_no_more_is_nowhere_and_what_moved_is_where_it_is_now() -> None:
    known = KnownPlaces()
    known.see(learned(["key, is in, hall", "cup, is in, hall"]))
    known.see(learned(["key, is in, attic"]))
    known.see(learned([], ["key, is in, hall", "cup, is in, hall"]))
    assert known.things(["hall", "attic"]) == {"attic": ("key",)}


def test_what_was_learned_anew_comes_first_and_a_room_is_no_thing() -> None:
    known = KnownPlaces()
    known.see(learned(["key, is in, attic", "cup, is in, attic", "attic, is in, hall"]))
    known.see(learned(["key, is in, attic"]))
    assert known.things(["hall", "attic"]) == {"attic": ("key", "cup")}


def test_things_in_a_circle_are_nowhere() -> None:
    known = KnownPlaces()
    known.see(learned(["box, is in, bag", "bag, is in, box", "key, is in, box"]))
    assert known.things(["hall"]) == {}
