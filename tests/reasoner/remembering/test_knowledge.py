from __future__ import annotations

from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.reading.records import connection
from ariadne.reasoner.remembering.knowledge import Knowledge, useful

LAMP = [Fact("lamp", "is in", "hall"), Fact("lamp", "is on", "shelf")]


def test_a_thing_is_in_one_place_and_in_one_state_of_openness() -> None:
    assert list(Knowledge(LAMP)) == LAMP[1:]
    box = [Fact("box", "is", state) for state in ("locked", "unlocked", "open")]
    assert list(Knowledge(box)) == box[-1:]
    potato = [Fact("potato", "is", state) for state in ("sliced", "fried")]
    assert list(Knowledge(potato)) == potato


def test_what_is_told_again_is_news_again() -> None:
    known = Knowledge([*LAMP, Fact("box", "is", "open")])
    known.hear(LAMP[0])
    assert list(known) == [Fact("box", "is", "open"), LAMP[0]]


def test_what_was_known_first_stays_if_one_asks_how_it_began() -> None:
    known = Knowledge(LAMP[:1])
    known.hear_first(LAMP[1])
    assert list(known) == LAMP[:1]


def test_an_exit_is_known_until_its_end_is() -> None:
    exits = [Fact("hall", "has exit", "north"), Fact("hall", "has exit", "east")]
    ways = [Fact(*each) for each in connection("hall", "north", "attic")]
    assert list(Knowledge([*exits, *ways])) == [exits[1], *ways]


def test_a_key_that_has_opened_its_lock_need_not_open_it() -> None:
    used = Fact("red key", "has opened", "blue chest")
    assert list(Knowledge([Fact("red key", "opens", "blue chest"), used])) == [used]


def test_the_least_useful_then_oldest_facts_are_dropped() -> None:
    facts = [
        Fact("old lamp", "is on", "shelf"),
        Fact("new lamp", "is on", "shelf"),
        Fact("shelf", "is in", "hall"),
        Fact("sock", "is on", "bed"),
        Fact("red key", "is on", "bed"),
        Fact("hall", "has exit", "north"),
        Fact("table", "is", "ordinary"),
    ]
    kept = [useful(facts, "Find the sock.", lambda chosen, most=most: len(chosen) <= most) for most in range(8)]
    assert kept[1] == [facts[5]]
    assert kept[2] == [facts[3], facts[5]]
    assert kept[3] == [facts[3], facts[4], facts[5]]
    assert kept[4] == [facts[2], *kept[3]]
    assert kept[5] == [facts[1], *kept[4]]
    assert kept[6] == kept[7] == facts[:6]
