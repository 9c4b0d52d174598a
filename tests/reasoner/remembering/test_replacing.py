"""What takes the place of what was so."""

from __future__ import annotations

import pytest

from ariadne.reasoner.remembering.replacing import changed, done_anew, in_offices, moved, renewed, succeeded
from tests.reasoner.remembering.test_ended import fact


@pytest.mark.parametrize(
    ("known", "new", "now"),
    [
        ("passports, are in, drawer", "i, moved passports to, safe", "passports, are in, safe"),
        ("our keys, are in, kitchen", "ruben, put keys on, hook", "our keys, are on, hook"),
        ("ladder, is in, garage", "tom, has carried ladder back into, attic", "ladder, is in, attic"),
        ("blue vase, is on, table", "ines, stored blue vase under, stairs", "blue vase, is under, stairs"),
        ("bills, are kept in, green box", "bills, go in, black box", "bills, are kept in, black box"),
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


def test_how_something_is_done_is_told_by_who_did_it_again() -> None:
    known = [fact("app, is written in, c"), fact("menu, is printed on, paper")]
    assert done_anew(known, [fact("we, rewrote app in, rust")]) == {fact("app, is written in, rust"): known[0]}
    assert done_anew(known, [fact("bo, has printed menu on, cloth")]) == {fact("menu, is printed on, cloth"): known[1]}
    for other in ("we, rewrote app with, care", "we, opened app in, rust", "we, did not rewrite app in, rust"):
        assert done_anew(known, [fact(other)]) == {}


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
        ("router, password, a1", "ben, changed password of router to, b2", "router, password, b2"),
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


def test_the_new_one_is_the_one_now() -> None:
    facts = [fact("new boss, is, ann"), fact("party, will be on, friday"), fact("new van, is, red")]
    assert renewed(facts) == {facts[0]: fact("boss, is, ann"), facts[1]: fact("party, is on, friday")}
