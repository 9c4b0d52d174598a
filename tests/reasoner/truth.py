"""The true state of a TextWorld game by the engine's facts: the oracle for reading. Only tests use it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ariadne.reasoner.reading.read import read
from ariadne.reasoner.reading.relations import EXIT, IS, PLACED, ReadFact
from ariadne.worlds.textworld import clean

OPENNESS = ("open", "closed", "locked")

Pairs = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class View:
    """What can be seen of a room.

    Attributes:
        places: each thing with the room, or the furniture, that it is in or on.
        exits: the room with each of its exits.
        states: each thing with its state; a locked one also counts as closed, as it looks.
    """

    places: Pairs
    exits: Pairs
    states: Pairs


def walk(story: Path, steps: int, seed: int = 1) -> Iterator[tuple[str, View]]:
    """Wander about, opening and taking things; yield the text of every described room, and its true view."""
    import textworld

    rng = random.Random(seed)
    env = textworld.start(str(story), textworld.EnvInfos(admissible_commands=True, facts=True))
    try:
        state = env.reset()
        for _ in range(steps):
            text = clean(state.feedback)
            if "-= " in text:
                yield text, true_view(state.facts)
            state, _, done = env.step(_anything(sorted(state.admissible_commands), rng))
            if done:
                return
    finally:
        env.close()


def _anything(commands: list[str], rng: random.Random) -> str:
    """Choose a command: mostly moving and opening, sometimes taking, dropping or looking; nothing that may end the
    game."""
    onwards = [command for command in commands if command.startswith(("go ", "open "))]
    others = [command for command in commands if command.startswith(("take ", "drop ", "look", "unlock "))]
    return rng.choice(onwards if onwards and rng.random() < 0.7 else others)


def true_view(facts: Iterable[Any]) -> View:
    """The view of the player's room."""
    facts = list(facts)
    room = next(fact.arguments[1].name for fact in facts if fact.name == "at" and fact.arguments[0].type == "P")
    inside = {
        fact.arguments[0].name: (fact.name, fact.arguments[1].name)
        for fact in facts
        if fact.name in ("in", "on", "at") and len(fact.arguments) == 2 and fact.arguments[0].type not in "PI"
    }
    states = {
        (fact.arguments[0].name, fact.name) for fact in facts if fact.name in OPENNESS and len(fact.arguments) == 1
    }
    states |= {(thing, "closed") for thing, state in states if state == "locked"}
    places = {
        (thing, place)
        for thing, (how, place) in inside.items()
        if (how == "at" and place == room)
        or (inside.get(place) == ("at", room) and (how == "on" or (how == "in" and (place, "open") in states)))
    }
    exits = {
        (room, fact.name.removesuffix("_of"))
        for fact in facts
        if fact.name.endswith("_of") and fact.arguments[1].name == room
    }
    return View(_lower(places), _lower(exits), _lower(states))


def read_view(text: str) -> View:
    """The view that the reader gets from a text."""
    facts = read(text)
    return View(
        _pairs(facts, *PLACED),
        _pairs(facts, EXIT),
        frozenset(pair for pair in _pairs(facts, IS) if pair[1] in OPENNESS),
    )


def _pairs(facts: Iterable[ReadFact], *relations: str) -> Pairs:
    return frozenset((fact.subject, fact.object) for fact in facts if fact.relation in relations)


def _lower(pairs: Iterable[tuple[str, str]]) -> Pairs:
    return frozenset((first.lower(), second.lower()) for first, second in pairs)
