"""What a room is, and what a piece of furniture is meant for, from their names."""

from __future__ import annotations

from contextlib import suppress
from collections.abc import Mapping, Sequence
from functools import cache

from ariadne.models.rules.kinds import Similarity, belief, head, kind_of, kinds, softmax, table
from ariadne.models.rules.lexicon import lexicon

_CLEAR = 0.35
ALSO = 0.7


@cache
def rooms() -> Mapping[str, tuple[str, ...]]:
    """Rooms, and all that people call them."""
    return {name: (name, *others) for name, others in table("rooms").items()}


def room_types(name: str, similarity: Similarity) -> dict[str, float]:
    """What rooms a room may be, adding up to 1."""
    for room, names in rooms().items():
        if name in names:
            return {room: 1.0}
    return {room: share for room, share in room_likeness(name, similarity).items() if share > 0.01}


def room_likeness(text: str, similarity: Similarity) -> dict[str, float]:
    best = {room: max(similarity(text, other) for other in names) for room, names in rooms().items()}
    return softmax(best)


def purposes(holder: str, room: str, similarity: Similarity) -> dict[str, float]:
    """The kinds of things that furniture is meant for, each in (0, 1]; empty if it serves whatever its room is for."""
    name = _without_room(holder, room)
    noun, meant = _class(name)
    if meant and (noun == name or " " in noun):
        return dict(meant)
    told = _by_words(name.removesuffix(noun).split() or name.split()[:-1], similarity)
    if not told:
        return dict(meant)
    return {kind: 0.5 * share for kind, share in meant.items()} | told


def _without_room(holder: str, room: str) -> str:
    """A holder's name without what it says of its room: in a bathroom, a `bathroom cabinet` is a cabinet."""
    words = holder.split()
    while len(words) > 1 and words[0] in room.split():
        words = words[1:]
    return " ".join(words)


def rooms_named(words: Sequence[str]) -> set[str]:
    """The rooms that words name: `gym` is one, and `bath` begins `bathroom`."""
    return {
        room
        for word in words
        for room, names in rooms().items()
        for name in names
        if any(part == word or (len(word) > 3 and part.startswith(word)) for part in name.replace("'s", "").split())
    }


def _class(name: str) -> tuple[str, Mapping[str, float]]:
    """The longest end of a name that is a class of furniture, and what that is meant for; else its noun and nothing."""
    words = name.split()
    for start in range(len(words)):
        end = " ".join(words[start:])
        if end in _called():
            return end, _called()[end]
    noun, _ = head(name)
    for meaning in list(lexicon().meanings(noun))[:1]:
        for above in list(lexicon().chain(meaning))[:4]:
            if above in _furniture():
                return noun, _furniture()[above]
    return noun, {}


@cache
def _called() -> Mapping[str, Mapping[str, float]]:
    """What furniture is meant for, by all that people call it."""
    return {name: _for(entry) for entry in table("furniture").values() for name in entry["called"]}


@cache
def _furniture() -> Mapping[int, Mapping[str, float]]:
    """What furniture is meant for, by its meaning."""
    found = {}
    for name, meant in _called().items():
        with suppress(KeyError):
            found[lexicon().meaning(name)] = meant
    return found


def _for(entry: Mapping[str, list[str]]) -> dict[str, float]:
    return dict.fromkeys(entry.get("also", ()), ALSO) | dict.fromkeys(entry["for"], 1.0)


def _by_words(words: list[str], similarity: Similarity) -> dict[str, float]:
    """The kinds that the words before its noun name: shoes for a shoe shelf."""
    while words and not _is_thing(words[-1]):
        words = words[:-1]
    if not words:
        return {}
    shares = belief(" ".join(words), similarity)
    top = max(shares.values())
    if top < _CLEAR:
        return {}
    return {kind: share / top for kind, share in shares.items() if share > 0.3 * top}


def _is_thing(word: str) -> bool:
    """Whether a word before a noun tells what the noun is for, not what it is made of or whose it is."""
    meanings = lexicon().meanings(word)
    if not meanings:
        return False
    first = next(iter(meanings))
    if kind_of(first):
        return True
    return not any(above in _stuff() for above in lexicon().chain(first))


@cache
def _stuff() -> frozenset[int]:
    return frozenset(lexicon().meaning(noun) for noun in ("substance", "matter.3", "solid", "person"))
