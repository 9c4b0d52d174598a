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
from ariadne.memory.arigraph.news import changes
from ariadne.memory.arigraph.passages import Passage
from ariadne.triplet import Edge, Triplet, clean

READ = 0.85
"""What share of a text's words its facts have, if it was read whole."""
PLAIN = 0.95
"""From which confidence on a chain of one fact is plainly what was asked for."""


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
        """What paths lead to that take the same relations from the same facts, what was told last first."""
        newest = sorted(paths, key=lambda path: -path.hops[-1].age)
        values = tuple(dict.fromkeys(path.end for path in newest))
        facts = tuple(hop.fact for hop in newest[0].hops)
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


def weighed(chains: Sequence[Answer], texts: Sequence[Answer], may_be_missed: bool = True) -> list[Answer]:
    """What chains of facts and what parts of texts answer, the likeliest first.

    What a likely chain leads to stands. A chain of one fact stands only if it is plainly what was asked for, and what
    tells the fact was read whole; and not if a newer text that speaks of the same thing says something else, for then
    the reader did not see that it has ended. One that does not stand is as likely as that both it and a text say so.

    Args:
        may_be_missed: whether a text may end a fact without being seen to: not where every relation takes one value,
            nor where nothing ends. Where none is missed, what a likely chain leads to stands, and so does a chain of
            several facts.
    """
    if may_be_missed:
        chains = sorted((_as_told(chain, texts) for chain in chains), key=lambda answer: -answer.confidence)
    chain, text = next(iter(chains), Answer()), next(iter(texts), Answer())
    known = {value for each in chains for value in each.values}
    others = [each for each in texts if each.text not in known]
    if may_be_missed and _is_denied(chain, text):
        chains = [_denied(each, text) for each in chains]
    elif _comes_first(chain, texts, may_be_missed):
        most = min(chain.confidence, 1 - chain.confidence)
        others = [replace(each, confidence=min(each.confidence, most)) for each in others]
    else:
        said = {each.text: each.confidence for each in texts}
        likelier = (max((each.confidence, *(said.get(value, 0) for value in each.values))) for each in chains)
        chains = [replace(each, confidence=most) for each, most in zip(chains, likelier, strict=True)]
    return sorted([*chains, *others], key=lambda answer: -answer.confidence)


def _comes_first(chain: Answer, texts: Sequence[Answer], may_be_missed: bool) -> bool:
    """Whether a chain comes before what texts say: where no end of a fact is missed, one of several facts always does,
    for what asks for something several facts away is answered by no sentence."""
    if not may_be_missed and len(chain.path) > 1:
        return True
    return chain.confidence >= LIKELY and (_stands(chain, texts) or not may_be_missed)


def _denied(chain: Answer, text: Answer) -> Answer:
    """A chain where a text is believed: as likely as the text, if that says so, too, and else as that it is wrong."""
    if text.text in chain.values:
        return replace(chain, confidence=max(chain.confidence, text.confidence))
    return replace(chain, confidence=min(chain.confidence, 1 - text.confidence))


def _stands(chain: Answer, texts: Sequence[Answer]) -> bool:
    """Whether what a chain leads to needs no text that says so, too."""
    is_read = chain.newest is None or _is_read(chain.newest)
    return len(chain.path) > 1 or (is_read and (chain.confidence >= PLAIN or not texts))


def _as_told(chain: Answer, texts: Sequence[Answer]) -> Answer:
    """A chain; if it does not stand, as likely as that both it and a text say so, and as exact: of `a dog called Rex`
    the part that is asked for."""
    if _stands(chain, texts):
        return chain
    same = [text for text in texts if _is_same(text, chain)]
    if not same:
        return replace(chain, confidence=0.0)
    told = max(same, key=lambda text: text.confidence)
    confidence = round(sqrt(chain.confidence * told.confidence), DECIMALS)
    if len(chain.values) > 1 or not {*terms(told.text)} < {*terms(chain.text)}:
        return replace(chain, confidence=confidence)
    return replace(chain, text=told.text, values=told.values, confidence=confidence)


def _is_denied(chain: Answer, text: Answer) -> bool:
    """Whether a newer text that speaks of the same thing, or of what was so of it, says something else than a chain of
    one fact, and the graph does not know better."""
    told, said = chain.newest, text.newest
    if len(chain.path) != 1 or text.confidence < LIKELY or told is None or said is None or _is_same(text, chain):
        return False
    words = {*terms(said.observation)}
    named = ({*terms(end.rpartition("'s ")[2])} for end in chain.path[0].vertices)
    is_of_it = any(2 * len(own & words) >= len(own) > 0 for own in named)
    # Of what the reader has read whole as another fact of the same thing, and no change, it does.
    fact = chain.path[0]
    other = [each for each in said.triplets if not {*fact.vertices}.isdisjoint(each.vertices)]
    same = [each for each in other if each.relation == fact.relation and _shares_an_end(each, fact)]
    is_known = _is_read(said) and bool(other) and not same and not changes(said.observation)
    return in_time(said) > in_time(told) and is_of_it and not is_known


def _shares_an_end(one: Triplet, other: Triplet) -> bool:
    return one.subject == other.subject or one.object == other.object


def _is_read(node: EpisodeNode) -> bool:
    """Whether the facts that were read in a text have all of its words, or nearly."""
    words = {*terms(node.observation)}
    return len(words & words_of_facts(node)) >= READ * len(words)


def _is_same(text: Answer, chain: Answer) -> bool:
    return any(may_be_one(text.text, value) for value in chain.values)
