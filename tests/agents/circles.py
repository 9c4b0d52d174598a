"""Detects circles from an episode's events alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ariadne.events import Event


@dataclass(frozen=True)
class Walk:
    """An episode as states and steps between them.

    Attributes:
        states: a number for each state, at each decision and at the end; equal states have equal numbers.
        learned: for each step, whether it showed a text or led to a state that was new in the episode.
    """

    states: Sequence[int]
    learned: Sequence[bool]


def longest_repetition(events: Iterable[Event]) -> tuple[int, int]:
    """The cycle walked most often in a row with nothing learned: (its period, number of rounds).

    A cycle of period p walked k times is p * k steps that each lead to the state p steps before. The shorter of two
    equally frequent ones counts. (0, 0) if there is none.
    """
    walk = read_walk(events)
    period, times = 0, 0
    for states in unlearned(walk):
        longest = len(states) - 1
        for candidate in range(1, longest + 1):
            if longest // candidate < max(times, 1):
                break
            walked = rounds(states, candidate)
            if (walked, -candidate) > (times, -period):
                period, times = candidate, walked
    return period, times


def read_walk(events: Iterable[Event]) -> Walk:
    """Fold the events of an episode; only `turn` and `acted` matter here."""
    known: dict[Any, int] = {}
    texts: set[str] = set()
    states: list[int] = []
    learned: list[bool] = []
    last: Event = {}
    new = False

    def arrive() -> None:
        nonlocal new
        state = _state(last)
        if states:
            learned.append(new or state not in known)
        states.append(known.setdefault(state, len(known)))
        new = False

    for event in events:
        if event.name == "turn":
            new = new or event.observation not in texts
            texts.add(event.observation)
            last = event
        elif event.name == "acted":
            arrive()
    if last:
        arrive()
    return Walk(states, learned)


def unlearned(walk: Walk) -> Iterator[Sequence[int]]:
    """The states of each longest stretch of steps without anything learned."""
    start = 0
    for number, learned in enumerate([*walk.learned, True]):
        if learned:
            if number > start:
                yield walk.states[start : number + 1]
            start = number + 1


def rounds(states: Sequence[int], period: int) -> int:
    """The number of rounds in a row of a cycle with this period."""
    most = matches = 0
    for state, later in zip(states, states[period:], strict=False):
        matches = matches + 1 if state == later else 0
        most = max(most, matches)
    return (most + period - 1) // period


def _state(turn: Event) -> tuple[str, str, tuple[str, ...]]:
    return turn.location, turn.inventory, tuple(turn.commands)
