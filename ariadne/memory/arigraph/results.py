"""What learning and recalling give back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ariadne.memory.arigraph.episodes import EpisodeNode
from ariadne.triplet import Edge, Triplet


@dataclass(frozen=True)
class Change:
    """What learning changed.

    Attributes:
        added: triplets that were not valid before. `removed`: those that are no longer valid.
        nodes: the new episode nodes, one a text.
        entities: what matters now, each with the depth to search it.
        unmatched: what was said to hold no more, and was not known.
    """

    added: tuple[Triplet, ...]
    removed: tuple[Triplet, ...]
    nodes: tuple[EpisodeNode, ...]
    entities: Mapping[str, int]
    unmatched: tuple[Triplet, ...] = ()


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
    """What a memory answers to a question; false where it does not know.

    Attributes:
        text: the answer in words. Without a model, that it takes one.
        known: whether what the memory holds answers the question.
        values: every value that was asked for.
        facts: the edges that the answer rests on, past ones too. `texts`: the texts, the oldest first. Without a model,
            what may tell the answer, the best first.
    """

    text: str = ""
    known: bool = False
    values: tuple[str, ...] = ()
    facts: tuple[Edge, ...] = ()
    texts: tuple[EpisodeNode, ...] = ()

    def __bool__(self) -> bool:
        return self.known
