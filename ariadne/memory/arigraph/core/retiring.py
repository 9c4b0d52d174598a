"""Contradiction resolution without a model: a new fact of a functional relation replaces the known one.

Which relations are functional, the user says (`Options.single`, `Options.supersede`); all else is the reader's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ariadne.geography import is_spatial
from ariadne.memory.arigraph.core.beside import Known, is_named
from ariadne.memory.arigraph.core.reading import Replacement
from ariadne.splitting import parts
from ariadne.triplet import Triplet

PARTS = 2
"""How many parts of a long text the reader is shown."""
SINGLE = "single"
"""`Retired.who` of a fact that the option retires."""


def by_relation(fresh: Sequence[Triplet], known: Known, takes_one: Callable[[str], bool]) -> list[Replacement]:
    """The known facts that new ones of a functional relation replace. Of several new values the last holds.

    Args:
        fresh: the new facts, in the order of the text.
    """
    of_one = [fact for fact in fresh if takes_one(fact.relation) and not is_spatial(fact)]
    last = {(fact.subject, fact.relation): fact for fact in of_one}
    before = [*(old for fact in of_one for old in known.told_of(fact.subject)), *of_one]
    pairs = ((old, last.get((old.subject, old.relation))) for old in dict.fromkeys(before))
    return [Replacement(old, new, who=SINGLE) for old, new in pairs if new and new != old]


def about(subjects: Iterable[str], texts: Sequence[str]) -> list[str]:
    """Texts, or, if one is long, the first parts that name one of some subjects."""
    every = [part for text in texts for part in parts(text)]
    wanted = {*subjects}
    naming = [part for part in every if any(is_named(name, part) for name in wanted)]
    return every if len(every) == len(texts) else (naming or every)[:PARTS]
