"""What a room is, and what a piece of furniture is meant for, from their names."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cache

from ariadne.models.rules.kinds import Similarity, belief, head, kind_of, kinds, nouns_say, table, words_say
from ariadne.models.rules.lexicon import lexicon

_TEMPERATURE = 0.06


@cache
def rooms() -> Mapping[str, tuple[str, ...]]:
    """Rooms, and all that people call them."""
    return {name: (name, *others) for name, others in table("rooms").items()}


def room_types(name: str, similarity: Similarity) -> dict[str, float]:
    """What rooms a room may be, adding up to 1."""
    for room, names in rooms().items():
        if name in names:
            return {room: 1.0}
    best = {room: max(similarity(name, other) for other in names) for room, names in rooms().items()}
    top = max(best.values())
    powers = {room: math.exp((value - top) / _TEMPERATURE) for room, value in best.items()}
    total = sum(powers.values())
    return {room: power / total for room, power in powers.items() if power / total > 0.01}


def purposes(holder: str, similarity: Similarity) -> dict[str, float]:
    """The kinds of things that furniture is meant for, each in (0, 1]; empty if it serves whatever its room is for."""
    found = dict.fromkeys(_by_class(holder), 1.0)
    for kind, share in _by_words(holder, similarity).items():
        found[kind] = max(found.get(kind, 0.0), share)
    return found


def _by_class(holder: str) -> list[str]:
    """The kinds that furniture of this class is meant for."""
    noun, _ = head(holder)
    for _, meaning in lexicon().meanings(noun)[:2] if noun else ():
        for _, above in lexicon().chain(meaning):
            if above in _furniture():
                return _furniture()[above]
    return []


@cache
def _furniture() -> Mapping[int, list[str]]:
    found: dict[int, list[str]] = {}
    for kind in kinds().values():
        for noun in kind.furniture:
            try:
                found.setdefault(lexicon().meaning(noun), []).append(kind.name)
            except KeyError:
                pass
    return found


def _by_words(holder: str, similarity: Similarity) -> dict[str, float]:
    """The kinds that the words before its noun name: shoes for a shoe shelf."""
    words = holder.split()[:-1]
    found: dict[str, float] = {}
    for start in range(len(words)):
        text = " ".join(words[start:])
        noun, whole = head(text)
        if not noun or not whole:
            continue
        _, meaning = lexicon().meanings(noun)[0]
        if kind := kind_of(meaning):
            found[kind] = 1.0
            break
    return found
