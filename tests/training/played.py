"""An episode of `ariadne play`, in the form of examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ariadne.evaluate.examples import Said, Wanted, sft_episodes
from ariadne.events import Scored, TurnEvent
from ariadne.worlds.registry import find_game
from tests.command import ariadne_here, events_of


@dataclass(frozen=True)
class Played:
    """The messages, and the score after each turn."""

    messages: list[Said]
    turns: list[TurnEvent]
    scores: list[Scored]

    @property
    def commands(self) -> list[str]:
        return [turn.command for turn in self.turns[1:]]


def play(game: str, runs: Path, agent: str = "walkthrough", *more: str) -> Played:
    done = ariadne_here("play", game, "--agent", agent, *more, "--runs", runs, "--quiet")
    assert not done.returncode, done.stderr
    (run,) = runs.iterdir()
    (line,) = sft_episodes([run], Wanted())
    events = events_of(runs)
    turns = [event for event in events if isinstance(event, TurnEvent)]
    return Played(line["messages"], turns, [event for event in events if isinstance(event, Scored)])


def walkthrough(game: str) -> Sequence[str]:
    """Commands that win."""
    world = find_game(game).open()
    world.close()
    return world.walkthrough


def first_key(game: str) -> str:
    """The first thing to take in a treasure hunt."""
    return next(each for each in walkthrough(game) if each.startswith("take ")).removeprefix("take ")
