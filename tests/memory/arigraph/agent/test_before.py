from __future__ import annotations

import pytest

from ariadne.memory.arigraph.agent.before import Before
from ariadne.memory.arigraph.agent.lives import parted
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.worlds.world import Turn
from tests.memory.arigraph.agent.test_lives import HALL, HOUSE, YARD, Told, contents, fact, facts

BARN: list[Told] = [
    ("-= Barn =-\nStraw and a ladder.", "ladder, is in, barn; lamp, is in, box; hay, is for, cows"),
    ("> open box\nA lamp.", ""),
]
SHED: list[Told] = [
    ("-= Shed =-\nTwo spades and an old saw.", "saw, is in, shed; lamp, is in, box; hay, is for, cows"),
    ("> open box\nA lamp.", ""),
]


def before(*lives: list[Told]) -> Before:
    return Before(parted(contents(*lives))[1].worlds)


def known(lines: str) -> SemanticGraph:
    graph = SemanticGraph()
    for triplet in facts(lines):
        graph.add(triplet, 1)
    return graph


NOTHING = known("")
START = Turn("", HALL, location="hall")


def yard(text: str = YARD) -> Turn:
    return Turn("go east", text.partition("\n")[2], location="yard")


def test_first_facts_of_a_known_world_are_expected_from_the_first_look_on() -> None:
    past = before(HOUSE)
    assert past.world is None
    past.see([START])
    assert {fact("key, is on, table"), fact("lamp, is in, box")} <= {*past.first(NOTHING)}
    assert [(way.origin, way.direction, way.destination) for way in past.ways()] == [
        ("hall", "east", "yard"), ("yard", "west", "hall"),
    ]  # fmt: skip
    assert past.learned == facts("key, has opened, box; key, was last in, yard")


def test_facts_that_this_life_has_seen_are_not_repeated() -> None:
    past = before(HOUSE)
    past.see([START])
    shown = known("key, is in, inventory; box, is in, hall")
    assert not {fact("key, is on, table"), fact("box, is in, hall")} & {*past.first(shown)}
    assert fact("lamp, is in, box") in past.first(shown)


def test_a_thing_missing_from_the_same_view_is_given_up() -> None:
    past = before(HOUSE)
    past.see([Turn("", HALL.replace(" A key lies on the table.", ""), location="hall")])
    assert past.world is not None
    assert {*past.given_up} == {fact("key, is on, table"), fact("table, is in, hall")}
    past.see([Turn("open box", "The box is empty.", location="hall")])
    assert fact("lamp, is in, box") in past.given_up


@pytest.mark.parametrize("look", ["-= Hall =-\nStraw, a ladder and two cows.", "-= Cellar =-\nDark and damp."])
def test_another_world_is_recognized_by_its_places(look: str) -> None:
    past = before(HOUSE)
    past.see([Turn("", look, location=look[3:].partition(" ")[0].lower())])
    assert (past.world, past.first(NOTHING), past.learned, past.ways()) == (None, (), (), [])


def test_a_world_is_given_up_when_most_places_differ() -> None:
    past = before(HOUSE)
    past.see([START])
    assert past.world is not None
    past.see([yard("> go east\n-= Yard =-\nSheep graze among apple trees.")])
    assert past.world is None


def test_all_is_done_where_an_idle_life_left_it() -> None:
    vain = [("> look\nA yard.", "")] * 10
    for life, is_done in (([*HOUSE, *vain], True), (HOUSE, False)):
        past = before(life)
        past.see([START])
        assert past.is_done(known("key, is in, yard")) is is_done
        assert not past.is_done(known("key, is on, table"))


def test_the_unread_last_turn_of_the_last_life_is_returned() -> None:
    end = "> open chest\nGold! *** The End ***"
    past = before([*HOUSE, (end, "")])
    past.see([START])
    assert past.ending == end
    assert before(HOUSE).ending == ""
