"""The shortlist of the ranking `blend`: the few hundred texts with the best words and the nearest meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from ariadne.memory.arigraph.core.episodes import EpisodeNode, EpisodicMemory
from ariadne.memory.arigraph.retrieval.index import VectorIndex
from ariadne.memory.arigraph.retrieval.lexical import WordIndex
from ariadne.triplet import Triplet

if TYPE_CHECKING:
    from ariadne.embed.cache import TextCache
    from ariadne.memory.arigraph.storage.lookups import Lookups

MOST = 128
"""How many texts are selected by words, and how many by meaning."""
INDEXED = 2**16
"""The most texts that are indexed by vectors. Among more, those that tell the facts found are selected instead."""
_WIDER = 4
_TELLING = 4

Among = Callable[[EpisodeNode], bool]
Best = Callable[[int], Sequence[int]]
"""Returns the numbers of so many nodes, the best first."""


class Shortlist:
    """Selects texts of an episodic memory. New ones are indexed at the next search.

    Args:
        file: has an index of words, and vectors of texts that were embedded, if the memory is in a file.
        compared: returns the part of a node's text that is compared.
    """

    def __init__(
        self, episodic: EpisodicMemory, file: Lookups | None = None, compared: Callable[[str], str] = str
    ) -> None:
        self._episodic, self._file, self._compared = episodic, file, compared
        self._words = WordIndex()
        self._index = VectorIndex()
        self._worded = 0
        self._indexed: dict[str, int] = {}
        self._looked_at = 0

    def nodes(self, query: str, facts: Sequence[Triplet], texts: TextCache, among: Among) -> list[int]:
        """The numbers of the selected episode nodes, oldest first.

        Args:
            facts: those that semantic search found. `among`: which nodes are allowed.

        Raises:
            Unembedded: texts have no vectors yet.
        """
        count = len(self._episodic.nodes)
        if count <= 2 * MOST:
            chosen = [*range(count)]
        else:
            near = self._telling(facts) if count > INDEXED else self._near(query, texts)
            chosen = sorted({*self._first(near, among), *self._first(self._alike(query), among)})
        self._keep_vectors(chosen, texts)
        return chosen

    def _alike(self, query: str) -> Best:
        """The nodes with words of a query."""
        if self._file:
            return partial(self._file.best, query)
        for number in range(self._worded, len(self._episodic.nodes)):
            self._words.add(number, self._compared(self._episodic.nodes[number].observation))
        self._worded = len(self._episodic.nodes)
        return partial(self._words.best, query)

    def _near(self, query: str, texts: TextCache) -> Best:
        """The nodes nearest to a query in meaning."""
        new = range(self._looked_at, len(self._episodic.nodes))
        texts_of = [self._compared(node.observation) for node in self._episodic.nodes.some(new)]
        said = {text: number for text, number in zip(texts_of, new, strict=True) if text not in self._indexed}
        self._keep_vectors([*said.values()], texts)
        *vectors, wanted = texts.known([*said, query])
        self._indexed.update(said)
        self._looked_at = len(self._episodic.nodes)
        self._index.add([*said.values()], np.array(vectors).reshape(len(said), len(wanted)))
        return lambda most: self._index.nearest(wanted[None], most)[0]

    def _telling(self, facts: Sequence[Triplet]) -> Best:
        """The last nodes that tell each of some facts."""
        telling = self._episodic.numbers_of(facts)
        found = [*dict.fromkeys(number for fact in facts for number in telling.get(fact, ())[: -_TELLING - 1 : -1])]
        return lambda most: found[:most]

    def _first(self, best: Best, among: Among) -> Iterable[int]:
        """The best allowed nodes, each text once. A node that is not allowed is replaced by one with the same text."""
        width, found, seen = MOST, dict[str, int](), 0
        while True:
            numbers = best(width)
            new = numbers[seen:]
            for number, node in zip(new, self._episodic.nodes.some(new), strict=True):
                last: int | None = number if among(node) else self._episodic.last(node.observation, among)
                if last is not None:
                    found.setdefault(node.observation, last)
            if len(found) >= MOST or len(numbers) < width:
                return islice(found.values(), MOST)
            seen, width = len(numbers), width * _WIDER

    def _keep_vectors(self, numbers: Sequence[int], texts: TextCache) -> None:
        """Put the file's vectors of some nodes into the cache."""
        if self._file is None:
            return
        nodes = zip(numbers, self._episodic.nodes.some(numbers), strict=True)
        said = {number: node.observation for number, node in nodes}
        known = texts.kept([*said.values()])
        texts.keep(dict(self._file.observed([number for number, text in said.items() if text not in known])))
