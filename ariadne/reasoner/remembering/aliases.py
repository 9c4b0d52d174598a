"""Names of one thing: a fact says that one is another's, and what is told of the one is kept of the other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ariadne.reasoner.lexicon import lexicon, means
from ariadne.reasoner.reading.chat.people import given_name
from ariadne.reasoner.reading.read import Fact

SAME = "is the same as"
"""The relation between an alias and the name that stands for both."""
_LONGEST = 4
_OWN = re.compile(r"(?:my|our) ")


def renamed(name: str, aliases: Mapping[str, str]) -> str:
    """A name, or what belongs to it (`sam's car`), under the name that its alias stands for."""
    owner, mark, thing = name.partition("'s ")
    if owner in aliases and (mark or name in aliases):
        return f"{aliases[owner]}{mark}{thing}"
    return aliases.get(name, name)


def under_names(facts: Iterable[Fact], known: Iterable[Fact]) -> list[Fact]:
    """Facts, each under the names that known facts say to stand for the aliases in it."""
    aliases = {fact.subject: fact.object for fact in known if fact.relation == SAME}
    return [Fact(renamed(fact.subject, aliases), fact.relation, renamed(fact.object, aliases)) for fact in facts]


def likely_aliases(names: Iterable[str]) -> dict[str, str]:
    """Given names that are the first word of one full name only, each with that."""
    known = set(names)
    full: dict[str, list[str]] = {}
    for name in known:
        first, *others = name.split()
        if others and first in known and given_name(first):
            full.setdefault(first, []).append(name)
    return {first: each[0] for first, each in sorted(full.items()) if len(each) == 1 and _is_full_name(each[0])}


def _is_full_name(name: str) -> bool:
    """Whether all words after the first may be surnames, not nouns for things: `sam smith`, not `rose garden`."""
    others = name.split()[1:]
    return len(others) < _LONGEST and all(
        word.isalpha() and (not lexicon().meanings(word) or means(word, "person", most=2)) for word in others
    )


def as_own(name: str) -> list[str]:
    """What may mean the same where somebody keeps notes of their own: `our car` and `the car`."""
    own = _OWN.match(name)
    return [name[own.end() :]] if own else [f"{whose} {name}" for whose in ("my", "our")]


def as_known(facts: Iterable[Fact], known: Iterable[Fact]) -> list[Fact]:
    """Facts of what is known as somebody's own: of `our car`, where `the car` is told of and no other is known."""
    subjects = {fact.subject for fact in known}

    def meant(name: str) -> str:
        return name if name in subjects else next((other for other in as_own(name) if other in subjects), name)

    return [fact._replace(subject=meant(fact.subject)) for fact in facts]
