"""Writing facts in English that the reader (`read.py`) parses as the same facts.

Related facts share a sentence: the things in a place, the exits of a room, everything that is open. Facts that cannot
be written unambiguously are omitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ariadne.caches import cached
from ariadne.geography import OPPOSITE
from ariadne.reasoner.reading.notes import COULD_BE, OPENS, USED_FOR
from ariadne.reasoner.reading.read import read
from ariadne.reasoner.reading.records import STATES, beside, way_of
from ariadne.reasoner.reading.relations import (
    EXAMINED,
    EXIT,
    HAS_OPENED,
    IN,
    INVENTORY,
    IS,
    LEADS,
    ON,
    ON_FLOOR,
    PLACED,
    REQUIRES,
    TELLS,
    TO_BE,
    ReadFact,
)

Group = tuple[str, str]

TOLD, WAYS, THINGS = range(3)
"""The paragraphs of an account: what was read and done, how rooms are connected, the places and states of things."""


def paragraphs(facts: Iterable[ReadFact]) -> list[str]:
    """Return an account in at most three paragraphs."""
    texts: dict[int, list[str]] = {TOLD: [], WAYS: [], THINGS: []}
    for group, members in _groups(facts).items():
        texts[_paragraph(group[0])].append(_sentence(group, members))
    return [" ".join(sentences) for sentences in texts.values() if sentences]


def statements(facts: Iterable[ReadFact], untried: bool = True) -> list[str]:
    """Return an account sentence by sentence, in the order of the facts.

    Args:
        untried: whether unconnected exits are known to be untried, as after an unbroken history.
    """
    return [_sentence(group, members, untried) for group, members in _groups(facts).items()]


def sentence(fact: ReadFact) -> str:
    """One fact in plain words, even if the reader would not parse it."""
    written = statements([fact], untried=False)
    thing = f"the {INVENTORY}" if fact.object == INVENTORY else fact.object
    return written[0] if written else f"The {fact.subject} {fact.relation} {thing}."


@cached(10000)
def is_sayable(fact: ReadFact) -> bool:
    """Whether a sentence about this fact is parsed as exactly this fact; being carried needs no words."""
    if fact.object == INVENTORY or fact.relation == TELLS:
        return False
    group = _group(fact)
    return set(read(_sentence(group, [fact]))) == {fact, *([back(fact)] if way_of(fact.relation) else [])}


def back(fact: ReadFact) -> ReadFact:
    """The same connection from its other end."""
    return ReadFact(fact.object, beside(OPPOSITE[way_of(fact.relation)]), fact.subject)


def _groups(facts: Iterable[ReadFact]) -> dict[Group, list[ReadFact]]:
    """Group facts by sentence; a connection is written from one end only, if that room already has a sentence."""
    groups: dict[Group, list[ReadFact]] = {}
    written: set[ReadFact] = set()
    for fact in facts:
        if not is_sayable(fact) or fact in written:
            continue
        written.add(fact)
        if way_of(fact.relation):
            written.add(back(fact))
            if _group(fact) not in groups and _group(back(fact)) in groups:
                groups[_group(back(fact))].append(back(fact))
                continue
        groups.setdefault(_group(fact), []).append(fact)
    return groups


def _group(fact: ReadFact) -> Group:
    """The form of a fact's sentence, and what facts must share to be in one sentence of that form."""
    relation = fact.relation
    if way_of(relation):
        return _CONNECTION, fact.object
    if relation == IS and fact.object in STATES:
        return _SEEN if fact.object == EXAMINED else _STATE, fact.object
    if relation in PLACED:
        return relation, fact.object
    if relation in (EXIT, REQUIRES, TO_BE):
        return relation, fact.subject
    return relation, f"{fact.subject} | {fact.object}"


def _paragraph(form: str) -> int:
    if form in (_CONNECTION, EXIT, LEADS):
        return WAYS
    return THINGS if form in (*PLACED, IS, _STATE) else TOLD


_CONNECTION, _STATE, _SEEN = "(connection)", "(state)", "(seen)"
_FORMS = {
    _CONNECTION: "From the {place} one gets {names}.",
    _STATE: "{names} {are} {place}.",
    _SEEN: "{names} {were} {place}.",
    EXIT: "From the {place} the way{s} {names} {are} untried.",
    IN: "In the {place} {are} {names}.",
    ON: "On the {place} {are} {names}.",
    ON_FLOOR: "On the floor of the {place} {are} {names}.",
    REQUIRES: "The recipe requires {names}.",
    TO_BE: "The {place} is to be {names}.",
    USED_FOR: "The {subject} is used for {names}.",
    OPENS: "The {subject} opens the {names}.",
    HAS_OPENED: "The {subject} has opened the {names}.",
}
_PLAIN, _HAS_EXIT = "The {subject} {relation} {names}.", "The {place} has exit{s} {names}."
_COULD_BE = re.compile(rf"^{COULD_BE} (\S+) of$")


def _sentence(group: Group, facts: Sequence[ReadFact], untried: bool = True) -> str:
    form, place = group
    *others, names = map(_name, facts)
    are, were, s = ("are", "were", "s") if others else ("is", "was", "")
    if others:
        names = f"{', '.join(others)} and {names}"
    subject, relation, _ = facts[0]
    relation = _COULD_BE.sub(r"is somewhere to the \1 of the", relation)
    said = _FORMS.get(form, _PLAIN) if untried or form != EXIT else _HAS_EXIT
    said = said.format(place=place, subject=subject, relation=relation, names=names, are=are, were=were, s=s)
    return said[0].upper() + said[1:]


def _name(fact: ReadFact) -> str:
    """The part of a fact that a sentence lists."""
    subject, relation, thing = fact
    if way := way_of(relation):
        return f"{way} to the {subject}"
    if relation == IS and thing in STATES:
        return f"the {subject}"
    if relation == LEADS:
        return thing.replace(" from ", " from the ", 1)
    name = subject if relation in PLACED else thing
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}" if relation in (*PLACED, REQUIRES) else name
