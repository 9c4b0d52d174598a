"""Parsing names of things: the noun, the amount, and the use."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ariadne.caches import cached
from ariadne.plurals import singular
from ariadne.reasoner.lexicon import is_a, lexicon, means
from ariadne.reasoner.sense.kinds import affinity, kinds, kinds_by_meaning, kinds_meant

# Below this, a noun says little about its kind.
CLEAR = 0.3

_MADE_OF = ("wood", "stone.3", "metal", "metal.2", "earthenware", "clay", "leather", "glass")

# A container of its kind's things counts as that kind.
_HOLDERS = frozenset("box case holder stand cover ring strap clip charger filter refill cleaner wrapper album".split())

# What is not carried from room to room.
_NO_THINGS = ("person", "animal", "abstract entity", "geological formation", "natural object", "structure", "craft.2")

# Words for amounts and shapes, besides the lexicon's containers; and those that follow the thing.
_AMOUNTS = frozenset(
    "pair set pack packet bundle bunch sheaf pile stack heap collection string roll bar ball block slab wheel loaf bolt"
    " deck card tube spool reel coil skein sheet slice cut piece lump stick sack box kit length bit half dozen".split()
)

_AFTER = frozenset(
    "set pair pack packet bundle bunch pile stack block slab loaf slice jar can carton sack tub bottle leaf".split()
)

# Words that may follow the thing they keep, though they can be things themselves.
_KEEPS = _AFTER | frozenset("bag tin box kit case".split())

# How a gloss states a thing's use.
_USED = re.compile(r"used (?:in|for|to|by) ([\w' -]+)")

# Materials of toy creatures and vehicles, besides the lexicon's materials.
_TOYISH = frozenset(("wooden", "stuffed", "inflatable", "knitted"))

# Materials of ornaments.
_PRECIOUS = ("ceramic", "ceramic ware", "metal", "metallic element", "glass", "stone.3", "jewel")

# Things about a subject, not for it: a book about cars is a book.
_ABOUT = frozenset(("books", "magazines", "ornaments", "documents"))

# The least similarity of two kinds' rooms for kinds that may be confused.
_AKIN = 0.25


def kept_in(name: str) -> str:
    """The content that a name states for its vessel: for `sugar tin`, sugar; empty if none."""
    *before, noun = name.split() or [""]
    is_vessel = singular(noun) in _KEEPS
    return " ".join(before) if is_vessel and before and not is_made_of(before[-1]) else ""


@cached(None)
def core(name: str) -> str:
    """A name without its amount, and with its material or content before its noun.

    `jar of honey` and `honey jar` are honey, a `coat of wool` is a wool coat.
    """
    words = name.lower().split()
    if things(name):
        return " ".join(words)
    if "of" in words[1:-1]:
        at = words.index("of")
        amount, what = words[at - 1], words[at + 1 :]
        holds = means(amount, "container", "package.2", most=2) and not (len(what) == 1 and is_made_of(what[0]))
        return " ".join((*words[: at - 1], *what) if holds or amount in _AMOUNTS else (*what, *words[:at]))
    # The word before an amount may also be the vessel's material.
    is_content = len(words) > 1 and told(words[-2]) > 0 and not means(words[-2], *_MADE_OF)
    return " ".join(words[:-1] if is_content and singular(words[-1]) in _AFTER else words)


def head(name: str) -> tuple[str, list[str]]:
    """The longest end of a name that is a thing's noun, and the words before it: for `box of nails` it is `nails`."""
    words = core(name).split()
    for start in range(len(words)):
        noun = " ".join(words[start:])
        if things(noun):
            return noun, words[:start]
    return "", words


