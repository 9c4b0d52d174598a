"""The kinds of things, and the kinds of a meaning in the lexicon. See `kinds.yaml`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from ariadne.caches import cached
from ariadne.reasoner.lexicon import lexicon

Similarity = Callable[[str, str], float]
Shares = dict[str, float]
"""The likelihood of each name, adding up to 1."""

AT_HOME, FINE = 1.0, 0.6


@dataclass(frozen=True)
class ThingKind:
    """A kind of thing. See `kinds.yaml`.

    Attributes:
        nouns: of the lexicon; their meanings, and everything that is a kind of them, are of this kind.
        says: phrases about it.
        said: words before a noun that mean it is for this kind.
        state: words before a noun that make it of this kind, whatever it is otherwise.
        of: the kinds of things that these words apply to; empty for all.
        rooms: how usual it is in each suitable room: `AT_HOME` or `FINE`.
    """

    name: str
    nouns: tuple[str, ...]
    says: tuple[str, ...]
    said: frozenset[str]
    state: frozenset[str]
    of: frozenset[str]
    rooms: Mapping[str, float]


@cache
def kinds() -> Mapping[str, ThingKind]:
    """All kinds by name."""
    return {
        name: ThingKind(
            name,
            tuple(entry.get("is", ())),
            (name, *entry["says"]),
            frozenset(entry.get("said", ())),
            frozenset(entry.get("state", ())),
            frozenset(entry.get("of", ())),
            dict.fromkeys(entry["rooms"], AT_HOME) | dict.fromkeys(entry.get("also", ()), FINE),
        )
        for name, entry in table("kinds").items()
    }


def table(name: str) -> Any:
    """A table that ships with the reasoner."""
    import yaml

    text = resources.files("ariadne.reasoner.sense").joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text)


def affinity(a: str, b: str) -> float:
    """How similar two kinds' rooms are: the cosine of their lists of rooms."""
    return cosine(kinds()[a].rooms, kinds()[b].rooms)


def cosine(first: Mapping[str, float], second: Mapping[str, float]) -> float:
    """The cosine of two tables of numbers."""
    shared = sum(first[name] * second[name] for name in first if name in second)
    size = sum(x * x for x in first.values()) * sum(x * x for x in second.values())
    return shared / math.sqrt(size) if size else 0.0


def kinds_meant(meanings: Sequence[int]) -> Shares:
    """The kinds of meanings; the first counts twice as much as the second, and so on."""
    weights = [0.5**at for at in range(len(meanings))]
    found: Shares = {}
    for meaning, weight in zip(meanings, weights, strict=True):
        names = kinds_by_meaning(meaning)
        for name in names:
            found[name] = found.get(name, 0.0) + weight / sum(weights) / len(names)
    return found


@cached(None)
def kinds_by_meaning(meaning: int) -> tuple[str, ...]:
    """The possible kinds of a meaning: those of the nearest meaning above it in the table."""
    return next((_named()[each] for each in lexicon().chain(meaning) if each in _named()), ())


@cache
def _named() -> Mapping[int, tuple[str, ...]]:
    """The kinds of each meaning in the table."""
    found: dict[int, tuple[str, ...]] = {}
    for kind in kinds().values():
        for noun in kind.nouns:
            meaning = lexicon().meaning(noun)
            found[meaning] = (*found.get(meaning, ()), kind.name)
    return found
