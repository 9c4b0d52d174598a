"""What learning and recalling give back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt

from ariadne.memory.arigraph.doubts import Doubts
from ariadne.memory.arigraph.episodes import EpisodeNode, EpisodicMemory, in_time, remembered, words_of_facts
from ariadne.memory.arigraph.hops import DECIMALS, Path
from ariadne.memory.arigraph.hops import THRESHOLD as LIKELY
from ariadne.memory.arigraph.lexical import terms
from ariadne.memory.arigraph.names import may_be_one
from ariadne.memory.arigraph.passages import Passage
from ariadne.triplet import Edge, Triplet, clean

READ = 0.85
"""What share of a text's words its facts have, if it was read whole."""


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
        texts: without a path, the text that says it.
        confidence: from 0 to 1, how likely it is that this is what was asked.
        doubts: the facts of the path that may have rested on one that has ended, each with that.
    """

    text: str = ""
    values: tuple[str, ...] = ()
    path: tuple[Triplet, ...] = ()
    sources: tuple[tuple[EpisodeNode, ...], ...] = ()
    texts: tuple[EpisodeNode, ...] = ()
    confidence: float = 0.0
    doubts: Mapping[Triplet, Edge] = field(default_factory=dict, hash=False)

    def __bool__(self) -> bool:
        return bool(self.text)

    @classmethod
    def along(cls, paths: Sequence[Path], episodic: EpisodicMemory, doubts: Doubts) -> Answer:
        """What paths lead to that take the same relations from the same facts."""
        values = tuple(dict.fromkeys(path.end for path in paths))
        facts = tuple(hop.fact for hop in paths[0].hops)
        sources = tuple(tuple(filter(remembered, episodic.telling(fact))) for fact in facts)
        return cls(", ".join(values), values, facts, sources, (), paths[0].confidence, doubts.among(facts))

    @classmethod
    def told(cls, passage: Passage) -> Answer:
        """What a part of a text says."""
        value = clean(passage.span)
        return cls(value, (value,), texts=(passage.node,), confidence=passage.confidence)

    @property
    def newest(self) -> EpisodeNode | None:
        """The newest text of those that tell the last fact, or what is said."""
        return max(self.sources[-1] if self.path else self.texts, key=in_time, default=None)


def ends_of(chains: Sequence[Answer]) -> dict[str, float]:
    """Where chains of facts lead, each with the confidence of the likeliest."""
    return {value: chain.confidence for chain in reversed(chains) for value in chain.values}


def weighed(chains: Sequence[Answer], texts: Sequence[Answer], may_be_missed: bool = True) -> list[Answer]:
    """What chains of facts and what parts of texts answer, the likeliest first.

    What a chain leads to stands, unless it is of one fact, and a text probably says something else: one that is newer
    than those that tell the fact, and speaks of the same thing, for then the reader did not see that it has ended; or
    any, if the reader has not read whole what tells it. What does not stand is at most as likely as that the other one
    is wrong.

    Args:
        may_be_missed: whether a text may end a fact without being seen to: not where every relation takes one value,
            nor where nothing ends.
    """
    text = next(iter(texts), Answer())
    if may_be_missed:
        chains = sorted((_as_read(chain, texts) for chain in chains), key=lambda answer: -answer.confidence)
    chain = next(iter(chains), Answer())
    said = {each.text: each.confidence for each in texts}
    known = {value for each in chains for value in each.values}
    others = [each for each in texts if each.text not in known]
    if chain.confidence < LIKELY:
        likelier = (max((each.confidence, *(said.get(value, 0) for value in each.values))) for each in chains)
        found = [*(replace(each, confidence=most) for each, most in zip(chains, likelier, strict=True)), *others]
    elif may_be_missed and _is_denied(chain, text):
        doubted = [replace(each, confidence=min(each.confidence, 1 - text.confidence)) for each in chains]
        found = [text, *(each for each in others if each is not text), *doubted]
    else:
        found = [*chains, *(replace(each, confidence=min(each.confidence, 1 - chain.confidence)) for each in others)]
    return sorted(found, key=lambda answer: -answer.confidence)


def _as_read(chain: Answer, texts: Sequence[Answer]) -> Answer:
    """A chain; of one fact, if what tells it was not read whole, as likely as that both it and the text say so."""
    if len(chain.path) != 1 or chain.newest is None or _is_read(chain.newest):
        return chain
    told = max((text.confidence for text in texts if _is_same(text, chain)), default=0.0)
    return replace(chain, confidence=round(sqrt(chain.confidence * told), DECIMALS))


def _is_denied(chain: Answer, text: Answer) -> bool:
    """Whether a text says something else than a chain of one fact, and is rather to be believed."""
    told, said = chain.newest, text.newest
    if len(chain.path) > 1 or text.confidence < LIKELY or told is None or said is None or _is_same(text, chain):
        return False
    if not _is_read(told):
        return True
    about = next((end for end in chain.path[0].vertices if end not in chain.values), chain.text)
    named = {*terms(about.rpartition("'s ")[2])}
    is_of_it = 2 * len(named.intersection(terms(said.observation))) >= len(named) > 0
    # Of what the reader has read whole as facts of the same thing, the graph knows better.
    is_known = _is_read(said) and any(about in fact for fact in said.triplets)
    return in_time(said) > in_time(told) and is_of_it and not is_known


def _is_read(node: EpisodeNode) -> bool:
    """Whether the facts that were read in a text have all of its words, or nearly."""
    words = {*terms(node.observation)}
    return len(words & words_of_facts(node)) >= READ * len(words)


def _is_same(text: Answer, chain: Answer) -> bool:
    return any(may_be_one(text.text, value) for value in chain.values)
