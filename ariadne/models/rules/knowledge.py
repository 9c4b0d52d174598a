"""What is known, as facts in the order of their news: what the reasoner's notes, insights and lessons are made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from ariadne.models.rules.language import mentions
from ariadne.models.rules.notes import KEYS, OPENS, READABLE, USED_FOR
from ariadne.models.rules.read import (
    EXAMINED,
    EXIT,
    HAS_OPENED,
    INVENTORY,
    IS,
    LEADS,
    PLACED,
    REQUIRES,
    TO_BE,
    Fact,
)
from ariadne.models.rules.records import STATES, way_of
from ariadne.models.rules.tell import is_sayable

OPENNESS = frozenset(("open", "closed", "locked", "unlocked"))

_RULES = (OPENS, HAS_OPENED, REQUIRES, TO_BE, USED_FOR)
KEY = re.compile(rf"\b{KEYS}\b")


class Knowledge:
    """Facts without contradictions: a thing is in one place, a box is open or not, a way leads to one room."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self._facts: dict[tuple[str, ...], Fact] = {}
        for fact in facts:
            self.hear(fact)

    def __iter__(self) -> Iterator[Fact]:
        """All that still holds, oldest news first; an exit only as long as nobody knows where it leads."""
        facts = list(self._facts.values())
        opened = {fact.object for fact in facts if fact.relation == HAS_OPENED}
        tried = {(fact.object, way_of(fact.relation)) for fact in facts}
        for fact in facts:
            is_done = fact.relation == OPENS and fact.object in opened
            if not is_done and not (fact.relation == EXIT and (fact.subject, fact.object) in tried):
                yield fact

    def hear(self, fact: Fact) -> None:
        """Take in news: it outdates what is known to the contrary."""
        self._facts.pop(_about(fact), None)
        self._facts[_about(fact)] = fact

    def hear_first(self, fact: Fact) -> None:
        """Take in a fact unless something is known about the same."""
        self._facts.setdefault(_about(fact), fact)


def _about(fact: Fact) -> tuple[str, ...]:
    """What a fact answers: two facts about the same cannot both hold."""
    if fact.relation in PLACED:
        return "where", fact.subject
    if fact.relation == IS and fact.object in OPENNESS:
        return "open?", fact.subject
    if way_of(fact.relation):
        return fact.object, way_of(fact.relation)
    return fact


def useful(facts: Iterable[Fact], about: str, fits: Callable[[list[Fact]], bool]) -> list[Fact]:
    """The most useful facts that fit, in their order: the least useful are left out first, and among them the oldest.

    Args:
        about: the goal and the plan; what they name is of use.
    """
    facts = [fact for fact in facts if is_sayable(fact)]
    ranks = _ranks(facts, about)
    best = sorted(range(len(facts)), key=lambda at: (ranks[at], -at))
    best = [at for at in best if ranks[at] < ORNAMENT]
    few, many = 0, len(best)
    while few < many:
        middle = (few + many + 1) // 2
        few, many = (middle, many) if fits(_picked(facts, best[:middle])) else (few, middle - 1)
    return _picked(facts, best[:few])


def _picked(facts: list[Fact], places: list[int]) -> list[Fact]:
    return [facts[at] for at in sorted(places)]


NEEDED, SPOKEN_OF, FURNITURE, SMALL, ORNAMENT = range(5)
"""How useful a fact is, best first: rules and ways; what the goal, the plan or a rule names; what stands in rooms;
other things; how things look."""


def _ranks(facts: list[Fact], about: str) -> list[int]:
    """How useful each fact is."""
    rooms = {fact.object for fact in facts if way_of(fact.relation)} | {
        fact.subject for fact in facts if fact.relation == EXIT
    }
    matter = named(facts, about)
    places = {fact.subject: fact.object for fact in facts if fact.relation in PLACED}
    # Where a thing's holder stands matters as much as the thing.
    for name in list(matter):
        while (name := places.get(name, "")) and name not in matter and name not in rooms:
            matter.add(name)
    return [_rank(fact, matter, rooms) for fact in facts]


def _rank(fact: Fact, matter: set[str], rooms: set[str]) -> int:
    if fact.relation in (*_RULES, EXIT, LEADS) or way_of(fact.relation) or fact.relation.startswith("could be"):
        return NEEDED
    if fact.subject in matter:
        return SPOKEN_OF
    if fact.relation in PLACED:
        return FURNITURE if fact.object in rooms else SMALL
    if fact.relation == IS:
        return SMALL if fact.object in STATES else ORNAMENT
    return FURNITURE


def named(facts: Iterable[Fact], about: str) -> set[str]:
    """The things that matter: keys, what can be read and was not, what is locked, what a text or a rule names."""
    facts = list(facts)
    read = {fact.subject for fact in facts if fact.relation == IS and fact.object == EXAMINED}
    ruled = {name for fact in facts if fact.relation in _RULES for name in (fact.subject, fact.object)}
    locked = {fact.subject for fact in facts if fact.relation == IS and fact.object == "locked"}
    return {
        name
        for fact in facts
        for name in (fact.subject, *([fact.object] if fact.relation in PLACED and fact.object != INVENTORY else []))
        if name in ruled
        or name in locked
        or KEY.search(name)
        or (READABLE.search(name) and name not in read)
        or mentions(about, name)
    }
