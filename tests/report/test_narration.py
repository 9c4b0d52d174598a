from __future__ import annotations

from dataclasses import replace

from ariadne.history import History
from ariadne.report.narration import Narration
from tests.report.graphs import house_events
from tests.report.plays import nasty
from tests.screen.events import acted, at, ended, learned, planned, scored, turn


def test_a_step_tells_what_was_found_what_that_changed_and_what_was_done() -> None:
    read = [
        turn("The brass key opens the chest.", "attic", command="read note", step=4),
        learned(["brass key, opens, chest"], step=5),
        replace(planned("Unlock the chest with the brass key | it fits"), step=5),
        acted("unlock chest with brass key", step=5),
        scored(1, step=5),
    ]
    narration = Narration(History.of([*house_events(), *read]))
    assert narration.tell(3) == "It comes to the attic and learns that the chest is in the attic. It looks."
    assert narration.tell(5) == (
        "It learns that the brass key opens the chest, so it plans to unlock the chest with the brass key. "
        "It unlocks the chest with the brass key. That scores 1 point."
    )
    assert narration.marks(5) == ["score", "plan"]


def test_only_a_fact_that_turned_out_to_be_wrong_is_marked_as_given_up() -> None:
    seen = learned(["chest, is in, cellar"], ["chest, is in, attic"], step=4)
    narration = Narration(History.of([*house_events(), seen]))
    assert "dropped" not in narration.marks(2), "the player took the key"
    assert "dropped" in narration.marks(4)


def test_any_episode_is_told_from_its_first_step_to_its_end() -> None:
    for events in ([*house_events(), at(3, ended("lost"))], nasty()):
        history = History.of(events)
        narration = Narration(history)
        assert all(narration.tell(step) for step in range(len(history.steps) + bool(history.ended)))
        assert narration.summary()
