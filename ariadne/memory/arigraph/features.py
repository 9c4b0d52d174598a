"""What speaks for parts of texts as answers to a question: the features by which `evidence.py` ranks them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.cache import TextCache
from ariadne.gather import gathered
from ariadne.memory.arigraph.chains import SILENT
from ariadne.memory.arigraph.lexical import terms
from ariadne.memory.arigraph.names import may_be_one
from ariadne.memory.arigraph.news import Nearness, News, ending, is_over
from ariadne.reasoner.answering.about import About
from ariadne.reasoner.answering.asked import Asked, asks_what_was
from ariadne.reasoner.answering.corrections import corrected
from ariadne.reasoner.answering.patterns import Kind
from ariadne.reasoner.answering.spans import Span, Word, spans, words_of
from ariadne.reasoner.reading.sentences import spoken
from ariadne.reasoner.reading.values import is_concrete, is_manner
from ariadne.reasoner.reading.verbs import BE, PREPOSITIONS

if TYPE_CHECKING:
    from ariadne.embed.embedder import Vectors

SENTENCES = 12
"""How many sentences are searched for answers."""
COMPARED = 64
"""How many sentences are compared with the question by what they mean: those with most of its words."""
LONGEST = 600
"""Characters of a sentence that are searched: what is longer is none."""
MOST = 32
"""How many spans of a sentence are compared."""
_LEAST_FIT = 0.15
_LONG = 4
_UNSAID = 0.6
_CLAUSE = re.compile(r"[,;:–]\s|\s(?:and|but|so|because|since|who|which|while|when)\s")
_DENIED = re.compile(r"\b(?:not|never|no longer|cannot|nobody|nothing)\b|n['’]t\b", re.IGNORECASE)
_PLACED = re.compile(rf"\s+(?:{'|'.join(sorted(BE))})\s+(?:{'|'.join(sorted(PREPOSITIONS))})\b")
"""What stands after a thing that is somewhere, which is no place then."""
_CALLED = re.compile(
    r"\b(?:called|(?:nick|re)?named|christened|titled|name(?: is|['’]s)|call (?:it|him|her|them))"
    r"\s+(?:the\s+)?[\"'‘“]?$",
    re.IGNORECASE,
)
_SILENT = SILENT.union("our we us much many often long old now".split())
_SAYING_NOTHING = frozenset(terms("new now today old current currently yesterday"))
"""What tells when a thing is what it is, and not what: a `new password` is what a question calls a password."""
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Source:
    """A text that is searched.

    Attributes:
        ended: what it tells of facts of which none holds any more. `facts`: the words of all its facts, as compared.
        relations: the relations of its facts.
    """

    said: str
    ended: frozenset[str]
    facts: frozenset[str]
    relations: frozenset[str]

    def may_answer(self, span: Span) -> bool:
        """Whether a span is neither what has ended, nor of what it tells something else, as `currency` in `the currency
        is the krone`."""
        stems = frozenset(terms(span.text))
        is_relation = any(stems == frozenset(terms(each)) for each in self.relations)
        return not is_relation and not any(may_be_one(end, span.text) for end in self.ended)

    def share_read(self, sentence: str) -> float:
        """What share of a sentence's words its facts have."""
        words = {*terms(sentence)}
        return len(words & self.facts) / len(words) if words else 1.0


@dataclass(frozen=True)
class Sentence:
    """A sentence of a text.

    Attributes:
        text: the place of its text among those that are searched, oldest first. `place`: its own in that.
        context: it with the sentence before it. `whole`: its text.
    """

    said: str
    text: int
    place: int
    context: str
    whole: str


