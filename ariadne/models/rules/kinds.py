"""What kind of thing a name stands for, and in which rooms and furniture a household keeps that kind.

Two sources of evidence: what the lexicon says that the name's noun is a kind of, and how near the whole name is to the
way in which people speak of a kind.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from ariadne.models.rules.lexicon import lexicon

Similarity = Callable[[str, str], float]
Belief = Mapping[str, float]
"""Kinds and how likely each is; they add up to 1."""

_TEMPERATURE = 0.07


@dataclass(frozen=True)
class Kind:
    """A kind of thing: what it is called, and where it is kept. See `kinds.yaml`."""

    name: str
    nouns: tuple[str, ...]
    says: tuple[str, ...]
    rooms: Mapping[str, float]


@cache
def kinds() -> Mapping[str, Kind]:
    """All kinds by name."""
    return {name: _kind(name, entry) for name, entry in table("kinds").items()}


def table(name: str) -> Any:
    """A table that ships with the reasoner."""
    import yaml

    text = resources.files("ariadne.models.rules").joinpath(f"{name}.yaml").read_text("utf-8")
    return yaml.safe_load(text)


AT_HOME, FINE = 1.0, 0.6


def _kind(name: str, entry: Mapping[str, Any]) -> Kind:
    rooms = dict.fromkeys(entry["rooms"], AT_HOME) | dict.fromkeys(entry.get("also", ()), FINE)
    return Kind(name, tuple(entry["is"]), tuple(entry["says"]), rooms)


def affinity(a: str, b: str) -> float:
    """How much two kinds share their rooms, in [0, 1]."""
    if a == b:
        return 1.0
    first, second = kinds()[a].rooms, kinds()[b].rooms
    shared = sum(first[room] * second[room] for room in first if room in second)
    length = math.sqrt(sum(x * x for x in first.values()) * sum(x * x for x in second.values()))
    return shared / length


_TINY = frozenset("tiny mini miniature toy model pretend".split())
_DIRTY = frozenset("dirty muddy stained sweaty soiled smelly worn crumpled filthy used".split())
_WASHED = frozenset(("clothes", "footwear", "outdoor wear", "towels", "bedding", "table linen"))


def belief(name: str, similarity: Similarity) -> dict[str, float]:
    """What kinds a thing may be of."""
    words = name.split()
    if _TINY & set(words[:-1]):
        return {"toys": 1.0}
    known, told = nouns_say(name)
    spoken = words_say((name, *glosses(name)) if told < CLEAR else (name,), similarity)
    both = {kind: known[kind] * spoken[kind] for kind in known}
    total = sum(both.values())
    found = {kind: value / total for kind, value in both.items()}
    if _DIRTY & set(words):
        found = {kind: 0.2 * value for kind, value in found.items()}
        found["dirty laundry"] += 0.8
    return found


CLEAR = 0.3


def words_say(texts: Sequence[str], similarity: Similarity) -> dict[str, float]:
    """How likely each kind is by the way in which people speak of it: a softmax over similarities."""
    near = {
        kind.name: sum(max(similarity(text, says) for says in (kind.name, *kind.says)) for text in texts) / len(texts)
        for kind in kinds().values()
    }
    return softmax(near)


def softmax(values: Mapping[str, float]) -> dict[str, float]:
    """Shares that add up to 1; a few hundredths of similarity make the difference."""
    top = max(values.values())
    powers = {name: math.exp((value - top) / _TEMPERATURE) for name, value in values.items()}
    total = sum(powers.values())
    return {name: power / total for name, power in powers.items()}


def glosses(name: str) -> list[str]:
    noun, before = head(name)
    return [text for meaning in _things(noun)[:1] if not before and (text := lexicon().gloss(meaning))]


def nouns_say(name: str) -> tuple[dict[str, float], float]:
    """How likely each kind is by what the lexicon says that the name's noun is a kind of, and how much that told."""
    noun, before = head(name)
    found = dict.fromkeys(kinds(), 0.0)
    trust = PART if before else ALL
    for kind, share in _shares(_things(noun)).items():
        found[kind] += trust * share
    told = sum(found.values())
    rest = 1 - told
    for word in before:
        for kind, share in _shares(list(lexicon().meanings(word))).items():
            found[kind] += MODIFIER * rest * share / len(before)
    rest = (1 - sum(found.values())) / len(found)
    return {kind: value + rest for kind, value in found.items()}, told


MODIFIER = 0.3
PART = 0.75
ALL = 0.9


def _shares(meanings: Sequence[int]) -> dict[str, float]:
    """The kinds that meanings are of: the first counts twice as much as the second, and so on."""
    weights = [0.5**at for at in range(len(meanings))]
    found: dict[str, float] = {}
    for meaning, weight in zip(meanings, weights, strict=True):
        for kind in (meant := kind_of(meaning)):
            found[kind] = found.get(kind, 0.0) + weight / sum(weights) / len(meant)
    return found


def _things(noun: str) -> list[int]:
    """What a noun means, apart from what people do."""
    act = lexicon().meaning("act.2")
    return [meaning for meaning in lexicon().meanings(noun) if act not in lexicon().chain(meaning)]


def head(name: str) -> tuple[str, list[str]]:
    """The longest end of a name that is a noun of the lexicon, and the words before it.

    Of `box of nails` it is `nails`.
    """
    words = name.lower().split()
    if "of" in words[1:-1] and not lexicon().meanings(name):
        words = words[words.index("of") + 1 :]
    for start in range(len(words)):
        noun = " ".join(words[start:])
        if _things(noun):
            return noun, words[:start]
    return "", words


@cache
def _meant() -> Mapping[int, tuple[str, ...]]:
    """The kinds that each meaning in the table stands for."""
    found: dict[int, tuple[str, ...]] = {}
    for kind in kinds().values():
        for noun in kind.nouns:
            meaning = lexicon().meaning(noun)
            found[meaning] = (*found.get(meaning, ()), kind.name)
    return found


@cache
def kind_of(meaning: int) -> tuple[str, ...]:
    """The kinds that a meaning may be of: those of the nearest thing above it."""
    return next((_meant()[each] for each in lexicon().chain(meaning) if each in _meant()), ())
