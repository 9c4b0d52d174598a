from __future__ import annotations

import pytest

from ariadne.events import Remembered
from ariadne.screen.facts import Known, sentence
from tests.screen.events import learned


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("key, is in, locker", "the key is in the locker"),
        ("red key, is on the floor of, old hall", "the red key is on the floor of the old hall"),
        ("locker, is, locked", "the locker is locked"),
        ("locker, is not, locked", "the locker is not locked"),
        ("key, in, locker", "the key is in the locker"),
        ("hall, has exit, north", "the hall has an exit north"),
        ("hall, has unexplored exit, up", "the hall has an unexplored exit up"),
        ("hall, has, north", "the hall has north"),
        ("hall, is west of, kitchen", "the hall is west of the kitchen"),
        ("you, carry, my lamp", "you carry my lamp"),
        ("ball2, is at, room_1", "ball2 is at room_1"),
        ("bob's dog, bit, nobody", "bob's dog bit nobody"),
        ("a key | opens | the door, once", "a key opens the door, once"),
        ("no triplet\nat all", "no triplet at all"),
        ("\x1b[2Jkey, is in, [red]locker[/red]", "the key is in the [red]locker[/red]"),
    ],
)
def test_a_fact_is_a_short_sentence(fact: str, said: str) -> None:
    assert sentence(fact) == said


def test_what_is_in_a_thing_is_where_the_thing_is() -> None:
    known = Known()
    known.see(Remembered(added=("box, is on, shelf", "shelf, is in, Old Hall", "hall, holds, cat"), episodes=()))
    known.see(learned(["key, is inside, box", "hall, is north of, old hall"]))
    assert known.things(["Old Hall", "hall"]) == {"Old Hall": ("key", "shelf", "box"), "hall": ("cat",)}


def test_what_is_known_no_more_is_nowhere_and_what_moved_is_where_it_is_now() -> None:
    known = Known()
    known.see(learned(["key, is in, hall", "cup, is in, hall"]))
    known.see(learned(["key, is in, attic"]))
    known.see(learned([], ["key, is in, hall", "cup, is in, hall"]))
    assert known.things(["hall", "attic"]) == {"attic": ("key",)}


def test_what_was_learned_anew_comes_first_and_a_room_is_no_thing() -> None:
    known = Known()
    known.see(learned(["key, is in, attic", "cup, is in, attic", "attic, is in, hall"]))
    known.see(learned(["key, is in, attic"]))
    assert known.things(["hall", "attic"]) == {"attic": ("key", "cup")}


def test_things_in_a_circle_are_nowhere() -> None:
    known = Known()
    known.see(learned(["box, is in, bag", "bag, is in, box", "key, is in, box"]))
    assert known.things(["hall"]) == {}