def things(noun: str) -> list[int]:
    """The meanings of a noun, without activities; and without immovable things if it has a portable meaning too.

    A plural with its own meaning, such as `glasses`, may also be its singular's.
    """
    senses = dict.fromkeys(lexicon().meanings(noun))
    if noun.endswith("es") and senses:
        senses |= dict.fromkeys(lexicon().meanings(singular(noun)))
    meanings = [meaning for meaning in senses if not is_a(meaning, "act.2")]
    if any(is_a(meaning, "food", "food.2") and not is_a(meaning, "beverage") for meaning in meanings):
        meanings = [meaning for meaning in meanings if not is_a(meaning, "plant.2", "animal")]
    if any(kinds_by_meaning(meaning) for meaning in meanings):
        return [each for each in meanings if kinds_by_meaning(each) or not is_a(each, *_NO_THINGS)]
    return meanings


def told(noun: str) -> float:
    """How much the lexicon says about a noun's kind."""
    return sum(kinds_meant(things(noun)).values())


def uses(thing: str) -> list[str]:
    """The kinds that the words before a noun say it is for, also in a compound: `tooth` in `toothbrush`."""
    if not thing.split():
        return []
    *before, last = core(thing).split()
    found = [
        kind.name
        for kind in kinds().values()
        if any(
            word in before
            or (last.startswith(word) and len(last) > len(word) + 2 and _carried(last.removeprefix(word)))
            for word in kind.said
        )
    ]
    if not found and before and last in _HOLDERS and not things(f"{before[-1]} {last}"):
        found += [kind for kind, share in kinds_meant(things(before[-1])).items() if share > CLEAR]
    noun = head(thing)[0]
    meant = kinds_meant(things(noun))
    if meant and (likeliest := max(meant, key=lambda kind: meant[kind])) in _ABOUT:
        found = [kind for kind in found if affinity(kind, likeliest) > _AKIN]
    is_vessel = any(is_a(meaning, "container") for meaning in things(noun))
    if not found and before and is_vessel and means(before[-1], "beverage", most=2):
        found.append("tableware")
    if not found and _is_for_food(before, noun):
        found.append("kitchen utensils")
    if not found:
        found = _used_for(noun)
    if any(_is_creature(meaning) for meaning in lexicon().meanings(noun, 1)):
        if any(means(word, *_PRECIOUS) for word in before):
            found.append("ornaments")
        elif any(map(is_material, before)):
            found.append("toys")
    return found


def _used_for(noun: str) -> list[str]:
    """The kinds that a noun's gloss, or its hypernym's, says it is used for."""
    above = [each for meaning in things(noun)[:1] for each in list(lexicon().chain(meaning))[:2]]
    used = [use for each in above for use in _USED.findall(lexicon().gloss(each))]
    words = {word for use in used for word in use.split()[:3]}
    return [kind.name for kind in kinds().values() if kind.said & words]


def _carried(noun: str) -> bool:
    """Whether a noun may mean something portable."""
    return any(not is_a(meaning, "act.2", *_NO_THINGS) for meaning in lexicon().meanings(noun))


def _is_for_food(before: Sequence[str], noun: str) -> bool:
    """Whether food stands before a tool: a cherry stoner is not fruit."""
    meanings = things(noun)[:2]
    if told(noun) >= CLEAR and not any(is_a(meaning, "implement") for meaning in meanings):
        return False
    tool = any(is_a(meaning, "instrumentality.3") and not is_a(meaning, "container") for meaning in meanings)
    return tool and any(means(word, "food", "food.2") for word in before)


def _is_creature(meaning: int) -> bool:
    """Whether a meaning is an animal, a person or a vehicle; of most animals the lexicon has only the name."""
    return len(list(lexicon().chain(meaning))) == 1 or is_a(meaning, "animal", "person", "conveyance.3")


def is_material(word: str) -> bool:
    """Whether a word names a material."""
    is_substance = means(word, "substance", "matter.3") and not kinds_by_meaning(lexicon().meanings(word)[0])
    return word in _TOYISH or is_substance or means(word, "fabric")


def is_made_of(word: str) -> bool:
    """Whether a word may name a material of furniture or vessels."""
    return means(word, *_MADE_OF, most=None)
