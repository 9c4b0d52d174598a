"""Supersession: which known facts new ones take the place of, decided without a model.

A fact retires another when both say the same of the same thing, but another value, and the relation takes one value at
a time. The same is said in the same words, in synonymous ones, or where all words of one relation are among the
other's, if values and statements are alike as well; where every relation takes one value, likeness is enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate

import numpy as np

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Vectors
from ariadne.gather import gathered
from ariadne.memory.arigraph.graph import SemanticGraph
from ariadne.memory.arigraph.habits import Habits
from ariadne.memory.arigraph.learn import Known
from ariadne.memory.arigraph.order import Order
from ariadne.memory.arigraph.relations import (
    ALSO,
    AMONG,
    Slot,
    converse,
    is_home,
    is_of_one,
    is_once,
    mood,
    near,
    same_slots,
)
from ariadne.memory.arigraph.stems import stems
from ariadne.memory.arigraph.synonyms import are_apart, synonymous
from ariadne.triplet import Edge, Triplet

SURE = 0.8
"""From which chance on that two facts say the same, the newer retires the older."""

# Of a logistic regression on pairs of facts about the same thing, of lists that were told in other words; the pairs are
# not in the repository.
_STATEMENTS, _RELATIONS, _VALUES, _BIAS = 11.9, 6.0, 5.8, -13.7
_TURNED = -3.4
"""For facts of which one is told from its object's end."""
_PLACES = frozenset("in at near from".split())

Told = bool | Collection[str]
"""Relations that were told to take one value; True for all."""


async def superseded(
    fresh: Sequence[Triplet], graph: Known, habits: Habits, texts: TextCache, order: Order, told: Told = ()
) -> list[tuple[Triplet, Triplet]]:
    """Which valid facts new ones retire, and which of these later ones do, each with each new one that does.

    Args:
        fresh: facts of one reading, as they were told. `order`: that of its sentences.
        told: relations that take one value, whatever they say; True for all.
    """
    here = SemanticGraph(Edge(fact, 0) for fact in fresh)
    pairs = [
        (old, fact, sides)
        for fact in fresh
        for old in [*_rivals(fact, graph), *(old for old in _rivals(fact, here) if order.is_before(old, fact))]
        for sides in same_slots(fact, old, both=told is True)
        if _takes_one(sides, habits, told) and not _within(sides, graph) and not _within(sides, here)
    ]
    chances = await alike([sides for *_, sides in pairs], habits, texts)
    sure = [(old, fact) for (old, fact, _), chance in zip(pairs, chances, strict=True) if chance >= SURE]
    return list(dict.fromkeys(sure))


async def alike(pairs: Sequence[tuple[Slot, Slot]], habits: Habits, texts: TextCache) -> list[float]:
    """How likely the two of each pair say the same of a thing: 1 in the same words, 0 where their relations are known
    to be two; else as far as the statements are alike, the relations, and the values that these have had."""
    known = [_known(*pair) for pair in pairs]
    unknown = [pair for pair, chance in zip(pairs, known, strict=True) if chance is None]
    chances = iter(await _likely(unknown, habits, texts) if unknown else [])
    return [next(chances) if chance is None else chance for chance in known]


def _known(slot: Slot, other: Slot) -> float | None:
    if same_words(slot, other):
        return 1.0
    return 0.0 if are_apart([slot.relation], [other.relation]) else None


async def _likely(pairs: Sequence[tuple[Slot, Slot]], habits: Habits, texts: TextCache) -> list[float]:
    said = [[str(slot), f"it {slot.relation} something", *habits.values(slot)] for pair in pairs for slot in pair]
    vectors = await texts.embed([text for each in said for text in each])
    ends = accumulate(map(len, said))
    sides = np.stack([_side(vectors[end - len(each) : end]) for each, end in zip(said, ends, strict=True)])
    sides = sides.reshape(len(pairs), 2, 3, -1)
    likeness = np.round(np.einsum("pkd,pkd->pk", sides[:, 0], sides[:, 1]).astype(float), 5)
    turned = np.array([slot.is_converse != past.is_converse for slot, past in pairs])
    logits = likeness @ np.array([_STATEMENTS, _RELATIONS, _VALUES]) + _TURNED * turned + _BIAS
    chances: list[float] = (1 / (1 + np.exp(-logits))).tolist()
    return chances


def _side(vectors: Vectors) -> Vectors:
    """The vectors of a statement, of its relation, and of values, shape (n, d), with the values' mean: (3, d)."""
    values = vectors[2:].sum(axis=0)
    return np.stack([*vectors[:2], values / max(float(np.linalg.norm(values)), 1e-9)])


def same_words(slot: Slot, other: Slot) -> bool:
    """Whether two slots are told in the same words, but for their forms, or in others that mean the same."""
    return stems(slot.relation) == stems(other.relation) or synonymous(slot.relation, other.relation)


def standing(facts: Iterable[Triplet], habits: Habits) -> list[tuple[Triplet, ...]]:
    """Facts that stand against each other: of one thing, in the same words, with values of which one may be right."""
    of_one = (fact for fact in facts if habits.takes_one(fact.relation) is not False)
    found = gathered(((fact.subject, stems(fact.relation)), fact) for fact in of_one)
    return [tuple(group) for group in found.values() if len(group) > 1]


def _rivals(fact: Triplet, graph: Known) -> Iterator[Triplet]:
    """The valid facts that may say the same of one of a fact's ends."""
    yield from graph.told_of(fact.subject)
    yield from graph.told_of(fact.object)
    other = converse(fact.relation)
    if is_once(other) or is_of_one(other):
        yield from (old for old in graph.incident([fact.object], spatial=False) if old.object == fact.object)
    else:
        yield from (old for old in graph.incident([fact.subject], spatial=False) if old.object == fact.subject)


def _takes_one(sides: tuple[Slot, Slot], habits: Habits, told: Told) -> bool:
    """Whether what two slots say takes one value, if they say the same."""
    if all(slot.is_converse for slot in sides):
        return all(is_once(slot.relation) or (told is True and is_of_one(slot.relation)) for slot in sides)
    slot, past = sides
    # Words of which one are among the other's say less, or more, of the same; others may be of something else, and what
    # has a thing as something mostly is.
    is_apart = habits.differ(slot.relation, past.relation) or not near(slot.relation, past.relation)
    if told is not True and is_apart and not same_words(slot, past):
        return False
    forward = [slot.relation for slot in sides if not slot.is_converse]
    # Who makes one thing may make others, whatever else was told.
    if any(
        not {AMONG, ALSO}.isdisjoint(relation.split()) or is_once(converse(relation)) or is_home(relation)
        for relation in forward
    ):
        return False
    if told is True:
        return not any(is_of_one(converse(relation)) for relation in forward)  # Who heads one may head others.
    if told and any(relation in told for relation in forward):
        return True
    if mood(slot.relation) != mood(past.relation):
        return False
    said = [habits.takes_one(relation) for relation in forward]
    return True in said and False not in said


def _within(sides: tuple[Slot, Slot], graph: Known) -> bool:
    """Whether one value is a place in the other: who lives in a city lives in its country, too."""
    values = [slot.value for slot in sides]
    is_place = all(slot.relation.split()[-1] in _PLACES for slot in sides)
    return is_place and any(
        fact.object == other for value, other in (values, values[::-1]) for fact in graph.told_of(value)
    )
