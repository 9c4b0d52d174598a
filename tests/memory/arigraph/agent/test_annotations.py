from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.geography import Connection, connection
from ariadne.memory.arigraph.agent.annotations import ALL, LONGEST, Outcomes, Parts, annotated
from ariadne.memory.arigraph.core.graph import SemanticGraph
from ariadne.memory.memory import Cue
from ariadne.triplet import Triplet
from ariadne.worlds.world import Turn


def at(location: str, command: str = "", text: str = "") -> Turn:
    return Turn(command, text or f"-= {location.title()} =-\nA room.", "You carry an old note.", ("look",), location)


HALL, SAUNA = at("hall"), at("sauna", "go north")
BACK = at("hall", "go south")
LOCKED = at("hall", "open red locker", "You have to unlock it first.\nYour keys jingle.")
TRIPLETS = (
    "red locker, is in, hall",
    "red locker, is, locked",
    "maroon locker, is in, sauna",
    "bench, is on the floor of, sauna",
    "sauna, contains, table",
    "note, tells of, sauna",
    "stove, is in, sauna",
    "sauna, is, hot",
    "potato, is, raw",
    "potato, is, sliced",
)


def known(
    *actions: str,
    turns: Sequence[Turn] = (HALL, SAUNA, BACK, LOCKED),
    plan: str = "",
    shown: Parts = ALL,
    triplets: Sequence[str] = TRIPLETS,
    steps: Mapping[str, int] | None = None,
) -> dict[str, str]:
    """The annotations of actions after some turns, one per decision."""
    graph, outcomes = SemanticGraph(), Outcomes()
    for before, turn in zip((HALL, *turns), turns, strict=False):
        outcomes.see([turn])
        for triplet in connection(before.location, turn.location, turn.command) if turn != before else ():
            graph.add(triplet, 0)
    for text in triplets:
        graph.add(Triplet.parse(text), 0)
    return annotated(Cue("Win.", [plan], turns[-1], turns[:-1], actions, steps=steps), graph, outcomes, shown)


def test_an_unexplored_exit_is_annotated() -> None:
    assert known("go west") == {"go west": "not tried"}


def test_a_known_way_shows_its_destination_and_number_of_visits() -> None:
    assert known("go north") == {"go north": "to sauna, visited once"}
    assert known("go south", turns=(HALL, SAUNA)) == {"go south": "to hall, visited once"}
    twice = (HALL, SAUNA, BACK, SAUNA)
    assert known("go south", turns=twice) == {"go south": "to hall, visited 2 times"}


def test_a_way_known_only_from_texts_shows_an_unvisited_destination() -> None:
    assert known("go up", triplets=["loft, is up from, hall"]) == {"go up": "to loft, not visited"}


def test_a_way_without_a_direction_is_known_after_it_was_walked() -> None:
    into = at("cave", "enter hole")
    assert known("enter hole", turns=(HALL, into, at("hall", "leave"))) == {"enter hole": "to cave, visited once"}


def test_outcomes_in_other_places_are_not_shown() -> None:
    assert known("open red locker", turns=(HALL, LOCKED, SAUNA)) == {"open red locker": "red locker: locked"}


def test_an_exit_that_was_tried_in_vain_is_not_unexplored() -> None:
    closed = at("hall", "go west", "The door is closed.")
    assert known("go west", turns=(HALL, closed)) == {"go west": "step 1: The door is closed"}


def test_place_descriptions_and_the_inventory_are_not_outcomes() -> None:
    looked, listed = at("hall", "look"), at("hall", "inventory", "You carry an old note.")
    assert known("look", "inventory", turns=(HALL, looked, listed)) == {}


def test_a_walk_shows_the_contents_of_its_destination() -> None:
    assert known("go to sauna") == {"go to sauna": "maroon locker, bench, table"}


def test_things_of_plan_and_goal_come_first() -> None:
    assert known("go to sauna", plan="cook it on the stove") == {"go to sauna": "stove, maroon locker, bench"}


