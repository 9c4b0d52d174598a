"""Which sentences tell facts, and in which order: by the times of their texts, and by their places in these."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from ariadne.gather import gathered
from ariadne.memory.arigraph.episodes import EpisodeNode, in_time
from ariadne.memory.arigraph.lexical import terms
from ariadne.reasoner.reading.sentences import pieces, spoken
from ariadne.triplet import Triplet


class Order:
    """The sentences of texts, one after the other, by the facts that they tell.

    Attributes:
        texts: of each sentence, the text in which it stands.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        said = [(sentence, text) for text in texts for sentence in spoken(text)]
        self.sentences = [sentence for sentence, _ in said]
        self.texts = [text for _, text in said]
        words = [(word, at) for at, sentence in enumerate(self.sentences) for word in {*terms(sentence)}]
        self._places = {word: frozenset(places) for word, places in gathered(words).items()}

    def is_before(self, fact: Triplet, other: Triplet) -> bool:
        """Whether a fact was told in a sentence before another one's about the same thing, as far as that is seen."""
        own = self.place(fact, {*fact.vertices}.difference(other.vertices))
        others = self.place(other, {*other.vertices}.difference(fact.vertices))
        return own is not None and others is not None and own < others

    def place(self, fact: Triplet, told: Iterable[str] = ()) -> int | None:
        """The place of the sentence that tells a fact: of those that name both of its ends the first with most of its
        words; or of those that name what it tells, where a pronoun stands for the other.

        Args:
            told: what it tells; its object, if nothing is given.
        """
        for names in (fact.vertices, told or [fact.object]):
            naming = [self._places.get(word, frozenset()) for word in terms(" ".join(names))]
            if naming and (both := frozenset.intersection(*naming)):
                said = [self._places.get(word, frozenset()) for word in {*terms(" ".join(fact))}]
                return max(both, key=lambda at: (sum(at in places for places in said), -at))
        return None

    def facts(self, every: Iterable[Triplet], sentences: Collection[int]) -> list[Triplet]:
        """Those of some facts that these sentences tell, and those of which it is not known which one does."""
        is_all = len(sentences) == len(self.sentences)
        return [fact for fact in every if is_all or (place := self.place(fact)) is None or place in sentences]


@dataclass(frozen=True)
class Saying:
    """A sentence of a text that tells something.

    Attributes:
        place: its place in the text.
    """

    node: EpisodeNode
    place: int

    @classmethod
    def of(cls, fact: Triplet, node: EpisodeNode) -> Saying:
        """The sentence of a text that tells a fact."""
        return cls(node, order_of(node.observation).place(fact) or 0)

    @property
    def said(self) -> str:
        """The sentence."""
        return " ".join(self._order.sentences[self.place : self.place + 1])

    @property
    def piece(self) -> str:
        """The text, or of a long one the piece in which it stands."""
        return " ".join(self._order.texts[self.place : self.place + 1])

    @property
    def facts(self) -> list[Triplet]:
        """The facts that were read in it."""
        return self._order.facts(self.node.triplets, [self.place])

    @property
    def when(self) -> tuple[float, int, int]:
        """In which order sentences stand."""
        return *in_time(self.node), self.place

    @property
    def _order(self) -> Order:
        return order_of(self.node.observation)


def words_of(facts: Iterable[Triplet]) -> frozenset[str]:
    """The words of facts, as they are compared."""
    return frozenset(stem for fact in facts for stem in terms(" ".join(fact)))


@lru_cache(maxsize=64)
def order_of(text: str) -> Order:
    """The order of a text's sentences, by its pieces."""
    return Order(pieces(text))