@dataclass(frozen=True)
class Features:
    """What speaks for a span, and against it; each a number from 0 to 1, or a cosine.

    Attributes:
        clause: how near its clause is to the question; `filled`: its sentence, to the question with the span in place
            of what asks.
        alike: how near a word of the sentence is to each word of the question, in the mean. `close`: how close a word
            stands that both have.
        fit: how far it is what is asked for.
        kind: whether it says itself to be of the kind that is asked for. `same_preposition`: whether it stands after
            the one that the question begins with.
        asked: what share of it the question says itself.
        gone: how near and how fit a span of a newer text is that names this one, too. `later`: of a newer text that is
            like this one.
        news: how near the nearest older sentence is of whose span, as fit, its text speaks with words of change.
        follows: how near an older sentence is to the question that its sentence is like.
        over: whether words stand before or after it by which it is so no more.
        named: what share of the question's names its sentence has: of news pronouns tell, more often than names.
            `text_named`: its text.
        within: whether it stands in another span. `around`: whether another stands in it. `long`: whether it has more
            than four words. `opens`: whether it opens its sentence.
    """

    clause: float
    filled: float
    alike: float
    close: float
    fit: float
    kind: float
    same_preposition: float
    asked: float
    gone: float
    later: float
    news: float
    follows: float
    over: float
    named: float
    text_named: float
    within: float
    around: float
    long: float
    opens: float


@dataclass(frozen=True)
class Candidate:
    """A span of a sentence that may answer a question."""

    sentence: Sentence
    span: Span


