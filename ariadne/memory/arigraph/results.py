"""What learning and recalling give back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ariadne.memory.arigraph.chains import Path
from ariadne.memory.arigraph.doubts import Doubts
from ariadne.memory.arigraph.episodes import EpisodeNode, remembered
from ariadne.memory.arigraph.order import Saying
from ariadne.memory.arigraph.passages import Passage
from ariadne.triplet import Edge, Triplet, clean


@dataclass(frozen=True)
class Change:
    """What learning changed.

    Attributes:
        added: triplets that were not valid before. `removed`: those that are no longer valid.
        nodes: the new episode nodes, one a text.
        entities: what matters now, each with the depth to search it.
    """

    added: tuple[Triplet, ...]
    removed: tuple[Triplet, ...]
    nodes: tuple[EpisodeNode, ...]
    entities: Mapping[str, int]


@dataclass(frozen=True)
class Found:
    """What recalling found: triplets in the order of retrieval, episodes the most relevant first.

    Attributes:
        fact_scores: the dot product of each fact with the query that is nearest to it.
        episode_scores: of each episode, that with all queries as one text; with the ranking `paper`, its relevance.
        fact_scopes: where several scopes were searched, those that recalled each fact. `episode_scopes`: that of each
            episode.
    """

    facts: tuple[Triplet, ...]
    episodes: tuple[EpisodeNode, ...]
    fact_scores: tuple[float, ...] = ()
    episode_scores: tuple[float, ...] = ()
    fact_scopes: tuple[tuple[str, ...], ...] = ()
    episode_scopes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """What a memory knows of a question.

    Attributes:
        text: the answer, several values with commas between; empty if it is not known.
        values: what the path leads to.
        path: the facts that lead there, one after the other; none, where a text says it of which no fact does.
        sources: for each fact of the path, the texts that tell it.
        texts: without a path, the text that says it. `place`: that of the sentence.
        confidence: from 0 to 1, how likely it is that this is what was asked.
        doubts: the facts of the path that may have rested on one that has ended, each with that.
    """

    text: str = ""
    values: tuple[str, ...] = ()
    path: tuple[Triplet, ...] = ()
    sources: tuple[tuple[EpisodeNode, ...], ...] = ()
    texts: tuple[EpisodeNode, ...] = ()
    confidence: float = 0.0
    place: int = 0
    doubts: Mapping[Triplet, Edge] = field(default_factory=dict, hash=False)

    def __bool__(self) -> bool:
        return bool(self.text)

    @classmethod
    def along(
        cls, paths: Sequence[Path], telling: Callable[[Triplet], Iterable[EpisodeNode]], doubts: Doubts
    ) -> Answer:
        """What paths lead to that take the same relations from the same facts, what was told last first.

        Args:
            telling: the texts that tell a fact.
        """
        newest = sorted(paths, key=lambda path: -path.hops[-1].age)
        values = tuple(dict.fromkeys(path.end for path in newest))
        facts = tuple(hop.fact for hop in newest[0].hops)
        sources = tuple(tuple(filter(remembered, telling(fact))) for fact in facts)
        return cls(", ".join(values), values, facts, sources, (), paths[0].confidence, 0, doubts.among(facts))

    @classmethod
    def told(cls, passage: Passage) -> Answer:
        """What a part of a text says."""
        value, saying = clean(passage.span), passage.saying
        return cls(value, (value,), texts=(saying.node,), confidence=passage.confidence, place=saying.place)

    @property
    def newest(self) -> Saying | None:
        """The newest sentence of those that tell the last fact, or the one that says it."""
        if not self.path:
            return Saying(self.texts[0], self.place) if self.texts else None
        return max(
            (Saying.of(self.path[-1], node) for node in self.sources[-1]), key=lambda each: each.when, default=None
        )
