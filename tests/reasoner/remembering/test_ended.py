from __future__ import annotations

import pytest

from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.remembering.ended import changed, changes, in_offices, moved, plain, renewed, succeeded
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
    ("known", "new", "now"),
    [
        ("passports, are in, drawer", "i, moved passports to, safe", "passports, are in, safe"),
        ("our keys, are in, kitchen", "ruben, put keys on, hook", "our keys, are on, hook"),
        ("ladder, is in, garage", "tom, has carried ladder back into, attic", "ladder, is in, attic"),
        ("blue vase, is on, table", "ines, stored blue vase under, stairs", "blue vase, is under, stairs"),
    ],
)
def test_what_is_put_somewhere_is_there_and_no_longer_where_it_was(known: str, new: str, now: str) -> None:
    assert moved([fact(known)], [fact(new)]) == {fact(now): fact(known)}


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("ladder, is in, garage", "i, didn't move ladder to, attic"),
        ("anna, is in, rome", "news, moved anna to, tears"),
        ("my brother, is in, rome", "i, took brother to, dentist"),
        ("ladder, belongs to, piet", "i, moved ladder to, attic"),
        ("red vase, is on, table", "i, put vase under, stairs"),
        ("keys, are on, hook", "i, put keys on hook in, hall"),
        ("price, is at, top", "they, raised price to, ten euros"),
    ],
)
def test_what_puts_nothing_elsewhere_moves_nothing(known: str, new: str) -> None:
    assert moved([fact(known)], [fact(new)]) == {}


def test_of_two_that_may_be_meant_none_is_moved() -> None:
    known = [fact("my keys, are in, kitchen"), fact("your keys, are in, hall")]
    assert moved(known, [fact("i, put keys in, drawer")]) == {}


@pytest.mark.parametrize(
    "new",
    [
        ("jo, took over, shop", "jo, took from, ann"),
        ("ann, handed, shop", "ann, handed shop over to, jo"),
        ("ann, has handed over, shop", "ann, has handed to, jo"),
        ("jo, replaced, ann", "jo, replaced ann in, shop"),
        ("shop, was handed over from, ann", "shop, was handed over to, jo"),
        ("jo, replaced, ann", "jo, is, shop"),
    ],
)
@pytest.mark.parametrize(
    ("known", "now"), [("ann, runs, shop", "jo, runs, shop"), ("shop, owner, ann", "shop, owner, jo")]
)
def test_who_takes_something_over_is_to_it_what_the_one_before_was(known: str, now: str, new: tuple[str, str]) -> None:
    found = [*map(fact, new)]
    assert succeeded([fact(known), fact("ann, likes, tea"), *found], found) == {fact(now): fact(known)}
    assert succeeded([fact(known), fact("shop, is home of, ann"), *found], found) == {}


@pytest.mark.parametrize(
    "new",
    [
        ("jo, took over, shop", "jo, took from, bob"),
        ("jo, took over, shop", "bob, took from, ann"),
        ("ann, has not handed over, shop", "ann, has not handed to, jo"),
        ("jo, replaced, ann", "jo, replaced lamp in, shop"),
    ],
)
def test_who_takes_nothing_over_from_whom_it_is_known_of_is_nothing_to_it(new: tuple[str, str]) -> None:
    assert succeeded([fact("ann, runs, shop")], [*map(fact, new)]) == {}


@pytest.mark.parametrize(
    ("told", "facts"),
    [
        ("jo, replaced as head of sales, ann", ["jo, replaced, ann", "sales, head, jo"]),
        ("jo, took over from as treasurer, ann", ["jo, took over from, ann", "jo, is, treasurer"]),
        ("jo, works as a cook at, inn", ["jo, works as a cook at, inn"]),
    ],
)
def test_who_replaced_whom_as_what_is_that(told: str, facts: list[str]) -> None:
    assert in_offices([fact(told)]) == [*map(fact, facts)]


