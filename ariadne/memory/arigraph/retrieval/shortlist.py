"""The texts that a question may be about: those that have most of its words, and those nearest to it in meaning.

The ranking `blend` compares a few hundred texts with each other; these are found without looking at all.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.retrieval.index import VectorIndex
from ariadne.memory.arigraph.retrieval.lexical import BM25, Written, terms
from ariadne.triplet import Triplet

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.memory.arigraph.storage.lookups import Lookups

MOST = 128
"""How many texts are found by their words, and how many by their meaning."""
_SCORED = 2**14
_WIDER = 4
_TELLING = 4

Among = Callable[[EpisodeNode], bool]


class Shortlist(Protocol):
    """Finds texts of an episodic memory."""

    def nodes(self, query: str, facts: Sequence[Triplet], texts: TextCache, among: Among) -> list[int]:
        """The numbers of the episode nodes that a query may be about, oldest first, and of others with their texts.

        Args:
            facts: what was found for it. `among`: which nodes it may be about.

        Raises:
            Unembedded: texts have no vectors yet.
        """
        ...


class HeldShortlist:
    """Of an episodic memory in this process, of which it learns when it is asked.

    Args:
        compared: what of a node's text is compared.
    """

    def __init__(self, episodic: EpisodicMemory, compared: Callable[[str], str] = str) -> None:
        self._episodic, self._compared = episodic, compared
        self._words, self._index = BM25(), VectorIndex[int]()
        self._places: dict[str, int] = {}
        self._nodes: list[list[int]] = []
        """Of each text the numbers of the nodes with it, oldest first."""
        self._learned = 0

    def nodes(self, query: str, facts: Sequence[Triplet], texts: TextCache, among: Among) -> list[int]:
        """The numbers of the episode nodes that a query may be about, and of others with their texts, oldest first."""
        every = self._episodic.nodes
        said = {number: self._compared(every[number].observation) for number in range(self._learned, len(every))}
        new = [text for text in dict.fromkeys(said.values()) if text not in self._places]
        *vectors, wanted = texts.known([*new, query])
        self._learn(said)
        self._index.add([self._places[text] for text in new], np.array(vectors).reshape(len(new), len(wanted)))

        def may_be(places: Iterable[int]) -> Iterator[int]:
            """Those of the texts that a node may be about."""
            return (place for place in places if any(among(every[number]) for number in self._nodes[place]))

        if len(self._nodes) <= 2 * MOST:
            return [*range(self._learned)]
        places = {*islice(may_be(_by_words(self._words, query)), MOST)}
        width = MOST
        while len(near := [*may_be(self._index.nearest(wanted[None], width)[0])]) < MOST and width < len(self._nodes):
            width *= _WIDER
        return sorted(number for place in places.union(near[:MOST]) for number in self._nodes[place])

    def _learn(self, said: dict[int, str]) -> None:
        """Take in nodes, as far as they are new."""
        for number, text in said.items():
            if number < self._learned:
                continue
            if text not in self._places:
                self._places[text] = len(self._nodes)
                self._nodes.append([])
                self._words.add(terms(text))
            self._nodes[self._places[text]].append(number)
            self._learned = number + 1


@dataclass(frozen=True)
class Listed:
    """What is known of the texts of a file.

    Attributes:
        words: theirs. `firsts`: the first node with each text, in ascending order. `learned`: of how many nodes.
    """

    words: Written
    firsts: array[int]
    learned: int


class FiledShortlist:
    """Of an episodic memory in a file. Nearest in meaning are those that tell the facts that were found.

    Args:
        listed: what was known of it.
    """

    def __init__(self, episodic: EpisodicMemory, file: Lookups, listed: Listed | None = None) -> None:
        listed = listed or Listed(Written.nothing(), array("q"), 0)
        self._episodic, self._file = episodic, file
        self._words, self._firsts, self.learned = BM25(listed.words), listed.firsts, listed.learned

    def listed(self) -> Listed:
        """What is known of all texts."""
        self._learn()
        return Listed(self._words.written(), self._firsts, self.learned)

    def nodes(self, query: str, facts: Sequence[Triplet], texts: TextCache, among: Among) -> list[int]:
        """The numbers of the episode nodes that a query may be about, one of a text, oldest first."""
        every = range(len(self._episodic.nodes))
        if len(every) <= 2 * MOST:
            chosen = dict(zip(every, self._episodic.nodes, strict=True))
        else:
            self._learn()
            telling = self._episodic.numbers_of(facts)
            near = dict.fromkeys(number for fact in facts for number in telling.get(fact, ())[: -_TELLING - 1 : -1])
            alike = (self._firsts[place] for place in _by_words(self._words, query))
            chosen = {**self._chosen(iter(near), among), **self._chosen(alike, among)}
        known = texts.kept([node.observation for node in chosen.values()])
        unknown = [number for number, node in chosen.items() if node.observation not in known]
        texts.keep(dict(self._file.observed(unknown)))
        return sorted(chosen)

    def _chosen(self, numbers: Iterator[int], among: Among) -> dict[int, EpisodeNode]:
        """The first of some nodes, as far as they may be asked for, or others with their texts may."""
        found: dict[int, EpisodeNode] = {}
        while len(found) < MOST and (part := [*islice(numbers, MOST)]):
            for number, node in zip(part, self._episodic.some(part), strict=True):
                if among(node):
                    found[number] = node
                elif (last := self._episodic.last(node.observation, among)) is not None:
                    found[last] = self._episodic.nodes[last]
        return dict(islice(found.items(), MOST))

    def _learn(self) -> None:
        """Take in the nodes that are new."""
        seen: set[int] | None = None if self.learned else set()
        for number, text in self._said():
            if seen is None or number >= self._file.nodes:
                is_new = self._episodic.again(text)[0] == number
            else:
                # Of very many at once, a look at the file for each would take long.
                is_new = hash(text) not in seen
                seen.add(hash(text))
            if is_new:
                self._firsts.append(number)
                self._words.add(terms(text))
        self.learned = len(self._episodic.nodes)

    def _said(self) -> Iterator[tuple[int, str]]:
        """The numbers and texts of the nodes that are new."""
        yield from self._file.said(self.learned)
        for number in range(max(self.learned, self._file.nodes), len(self._episodic.nodes)):
            yield number, self._episodic.nodes[number].observation


def _by_words(words: BM25, query: str) -> Iterator[int]:
    """The texts with words of a query, the best first, of equals the later one; those with common words alone last."""
    asked = terms(query)
    numbers, scores = words.scores(asked, _SCORED)
    yield from numbers[np.lexsort((numbers, scores))[::-1]].tolist()
    if sum(len(words.having(term)) for term in asked) > _SCORED:
        others, scores = words.scores(asked)
        best = others[np.lexsort((others, scores))[::-1]]
        yield from best[~np.isin(best, numbers)].tolist()
