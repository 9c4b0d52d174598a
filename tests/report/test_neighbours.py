from __future__ import annotations

from ariadne.history import History
from ariadne.report.neighbours import neighbourhood, vertices
from tests.report.hostile import MARKUP, nasty_episode
from tests.screen.events import at, learned, recalled, started, turn

HUNT = History.of(
    [
        started(),
        turn("A hall.", step=0),
        learned(["key, is in, hall", "hall, has exit, north"]),
        learned(["key, is in, inventory", "key, is, red"], ["key, is in, hall"], step=2),
        at(3, recalled(["key, is, red"], [], [])),
    ]
)


def facts(step: int, vertex: str) -> list[str]:
    return neighbourhood(HUNT, step, vertex).plain.splitlines()


def test_facts_have_their_steps_and_those_that_hold_come_first() -> None:
    assert facts(1, "key") == ["key", "● key, is in, hall  since 1"]
    assert facts(3, "key") == [
        "key",
        "● key, is in, inventory  since 2",
        "● key, is, red  since 2",
        "○ key, is in, hall  since 1 until 2",
    ]


def test_new_dropped_and_recalled_facts_look_different() -> None:
    styles = {str(span.style) for span in neighbourhood(HUNT, 2, "key").spans}
    assert {"green", "red"} <= styles
    assert "bold" in {str(span.style) for span in neighbourhood(HUNT, 3, "red").spans[1:]}


def test_hostile_facts_are_shown_as_they_are() -> None:
    names = vertices(nasty_episode(), 1)
    assert any("[bold]" in name for name in names)
    assert all("[bold]" in neighbourhood(nasty_episode(), 1, name).plain for name in names if MARKUP[:5] in name)