@pytest.mark.parametrize(
    ("action", "state"),
    [
        ("examine red locker", "red locker: locked"),
        ("unlock red locker with red key", "red locker: locked"),
        ("cook potato with stove", "potato: raw, sliced"),
        ("put red locker on potato", "red locker: locked"),
        ("put bench in red locker", ""),
        ("examine maroon locker", ""),
        ("wait", ""),
    ],
)
def test_an_action_shows_the_state_of_its_thing(action: str, state: str) -> None:
    assert known(action) == ({action: state} if state else {})


def test_the_longest_of_overlapping_names_is_used() -> None:
    triplets = ["locker, is, open", "red locker, is, locked"]
    assert known("examine red locker", triplets=triplets) == {"examine red locker": "red locker: locked"}


def test_beside_a_survey_an_action_shows_only_what_the_survey_lacks() -> None:
    """The destination, the last outcome with its step, and wanted things there."""
    said = known(
        "go north", "go west", "open red locker", "go to sauna", "examine red locker",
        plan="cook it on the stove", steps={LOCKED.as_text(): 7},
    )  # fmt: skip
    assert said == {
        "go north": "to sauna",
        "open red locker": "step 6: You have to unlock it first…",
        "go to sauna": "stove",
    }


def test_an_outcome_is_not_shown_with_another_inventory() -> None:
    others = replace(at("hall", "take key", "Taken."), inventory="You carry an old note and a key.")
    now = ("open red locker",)
    assert known(*now, turns=(HALL, LOCKED, others)) == {"open red locker": "red locker: locked"}
    assert known(*now, turns=(HALL, LOCKED, others), steps={}) == {}


def test_a_direction_that_led_nowhere_is_barred() -> None:
    outcomes = Outcomes()
    closed = at("hall", "go west", "The door is closed.")
    for turn in (HALL, closed, SAUNA, BACK):
        outcomes.see([turn])
    assert outcomes.barred == {("hall", "west")}
    outcomes.see([at("den", "go west")])
    assert outcomes.barred == set()


def test_ablated_parts_add_no_annotations() -> None:
    actions = ("go west", "open red locker", "go to sauna", "go north")
    assert set(known(*actions, shown=Parts(exploration=False))) == {*actions} - {"go west"}
    assert set(known(*actions, shown=Parts(semantic=False))) == {*actions} - {"go to sauna"}
    assert known("open red locker", shown=Parts(episodic=False)) == {"open red locker": "red locker: locked"}


texts = st.text(max_size=200)


@given(texts.filter(str.strip), texts, texts)
def test_an_annotation_is_one_short_line_for_any_text(action: str, said: str, plan: str) -> None:
    told = known(action, turns=(HALL, at("hall", action, said)), plan=plan)
    assert all(0 < len(text) <= LONGEST and len(text.splitlines()) == 1 for text in told.values())


def in_brief(*actions: str, turn: Turn, triplets: Sequence[str], ways: Sequence[Connection] = ()) -> dict[str, str]:
    """The annotations beside a survey, if a lamp is wanted."""
    graph, outcomes = SemanticGraph(), Outcomes()
    for step, text in enumerate(triplets):
        graph.add(Triplet.parse(text), step)
    outcomes.see([HALL])
    outcomes.see([SAUNA])
    return annotated(Cue("Find the lamp.", [], turn, [], actions, steps={}), graph, outcomes, ways=ways)


def test_beside_a_survey_the_newest_place_of_a_thing_is_shown() -> None:
    elsewhere = ["lamp, is in, hall", "lamp, is in, sauna"]
    assert in_brief("go to hall", "go to sauna", turn=SAUNA, triplets=elsewhere) == {"go to sauna": "lamp"}


def test_beside_a_survey_carried_things_have_no_other_place() -> None:
    carrying = replace(SAUNA, inventory="You are carrying: a lamp.")
    assert in_brief("go to hall", turn=carrying, triplets=["lamp, is in, hall"]) == {}


def test_beside_a_survey_ways_come_from_the_survey() -> None:
    ways = [Connection("sauna", "south", "hall", is_sure=False), Connection("sauna", "up", "loft")]
    told = in_brief("go south", "go up", "go west", turn=SAUNA, triplets=["cellar, is west of, sauna"], ways=ways)
    assert told == {"go south": "perhaps to hall", "go up": "to loft"}
