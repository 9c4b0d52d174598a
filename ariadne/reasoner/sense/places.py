"""The type of a room and the purpose of a piece of furniture, from their names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache

from ariadne.plurals import singular
from ariadne.reasoner.lexicon import is_a, lexicon
from ariadne.reasoner.sense.classify import kinds_of, normal, softmax
from ariadne.reasoner.sense.kinds import AT_HOME, FINE, Shares, Similarity, kinds, kinds_by_meaning, table
from ariadne.reasoner.sense.names import head, is_made_of, uses

# Least likelihood of the top kind for the words before a noun to give the furniture's purpose.
_CLEAR = 0.5

# Meanings of words before a noun that describe where furniture stands or how it looks.
_WHERE = ("structure", "framework", "area")
_WHAT_LIKE = ("substance", "matter.3", "solid", "person")
# Materials and fittings of furniture that the lexicon also knows as plants and things.
_LOOKS = frozenset("rattan wicker bamboo cane willow straw mirror mirrored velvet silver old new spare extra".split())
# Colours, and words of shape and place; the lexicon knows things of some of these names.
_PLAIN = frozenset(
    "red yellow green blue purple pink white black brown grey gray flat round oval square double single twin"
    " drop leaf flip top upper lower side corner wall floor entry two three four".split()
)

# Words for a part of a room, or a small room.
_PART_OF_ROOM = ("nook", "corner", "area", "alcove", "space", "zone")

# The weight of the end of a room's name, relative to the whole.
_ENDING = 0.9

# The weights of the words before a noun and of its class, if both are informative.
_TELLS, _CLASS = 0.8, 0.7

# The weight of a kind that does not belong in the furniture's room.
_OUT_OF_PLACE = 0.3


@cache
def rooms() -> Mapping[str, tuple[str, ...]]:
    """Rooms and their synonyms. See `rooms.yaml`."""
    return {name: (name, *others) for name, others in table("rooms").items()}


def room_types(name: str, similarity: Similarity) -> Shares:
    """The likely types of a room by its name: the whole, its end, or its similarity to known names.

    The end counts most for a `blue bedroom` and a `basement workshop`.
    """
    words = _plain(name).split()
    for start in range(len(words)):
        if room := _room_called(" ".join(words[start:])):
            if start == 0:
                return {room: 1.0}
            like = _like_rooms(name, similarity)
            return {each: (1 - _ENDING) * share + _ENDING * (each == room) for each, share in like.items()}
    if re.search(r"'s? (bed)?room$", name):
        return {"bedroom": 1.0}
    return _like_rooms(name, similarity)


def _like_rooms(name: str, similarity: Similarity) -> Shares:
    """The likely types of a room, by the similarity of its name to all synonyms, and by its stated purpose.

    A map room is a room where maps belong.
    """
    like = softmax({room: max(similarity(name, other) for other in names) for room, names in rooms().items()})
    telling = " ".join(word for word in name.split()[:-1] if _is_thing(word))
    shares = kinds_of(telling, similarity) if telling else {}
    if not shares or max(shares.values()) < _CLEAR:
        return like
    fits = {room: sum(part * kinds()[kind].rooms.get(room, 0.0) for kind, part in shares.items()) for room in like}
    return normal({room: share * (_OUT_OF_PLACE + fits[room]) for room, share in like.items()})


def _room_called(plain: str) -> str:
    """The room of a plain name; the owner counts as part of the name: `toddler's bedroom`."""
    named = _plain_names()
    return named.get(plain) or named.get(re.sub(r"\bbedroom$", "room", plain), "")


@cache
def _plain_names() -> Mapping[str, str]:
    """Rooms by their synonyms in plain spelling."""
    return {_plain(name): room for room, names in reversed(list(rooms().items())) for name in names}


def _plain(name: str) -> str:
    """A normalized room name: the same for a boy's, a boys' and a boys room, for a reading room and a reading nook."""
    name = re.sub(r"(\w)'?s?'? (?=(?:bed)?room$)", r"\1 ", name.replace("-", " "))
    return re.sub(rf"(?<=\w )(?:{'|'.join(_PART_OF_ROOM)})$", "room", name)


def room_likeness(thing: str, similarity: Similarity) -> Shares:
    """The similarity of a thing's name to each room's.

    Synonyms do not count: butter does not belong in a buttery.
    """
    return softmax({room: similarity(thing, room) for room in rooms()})


def rooms_named(words: Sequence[str]) -> set[str]:
    """The rooms that words name: `gym` is one, and `bath` begins another.

    Synonyms count only if they are single words: breakfast is eaten in more rooms than a breakfast room.
    """
    return {
        room
        for room, names in rooms().items()
        for part in " ".join((room, *(name for name in names if " " not in name))).replace("'s", "").split()
        if part != "room" and any(part == word or (len(word) > 3 and _is_begun(part, word)) for word in words)
    }


def _is_begun(room: str, word: str) -> bool:
    """Whether a compound room name begins with a word: a bathroom with `bath`. A greenhouse is not green."""
    return room.startswith(word) and word not in _PLAIN and not is_made_of(word)


def purposes(holder: str, room: str, similarity: Similarity) -> Mapping[str, float]:
    """The kinds of things that furniture is meant for, each in (0, 1]; empty if it serves the purpose of its room.

    By its class and the words before its noun: a shoe shelf is for shoes.
    """
    types = room_types(room, similarity)
    where = max(types, key=lambda each: types[each])
    noun, meant = _class(holder, where)
    if meant and (noun == holder or " " in noun):
        return meant
    name = _without(room.split(), holder)
    noun, meant = _class(name, where)
    if meant and noun == name:
        return meant
    told = _by_modifiers(name.removesuffix(noun).split() or name.split()[:-1], where, similarity)
    if not told:
        return meant
    both = {kind: _CLASS * share for kind, share in meant.items()}
    return both | {kind: max(share * (_TELLS if meant else 1.0), both.get(kind, 0.0)) for kind, share in told.items()}


def _without(words: Sequence[str], holder: str) -> str:
    """A holder's name without its room's: in a bathroom, a `bathroom cabinet` is a cabinet."""
    name = holder.split()
    while len(name) > 1 and name[0] in words:
        name = name[1:]
    return " ".join(name)


def _class(name: str, room: str) -> tuple[str, Mapping[str, float]]:
    """The end of a name that is a class of furniture, with its purpose; else its noun and nothing.

    Some furniture has a class in a certain room only: a sink in a kitchen is a `kitchen sink`.
    """
    words = name.split()
    for start in range(len(words)):
        end, one = " ".join(words[start:]), " ".join(map(singular, words[start:]))
        for called in (f"{room} {one}", one, end):
            if called in _called():
                return end, _called()[called]
    noun, _ = head(name)
    for meaning in lexicon().meanings(noun, 1):
        for above in list(lexicon().chain(meaning))[:4]:
            if above in _furniture():
                return noun, _furniture()[above]
    return noun, {}


@cache
def _called() -> Mapping[str, Mapping[str, float]]:
    """The purpose of furniture by its synonyms. See `furniture.yaml`."""
    found: dict[str, Mapping[str, float]] = {}
    for entry in table("furniture").values():
        meant = dict.fromkeys(entry["for"], AT_HOME) | dict.fromkeys(entry.get("also", ()), FINE)
        for name in entry["called"]:
            found[name] = meant
            found.setdefault(name.partition(".")[0], meant)
    return found


@cache
def _furniture() -> Mapping[int, Mapping[str, float]]:
    """The purpose of furniture by its meaning in the lexicon."""
    found = {}
    for name, meant in _called().items():
        with suppress(KeyError):
            found[lexicon().meaning(name)] = meant
    return found


def _by_modifiers(words: Sequence[str], room: str, similarity: Similarity) -> dict[str, float]:
    """The kinds named by the words before a noun, the likeliest as 1; of several, those that belong in the room."""
    telling = " ".join(word for word in words if _is_thing(word))
    if not telling:
        return {}
    said = uses(f"{telling} thing")
    if at_home := [kind for kind in said if room in kinds()[kind].rooms]:
        return dict.fromkeys(at_home, AT_HOME)
    shares = kinds_of(telling, similarity)
    clear = max(shares.values()) >= _CLEAR
    fitting = {kind: share * (1.0 if room in kinds()[kind].rooms else _OUT_OF_PLACE) for kind, share in shares.items()}
    top = max(fitting.values())
    likely = {kind: share / top for kind, share in fitting.items() if clear and share > 0.3 * top}
    fits = any(room in kinds()[kind].rooms for kind in likely)
    return likely if fits else dict.fromkeys(said, AT_HOME) or likely


def _is_thing(word: str) -> bool:
    """Whether a word before a noun states its purpose rather than its material, owner, place or look."""
    meanings = lexicon().meanings(word)
    if not meanings or word in _LOOKS | _PLAIN or is_made_of(word) or is_a(meanings[0], *_WHERE):
        return False
    return bool(uses(f"{word} thing") or kinds_by_meaning(meanings[0])) or not is_a(meanings[0], *_WHAT_LIKE)
