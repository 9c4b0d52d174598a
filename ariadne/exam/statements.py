"""What a memory says: statements of the place or the state of things, read by rule from whatever it recalls.

Facts are triplets. Texts are read by the reader that reads observations (`ariadne/reasoner/reading`), whoever wrote
them, so that all memories are judged alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ariadne.caches import cached
from ariadne.exam.truth import Aspect, Topic, named
from ariadne.memory.memory import Chapter, Held, Recollection
from ariadne.reasoner.reading.errands import done_in
from ariadne.reasoner.reading.language import EATEN, OPENNESS, headings, unmade
from ariadne.reasoner.reading.read import INVENTORY, carried, moved_by_others, read
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
        command: that of the turn which told it; empty where that is not known, or where another person did it.
        mover: who else did it, where that is said.
        task: the number of the errand that was done in that turn; 0 where none was.
    """

    topic: Topic
    value: str
    since: int | None = None
    until: int | None = None
    command: str = ""
    mover: str = ""
    task: int = 0

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
    found = (
        replace(said, since=held.since, until=held.until)
        for held in past
        for each in of_fact(held.fact) or of_text(held.fact)
        for said in (_by_turn([each], held.told) if held.told else [each])
    )
    return _joined(sorted(found, key=lambda said: said.since or 0))


def of_present(turn: Turn, step: int) -> list[Statement]:
    """What the present turn says, with its place and its inventory, as whoever is in it knows them."""
    hands = [Statement(_topic("place", unmade(named(name))[0]), INVENTORY, step) for name in carried(turn.inventory)]
    return [*of_turn(turn, step, turn.location), *hands]


def of_fact(line: str, since: int | None = None) -> list[Statement]:
    """What a triplet says, from a step on."""
    return [Statement(topic, value, since) for topic, value in _of_lines([line])]


def of_text(text: str, since: int | None = None) -> list[Statement]:
    """What a text says, from a step on."""
    return [replace(said, since=since) for said in _said(text)]


def of_turn(turn: Turn, step: int | None = None, location: str = "") -> list[Statement]:
    """What a turn says, of now or from its step on.

    Args:
        location: where the player was before it, as far as the texts before it tell.
    """
    return [replace(said, since=step) for said in _by_turn(_said(turn.as_text(), location), turn)]


def _joined(statements: Iterable[Statement]) -> list[Statement]:
    """Statements in the order of their first steps, in which those that go on where others end are one with them: what
    is said to have been in something, and then on it, was there all along."""
    found: list[Statement] = []
    ending: dict[tuple[Topic, str, int | None], int] = {}
    for said in statements:
        place = ending.pop((said.topic, said.value, said.since), len(found))
        found[place : place + 1] = [replace(found[place], until=said.until) if place < len(found) else said]
        ending[said.topic, said.value, said.until] = place
    return found


def _by_turn(statements: Iterable[Statement], turn: Turn) -> Iterator[Statement]:
    """What a turn told, with its cause: the person named in the text, or else the turn's command, which may also have
    done an errand."""
    movers, task = _movers(turn.observation), done_in(turn.observation)
    for said in statements:
        if mover := said.mover or movers.get((said.topic.thing, said.value)):
            yield replace(said, mover=mover)
        else:
            yield replace(said, command=turn.command, task=task)


@cached(10000)
def _said(text: str, location: str = "") -> tuple[Statement, ...]:
    """What a text says of any time: what is recalled once mostly is again."""
    movers = _movers(text)
    return tuple(
        Statement(topic, value, mover=movers.get((topic.thing, value), ""))
        for fact in read(text, location)
        for topic, value in _stated(*fact)
    )


@cached(10000)
def _movers(text: str) -> dict[tuple[str, str], str]:
    """Who moved what where, with the names of topics and values."""
    moved = moved_by_others(text).items()
    return {(unmade(named(thing))[0], unmade(named(place))[0]): named(who) for (thing, place), who in moved}


def _in_order(history: Iterable[Turn | Chapter]) -> Iterator[Turn | str]:
    for past in history:
        if isinstance(past, Turn):
            yield past
        elif past.summary is None:
            yield from past.turns
        else:
            yield past.summary


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
