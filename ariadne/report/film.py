"""An episode as a film: what happened step by step, folded from its events and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from ariadne.errors import UserError
from ariadne.geography import direction_of
from ariadne.record import Event, events_of, read_events
from ariadne.screen.map import EMPTY, WorldMap
from ariadne.triplet import Triplet


@dataclass(frozen=True)
class Edge:
    """A triplet and the steps between which it was valid.

    Attributes:
        since: the step at which it was learned.
        until: the step at which it was dropped; None while it is valid.
    """

    triplet: Triplet
    since: int
    until: int | None = None

    def is_valid_at(self, step: int) -> bool:
        """Whether it was known when that step was decided."""
        return self.since <= step and (self.until is None or step < self.until)


@dataclass(frozen=True)
class Moment:
    """A step: what was seen before it, what was thought and done, and what came of it. Texts are as events have them.

    Attributes:
        step: 0 for the start, which nobody decided.
        seen: the turns since the last decision, which this one is about; empty at step 0.
        questions: the calls to models, in order.
        learned, recalled, planned, acted: the last such event of the step; None if there was none.
        others: what else happened: `invalid`, `circled`, `folded`, `retrieved`, `reflected`, `retried`.
        turns: what the world answered; at step 0 what it began with.
        score, maximum: after the step.
        map: the visited rooms after the step, by compass directions.
    """

    step: int
    seen: tuple[Event, ...] = ()
    questions: tuple[Event, ...] = ()
    learned: Event | None = None
    recalled: Event | None = None
    planned: Event | None = None
    acted: Event | None = None
    others: tuple[Event, ...] = ()
    turns: tuple[Event, ...] = ()
    score: float = 0.0
    maximum: float = 0.0
    map: WorldMap = EMPTY


@dataclass(frozen=True)
class Film:
    """An episode from its start to its end, or to where its events end.

    Attributes:
        started, ended: those events; `ended` is None where the episode has not.
        moments: one a step, the start first; the index is the step.
        edges: every triplet that was ever learned, in order; one that was learned again is there again.
    """

    started: Event
    ended: Event | None
    moments: tuple[Moment, ...]
    edges: tuple[Edge, ...]

    def graph_at(self, step: int) -> list[Edge]:
        """The triplets that were known when a step was decided."""
        return [edge for edge in self.edges if edge.is_valid_at(step)]


# Characters of all prompts of a film, which is held as a whole: more than 1,000 steps of a full history.
LONGEST = 10**9

_LAST = ("learned", "recalled", "planned", "acted")
_OTHERS = frozenset({"invalid", "circled", "folded", "retrieved", "reflected", "retried"})


def read_film(path: Path) -> Film:
    """The film of a file of events.

    Raises:
        UserError: it cannot be read, holds no episode, or is damaged.
    """
    with events_of(path):
        events = list(_showable(path))
        if not events:
            raise UserError(f"{path} holds no events yet")
        return film(events)


def _showable(path: Path) -> Iterator[Event]:
    """The events, as long as a film can hold their prompts, which a small file can make long."""
    length = 0
    for event in read_events(path):
        length += sum(len(message["content"]) for message in event.get("prompt", ()))
        if length > LONGEST:
            raise UserError(f"{path} is too long to be shown: its prompts have more than {LONGEST:,} characters")
        yield event


def film(events: Sequence[Event]) -> Film:
    """The film of an episode's events.

    Raises:
        KeyError, TypeError, ValueError: they are no episode's.
    """
    started = events[0]
    if started["event"] != "episode_started":
        raise ValueError("the first event is no start")
    ended = next((event for event in events if event["event"] == "episode_ended"), None)
    return Film(started, ended, tuple(_moments(events)), tuple(_edges(events)))


def _moments(events: Iterable[Event]) -> Iterator[Moment]:
    before = Moment(0)
    for step, group in groupby(events, key=lambda event: int(event["step"])):
        if step < before.step:
            raise ValueError(f"step {step} comes after step {before.step}")
        # A step without events keeps its place, so that the index is the step.
        while before.step < step - 1:
            before = Moment(before.step + 1, score=before.score, maximum=before.maximum, map=before.map)
            yield before
        before = _moment(step, tuple(group), before)
        yield before


def _moment(step: int, events: Sequence[Event], before: Moment) -> Moment:
    last = {kind: _last(events, kind) for kind in _LAST}
    scored = _last(events, "scored")
    turns = tuple(event for event in events if event["event"] == "turn")
    return Moment(
        step,
        seen=before.turns if step else (),
        questions=tuple(event for event in events if event["event"] == "question"),
        **last,
        others=tuple(event for event in events if event["event"] in _OTHERS),
        turns=turns,
        score=float(scored["score"]) if scored else before.score,
        maximum=float(scored["maximum"]) if scored else before.maximum,
        map=_walked(before.map, turns),
    )


def _last(events: Iterable[Event], kind: str) -> Event | None:
    found = None
    for event in events:
        found = event if event["event"] == kind else found
    return found


def _walked(world: WorldMap, turns: Iterable[Event]) -> WorldMap:
    for turn in turns:
        direction = direction_of(turn["command"]) if turn["command"] else None
        world = world.moved(direction, turn["location"])
        exits = [way for command in turn["commands"] if (way := direction_of(command))]
        world = world.with_exits(world.here, exits) if world.here else world
    return world


def _edges(events: Iterable[Event]) -> list[Edge]:
    """Every triplet with its steps; what an event says that is no triplet is left out."""
    known: dict[Triplet, int] = {}
    found: list[Edge] = []
    for event in events:
        if event["event"] not in ("learned", "remembered"):
            continue
        step = int(event["step"])
        for triplet in _triplets(event.get("removed", ())):
            if triplet in known:
                place = known.pop(triplet)
                found[place] = Edge(triplet, found[place].since, step)
        for triplet in _triplets(event["added"]):
            if triplet not in known:
                known[triplet] = len(found)
                found.append(Edge(triplet, step))
    return found


def _triplets(lines: Iterable[str]) -> Iterator[Triplet]:
    for line in lines:
        try:
            yield Triplet.parse(line)
        except ValueError:
            continue
