"""What a memory says: statements of the place or the state of things, read by rule from whatever it recalls.

Facts are triplets. Texts are read by the reader that reads observations (`ariadne/reasoner/reading`), whoever wrote
them, so that all memories are judged alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ariadne.caches import cached
from ariadne.exam.truth import Aspect, Topic, named
from ariadne.memory.memory import Chapter, Held, Recollection
from ariadne.reasoner.reading.language import EATEN, OPENNESS, headings, unmade
from ariadne.reasoner.reading.read import INVENTORY, Fact, carried, read
from ariadne.triplet import triplets_of
from ariadne.worlds.world import Turn

_BEING = r"(?:(?:is|are|lies|stands|sits|rests|lying|standing|located|placed|stored|found|now|currently) )*"
_PLACE = re.compile(rf"{_BEING}(?:on the (?:floor|ground) (?:of|in)|on top of|inside(?: of)?|within|in|on|at)(?: the)?")
_IS = re.compile(r"(?:is|are|has state|state)(?: now| currently)?")
_HOLDING = re.compile(r"(?:is |are )?(?:ha(?:s|ve)|hold(?:s|ing)?|carr(?:y|ies|ying)|took|takes?|picked up)")
_HELD = re.compile(rf"{_BEING}(?:held|carried|taken|possessed|owned) by")
_PLAYER = frozenset(("player", "you", "i", "agent", "me", "myself", "adventurer"))
_HANDS = frozenset((INVENTORY, "hand", "hands", *_PLAYER, *(f"{whose} inventory" for whose in ("player's", "my"))))


@dataclass(frozen=True)
class Statement:
    """That a topic has a value.

    Attributes:
        since: the first step that it speaks of; None if nobody can say which that is.
        until: the first step at which it has it no more; None if for good, as far as is said.
        command: the one in whose turn that was told; empty where nobody says.
    """

    topic: Topic
    value: str
    since: int | None = None
    until: int | None = None
    command: str = ""

    def claims(self, step: int) -> bool:
        """Whether it says so of a step."""
        return (self.since is None or self.since <= step) and (self.until is None or step < self.until)


def of_recollection(recalled: Recollection, told: Sequence[Turn]) -> list[Statement]:
    """What a recollection says. Its facts and its text speak of now. Its history is dated as far as that can be
    counted: as it goes on unbroken from the start. Where it says when something held, that goes before what its
    episodes say of the same.

    Args:
        told: the turns that the memory was told, in order; now is the step of the last.
    """
    now = len(told)
    dated = of_history(recalled.held)
    values = {(statement.topic, statement.value) for statement in dated}
    episodes = [statement for turn in recalled.episodes for statement in of_turn(turn)]
    found = [statement for fact in recalled.facts for statement in of_fact(fact, now)]
    found += [*dated, *(each for each in episodes if (each.topic, each.value) not in values)]
    found += of_text(recalled.text, now)
    here, unbroken = "", True
    for step, passage in enumerate(_in_order(recalled.history), 1):
        unbroken = unbroken and step <= len(told) and passage == told[step - 1]
        if isinstance(passage, str):
            found += of_text(passage)
        else:
            found += of_turn(passage, step if unbroken else None, here)
            here = [here, *headings(passage.observation)][-1]
    return found


def of_history(past: Iterable[Held]) -> list[Statement]:
    """What a history of facts says, which tells when they held."""
    return [
        Statement(topic, value, held.since, held.until, held.told.command if held.told else "")
        for held in past
        for topic, value in [*_of_lines([held.fact])] or _of_prose(held.fact)
    ]


def of_present(turn: Turn, step: int) -> list[Statement]:
    """What the present turn says, with its place and its inventory, as whoever is in it knows them."""
    hands = [Statement(_topic("place", unmade(named(name))[0]), INVENTORY, step) for name in carried(turn.inventory)]
    return [*of_turn(turn, step, turn.location), *hands]


def of_fact(line: str, since: int | None = None) -> list[Statement]:
    """What a triplet says, from a step on."""
    return [Statement(topic, value, since) for topic, value in _of_lines([line])]


def of_text(text: str, since: int | None = None) -> list[Statement]:
    """What a text says, from a step on."""
    return [Statement(topic, value, since) for topic, value in _of_prose(text)]


def of_turn(turn: Turn, step: int | None = None, location: str = "") -> list[Statement]:
    """What a turn says, of now or from its step on.

    Args:
        location: where the player was before it, as far as the texts before it tell.
    """
    facts = _facts(turn.as_text(), location)
    return [Statement(topic, value, step, None, turn.command) for fact in facts for topic, value in _stated(*fact)]


@cached(10000)
def _facts(text: str, location: str = "") -> tuple[Fact, ...]:
    """The facts of a text: what is recalled once mostly is again."""
    return tuple(read(text, location))


def _in_order(history: Iterable[Turn | Chapter]) -> Iterator[Turn | str]:
    for past in history:
        if isinstance(past, Turn):
            yield past
        elif past.summary is None:
            yield from past.turns
        else:
            yield past.summary


def _of_prose(text: str) -> Iterator[tuple[Topic, str]]:
    for fact in _facts(text):
        yield from _stated(*fact)


def _of_lines(lines: Sequence[str]) -> Iterator[tuple[Topic, str]]:
    for triplet in triplets_of(lines):
        yield from _stated(triplet.subject, triplet.relation, triplet.object)


def _stated(subject: str, relation: str, thing: str) -> Iterator[tuple[Topic, str]]:
    """The topic and the value of a fact; nothing where it is about something else."""
    one, other = unmade(named(subject))[0], unmade(named(thing))[0]
    if _IS.fullmatch(relation) and other in OPENNESS:
        yield _topic("state", one), "closed" if other == "unlocked" else other
    elif _IS.fullmatch(relation) and other == EATEN:
        yield _topic("place", one), EATEN
    elif _PLACE.fullmatch(relation) or _HELD.fullmatch(relation):
        yield _topic("place", one), INVENTORY if other in _HANDS else other
    elif _HOLDING.fullmatch(relation) and one in _PLAYER:
        yield _topic("place", other), INVENTORY


def _topic(aspect: Aspect, thing: str) -> Topic:
    return Topic(aspect, thing)
