"""The known facts that a model is shown beside a text: those that the text may end, or whose names it should use."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Protocol

from ariadne.caches import cached
from ariadne.geography import held
from ariadne.memory.arigraph.core.aliases import SAME
from ariadne.memory.arigraph.core.reading import Seen
from ariadne.triplet import Edge, Triplet, clean

LONGEST_NAME = 6
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


class Known(Protocol):
    """The facts of a graph, now or as of a time."""

    def __contains__(self, triplet: Triplet) -> bool: ...

    def known(self, vertices: Iterable[str]) -> Sequence[str]: ...

    def partly(self, word: str, most: int) -> Sequence[str]: ...

    def latest(self, count: int) -> Sequence[Triplet]: ...

    def incident(
        self, vertices: Iterable[str], *, spatial: bool = True, latest: int | None = None
    ) -> Sequence[Triplet]: ...

    def told_of(self, subject: str) -> Sequence[Triplet]: ...

    def edge(self, triplet: Triplet) -> Edge: ...


def named_facts(texts: Sequence[str], graph: Known, most: int = MOST_KNOWN) -> list[Triplet]:
    """The facts about what the texts name in full."""
    named = graph.known(word_runs(_bare(texts)))
    return facts_of([*named, *_also_named(named, graph)], graph, most)


def facts_about(texts: Sequence[str], graph: Known) -> list[Triplet]:
    """The facts about the things that the texts name, in full or by their last word: where each is and what it is like.

    Facts about other things that merely mention these are left out: an observation seldom changes them.
    """
    runs = word_runs(_bare(texts))
    full, words = graph.known(runs), {*runs}
    # `egg` may mean the `jeweled egg`; `jeweled` does not.
    parts = [name for name in _partly_named(runs, graph, FEW_NAMED, full) if name.rpartition(" ")[2] in words]

    def is_about(fact: Triplet, names: Collection[str]) -> bool:
        return (held(fact) or (fact.subject, ""))[0] in names

    found = [fact for fact in facts_of(full, graph) if is_about(fact, full)]
    return [*dict.fromkeys((*found, *(fact for fact in facts_of(parts, graph, MOST_BY_PART) if is_about(fact, parts))))]


def facts_beside(seen: Seen, graph: Known) -> list[Triplet]:
    """The facts about what texts name in full, then about names that begin or end with one of their words (`Maria`:
    `maria lindqvist`; `egg`: `jeweled egg`), about what the texts before named, and those near in meaning.

    A word with which many names begin or end stands for none of them.
    """
    texts = seen.texts
    parts = _partly_named(word_runs(_bare(texts)), graph, MOST_NAMED)
    found = [*named_facts(texts, graph, MOST_IN_FULL), *facts_of(parts, graph, MOST_BY_PART)]
    found += [*facts_of(dict.fromkeys(seen.about), graph, MOST_BY_PART), *filter(graph.__contains__, seen.near)]
    return [*dict.fromkeys(found)]


def facts_of(vertices: Iterable[str], graph: Known, most: int = MOST_KNOWN) -> list[Triplet]:
    """The latest facts about some vertices. A hub such as `kitchen` has more than a model can read."""
    return [*graph.incident(vertices, spatial=False, latest=most)]


@cached(64)
def word_runs(text: str) -> tuple[str, ...]:
    """All runs of up to six words in a text, cleaned as vertices are; also with full stops, for `dr. lee`.

    Cached: the same texts are searched several times a step.
    """
    bare, stopped = _words(text)
    every = [bare] if stopped == bare else [bare, stopped]
    ranges = [
        (*(inner[at:] for at in range(size - 1)), bare[size - 1 :])
        for size in range(LONGEST_NAME, 0, -1)
        for inner in every
    ]
    return tuple(dict.fromkeys(chain.from_iterable(map(" ".join, zip(*each, strict=False)) for each in ranges)))


def is_named(name: str, text: str) -> bool:
    """Whether a text contains the name of a vertex, as whole words."""
    bare, stopped = _spaced(text)
    return f" {name} " in bare or f" {name} " in stopped or f" {name}. " in stopped


@cached(64)
def _spaced(text: str) -> tuple[str, str]:
    """The words of a text with spaces around them, without and with full stops."""
    bare, stopped = _words(text)
    return f" {' '.join(bare)} ", f" {' '.join(stopped)} "


def _words(text: str) -> tuple[list[str], list[str]]:
    """The words of a text as `clean` writes them, and the same with their full stops."""
    words = [word.strip(',;:!?()"') for word in text.lower().split()]
    bare = [clean(word.strip('.,;:!?()"')) for word in words]
    return bare, [f"{short}." if word.endswith(".") else short for word, short in zip(words, bare, strict=True)]


def _partly_named(runs: Sequence[str], graph: Known, most: int, full: Sequence[str] = ()) -> list[str]:
    """The vertices that begin or end with a word of the runs, if they are at most `most`. Words of full names are
    skipped."""
    within = {word for name in full for word in name.split()}
    words = dict.fromkeys(run for run in runs if " " not in run and run not in within)
    return [*dict.fromkeys(name for word in words for name in graph.partly(word, most))]


def _bare(texts: Sequence[str]) -> str:
    return _POSSESSIVE.sub("", "\n".join(texts))


def _also_named(names: Sequence[str], graph: Known) -> list[str]:
    """The names that aliases among these stand for."""
    return [fact.object for name in names for fact in graph.told_of(name) if fact.relation == SAME]
