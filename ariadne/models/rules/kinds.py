"""What kind of thing a name stands for.

Two witnesses are heard. The lexicon says what the name's noun is a kind of: moccasins are footwear. And
`similarity` says how near the whole name is to the way in which people speak of a kind. What both find likely
is likely.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from ariadne.models.rules.lexicon import lexicon

Similarity = Callable[[str, str], float]
Shares = dict[str, float]
"""How likely each of some names is, adding up to 1."""

AT_HOME, FINE = 1.0, 0.6

# How far the lexicon is to be trusted: for a name that is all noun, for one of which it knows the end, and for what
# stands before the noun or in its gloss, as a share of what the noun leaves open.
_WHOLE, _END, _HINT = 0.9, 0.75, 0.3
_BESIDE, _USE = 0.6, 0.3
# Below this, the noun itself told so little that its gloss is read too.
_CLEAR = 0.3
# A few hundredths of similarity make the difference.
_TEMPERATURE = 0.07

# What creatures and vehicles are made of when they are toys, beside what the lexicon calls a material.
_TOYISH = frozenset(("wooden", "stuffed", "inflatable", "knitted"))


@dataclass(frozen=True)
class Kind:
    """A kind of thing. See `kinds.yaml`.

    Attributes:
        nouns: of the lexicon; what they mean, and all that is a kind of it, is of this kind.
        says: how people speak of it.
        said: words before a noun that tell that it is for this.
        state: words before a noun that make it of this kind, whatever it is else.
        rooms: how usual it is in each room where it is not odd: `AT_HOME` or `FINE`.
    """

    name: str
    nouns: tuple[str, ...]
    says: tuple[str, ...]
    said: frozenset[str]
    state: frozenset[str]
    rooms: Mapping[str, float]


@cache
def kinds() -> Mapping[str, Kind]:
    """All kinds by name."""
    return {
        name: Kind(
            name,
            tuple(entry.get("is", ())),
            (name, *entry["says"]),
            frozenset(entry.get("said", ())),
            frozenset(entry.get("state", ())),
            dict.fromkeys(entry["rooms"], AT_HOME) | dict.fromkeys(entry.get("also", ()), FINE),
        )
        for name, entry in table("kinds").items()
    }


def table(name: str) -> Any:
    """A table that ships with the reasoner."""
    import yaml

    text = resources.files("ariadne.models.rules").joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text)


def kinds_of(thing: str, similarity: Similarity) -> Shares:
    """What kinds a thing may be of."""
    before = set(thing.lower().split()[:-1])
    if states := [kind.name for kind in kinds().values() if kind.state & before]:
        return dict.fromkeys(states, 1 / len(states))
    known, spoken = _known(thing), _spoken(_descriptions(thing), similarity)
    return _normal({kind: known[kind] * spoken[kind] for kind in kinds()})


def affinity(a: str, b: str) -> float:
    """How far two kinds share their rooms: the cosine of their lists of rooms."""
    first, second = kinds()[a].rooms, kinds()[b].rooms
    shared = sum(first[room] * second[room] for room in first if room in second)
    return shared / math.sqrt(sum(x * x for x in first.values()) * sum(x * x for x in second.values()))


def softmax(values: Mapping[str, float]) -> Shares:
    """Similarities as shares."""
    top = max(values.values())
    return _normal({name: math.exp((value - top) / _TEMPERATURE) for name, value in values.items()})


def _normal(weights: Mapping[str, float]) -> Shares:
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def _spoken(texts: Sequence[str], similarity: Similarity) -> Shares:
    """How likely each kind is by the way in which people speak of it."""
    return softmax(
        {
            kind.name: sum(max(similarity(text, says) for says in kind.says) for text in texts) / len(texts)
            for kind in kinds().values()
        }
    )


def _descriptions(thing: str) -> list[str]:
    """A thing's name; and the gloss of a noun that is all of the name, where the lexicon knows no kind for it."""
    noun, before = head(thing)
    return [thing] if before or _told(noun) >= _CLEAR else [thing, *_gloss(noun)]


