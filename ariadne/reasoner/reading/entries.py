"""Entries: what lists and records tell with a colon, `Room 4: Ada` under `Room 3: Bill`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ariadne.plurals import singular
from ariadne.reasoner.lexicon import lexicon, means
from ariadne.reasoner.reading.chat.people import given_name
from ariadne.reasoner.reading.read import IN, IS, Fact
from ariadne.reasoner.reading.verbs import is_finite
from ariadne.triplet import clean

_ENTRY = re.compile(r"(?:[-*•]\s*)?(?P<name>[^\s:,;.!?][^:;,!?]{0,40}?):\s+(?P<value>[^:;!?]{1,60}?)[.;,]?")
_BREAK = re.compile(r"[,;.]\s+(?=[^:;,.!?]{1,40}:\s)")
_MOST_WORDS = 5
_OPENING = frozenset(
    "a answer correction edit fyi memo nb news note notes ps q question re reminder subject todo update".split()
)


def entries(lines: Sequence[str]) -> list[list[Fact]]:
    """What each line tells as entries, of which one line may have several; nothing where it is anything else. One alone
    is an entry only if its value has a number: others may be what somebody says."""
    found = [_entries(line) for line in lines]
    listed = [fact for facts in found for fact in facts]
    return (
        found if len(listed) > 1 or any(map(str.isdigit, listed[0].object if listed else "")) else [[] for _ in lines]
    )


def _entries(line: str) -> list[Fact]:
    found = []
    for part in _BREAK.split(line.strip()):
        entry = _ENTRY.fullmatch(part)
        name, value = (entry["name"], entry["value"]) if entry else ("", "")
        words = value.split()
        is_said = len(words) > _MOST_WORDS or any(is_finite(["it", *words], at) for at in range(1, len(words) + 1))
        # `I set a new code: 12` is a clause, and no label.
        is_said = is_said or any(is_finite(name.split(), at) for at in range(1, len(name.split())))
        if not words or is_said or name.lower() in _OPENING:
            return []
        # What stands after a name may be what somebody says, unless it is what they are.
        is_what_it_is = means(singular(words[-1].lower()), "person") or any(map(str.isdigit, value))
        if _is_name(name) and not is_what_it_is:
            return []
        found.append(_fact(name, value))
    return found


def _fact(name: str, value: str) -> Fact:
    """An entry as a fact: somebody in a room, a thing in a place, or what something is."""
    if _is_place(name) and _is_name(value):
        return Fact(clean(value), IN, clean(name))
    return Fact(clean(name), IN if _is_place(value) and not _is_place(name) else IS, clean(value))


def _is_name(words: str) -> bool:
    first, *others = words.split()
    return bool(given_name(first)) or (
        first[0].isupper() and not lexicon().meanings(first) and all(word[0].isupper() for word in others)
    )


def _is_place(words: str) -> bool:
    return any(means(word.lower(), "structure", "room", "area") for word in words.split() if word.isalpha())
