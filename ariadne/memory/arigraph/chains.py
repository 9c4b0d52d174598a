"""How far a chain of facts answers a question: the score of a path of hops.

A path is a chain of facts, each read from one of its ends. It answers a question as far as what its relations say is
what the question says besides the name: q is the question with the name left out, r_1 … r_n are the relations,

    score = cos(q, r_n of … r_1) + ½ min_i s(r_i) + c + ⅕ o + ⅖ (k - ½) - ⅖ b - ⅒ d,

where s(r), the support of a hop, is the greatest cosine of what it says (its relation, that in the plainest words, or
its value) and a run of up to three words of q that no surer hop has taken; c, the cover of the question, the mean over
its words of the greatest cosine of a word and what the hops say, or a word of that (both are 1 if q only asks what,
who, where or when something is, how old or of what trade somebody is, and r_1 only says that); o the share of its
words' stems that the relations have; k, where q says of what kind the answer is (`which city`), the greatest cosine of
that noun and what the last hop says, or a word of that; b counts the facts that are read from their objects' ends,
those after the first twice; and d, the detours, the hops of which no word of q speaks more than of another hop. In both
s and c, other wordings of a relation count for nine tenths.
docs/answers.md says how the weights were set.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp

import numpy as np
from numpy.typing import NDArray

from ariadne.embed.cache import TextCache
from ariadne.embed.embedder import Vectors
from ariadne.memory.arigraph.lexical import terms
from ariadne.memory.arigraph.names import Mention
from ariadne.memory.arigraph.relations import Slot, is_so_now
from ariadne.memory.arigraph.stems import stems
from ariadne.memory.arigraph.synonyms import plain, synonymous, wordings
from ariadne.plurals import singular
from ariadne.reasoner.answering.asked import Asked
from ariadne.reasoner.lexicon import lexicon, means
from ariadne.reasoner.reading.chat.nouns import is_count, is_number
from ariadne.reasoner.reading.chat.people import is_being
from ariadne.reasoner.reading.chat.times import TIMES
from ariadne.reasoner.reading.values import is_manner, is_time
from ariadne.reasoner.reading.verbs import PREPOSITIONS
from ariadne.reasoner.remembering.ended import is_denial
from ariadne.triplet import Triplet

SUPPORT, COVER, OVERLAP, KIND, BACK, DETOUR = 0.5, 1.0, 0.2, 0.4, 0.4, 0.1
MORE = 0.1
"""By how much a word of the question has to speak more of a hop than of the others, for that to be no detour."""
OTHERWISE = 0.9
"""What another wording of a relation counts for, beside its own."""
THRESHOLD = 0.5
"""The least confidence of an answer."""
# Scores of answers to questions that were asked of what is known, and of what is not (docs/answers.md).
_EVEN, _STEEPNESS = 1.2, 8.0
DECIMALS = 5

WORD = re.compile(r"[^\W_]+")
IS = frozenset("is are was were".split())
WH = re.compile(r"\b(?:who|whom|whose|what|which|where|when|how|why)\b", re.IGNORECASE)
# Where something is kept, as well as where it is.
_KEPT = frozenset("parked kept stored located placed put left hidden situated hung".split())
_WHO_OR_WHERE = ("where", "who", "whose")
_NO_PLACE = frozenset("about as by for since until with".split())
"""Prepositions after which no place stands."""
_TIMES = TIMES.union(
    "tonight noon midnight this one two three four five six seven eight nine ten eleven twelve".split()
)
_HOW_MUCH = re.compile(r"\bhow (?:many|much|old|long|far|tall|big|large)\b", re.IGNORECASE)
_HOW_OLD = re.compile(r"\bhow old\b|\bage\b", re.IGNORECASE)
_DOES = re.compile(
    r"what(?:'s| is| do| does)? (?:it'?s? )?(?:do(?: for (?:a living|work))?|job|profession)\W*", re.IGNORECASE
)
SILENT = frozenset(
    "what which who whom whose where when how is are was were be been being the a an of in to by that this does do did"
    " it its his her their have has had name for on at as from with and or one currently current there i my me you"
    " your s much many called named".split()
)
"""Words of a question that do not say what it asks."""
_NOT = re.compile(r"\b(?:not|never|no longer|no more)\b|n['’]t\b|\bcannot\b", re.IGNORECASE)


@dataclass(frozen=True)
class Hop:
    """A fact, read from one of its ends.

    Attributes:
        slot: what it says of that end. `age`: the place of its edge in the history.
    """

    fact: Triplet
    slot: Slot
    age: int


@dataclass(frozen=True)
class Path:
    """A chain of hops from a mention, and how well it answers the question."""

    mention: Mention
    hops: tuple[Hop, ...]
    score: float = 0.0

    @property
    def confidence(self) -> float:
        """How likely it is that this is asked, from 0 to 1."""
        return round(1 / (1 + exp(-_STEEPNESS * (self.score - _EVEN))), DECIMALS)

    @property
    def end(self) -> str:
        """Where it leads."""
        return self.hops[-1].slot.value


class Asking:
    """What a question asks besides the name, and how far paths answer it."""

    def __init__(self, text: str, question: str, texts: TextCache) -> None:
        self._text = text
        self._named = frozenset(terms(question))
        self._said = frozenset(WORD.findall(question.casefold()))
        self._texts = texts
        self._words = list(dict.fromkeys(_words(text)))
        places = list(_places(len(_words(text))))
        self._runs = [" ".join(_words(text)[start:end]) for start, end in places]
        said = np.zeros((len(places), len(_words(text))), dtype=bool)
        for run, (start, end) in enumerate(places):
            said[run, start:end] = True
        self._shared = said @ said.T
        self._stems = frozenset(terms(text))
        self._asks = Asked.of(text)
        self._kind = [at for at, word in enumerate(self._words) if word == self._asks.noun]
        self._denies = bool(_NOT.search(question))
        self._beings = _beings(self._words)

    async def scored(self, paths: Sequence[Path]) -> list[Path]:
        """Paths with their scores."""
        said = [[_phrase(hop) for hop in path.hops] for path in paths]
        chains = [" of ".join(reversed(phrases)) + " it" for phrases in said]
        # What a hop says: its relation's words, and the value, which may tell of what kind it is.
        parts = list(dict.fromkeys(part for path in paths for hop in path.hops for part in _parts(hop)))
        words = list(dict.fromkeys(word for part in parts for word in part.split()))
        asked = [self._text, *self._runs, *self._words]
        every = list(dict.fromkeys([*asked, *chains, *parts, *words]))
        vectors = dict(zip(every, await self._texts.embed(every), strict=True))
        own = {part for path in paths for hop in path.hops for part in _own(hop)}
        worth = {part: 1.0 if part in own else OTHERWISE for part in parts}
        words_of = {part: [part, *part.split()] for part in parts}
        backing = {part: worth[part] * _products(vectors, [part], self._runs)[0] for part in parts}
        closest = {part: _products(vectors, self._words, words_of[part]).max(axis=1, initial=0.0) for part in parts}
        cover = {part: worth[part] * closest[part] for part in parts}
        found = []
        for path, phrases, chain in zip(paths, said, chains, strict=True):
            whole = float(vectors[self._text] @ vectors[chain])
            support = self._support([np.max([backing[part] for part in _parts(hop)], axis=0) for hop in path.hops])
            said_of = np.stack([np.max([cover[part] for part in _parts(hop)], axis=0) for hop in path.hops])
            covered = float(said_of.max(axis=0).sum()) / max(len(self._words), 1)
            shared = self._stems & {stem for phrase in phrases for stem in terms(phrase)}
            overlap = len(shared) / max(len(self._stems), 1)
            back = sum(1 + (at > 0) for at, hop in enumerate(path.hops) if hop.slot.is_converse)
            if (not self._words and self._is_being(path)) or self._is_told_as(path):
                support, covered = 1.0, 1.0
            score = whole + SUPPORT * support + COVER * covered + OVERLAP * overlap
            score -= BACK * back + DETOUR * _detours(said_of)
            if self._kind:
                kind = np.max([cover[part] for part in _kind_parts(path.hops[-1])], axis=0)[self._kind]
                score += KIND * (float(kind.mean()) - 0.5)
            found.append(replace(path, score=round(score, DECIMALS)))
        return found

    def is_of_its_kind(self, path: Path) -> bool:
        """Whether what a path leads to is no thing that the question names itself; and is a time or a number where that
        is asked for, and no time where a place is."""
        ends = terms(path.end)
        if ends and self._named.issuperset(ends):
            return False
        if not all(is_so_now(hop.fact.relation, self._said) for hop in path.hops):
            return False
        if any(is_denial(hop.fact.relation) for hop in path.hops) != self._denies:
            return False
        words = [word.strip(",") for word in path.end.split()]
        # `When it comes to style, what …` asks for no time.
        clause = self._text.rpartition(",")[2]
        text = clause if WH.search(clause) else self._text
        asked = text.split(maxsplit=1)[0].lower() if text else ""
        if self._is_of_others(path) or self._is_when(path):
            return False
        if asked == "where" and path.hops[-1].slot.relation.rsplit(maxsplit=1)[-1] in _NO_PLACE:
            return False
        if asked in _WHO_OR_WHERE and is_manner(path.end):
            return False
        if _HOW_MUCH.search(text) and not any(is_number(word) or is_count(word) for word in words):
            return False
        times = [word[:1].isdigit() or singular(word) in _TIMES for word in words]
        return any(times) if asked == "when" else not (asked in _WHO_OR_WHERE and all(times))

    def _is_of_others(self, path: Path) -> bool:
        """Whether a path of one hop tells of somebody else than the question asks for: of a brother, where it says
        `sister`."""
        if len(path.hops) > 1:
            return False
        told = _beings(path.hops[0].slot.relation.split())
        return _has_another(told, self._beings) and _has_another(self._beings, told)

    def _is_when(self, path: Path) -> bool:
        """Whether a path of one hop leads to a time or an amount where somebody, or a thing of a kind, is asked for; or
        where somebody is, to what says by its preposition where or when it was."""
        if len(path.hops) > 1:
            return False
        if self._asks.excludes(path.end):
            return True
        named = self._text[self._asks.start : self._asks.end].casefold().split()
        if self._asks.type != "who" and not (self._asks.type == "thing" and named[1:]):
            return False
        last = path.hops[-1].slot
        said = last.relation.rsplit(maxsplit=1)[-1]
        is_placed = self._asks.type == "who" and said in ("in", "at", "on") and said not in self._said
        return (is_placed and not last.is_converse) or is_time(path.end) or is_number(path.end.split()[0])

    def _is_told_as(self, path: Path) -> bool:
        """Whether a path answers how old somebody is by a mere number, or what somebody does by what they are."""
        last = path.hops[-1].slot
        if len(path.hops) > 1 or last.is_converse or not (last.relation in IS or last.relation == "works as"):
            return False
        if _HOW_OLD.search(self._text):
            return last.value.isdigit()
        return bool(_DOES.fullmatch(self._text)) and _is_doer(last.value.split()[-1])

    def _is_being(self, path: Path) -> bool:
        """Whether a path answers a question that says no more than `what is it`, `where is it`, `who is in it`."""
        said = self._text.lower().replace("'s ", " is ").rstrip(" ?").split()
        last = path.hops[-1].slot
        words = last.relation.split()
        silent = SILENT | _KEPT | PREPOSITIONS if said[0] == "where" else SILENT
        if len(path.hops) > 1 or IS.isdisjoint(said) or not silent.issuperset(words):
            return False
        is_placed = words[-1] in PREPOSITIONS
        if said[0] in ("where", "when"):
            return is_placed and not last.is_converse
        return is_placed == last.is_converse == (not PREPOSITIONS.isdisjoint(said))

    def _support(self, backing: Sequence[NDArray[np.float64]]) -> float:
        """The least support of a path's hops, for each of which other words of the question speak, the surest first.

        Args:
            backing: for each hop, shape (runs,).
        """
        least, free = 1.0, np.ones(len(self._runs), dtype=bool)
        for hop in sorted(backing, key=lambda each: -float(each.max(initial=0.0))):
            left = np.where(free, hop, 0.0)
            least = min(least, float(left.max(initial=0.0)))
            if len(left):
                free &= ~self._shared[int(left.argmax())]
        return least


def _is_doer(noun: str) -> bool:
    """Whether a noun may say what somebody does: one for people, or one that the lexicon lacks, such as `baker`."""
    return means(noun, "person", most=2) or (noun.endswith(("er", "or", "ist")) and not lexicon().meanings(noun))


@lru_cache(maxsize=2**14)
def _is_animate(word: str) -> bool:
    return is_being(word)


def _beings(words: Sequence[str]) -> list[str]:
    """The words for people and animals."""
    return [word for word in words if _is_animate(word)]


def _has_another(beings: Sequence[str], others: Sequence[str]) -> bool:
    """Whether some are neither kinds of any of the others, nor have these as kinds."""
    return bool(others) and any(not any(_may_be(being, other) for other in others) for being in beings)


@lru_cache(maxsize=2**14)
def _may_be(noun: str, other: str) -> bool:
    """Whether what one noun means may be a kind of what another means, or the other way about."""
    own, others = (lexicon().meanings(singular(each), 2) for each in (noun, other))
    if stems(noun) == stems(other) or synonymous(noun, other) or not own or not others:
        return True
    return any(one in lexicon().chain(each) for each in own for one in others) or any(
        one in lexicon().chain(each) for each in others for one in own
    )


def _detours(said: Vectors) -> int:
    """How many hops of a path no word of the question speaks of more than of the others.

    Args:
        said: shape (hops, words).
    """
    if len(said) < 2:
        return 0
    others = np.stack([np.delete(said, at, axis=0).max(axis=0) for at in range(len(said))])
    return int(((said - others).max(axis=1, initial=0.0) < MORE).sum())


def _products(vectors: Mapping[str, Vectors], texts: Sequence[str], others: Sequence[str]) -> NDArray[np.float64]:
    """The cosines of texts with others, shape (texts, others)."""
    if not texts or not others:
        return np.zeros((len(texts), len(others)))
    rows, columns = (np.stack([vectors[text] for text in each]) for each in (texts, others))
    products: NDArray[np.float64] = (rows @ columns.T).astype(float)
    return products


def _phrase(hop: Hop) -> str:
    """What a hop says of where it begins; of what something is, that itself says it."""
    slot = hop.slot
    return f"{slot.relation} {slot.value}" if slot.relation in IS else slot.relation


def _parts(hop: Hop) -> tuple[str, ...]:
    """What a hop says, as texts: its own words, and other wordings of its relation."""
    return tuple(dict.fromkeys((*_own(hop), *map(_telling, wordings(hop.slot.relation)))))


def _kind_parts(hop: Hop) -> tuple[str, ...]:
    """What tells of what kind the value of a hop is: of a relation that is read backwards only the value itself."""
    is_backwards = hop.slot.is_converse and hop.slot.relation == hop.fact.relation
    return (hop.slot.value,) if is_backwards else _parts(hop)


def _own(hop: Hop) -> tuple[str, ...]:
    """What a hop says itself, as texts: the words of its relation that say something, the plainest, and its value."""
    return (*map(_telling, dict.fromkeys([_phrase(hop), plain(hop.slot.relation)])), hop.slot.value)


def _telling(phrase: str) -> str:
    """The words of a phrase that say something; all, if none does."""
    return " ".join(_words(phrase)) or phrase


def _places(words: int) -> Iterator[tuple[int, int]]:
    """Runs of up to three words, as places."""
    return ((at, at + size) for size in (1, 2, 3) for at in range(words - size + 1))


def _words(text: str) -> list[str]:
    return [word for word in WORD.findall(text.casefold()) if word not in SILENT]
