from __future__ import annotations

import pytest

from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.remembering.ended import changes, plain
from ariadne.triplet import Triplet


def fact(line: str) -> Fact:
    triplet = Triplet.parse(line)
    return Fact(triplet.subject, triplet.relation, triplet.object)


def ended(known: list[str], new: str) -> list[str]:
    return [line.partition(" -> ")[0] for line in changes([*map(fact, known)], [fact(new)])]


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("sam, eats, meat", "sam, does not eat, meat"),
        ("sam, does not eat, fish", "sam, eats, fish"),
        ("sam, is, vegan", "sam, is not, vegan"),
        ("sam, works at, acme", "sam, does not work for, acme"),
        ("sam, works for, acme", "sam, quit job at, acme"),
        ("sam, works at, acme", "sam, started new job at, globex"),
        ("sam, lives in, leeds", "sam, moved to, berlin"),
        ("sam, has, red car", "sam, sold, sam's car"),
        ("sam, has, gym membership", "sam, cancelled, sam's gym membership"),
        ("sam, is dating, tom", "sam, broke up with, tom"),
        ("sam, drinks, coffee", "sam, stopped drinking, coffee"),
        ("sam, drinks, coffee", "sam, stopped, drinking coffee"),
        ("sam, eats, sugar", "sam, gave up, sugar"),
        ("sam, lives in, rome", "sam, used to live in, rome"),
        ("sam, smokes, cigars", "sam, quit, smoking"),
    ],
)
def test_what_somebody_says_ends_what_was_so(known: str, new: str) -> None:
    assert ended([known], new) == [known]


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("sam, eats, meat", "sam, eats, fish"),
        ("sam, eats, meat", "ann, does not eat, meat"),
        ("sam, likes, meat", "sam, does not eat, meat"),
        ("sam, works at, acme", "sam, quit job at, globex"),
        ("sam, has, sister", "sam, sold, sam's car"),
        ("sam, drinks, tea", "sam, stopped drinking, coffee"),
        ("sam, drinks, tea", "sam, stopped, drinking coffee"),
        ("sam, lives in, leeds", "sam, used to live in, rome"),
        ("sam, was born in, leeds", "sam, moved to, berlin"),
        ("sam, works at, acme", "sam, started new job at, acme"),
        ("sam, knows, tom", "sam, broke up with, tom"),
        ("sam, likes, coffee", "sam, stopped drinking, coffee"),
        ("sam, likes, sugar", "sam, gave up, sugar"),
        ("sam, painted, red car", "sam, sold, sam's car"),
    ],
)
def test_what_may_hold_beside_it_stays(known: str, new: str) -> None:
    assert ended([known], new) == []


def test_a_thing_is_gone_only_if_it_is_plain_which() -> None:
    cars = ["sam, has, red car", "sam, drives, blue car"]
    assert ended(cars, "sam, sold, sam's car") == []
    assert ended(cars, "sam, sold, sam's red car") == cars[:1]


def test_how_long_and_how_often_end_with_what_they_are_said_of() -> None:
    ends = ["sam, eats, meat", "sam, eats meat, every day", "sam, eats meat since, 2019"]
    stays = [
        "sam, ate meat in, rome",
        "sam, eats meat substitutes with, rice",
        "sam, eats meat substitutes since, 2019",
    ]
    assert sorted(ended([*ends, *stays], "sam, does not eat, meat")) == sorted(ends)


@pytest.mark.parametrize(
    ("relation", "said"),
    [
        ("has moved to", "move to"),
        ("does not eat", "eat"),
        ("is married to", "be married to"),
        ("has been learning", "learn"),
        ("is no longer", "be"),
    ],
)
def test_a_relation_has_a_plain_form(relation: str, said: str) -> None:
    assert plain(relation) == said


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("acme, chair, ben", "ben, resigned as chair of, acme"),
        ("acme, chair, ben", "ben, is no longer, chair of acme"),
        ("acme, chair, ben", "ben, stepped down as chair of, acme"),
        ("ben, is, treasurer", "ben, resigned as, treasurer"),
        ("treasurer, is, ben", "ben, resigned as, treasurer"),
    ],
)
def test_who_gives_an_office_up_has_it_no_more(known: str, new: str) -> None:
    assert changes([fact(known)], [fact(new)]) == [f"{known} -> {new}"]


def test_an_office_of_another_goes_on() -> None:
    known = [fact("acme, chair, ann"), fact("acme, coach, ben"), fact("ben, is, cook")]
    assert changes(known, [fact("ben, resigned as chair of, acme"), fact("ben, resigned as, treasurer")]) == []


def test_what_is_called_off_is_at_no_time() -> None:
    assert ended(["flight, is on, friday", "trip, is on, friday"], "flight, was, cancelled") == [
        "flight, is on, friday"
    ]
    assert ended(["flight, is on, friday"], "flight, was not, cancelled") == []


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("call, is at, 10", "call, is at, 11"),
        ("course, is on, 3 may", "course, takes place on, 17 may"),
        ("party, is on, friday", "party, is scheduled for, saturday"),
    ],
)
def test_there_is_one_time_of_a_kind(known: str, new: str) -> None:
    assert ended([known], new) == [known]


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("party, is on, friday", "party, is at, 10:30"),
        ("course, is on, 3 may", "course, is in, may"),
        ("party, starts at, 10:30", "party, ends at, 11:30"),
        ("club, meets on, monday", "club, meets on, friday"),
    ],
)
def test_times_of_two_kinds_stand_beside_each_other(known: str, new: str) -> None:
    assert ended([known], new) == []