@pytest.mark.parametrize(
    ("known", "new", "now"),
    [
        ("rent, is, 900 euros", "rent, was raised to, 950 euros", "rent, is, 950 euros"),
        ("rent, is, 900 euros", "rent, was raised from, 900 to 950 euros", "rent, is, 950 euros"),
        ("meeting, is on, monday", "we, moved meeting to, tuesday", "meeting, is on, tuesday"),
        ("deadline, is, june 2", "deadline, has been brought forward to, may 30", "deadline, is, may 30"),
        ("flight, leaves at, 9:15", "flight, is delayed until, 11:40", "flight, leaves at, 11:40"),
        ("ann, email, ann@a.com", "ann, changed email to, ann@b.org", "ann, email, ann@b.org"),
        ("ann's email, is, ann@a.com", "ann, changed her email to, ann@b.org", "ann's email, is, ann@b.org"),
        ("password, is, swordfish", "password, was changed to, bluewhale", "password, is, bluewhale"),
    ],
)
def test_what_is_given_another_value_has_that(known: str, new: str, now: str) -> None:
    others = map(fact, ("meeting, is in, room 4", "ann, likes, tea", "flight, goes to, oslo"))
    assert changed([fact(known), *others], [fact(new)]) == {fact(now): fact(known)}


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("meeting, is on, monday", "meeting, was moved to, room 5"),
        ("rent, is, 900 euros", "rent, was not raised to, 950 euros"),
        ("rent, is, 900 euros", "price, was raised to, 950 euros"),
        ("ann, is, happy", "ann, moved to, oslo"),
        ("rent, is, 900 euros", "rent, was raised from, 900 euros"),
    ],
)
def test_what_is_of_another_kind_or_thing_changes_no_value(known: str, new: str) -> None:
    assert changed([fact(known)], [fact(new)]) == {}


def test_of_two_values_that_may_be_meant_none_is_changed() -> None:
    known = [fact("show, is on, monday"), fact("show, starts on, tuesday")]
    assert changed(known, [fact("show, was moved to, friday")]) == {}


def test_what_is_said_to_be_so_now_ends_another_number_or_time_of_the_same() -> None:
    known, new = fact("rent, is, 900 euros"), fact("rent, is, 950 euros")
    assert changed([known], [new], [new]) == {new: known}
    assert changed([known], [new]) == {}
    assert changed([fact("ann, is, nurse")], [fact("ann, is, mother")], [fact("ann, is, mother")]) == {}


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


@pytest.mark.parametrize(
    ("known", "new", "now"),
    [
        ("dose, is, 5 mg", "dose, was doubled to, 10 mg", "dose, is, 10 mg"),
        ("budget, is, 300 euros", "budget, was trimmed to, 280 euros", "budget, is, 280 euros"),
        ("course, is on, 3 may", "course, was pulled forward to, 1 may", "course, is on, 1 may"),
    ],
)
def test_whatever_is_done_to_a_number_or_a_time_gives_another(known: str, new: str, now: str) -> None:
    assert changed([fact(known)], [fact(new)]) == {fact(now): fact(known)}


@pytest.mark.parametrize(
    "new", ["dose, was compared to, 10 mg", "dose, is equal to, 10 mg", "dose, was doubled to, ann"]
)
def test_what_is_compared_has_no_other_value(new: str) -> None:
    assert changed([fact("dose, is, 5 mg")], [fact(new)]) == {}


def test_a_thing_that_was_brought_somewhere_is_there() -> None:
    known = [fact("saw, is in, cellar"), fact("ann, is in, rome")]
    assert moved(known, [fact("saw, was brought to, barn")]) == {fact("saw, is in, barn"): known[0]}
    assert moved(known, [fact("saw, was compared to, barn"), fact("ann, was taken to, milan")]) == {}


def test_who_does_it_now_does_it_in_place_of_another() -> None:
    known, new = fact("nils, runs, kiosk"), fact("olga, runs, kiosk")
    assert changed([known], [new], [new]) == {new: known}
    assert changed([known], [new]) == {}
    fans = fact("nils, likes, kiosk"), fact("olga, likes, kiosk")
    assert changed([fans[0]], [fans[1]], [fans[1]]) == {}


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


def test_the_new_one_is_the_one_now() -> None:
    facts = [fact("new boss, is, ann"), fact("party, will be on, friday"), fact("new van, is, red")]
    assert renewed(facts) == {facts[0]: fact("boss, is, ann"), facts[1]: fact("party, is on, friday")}
