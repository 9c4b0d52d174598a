"""Known facts in the order they were learned: the content of the reasoner's notes, insights and lessons."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator

from ariadne.reasoner.reading.language import EATEN, OPENNESS, mentions
from ariadne.reasoner.reading.notes import COULD_BE, IS_KEY, OPENS, READABLE, USED_FOR
from ariadne.reasoner.reading.records import STATES, way_of
from ariadne.reasoner.reading.relations import (
    EXAMINED,
    EXIT,
    HAS_OPENED,
    IN,
    IS,
    LEADS,
    PLACED,
    REQUIRES,
    TO_BE,
    ReadFact,
)
from ariadne.reasoner.remembering.tell import is_sayable

_RULES = (OPENS, HAS_OPENED, REQUIRES, TO_BE, USED_FOR)


class Knowledge:
    """Facts without contradictions: a thing is in one place, a box is open or not, an exit leads to one room."""

    def __init__(self, facts: Iterable[ReadFact] = ()) -> None:
        self._facts: dict[tuple[str, ...], ReadFact] = {}
        for fact in facts:
            self.hear(fact)

    def __iter__(self) -> Iterator[ReadFact]:
        """The current facts, oldest first; an exit only while its destination is unknown."""
        facts = list(self._facts.values())
        opened = {fact.object for fact in facts if fact.relation == HAS_OPENED}
        tried = {(fact.object, way_of(fact.relation)) for fact in facts}
        for fact in facts:
            is_done = fact.relation == OPENS and fact.object in opened
            if not is_done and not (fact.relation == EXIT and (fact.subject, fact.object) in tried):
                yield fact

    def hear(self, fact: ReadFact) -> None:
        """Add a new fact, replacing what contradicts it."""
        self._facts.pop(topic(fact), None)
        self._facts[topic(fact)] = fact

    def hear_first(self, fact: ReadFact) -> None:
        """Add a fact if nothing is known on its topic."""
        self._facts.setdefault(topic(fact), fact)


def topic(fact: ReadFact) -> tuple[str, ...]:
    """The topic of a fact: two facts with the same topic cannot both be true."""
    if fact.relation in PLACED or (fact.relation == IS and fact.object == EATEN):
        return "where", fact.subject
    if fact.relation == IS and fact.object in OPENNESS:
        return "open?", fact.subject
    if way_of(fact.relation):
        return fact.object, way_of(fact.relation)
    return fact


def useful(facts: Iterable[ReadFact], about: str, fits: Callable[[list[ReadFact]], bool]) -> list[ReadFact]:
    """Return the most useful facts that fit, in their order. The least useful are dropped first, and of these the
    oldest.

    Args:
        about: the goal and the plan; facts that name their things are useful.
    """
    facts = [fact for fact in facts if is_sayable(fact)]
    ranks = _ranks(facts, about)
    best = sorted(range(len(facts)), key=lambda at: (ranks[at], -at))
    best = [at for at in best if ranks[at] < ORNAMENT]

    def first(count: int) -> list[ReadFact]:
        return [facts[at] for at in sorted(best[:count])]

    return first(bisect_left(range(1, len(best) + 1), True, key=lambda count: not fits(first(count))))


NEEDED, SPOKEN_OF, PROMISING, FURNITURE, SMALL, ORNAMENT = range(6)
"""Usefulness of a fact, best first: rules and ways; things in the goal, the plan or a rule; keys, locks and texts;
furniture; other things; looks."""


def _ranks(facts: list[ReadFact], about: str) -> list[int]:
    """The usefulness of each fact."""
    rooms = {fact.subject for fact in facts if fact.relation == EXIT}
    rooms |= {fact.object for fact in facts if way_of(fact.relation)}
    spoken = _with_holders(_spoken_of(facts, about), facts, rooms)
    promising = _with_holders(_promising(facts), facts, rooms)
    return [_rank(fact, spoken, promising, rooms) for fact in facts]


def _with_holders(names: set[str], facts: list[ReadFact], rooms: set[str]) -> set[str]:
    """Names with those of their containers: the container's place matters as much as the thing."""
    places = {fact.subject: fact.object for fact in facts if fact.relation in PLACED}
    for name in list(names):
        while (name := places.get(name, "")) and name not in names and name not in rooms:
            names.add(name)
    return names


def _rank(fact: ReadFact, spoken: set[str], promising: set[str], rooms: set[str]) -> int:
    if fact.relation in (*_RULES, EXIT, LEADS) or way_of(fact.relation) or fact.relation.startswith(COULD_BE):
        return NEEDED
    if fact.subject in spoken:
        return SPOKEN_OF
    if fact.subject in promising:
        return PROMISING
    if fact.relation in PLACED:
        return FURNITURE if fact.relation == IN and fact.object in rooms else SMALL
    if fact.relation == IS:
        return SMALL if fact.object in STATES else ORNAMENT
    return FURNITURE


def _spoken_of(facts: list[ReadFact], about: str) -> set[str]:
    """The names in a text or a rule."""
    done = _names(fact for fact in facts if fact.relation == HAS_OPENED)
    ruled = _names(fact for fact in facts if fact.relation in _RULES)
    return (ruled - done) | {name for name in _names(facts) if mentions(about, name)}


def _names(facts: Iterable[ReadFact]) -> set[str]:
    return {name for subject, _, thing in facts for name in (subject, thing)}


def _promising(facts: list[ReadFact]) -> set[str]:
    """Keys, locked things, and unread texts."""
    read, locked = ({fact.subject for fact in facts if fact[1:] == (IS, state)} for state in (EXAMINED, "locked"))
    names = {fact.subject for fact in facts}
    return locked | {name for name in names if IS_KEY.search(name) or (READABLE.search(name) and name not in read)}
