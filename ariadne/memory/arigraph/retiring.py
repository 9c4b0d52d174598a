"""Which known facts new ones take the place of, besides those that the reader names.

Memory does not judge what a text means. It retires by itself only where the user has said that a relation takes one
value (`Options.single`, `Options.supersede`); where the same may be said in other words, it asks the reader.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ariadne.embed.cache import TextCache
from ariadne.geography import is_spatial
from ariadne.memory.arigraph.learn import Known, Reading, word_runs
from ariadne.splitting import parts
from ariadne.triplet import Triplet

NEAR = 0.5
"""From which dot product on two relations may say the same in other words."""
MOST = 12
"""How many facts the reader is asked about, the latest."""
PARTS = 2
"""How many parts of a long text the reader is shown."""
DECIMALS = 5

Pairs = list[tuple[Triplet, Triplet]]


def by_relation(fresh: Sequence[Triplet], known: Known, takes_one: Callable[[str], bool]) -> Pairs:
    """The facts of the same subject and relation as a new one, each with the new one, where the relation takes one
    value. Of several new ones the last holds.

    Args:
        fresh: the new facts, in the order in which they were told.
    """
    of_one = [fact for fact in fresh if takes_one(fact.relation) and not is_spatial(fact)]
    last = {(fact.subject, fact.relation): fact for fact in of_one}
    before = [*(old for fact in of_one for old in known.told_of(fact.subject)), *of_one]
    pairs = ((old, last.get((old.subject, old.relation))) for old in dict.fromkeys(before))
    return [(old, new) for old, new in pairs if new and new != old]


async def in_other_words(reading: Reading, known: Known, texts: TextCache) -> list[Triplet]:
    """The known facts that a reading may have made untrue without naming them: of the same subject, in a relation that
    is worded otherwise and near in meaning, or in the same one if the reader was not shown them."""
    shown, named, new = set(reading.known), set(reading.outdated), set(reading.triplets)
    pairs = [
        (old, fact)
        for fact in reading.triplets
        if fact not in known
        for old in known.told_of(fact.subject)
        if old not in new and old not in named and old.object != fact.object and not is_spatial(old)
    ]
    pairs = [(old, fact) for old, fact in pairs if old.relation != fact.relation or str(old) not in shown]
    if not pairs:
        return []
    vectors = await texts.embed([relation for old, fact in pairs for relation in (old.relation, fact.relation)])
    likeness = np.round(np.einsum("pd,pd->p", vectors[::2], vectors[1::2]).astype(float), DECIMALS)
    near = [old for (old, _), score in zip(pairs, likeness, strict=True) if score >= NEAR]
    return list(dict.fromkeys(near))[-MOST:]


def about(facts: Sequence[Triplet], texts: Sequence[str]) -> list[str]:
    """Texts, of long ones the parts that name a subject of the facts, as many as can be read at once."""
    every = [part for text in texts for part in parts(text)]
    subjects = {fact.subject for fact in facts}
    naming = [part for part in every if not subjects.isdisjoint(word_runs(part))]
    return every if len(every) == len(texts) else (naming or every)[:PARTS]
