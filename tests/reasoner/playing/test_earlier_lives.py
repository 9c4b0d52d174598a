from __future__ import annotations

from ariadne.models.question import Inputs
from ariadne.reasoner.playing.act import act
from ariadne.reasoner.playing.picture import situation
from ariadne.reasoner.playing.plan import plan

TIDY = "Tidy up the house: bring things that lie in the wrong place back to where they belong."
HOUSE = ["bed, is in, bedroom", "desk, is in, study", "lamp, is on, bed", "study, is north of, bedroom"]


def alike(one: str, other: str) -> float:
    return float(one == other)


def moment(**known: str | list[str]) -> Inputs:
    return {"goal": "Find the coin.", "observation": "-= Hall =-\nA hall.", "location": "hall", **known}


def chosen(inputs: Inputs) -> str:
    revised: list[str] = plan(inputs, alike)["plan"]
    return str(act({**inputs, "plan": revised}, alike)["action"])


def test_the_key_that_opened_a_lock_opens_it_again_and_notes_are_known() -> None:
    now = situation(moment(learned=["iron key, has opened, chest", "note, tells of, chest"]))
    assert now.opens == {"chest": "iron key"}
    assert not now.opened
    assert now.was_read("note")


def test_the_key_is_fetched_before_what_its_lock_hides() -> None:
    earlier = ["chest, is in, attic", "brass key, is in, chest", "iron key, is in, cellar"]
    known = ["iron key, has opened, chest", "brass key, has opened, gate"]
    places = ["go to attic", "go to cellar"]
    assert chosen(moment(earlier=earlier, learned=known, actions=places)) == "go to cellar"


def test_a_missing_thing_is_no_longer_believed_there() -> None:
    earlier = ["table, is in, hall", "coin, is on, table"]
    assert situation(moment(earlier=earlier, actions=["examine table", "examine coin"])).room_of("coin") == "hall"
    assert situation(moment(earlier=earlier, actions=["examine table"])).room_of("coin") == ""
    closed = situation(moment(earlier=["box, is in, hall", "coin, is in, box"], actions=["examine box", "open box"]))
    assert closed.room_of("coin") == "hall"


def test_things_moved_in_an_earlier_life_are_moved_at_once() -> None:
    now = moment(
        goal=TIDY, earlier=HOUSE, learned=["lamp, was last on, desk"], exits=["bedroom, has exit, north"],
        plan=["Explore the unknown exits"], actions=["go to bedroom", "go to study", "examine rug"],
    )  # fmt: skip
    assert plan(now, alike)["plan"] == [
        "Put the lamp at the desk | as far as I know it belongs at the desk in the study"
    ]
    assert chosen(now) == "go to bedroom"
    held = {**now, "inventory": "You are carrying: a lamp."}
    assert chosen(held) == "go to study"


def test_the_agent_stops_if_all_is_as_it_was_left() -> None:
    assert (
        chosen(moment(goal=TIDY, plan=["Nothing more to do"], actions=["examine bed", "stop playing"]))
        == "stop playing"
    )