def _known(thing: str) -> Shares:
    """How likely each kind is by the lexicon: what it does not tell is spread over all kinds."""
    noun, before = head(thing)
    said = uses(thing)
    told = _told(noun)
    found = dict.fromkeys(kinds(), 0.0)
    for kind, share in _kinds_meant(things(noun)).items():
        found[kind] += (_BESIDE if said else _END if before else _WHOLE) * share
    for kind in said:
        found[kind] += (_USE if told >= _CLEAR else _END) / len(said)
    rest = 1 - sum(found.values())
    before = [word for word in before if not _is_material(word)]
    for hints in (before, _content(_gloss(noun)) if told < _CLEAR else []):
        for word in hints:
            for kind, share in _kinds_meant(list(lexicon().meanings(word))).items():
                found[kind] += _HINT * rest * share / len(hints)
    rest = (1 - sum(found.values())) / len(found)
    return {kind: share + rest for kind, share in found.items()}


def uses(thing: str) -> list[str]:
    """The kinds that the words before a noun tell it to be for, in a compound too: in `toothbrush`, `tooth` does."""
    if not thing.split():
        return []
    *before, last = thing.lower().split()
    found = [
        kind.name
        for kind in kinds().values()
        if any(
            word in before
            or (last.startswith(word) and len(last) > len(word) + 3 and lexicon().meanings(last.removeprefix(word)))
            for word in kind.said
        )
    ]
    first = list(lexicon().meanings(head(thing)[0]))[:1]
    if any(is_a(meaning, "animal", "person", "conveyance.3") for meaning in first) and any(map(_is_material, before)):
        found.append("toys")
    return found


def _is_material(word: str) -> bool:
    """Whether a word tells what something is made of."""
    return word in _TOYISH or any(
        is_a(meaning, "substance", "matter.3") and not kinds_by_meaning(meaning)
        for meaning in list(lexicon().meanings(word))[:1]
    )


def is_a(meaning: int, *nouns: str) -> bool:
    """Whether a meaning is a kind of what one of these nouns means."""
    return not _meanings(nouns).isdisjoint(lexicon().chain(meaning))


@cache
def _meanings(nouns: tuple[str, ...]) -> frozenset[int]:
    return frozenset(lexicon().meaning(noun) for noun in nouns)


def _told(noun: str) -> float:
    """How much the lexicon tells of a noun's kind."""
    return sum(_kinds_meant(things(noun)).values())


def _gloss(noun: str) -> list[str]:
    """The gloss of a noun's first meaning, if it has one."""
    return [gloss for meaning in things(noun)[:1] if (gloss := lexicon().gloss(meaning))]


def _content(glosses: Iterable[str]) -> list[str]:
    """The words of glosses that name kinds of things."""
    return [
        word
        for gloss in glosses
        for word in re.findall(r"[a-z-]{3,}", gloss)
        if _kinds_meant(list(lexicon().meanings(word))[:1])
    ]


def head(name: str) -> tuple[str, list[str]]:
    """The longest end of a name that is a thing's noun, and the words before it: of `box of nails` it is `nails`."""
    words = name.lower().split()
    if "of" in words[1:-1] and not things(name):
        words = words[words.index("of") + 1 :]
    for start in range(len(words)):
        noun = " ".join(words[start:])
        if things(noun):
            return noun, words[:start]
    return "", words


def things(noun: str) -> list[int]:
    """The meanings of a noun, apart from what people do."""
    meanings = [meaning for meaning in lexicon().meanings(noun) if not is_a(meaning, "act.2")]
    if any(is_a(meaning, "food", "food.2") for meaning in meanings):
        return [meaning for meaning in meanings if not is_a(meaning, "plant.2", "animal")]
    return meanings


def _kinds_meant(meanings: Sequence[int]) -> Shares:
    """The kinds that meanings are of; the first counts twice as much as the second, and so on."""
    weights = [0.5**at for at in range(len(meanings))]
    found: Shares = {}
    for meaning, weight in zip(meanings, weights, strict=True):
        names = kinds_by_meaning(meaning)
        for name in names:
            found[name] = found.get(name, 0.0) + weight / sum(weights) / len(names)
    return found


@cache
def kinds_by_meaning(meaning: int) -> tuple[str, ...]:
    """The kinds that a meaning may be of: those of the nearest meaning above it that the table names."""
    return next((_named()[each] for each in lexicon().chain(meaning) if each in _named()), ())


@cache
def _named() -> Mapping[int, tuple[str, ...]]:
    """The kinds that each meaning in the table stands for."""
    found: dict[int, tuple[str, ...]] = {}
    for kind in kinds().values():
        for noun in kind.nouns:
            meaning = lexicon().meaning(noun)
            found[meaning] = (*found.get(meaning, ()), kind.name)
    return found
