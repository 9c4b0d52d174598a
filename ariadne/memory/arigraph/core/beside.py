"""The known facts that a model is shown beside a text: those that the text may end, or whose names it should use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ariadne.caches import cached
from ariadne.geography import held
from ariadne.memory.arigraph.core.merging import SAME
from ariadne.memory.arigraph.core.reading import Seen
from ariadne.triplet import Triplet, clean

if TYPE_CHECKING:
    from ariadne.memory.arigraph.core.dated import Known

MOST_KNOWN = 200
"""Limit on the facts beside an observation of a world."""
MOST_IN_FULL = 100
"""Limit on the facts about full names in any other text."""
MOST_NAMED = 12
"""A word stands for a longer name if at most so many names begin or end with it."""
FEW_NAMED = 2
"""The same in a world, where there may be several things of a kind."""
MOST_BY_PART = 24
"""Limit on the facts about names of which the text has only a part, or nothing."""

_POSSESSIVE = re.compile(r"['’]s?(?=\s)")


def facts_about(texts: Sequence[str], graph: Known) -> list[Triplet]:
    """The facts about the things that the texts name, in full or by their last word: where each is and what it is like.

    Facts about other things that merely mention these are left out: an observation seldom changes them.
    """
    words, stopped = words_of(_bare(texts))
    full = graph.named_in(words, stopped)
    # `egg` may mean the `jeweled egg`; `jeweled` does not.
    parts = [name for name in _partly_named(words, graph, FEW_NAMED, full) if name.rpartition(" ")[2] in words]
    known = (full, facts_of(full, graph)), (parts, facts_of(parts, graph, MOST_BY_PART))
    about = (fact for names, facts in known for fact in facts if (held(fact) or fact.vertices)[0] in names)
    return [*dict.fromkeys(about)]


def facts_beside(seen: Seen, graph: Known) -> list[Triplet]:
    """The facts about what texts name in full, then about names that begin or end with one of their words (`Maria`:
    `maria lindqvist`; `egg`: `jeweled egg`), about what the texts before named, and those near in meaning.

    A word with which many names begin or end stands for none of them.
    """
    words, stopped = words_of(_bare(seen.texts))
    full, parts = graph.named_in(words, stopped), _partly_named(words, graph, MOST_NAMED)
    merged = (fact.object for fact in graph.told_of(*full) if fact.relation == SAME)
    found = facts_of([*full, *merged], graph, MOST_IN_FULL)
    found += facts_of(parts, graph, MOST_BY_PART)
    found += [*facts_of(dict.fromkeys(seen.about), graph, MOST_BY_PART), *filter(graph.__contains__, seen.near)]
    return [*dict.fromkeys(found)]


def facts_of(vertices: Iterable[str], graph: Known, most: int = MOST_KNOWN) -> list[Triplet]:
    """The latest facts about some vertices. A hub such as `kitchen` has more than a model can read."""
    return [*graph.incident(vertices, spatial=False, latest=most)]


def is_named(name: str, text: str) -> bool:
    """Whether a text contains the name of a vertex, as whole words."""
    bare, stopped = _spaced(text)
    return f" {name} " in bare or f" {name} " in stopped or f" {name}. " in stopped


@cached(256)
def _spaced(text: str) -> tuple[str, ...]:
    """The words of a text with spaces around them, without and with full stops."""
    return tuple(f" {' '.join(words)} " for words in words_of(text))


@cached(256)
def words_of(text: str) -> tuple[Sequence[str], Sequence[str]]:
    """The words of a text as `clean` writes them; and the same with their full stops, for `dr. lee`."""
    words = [*map(_word, text.lower().split())]
    return [bare for bare, _ in words], [stopped for _, stopped in words]


@cached(2**13)
def _word(word: str) -> tuple[str, str]:
    bare = clean(word.strip('.,;:!?()"'))
    return bare, f"{bare}." if word.rstrip(',;:!?()"').endswith(".") else bare


def _partly_named(words: Sequence[str], graph: Known, most: int, full: Sequence[str] = ()) -> list[str]:
    """The vertices that begin or end with one of the words of a text, if they are at most `most`. Words of full names
    are skipped."""
    within = {word for name in full for word in name.split()}
    partial = [word for word in dict.fromkeys(words) if word not in within]
    return [*dict.fromkeys(name for word in partial for name in graph.partly(word, most))]


def _bare(texts: Sequence[str]) -> str:
    return _POSSESSIVE.sub("", "\n".join(texts))
