"""Recollections in every form are read with their time."""

from __future__ import annotations

import pytest

from ariadne.reasoner.playing.shown import START, passages
from tests.reasoner.scenes import picture

SHELF = "On the shelf is a lamp."
LOOK = "> look\n-= Hall =-\nYou see a {0}. On the {0} you see a lamp."
NOW = "-= Cellar =-\nA cellar."


@pytest.mark.parametrize(
    "told",
    [
        {"episodes": [LOOK.format("shelf")]},
        {"past": [f"{LOOK.format('shelf')} (seen at step 3)"]},
        {"notes": SHELF},
        {"notes": LOOK.format("shelf")},
        {"notes": "lamp, is on, shelf"},
        {"facts": ["lamp, is on, shelf"]},
        {"recalled": [SHELF]},
        {"past": [SHELF]},
        {"past": ["lamp, is on, shelf"]},
        {"facts": ["lamp, is on, shelf (since step 3, by put lamp on shelf)"]},
        {"past": ["The lamp is on the shelf. (since step 3)"]},
    ],
)
def test_every_form_of_recollection_places_a_thing(told: dict[str, list[str]]) -> None:
    assert picture(NOW, **told).places["lamp"] == "shelf"


def test_ended_facts_still_show_the_first_state() -> None:
    now = picture(NOW, past=[f"{LOOK.format('shelf')} (seen at step 3)\n(no longer so: lamp, is on, shelf)"])
    assert "lamp" not in now.places
    assert now.first["lamp"] == "shelf"
    gone = picture(NOW, facts=["box, is, closed (since step 1 until step 4, by open box)"])
    assert (gone.first_states["box"], gone.states.get("box")) == ("closed", None)


def test_passages_come_in_the_order_of_their_times() -> None:
    inputs = {"rules": "Be quick.", "past": ["> wait\nB (seen at step 7)", "> wait\nA (seen at step 2)"], "taken": "5",
              "notes": "C"}  # fmt: skip
    assert [(each.step, *each.turns) for each in passages(inputs)] == [
        (START, "Be quick."), (2, "> wait\nA"), (5, "C"), (7, "> wait\nB"),
    ]  # fmt: skip
    assert [(each.step, *each.turns) for each in passages({})][:1] == [(START,)]
