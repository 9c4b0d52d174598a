"""What kind of thing a name stands for, and in which rooms and furniture a household keeps that kind.

Two sources of evidence: what the lexicon says that the name's noun is a kind of, and how near the whole name is to the
way in which people speak of a kind.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from ariadne.models.rules.lexicon import Lexicon, lexicon

Similarity = Callable[[str, str], float]
Belief = Mapping[str, float]
"""Kinds and how likely each is; they add up to 1."""

_TEMPERATURE = 0.07
_TRUST = 0.9


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
    known = nouns_say(name)
    spoken = words_say(name, similarity)
    both = {kind: known[kind] * spoken[kind] for kind in known}
    total = sum(both.values())
    found = {kind: value / total for kind, value in both.items()}
    if _DIRTY & set(words):
        found = {kind: 0.2 * value for kind, value in found.items()}
        found["dirty laundry"] += 0.8
    return found


def words_say(text: str, similarity: Similarity) -> dict[str, float]:
    """How likely each kind is by the way in which people speak of it: a softmax over similarities."""
    best = {
        kind.name: max(similarity(text, says) for says in (kind.name, *kind.says)) for kind in kinds().values()
    }
    top = max(best.values())
    powers = {kind: math.exp((value - top) / _TEMPERATURE) for kind, value in best.items()}
    total = sum(powers.values())
    return {kind: power / total for kind, power in powers.items()}


def nouns_say(name: str) -> dict[str, float]:
    """How likely each kind is by what the lexicon says that the name's noun is a kind of."""
    found = dict.fromkeys(kinds(), 0.0)
    noun, whole = head(name)
    trust = _TRUST if whole else 0.8 * _TRUST
    told = 0.0
    meanings = lexicon().meanings(noun) if noun else []
    weights = [0.5**at for at in range(len(meanings))]
    for (_, meaning), weight in zip(meanings, weights, strict=True):
        meant = kind_of(meaning)
        for kind in meant:
            found[kind] += trust * weight / sum(weights) / len(meant)
    told = sum(found.values())
    rest = (1 - told) / len(found)
    return {kind: value + rest for kind, value in found.items()}


def head(name: str) -> tuple[str, bool]:
    """The longest end of a name that is a noun of the lexicon, and whether it is all of the name.

    Of `box of nails` it is `nails`.
    """
    words = name.lower()
    if not lexicon().meanings(words) and " of " in words:
        words = words.split(" of ", 1)[1]
    parts = words.split()
    for start in range(len(parts)):
        end = " ".join(parts[start:])
        for form in (end, end.replace(" ", ""), end.replace(" ", "-")):
            if lexicon().meanings(form):
                return form, start == 0
    return "", False


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
    return next((_meant()[each] for _, each in lexicon().chain(meaning) if each in _meant()), ())
