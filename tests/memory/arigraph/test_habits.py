from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ariadne.gather import gathered
from ariadne.memory.arigraph.habits import ENOUGH, EXAMPLES, Habits
from ariadne.memory.arigraph.relations import Slot
from ariadne.triplet import Triplet
from tests.memory.arigraph.strategies import triplets


def fact(line: str) -> Triplet:
    return Triplet.parse(line)


def test_a_relation_that_had_one_value_of_enough_subjects_takes_one() -> None:
    few = Habits(Triplet(f"driver {number}", "drives", f"car {number}") for number in range(ENOUGH - 1))
    assert few.takes_one("drives") is None
    few.add(fact("driver, drives, car"))
    assert few.takes_one("drives") is few.takes_one("drove") is True
    assert few.takes_one("rides") is None


def test_a_relation_that_had_several_values_of_some_subject_is_known_to() -> None:
    habits = Habits(Triplet(f"driver {number}", "drives", f"car {number}") for number in range(ENOUGH))
    second = fact("driver 0, drives, van")
    habits.add(second)
    assert habits.takes_one("drives") is None
    habits.remove(second)
    assert habits.takes_one("drives") is True


def test_what_a_relation_says_goes_before_how_often_it_was_told() -> None:
    habits = Habits(Triplet(f"guest {number}", "likes", f"dish {number}") for number in range(3 * ENOUGH))
    assert habits.takes_one("likes") is False
    assert Habits([fact("alice, lives in, rome"), fact("alice, lives in, oslo")]).takes_one("lives in") is True


def test_relations_that_something_had_both_at_once_say_two_things() -> None:
    habits = Habits([fact("acme, ceo, bob"), fact("globex, chairman, carl")])
    assert not habits.differ("ceo", "chairman")
    habits.add(fact("acme, chairman, carl"))
    assert habits.differ("ceo", "chairman")
    assert habits.differ("chairman", "ceo")
    assert not habits.differ("ceo", "owner")


def test_values_of_a_slot_are_its_own_and_the_latest_of_others() -> None:
    told = [fact(f"guest {number}, plays, game {number}") for number in range(EXAMPLES + 1)]
    latest = [f"game {number}" for number in reversed(range(1, EXAMPLES + 1))]
    slot = Slot("ann", "played", "chess")
    assert Habits(told).values(slot) == ["chess", *latest]
    assert Habits.of([], lambda _: [], told).values(slot) == ["chess", *latest]
    assert Habits(told).values(Slot("chess", "plays by", "ann", is_converse=True))[1] == f"guest {EXAMPLES}"
    assert Habits(told).values(Slot("ann", "sings", "jazz")) == ["jazz"]


def test_what_ended_before_the_other_began_was_not_had_at_once() -> None:
    habits = Habits([fact("acme, ceo, bob")])
    habits.remove(fact("acme, ceo, bob"))
    habits.add(fact("acme, chairman, carl"))
    assert not habits.differ("ceo", "chairman")


@given(st.lists(triplets, unique=True), st.data())
def test_habits_are_those_of_the_facts_that_hold(told: list[Triplet], data: st.DataObject) -> None:
    habits = Habits(told)
    gone = data.draw(st.lists(st.sampled_from(told), unique=True)) if told else []
    for each in gone:
        habits.remove(each)
    left = Habits(each for each in told if each not in gone)
    for relation in ("is in", "is on", "opens"):
        assert habits.takes_one(relation) == left.takes_one(relation)


@given(st.lists(triplets, unique=True), st.data())
def test_what_held_of_a_subject_is_asked_for_when_it_changes(told: list[Triplet], data: st.DataObject) -> None:
    """Relations that many have are known from their counts; whose they are, from what holds."""
    gone = data.draw(st.lists(st.sampled_from(told), unique=True)) if told else []
    watched, now = Habits(told), dict.fromkeys(told)
    spans = gathered((each.subject, (each.relation, 1, None)) for each in told)
    read = Habits.of(spans.items(), lambda subject: [each for each in now if each.subject == subject])
    for each in gone:
        read.know([each.subject])
        del now[each]
        watched.remove(each)
        read.remove(each)
    for relation in ("is in", "is on", "opens"):
        assert read.takes_one(relation) == watched.takes_one(relation)
        for other in ("is in", "is on", "opens"):
            assert read.differ(relation, other) == watched.differ(relation, other)
