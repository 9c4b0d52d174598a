from __future__ import annotations

from ariadne.reasoner.reading.records import connection
from ariadne.reasoner.reading.relations import ReadFact
from ariadne.reasoner.remembering.knowledge import Knowledge, useful

LAMP = [ReadFact("lamp", "is in", "hall"), ReadFact("lamp", "is on", "shelf")]


def test_a_thing_is_in_one_place_and_in_one_state_of_openness() -> None:
    assert list(Knowledge(LAMP)) == LAMP[1:]
    box = [ReadFact("box", "is", state) for state in ("locked", "unlocked", "open")]
    assert list(Knowledge(box)) == box[-1:]
    potato = [ReadFact("potato", "is", state) for state in ("sliced", "fried")]
    assert list(Knowledge(potato)) == potato


def test_what_is_told_again_is_news_again() -> None:
    known = Knowledge([*LAMP, ReadFact("box", "is", "open")])
    known.hear(LAMP[0])
    assert list(known) == [ReadFact("box", "is", "open"), LAMP[0]]


def test_what_was_known_first_stays_if_one_asks_how_it_began() -> None:
    known = Knowledge(LAMP[:1])
    known.hear_first(LAMP[1])
    assert list(known) == LAMP[:1]


def test_an_exit_is_known_until_its_end_is() -> None:
    exits = [ReadFact("hall", "has exit", "north"), ReadFact("hall", "has exit", "east")]
    ways = [ReadFact(*each) for each in connection("hall", "north", "attic")]
    assert list(Knowledge([*exits, *ways])) == [exits[1], *ways]


def test_a_key_that_has_opened_its_lock_need_not_open_it() -> None:
    used = ReadFact("red key", "has opened", "blue chest")
    assert list(Knowledge([ReadFact("red key", "opens", "blue chest"), used])) == [used]


def test_the_least_useful_then_oldest_facts_are_dropped() -> None:
    facts = [
        ReadFact("old lamp", "is on", "shelf"),
        ReadFact("new lamp", "is on", "shelf"),
        ReadFact("shelf", "is in", "hall"),
        ReadFact("sock", "is on", "bed"),
        ReadFact("red key", "is on", "bed"),
        ReadFact("hall", "has exit", "north"),
        ReadFact("table", "is", "ordinary"),
    ]
    kept = [useful(facts, "Find the sock.", lambda chosen, most=most: len(chosen) <= most) for most in range(8)]
    assert kept[1] == [facts[5]]
    assert kept[2] == [facts[3], facts[5]]
    assert kept[3] == [facts[3], facts[4], facts[5]]
    assert kept[4] == [facts[2], *kept[3]]
    assert kept[5] == [facts[1], *kept[4]]
    assert kept[6] == kept[7] == facts[:6]
