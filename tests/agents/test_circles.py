from __future__ import annotations

import pytest

from ariadne.events import Event
from tests.agents.circles import longest_repetition
from tests.screen import events


def turn(place: str, text: str = "", inventory: str = "nothing", commands: tuple[str, ...] = ("look",)) -> Event:
    return events.turn(text or f"You are in the {place}.", place, inventory=inventory, commands=commands)


def acted(*turns: Event) -> list[Event]:
    """A decision, its turns, and other events meanwhile."""
    scored = events.scored(0)
    return [events.planned(), events.acted("go"), *(each for turn in turns for each in (turn, scored))]


def walked(*places: str) -> list[Event]:
    """An episode of moves between places, one letter each."""
    start, *others = map(turn, "".join(places))
    return [start, *(event for other in others for event in acted(other))]


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ("h", (0, 0)),
        ("hkhk", (2, 1)),
        ("hkhkhkhk", (2, 3)),
        ("hklhklhklhkl", (3, 3)),
        ("hhhhh", (1, 4)),
        ("hkhhhkhhhhk", (1, 3)),
    ],
)
def test_a_cycle_counts_whenever_nothing_was_learned(places: str, found: tuple[int, int]) -> None:
    assert longest_repetition(walked(places)) == found


def test_a_new_text_ends_a_repetition() -> None:
    there, back = acted(turn("k")), acted(turn("h"))
    news = acted(turn("k", "A cat comes in."))
    round_trip = [*there, *back]
    start = [turn("h"), *round_trip]
    assert longest_repetition([*start, *round_trip * 4]) == (2, 4)
    assert longest_repetition([*start, *round_trip * 2, *news, *back, *round_trip * 2]) == (2, 2)
    assert longest_repetition([*start, *round_trip * 2, *news, *back, *news, *back, *round_trip]) == (2, 2)
