"""What a room is, and what a piece of furniture is meant for, from their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache

from ariadne.models.rules.kinds import (
    AT_HOME,
    FINE,
    Shares,
    Similarity,
    head,
    is_a,
    kinds_by_meaning,
    kinds_of,
    softmax,
    table,
)
from ariadne.models.rules.lexicon import lexicon

# How likely the likeliest kind must be for the words before a noun to tell what the furniture is for.
_CLEAR = 0.35


@cache
def rooms() -> Mapping[str, tuple[str, ...]]:
    """Rooms, and all that people call them. See `rooms.yaml`."""
    return {name: (name, *others) for name, others in table("rooms").items()}


def room_types(name: str, similarity: Similarity) -> Shares:
    """What rooms a room may be, by its name."""
    for room, names in rooms().items():
        if name in names:
            return {room: 1.0}
    return room_likeness(name, similarity)


def room_likeness(text: str, similarity: Similarity) -> Shares:
    """How near a text is to what people call each room."""
    return softmax({room: max(similarity(text, name) for name in names) for room, names in rooms().items()})


def rooms_named(words: Sequence[str]) -> set[str]:
    """The rooms that words name: `gym` is one, and `bath` begins another."""
    return {
        room
        for room, names in rooms().items()
        for part in " ".join(names).replace("'s", "").split()
        if any(part == word or (len(word) > 3 and part.startswith(word)) for word in words)
    }


def purposes(holder: str, room: str, similarity: Similarity) -> dict[str, float]:
    """The kinds of things that furniture is meant for, each in (0, 1]; empty if it serves whatever its room is for.

    Its class tells, and the words before its noun do: a shoe shelf is for shoes.
    """
    name = _without(room.split(), holder)
    noun, meant = _class(name)
    if meant and (noun == name or " " in noun):
        return dict(meant)
    told = _told(name.removesuffix(noun).split() or name.split()[:-1], similarity)
    return {kind: share * (0.5 if told else 1.0) for kind, share in meant.items()} | told


def _without(words: Sequence[str], holder: str) -> str:
    """A holder's name without what it says of its room: in a bathroom, a `bathroom cabinet` is a cabinet."""
    name = holder.split()
    while len(name) > 1 and name[0] in words:
        name = name[1:]
    return " ".join(name)


def _class(name: str) -> tuple[str, Mapping[str, float]]:
    """The end of a name that is a class of furniture, and what that is meant for; else its noun and nothing."""
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
    """What furniture is meant for, by all that people call it. See `furniture.yaml`."""
    found: dict[str, Mapping[str, float]] = {}
    for entry in table("furniture").values():
        meant = dict.fromkeys(entry["for"], AT_HOME) | dict.fromkeys(entry.get("also", ()), FINE)
        for name in entry["called"]:
            found[name] = meant
            found.setdefault(name.partition(".")[0], meant)
    return found


@cache
def _furniture() -> Mapping[int, Mapping[str, float]]:
    """What furniture is meant for, by what the lexicon calls it."""
    found = {}
    for name, meant in _called().items():
        with suppress(KeyError):
            found[lexicon().meaning(name)] = meant
    return found


def _told(words: Sequence[str], similarity: Similarity) -> dict[str, float]:
    """The kinds that the words before a noun name, the likeliest as 1."""
    words = list(words)
    while words and not _is_thing(words[-1]):
        words.pop()
    if not words:
        return {}
    shares = kinds_of(" ".join(words), similarity)
    top = max(shares.values())
    return {kind: share / top for kind, share in shares.items() if top >= _CLEAR and share > 0.3 * top}


def _is_thing(word: str) -> bool:
    """Whether a word before a noun tells what it is for, not what it is made of, whose it is or what it is like."""
    meanings = list(lexicon().meanings(word))
    return bool(meanings) and (
        bool(kinds_by_meaning(meanings[0])) or not is_a(meanings[0], "substance", "matter.3", "solid", "person")
    )
