from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ariadne.events import Event
from tests.agents.circles import longest_repetition, longest_repetition_in, read_walk, rounds
from tests.screen import events


def turn(place: str, text: str = "", inventory: str = "nothing", commands: tuple[str, ...] = ("look",)) -> Event:
    return events.turn(text or f"You are in the {place}.", place, inventory=inventory, commands=commands)


def acted(*turns: Event) -> list[Event]:
    """A decision, the turns that came of it, and what else is written meanwhile."""
    scored = events.scored(0)
    return [events.planned(), events.acted("go"), *(each for turn in turns for each in (turn, scored))]


def walked(*places: str) -> list[Event]:
    """An episode of moves from place to place, a letter each."""
    start, *others = map(turn, "".join(places))
    return [start, *(event for other in others for event in acted(other))]


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ("h", (0, 0)),
        ("hkl", (0, 0)),
        ("hkh", (0, 0)),  # the first way there is new, and the way back alone is no round
        ("hkhk", (2, 1)),
        ("hkhkhk", (2, 2)),
        ("hkhkhkh", (2, 2)),
        ("hkhkhkhk", (2, 3)),
        ("hklhklhklhkl", (3, 3)),
        ("hhhhh", (1, 4)),
        ("hkhhhkhhhhk", (1, 3)),
    ],
)
def test_a_cycle_counts_each_time_it_is_walked_with_nothing_learned(places: str, found: tuple[int, int]) -> None:
    assert longest_repetition(walked(places)) == found


def test_no_step_is_no_cycle() -> None:
    assert longest_repetition([]) == (0, 0)
    assert longest_repetition([turn("hall")]) == (0, 0)


def test_the_shorter_of_two_cycles_walked_equally_often_is_told() -> None:
    assert longest_repetition(walked("hklhklhklhkl")) == (3, 3)
    assert longest_repetition(walked("hklhklhklhkl", "klklk")) == (2, 3)
    assert longest_repetition(walked("hklklkl", "hklhklhklhkl")) == (3, 4)
    assert longest_repetition(walked("hklklklkl", "hklhklhkl")) == (2, 3)


def test_a_new_text_ends_a_repetition() -> None:
    there, back = acted(turn("k")), acted(turn("h"))
    news = acted(turn("k", "A cat comes in."))
    round_trip = [*there, *back]
    start = [turn("h"), *round_trip]
    assert longest_repetition([*start, *round_trip * 4]) == (2, 4)
    assert longest_repetition([*start, *round_trip * 2, *news, *back, *round_trip * 2]) == (2, 2)
    assert longest_repetition([*start, *round_trip * 2, *news, *back, *news, *back, *round_trip]) == (2, 2)


def test_a_text_on_the_way_counts_and_the_state_on_the_way_does_not() -> None:
    start = [turn("h"), *acted(turn("k")), *acted(turn("h"))]
    far = [*acted(turn("k"), turn("l")), *acted(turn("k"), turn("h"))]
    assert longest_repetition([*start, *far]) == (0, 0)
    assert longest_repetition([*start, *far, *far, *far]) == (2, 2)
    assert len(read_walk([*start, *far]).states) == 5


def test_what_is_carried_and_what_can_be_done_are_parts_of_a_state() -> None:
    said = "Well."
    states = [turn("h", said), turn("h", said, "a key"), turn("h", said, "a key", ("drop key",)), turn("k", said)]
    walk = read_walk([states[0], *(event for state in states[1:] for event in acted(state))])
    assert walk.states == [0, 1, 2, 3]
    assert walk.learned == [True, True, True]


def test_a_new_state_is_learned_though_its_text_is_old() -> None:
    walk = read_walk([turn("h", "Dark."), *acted(turn("k", "Dark.")), *acted(turn("h", "Dark."))])
    assert walk.learned == [True, False]


def test_taking_and_dropping_is_a_cycle() -> None:
    take = acted(turn("h", "Taken.", "a key", ("drop key",)))
    drop = acted(turn("h", "Dropped.", "nothing", ("take key",)))
    start = [turn("h", commands=("take key",)), *take, *drop]
    assert longest_repetition([*start, *(take + drop) * 3]) == (2, 3)


def test_an_answer_that_is_new_each_time_is_no_circle() -> None:
    rolls = [event for number in range(9) for event in acted(turn("h", f"You roll a {number}."))]
    assert longest_repetition([turn("h"), *rolls]) == (0, 0)


def test_the_events_of_a_file_are_read(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text(events.file_of(walked("hkh", "khkhkh")))
    assert longest_repetition_in(path) == (2, 3)


places = st.text("abc", min_size=1, max_size=14)


@given(places)
def test_it_finds_what_trying_all_cycles_finds(trail: str) -> None:
    events = walked(trail)
    learned = read_walk(events).learned
    assert longest_repetition(events) == tried(trail, learned)


def tried(trail: str, learned: Sequence[bool]) -> tuple[int, int]:
    """The answer by the definition: each stretch of steps is looked at, whether it is a cycle so many times."""
    best = (0, 0)
    for start in range(len(trail)):
        for period in range(1, len(trail) - start):
            for times in range(1, (len(trail) - 1 - start) // period + 1):
                end = start + period * times
                again = all(trail[at] == trail[at + period] for at in range(start, end - period + 1))
                starts_anew = trail[start] == trail[start + period]
                if again and starts_anew and not any(learned[start:end]):
                    best = max(best, (times, -period))
    return -best[1], best[0]


@given(places, st.integers(1, 5))
def test_walking_a_known_way_again_and_again_is_counted(trail: str, times: int) -> None:
    """Whatever way is walked: it is known after one round, and what follows is rounds of it, or of a part of it."""
    events = walked(trail + trail[0], trail[1:] + trail[0], *(trail[1:] + trail[0] for _ in range(times - 1)))
    _, found = longest_repetition(events)
    assert found >= times


@given(places, st.integers(1, 5))
def test_a_walk_has_no_more_rounds_than_steps(trail: str, period: int) -> None:
    states = [ord(place) for place in trail]
    assert rounds(states, period) * period <= len(states) - 1
    assert (rounds(states, period) > 0) == any(a == b for a, b in zip(states, states[period:], strict=False))