class Matcher:
    """A question that sentences may answer, and how far they do.

    Args:
        texts: makes the vectors of what is compared.
    """

    def __init__(self, question: str, texts: TextCache) -> None:
        self._question, self._texts = question, texts
        self._asked, self._about = Asked.of(question), About.of(question)
        self._is_denied, self._is_past = bool(_DENIED.search(question)), asks_what_was(question)
        words = re.findall(r"\w+", re.sub(r"['’]s\b", " ", question))
        self._words = [word for word in dict.fromkeys(words) if word.lower() not in _SILENT]
        self._names = frozenset(stem for word in words[1:] if _is_name(word) for stem in terms(word))
        self._numbers = frozenset(filter(str.isdigit, self._names))
        self._stems = frozenset(stem for word in self._words for stem in terms(word))

    @property
    def may_be_answered(self) -> bool:
        """Whether it asks anything, and says more than a name by which an answer may be known: not `Ann?`, nor `Where
        is Ann?`, nor `What is the drawer?`"""
        if not self._asked.end or len(self._words) != 1:
            return bool(self._asked.end and self._words)
        (word,) = self._words
        return word[0].islower() and not (word == self._asked.noun and is_concrete(word))

    def candidates(self, sentence: Sentence) -> list[Candidate]:
        """The spans of a sentence that are anything like what is asked for, and are not denied, nor named by the
        question itself; none where it has names of others, and its text not the question's. Of a list of numbers, only
        those that fit best."""
        every = spans(sentence.said)
        named = {*terms(sentence.whole)}
        is_of_it = not self._names or not self._names.isdisjoint(named)
        if self._numbers - named and any(word.isdigit() for word in terms(sentence.said)):
            return []  # `Who booked room 16?` is not answered by who booked room 14.
        other = [span for span in every if self._asked.excludes(span.text)]
        fit = [span for span in every if not any(_is_within(span, each) for each in other)]
        found = [
            each
            for each in (Candidate(sentence, span) for span in fit if self._asked.fit(span) >= _LEAST_FIT)
            if not self._stems.issuperset(terms(each.span.text))
            and (is_of_it or not _names_others(each, every))
            and not self._about.somebody_else(sentence.said, each.span)
            and (self._is_denied or not _DENIED.search(_clause(each)))
            and not self._has_ended(each)
            and not (self._asked.type in ("where", "who") and is_manner(each.span.text.lower()))
            and not (self._asked.type == "where" and _PLACED.match(sentence.said, each.span.end))
        ]
        return found if len(found) <= MOST else sorted(found, key=lambda each: -self._asked.fit(each.span))[:MOST]

    def _has_ended(self, candidate: Candidate) -> bool:
        """Whether its sentence tells that it is so no more, which the question does not ask for."""
        ended = ending(_before(candidate), candidate.sentence.said[candidate.span.end :])
        return bool(ended) and not self._is_past and self._stems.isdisjoint(terms(ended))

    def of_the_same(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Candidates, without those of other things of such a name where some are of the very thing."""
        relations = [self._about.relation(each.sentence.said, each.span) for each in candidates]
        is_told = "same" in relations
        return [each for each, told in zip(candidates, relations, strict=True) if not (is_told and told == "other")]

    async def nearest(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """The sentences that are nearest, in their order, but for those that ask."""
        sentences = [each for each in sentences if not each.said.endswith("?")]
        if len(sentences) <= SENTENCES:
            return sentences
        shared = self._shared(sentences)
        most = np.sort(np.argsort(-shared, kind="stable")[:COMPARED]).tolist()
        sentences, shared = [sentences[place] for place in most], shared[most]
        near = await self._likeness([each.said for each in sentences]) + shared
        # With what stands before it only those are compared that are near by themselves: it takes as long again.
        first = np.sort(np.argsort(-near, kind="stable")[: 2 * SENTENCES]).tolist()
        near = near[first] + await self._likeness([sentences[place].context for place in first])
        order = np.argsort(-near, kind="stable")[:SENTENCES].tolist()
        return [sentences[first[place]] for place in sorted(order)]

    def _shared(self, sentences: Sequence[Sentence]) -> Floats:
        """What share of the question's words sentences have, each with the one before it."""
        shared = [len(self._stems.intersection(terms(each.context))) for each in sentences]
        return np.array(shared) / max(len(self._stems), 1)

    async def features(self, candidates: Sequence[Candidate], sources: Sequence[Source]) -> tuple[Floats, Floats]:
        """The features of candidates, and by which it is told how sure an answer is: how near the sentence is to the
        question; the share of the question's words of which no sentence of its text that is searched speaks; how near
        an older sentence is that its sentence is like; and what share of the sentence was read as facts."""
        words = {each.sentence: words_of(each.sentence.said) for each in candidates}
        near = await self._nearness(candidates, [word.text for own_words in words.values() for word in own_words])
        fit = np.array([self._asked.fit(each.span) for each in candidates])
        own = [frozenset(terms(each.span.text)) for each in candidates]
        telling = [stems - _SAYING_NOTHING or stems for stems in own]
        asked = np.array([len(stems & self._stems) / max(len(stems), 1) for stems in telling])
        likeness = {each: await self._words_likeness(own_words) for each, own_words in words.items()}
        of_text = gathered((each.text, word) for each, own_words in words.items() for word in own_words)
        unsaid = {text: await self._unsaid(own_words) for text, own_words in of_text.items()}
        news = News(candidates, [source.said for source in sources], fit, asked, own, near)
        of_sentence = gathered((each.sentence, each.span) for each in candidates)
        rows = []
        for at, each in enumerate(candidates):
            alike, own_words, beside = likeness[each.sentence], words[each.sentence], of_sentence[each.sentence]
            rows.append(
                Features(
                    clause=near.clause[at],
                    filled=near.filled[at],
                    alike=float(alike.max(axis=0, initial=0.0).mean()) if alike.size else 0.0,
                    close=self._close(own_words, _distances(own_words, each.span)),
                    fit=fit[at],
                    kind=float(self._is_kind(each)),
                    same_preposition=float(self._asked.preposition == each.span.preposition != ""),
                    asked=asked[at],
                    gone=news.gone(at),
                    later=news.later(at),
                    news=news.news(at),
                    follows=news.follows(at),
                    over=float(is_over(_before(each), each.sentence.said[each.span.end :])),
                    named=self._named(each.sentence.said),
                    text_named=self._named(each.sentence.whole),
                    within=float(any(_is_within(each.span, other) for other in beside)),
                    around=float(any(_is_within(other, each.span) for other in beside)),
                    long=float(len(each.span.text.split()) > _LONG),
                    opens=float(each.span.start == 0),
                )
            )
        read = [sources[each.sentence.text].share_read(each.sentence.said) for each in candidates]
        not_said = [unsaid[each.sentence.text] for each in candidates]
        signals = np.column_stack([near.sentence, not_said, [row.follows for row in rows], read])
        return np.array([astuple(row) for row in rows]), signals

    async def _nearness(self, candidates: Sequence[Candidate], words: Sequence[str]) -> Nearness:
        """How near candidates are to the question and to each other, once all vectors are made.

        Args:
            words: those of all sentences, whose vectors are made with the others, since a call of the embedder takes
                longer than a text more.
        """
        said, contexts = ([each.sentence.said for each in candidates], [each.sentence.context for each in candidates])
        parts, clauses = [each.span.text for each in candidates], [*map(_clause, candidates)]
        filled = [self._filled_in(each) for each in candidates]
        await self._texts.embed([*self._words, *words, *said, *contexts, *parts, *clauses, *filled])
        sentences, of_parts = await self._texts.embed(said), await self._texts.embed(parts)
        return Nearness(
            clause=await self._likeness(clauses),
            filled=np.einsum("nd,nd->n", await self._texts.embed(filled), sentences).astype(float),
            context=await self._likeness(contexts),
            sentence=await self._likeness(said),
            parts=of_parts @ of_parts.T,
            sentences=sentences @ sentences.T,
        )

    async def _likeness(self, said: Sequence[str]) -> Floats:
        """How near texts are to the question."""
        vectors = await self._texts.embed([self._question, *said])
        return _products(vectors[1:], vectors[0])

    def _filled_in(self, candidate: Candidate) -> str:
        """The question with a span in place of what asks."""
        before, after = self._question[: self._asked.start], self._question[self._asked.end :].rstrip(" ?")
        return f"{before}{candidate.span.preposition} {candidate.span.text} {after}.".strip()

    async def _words_likeness(self, words: Sequence[Word]) -> Floats:
        """How near words are to those of the question, shape (words, the question's)."""
        if not words or not self._words:
            return np.zeros((len(words), len(self._words)))
        wanted = await self._texts.embed(self._words)
        return _products(await self._texts.embed([word.text for word in words]), wanted.T)

    async def _unsaid(self, words: Sequence[Word]) -> float:
        """The share of the question's words that are near none of these."""
        alike = await self._words_likeness(words)
        return float((alike.max(axis=0, initial=0.0) < _UNSAID).mean()) if alike.size else 1.0

    def _is_kind(self, candidate: Candidate) -> bool:
        is_called = self._asked.type == "name" and bool(_CALLED.search(_before(candidate)))
        return is_called or self._asked.is_kind(candidate.span)

    def _named(self, said: str) -> float:
        return len(self._names.intersection(terms(said))) / len(self._names) if self._names else 1.0

    def _close(self, words: Sequence[Word], distances: NDArray[np.int_]) -> float:
        shared = [at for at, word in enumerate(words) if not self._stems.isdisjoint(terms(word.text))]
        return float(1 / (1 + distances[shared].min())) if shared else 0.0


def sentences_of(said: Sequence[str]) -> list[Sentence]:
    """The sentences of texts, the oldest first."""
    found = []
    for text, whole in enumerate(said):
        parts = [part[:LONGEST] for part in spoken(whole)]
        parts = [corrected(part, after) or part for part, after in zip_longest(parts, parts[1:], fillvalue="")]
        for place, part in enumerate(parts):
            found.append(Sentence(part, text, place, " ".join(parts[max(0, place - 1) : place + 1]), whole))
    return found


def _is_name(word: str) -> bool:
    """Whether a word of a question is of a name: `Ann`, or the number of `room 12`."""
    return word.isdigit() or (word[0].isupper() and word != "I")


def _before(candidate: Candidate) -> str:
    return candidate.sentence.said[: candidate.span.start]


def _clause(candidate: Candidate) -> str:
    """The part of a sentence, up to the nearest commas and conjunctions, in which a span stands."""
    said, span = candidate.sentence.said, candidate.span
    breaks = list(_CLAUSE.finditer(said))
    start = max((each.end() for each in breaks if each.end() <= span.start), default=0)
    end = min((each.start() for each in breaks if each.start() >= span.end), default=len(said))
    return said[start:end]


def _distances(words: Sequence[Word], span: Span) -> NDArray[np.int_]:
    """How many words each word stands from a span; 0 within."""
    within = [at for at, word in enumerate(words) if span.start <= word.start < span.end] or [0]
    places = np.arange(len(words))
    return np.maximum(np.maximum(within[0] - places, places - within[-1]), 0)


def _is_within(span: Span, other: Span) -> bool:
    return other.start <= span.start and span.end <= other.end and span != other


def _names_others(candidate: Candidate, every: Sequence[Span]) -> bool:
    """Whether its sentence has a name beside it."""
    span = candidate.span
    names = (
        each for each in every if Kind.NAME in each.kinds or (Kind.PERSON in each.kinds and each.text[0].isupper())
    )
    return any(each.end <= span.start or span.end <= each.start for each in names)


def _products(vectors: Vectors, wanted: Vectors) -> Floats:
    products: Floats = (vectors @ wanted).astype(float)
    return products
