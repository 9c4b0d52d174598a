"""Telling: facts into English that the reader (`read.py`) reads back as the same facts.

What belongs together is one sentence: the things in a place, the ways out of a room, all that is open. What cannot be
said so that it is understood is not said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ariadne.models.rules.language import OPPOSITE
from ariadne.models.rules.notes import OPENS, USED_FOR
from ariadne.models.rules.read import (
    EXAMINED,
    EXIT,
    HAS_OPENED,
    IN,
    INVENTORY,
    IS,
    LEADS,
    ON,
    ON_FLOOR,
    REQUIRES,
    TELLS,
    TO_BE,
    Fact,
    read,
)
from ariadne.models.rules.records import STATES, beside, way_of

Group = tuple[str, str]

TOLD, WAYS, THINGS = range(3)
"""The paragraphs of an account: what was read and done, how rooms are connected, where things are and in what state."""


def paragraphs(facts: Iterable[Fact]) -> list[str]:
    """An account in at most three paragraphs."""
    texts: dict[int, list[str]] = {TOLD: [], WAYS: [], THINGS: []}
    for group, members in _groups(facts).items():
        texts[_paragraph(group)].append(_sentence(group, members))
    return [" ".join(sentences) for sentences in texts.values() if sentences]


def statements(facts: Iterable[Fact], untried: bool = True) -> list[str]:
    """An account sentence by sentence, in the order in which the facts are given.

    Args:
        untried: whether exits that no connection explains are known to be untried, as after an unbroken history.
    """
    return [_sentence(group, members, untried) for group, members in _groups(facts).items()]


@lru_cache(maxsize=10_000)
def is_sayable(fact: Fact) -> bool:
    """Whether a sentence about this fact is read as this fact and as nothing else; being carried needs no words."""
    if fact.object == INVENTORY or fact.relation == TELLS:
        return False
    group = _group(fact)
    return set(read(_sentence(group, [fact]))) == {fact, *([back(fact)] if way_of(fact.relation) else [])}


def back(fact: Fact) -> Fact:
    """The same connection as seen from its other end."""
    return Fact(fact.object, beside(OPPOSITE[way_of(fact.relation)]), fact.subject)


def _groups(facts: Iterable[Fact]) -> dict[Group, list[Fact]]:
    """Facts that share a sentence; a connection is told from one end only, where that room already has a sentence."""
    groups: dict[Group, list[Fact]] = {}
    said: set[Fact] = set()
    for fact in facts:
        if not is_sayable(fact) or fact in said:
            continue
        said.add(fact)
        if way_of(fact.relation):
            said.add(back(fact))
            if _group(fact) not in groups and _group(back(fact)) in groups:
                groups[_group(back(fact))].append(back(fact))
                continue
        groups.setdefault(_group(fact), []).append(fact)
    return groups


def _group(fact: Fact) -> Group:
    """What facts must have in common to share a sentence."""
    relation = fact.relation
    if way_of(relation):
        return "connection", fact.object
    if relation in (IN, ON, ON_FLOOR) or (relation == IS and fact.object in STATES):
        return relation, fact.object
    if relation in (EXIT, REQUIRES, TO_BE):
        return relation, fact.subject
    return relation, f"{fact.subject} | {fact.object}"


def _paragraph(group: Group) -> int:
    relation, place = group
    if relation in ("connection", EXIT, LEADS):
        return WAYS
    return THINGS if relation in (IN, ON, ON_FLOOR) or (relation == IS and place != EXAMINED) else TOLD


def _sentence(group: Group, facts: Sequence[Fact], untried: bool = True) -> str:
    relation, place = group
    first = facts[0]
    are = "is" if len(facts) == 1 else "are"
    match relation:
        case "connection":
            legs = _listed(f"{way_of(fact.relation)} to the {fact.subject}" for fact in facts)
            return f"From the {place} one gets {legs}."
        case _ if relation == EXIT:
            plural, ways = "s" * (len(facts) > 1), _listed(fact.object for fact in facts)
            if not untried:
                return f"The {place} has exit{plural} {ways}."
            return f"From the {place} the way{plural} {ways} {are} untried."
        case _ if relation in (IN, ON, ON_FLOOR):
            where = {IN: "In the", ON: "On the", ON_FLOOR: "On the floor of the"}[relation]
            return f"{where} {place} {are} {_listed(_with_article(fact.subject) for fact in facts)}."
        case _ if relation == IS and place in STATES:
            was = {"is": "was", "are": "were"}[are] if place == EXAMINED else are
            names = _listed(f"the {fact.subject}" for fact in facts)
            return f"T{names[1:]} {was} {place}."
        case _ if relation == REQUIRES:
            return f"The recipe requires {_listed(_with_article(fact.object) for fact in facts)}."
        case _ if relation == TO_BE:
            return f"The {place} {TO_BE.replace('to', 'is to')} {_listed(fact.object for fact in facts)}."
        case _:
            return _plain(first)


def _plain(fact: Fact) -> str:
    subject, relation, thing = fact
    match relation.split():
        case ["could", "be", way, "of"]:
            return f"The {subject} is somewhere to the {way} of the {thing}."
        case ["leads"]:
            return f"The {subject} leads {thing.replace(' from ', ' from the ', 1)}."
    if relation == USED_FOR:
        return f"The {subject} is used for {thing}."
    if relation in (OPENS, HAS_OPENED):
        return f"The {subject} {relation} the {thing}."
    return f"The {subject} {relation} {thing}."


def _listed(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
