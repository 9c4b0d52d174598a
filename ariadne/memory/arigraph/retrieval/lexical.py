"""Words that texts have in common: BM25 (Robertson and Zaragoza 2009) over texts that come one by one."""

from __future__ import annotations

import math
import re
import unicodedata
from array import array
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from ariadne.caches import cached
from ariadne.embed.growing import with_room
from ariadne.plurals import singular

Numbers = NDArray[np.uint32]
Scores = NDArray[np.float64]
Postings = NDArray[np.uint32]
"""Which texts have a term and how often, in the order of the texts, shape (texts, 2)."""

K1, B = 1.5, 0.75

_WORDS = re.compile(r"[^\W_]+")
_SILENT = frozenset(
    "a about after an and are as at be been before but by did do does for from had has have he her his how if in into "
    "is it its no not of on or s she such t that the their then there these they this to was were what when where "
    "which who whom whose why will with you your".split()
)
_VOWELS = frozenset("aeiouy")


def terms(text: str) -> list[str]:
    """The words of a text in the form in which they are compared: no accents, no endings, no function words."""
    plain = text if text.isascii() else _without_accents(text)
    return [stem(word) for word in _WORDS.findall(plain.casefold()) if word not in _SILENT]


def _without_accents(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


@cached(2**16)
def stem(word: str) -> str:
    """A word without its English ending: plurals, -ed, -ing, a last e; y and i are one (cities, city).

    Roughly the first step of Porter's stemmer (1980); what it cuts need not be a word, only alike for like words.
    """
    if len(word) <= 3 or not word.isalpha():
        return word
    word = singular(word)
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= 3 and not _VOWELS.isdisjoint(rest):
            word = rest[:-1] if rest[-1] == rest[-2] and rest[-1] not in "lsz" else rest
            break
    word = word[:-1] if word.endswith("e") and len(word) > 3 else word
    return word[:-1] + "i" if word.endswith("y") and len(word) > 2 else word


@dataclass(frozen=True)
class Written:
    """Texts as they are written: numbers, no words.

    Attributes:
        terms: of each term a hash, in ascending order. `starts`: where its postings begin, and at last where all end.
        postings: of all terms, one after the other. `lengths`: how many terms each text has, shape (texts, 1).
    """

    terms: NDArray[np.uint64]
    starts: NDArray[np.int64]
    postings: Postings
    lengths: NDArray[np.uint32]

    @classmethod
    def nothing(cls) -> Written:
        """No texts."""
        starts, postings, lengths = np.zeros(1, np.int64), np.empty((0, 2), np.uint32), np.empty((0, 1), np.uint32)
        return cls(np.empty(0, np.uint64), starts, postings, lengths)

    def of(self, term: int) -> Postings:
        """The postings of a term, by its hash."""
        at = int(np.searchsorted(self.terms, np.uint64(term)))
        has = at < len(self.terms) and int(self.terms[at]) == term
        return self.postings[self.starts[at] : self.starts[at + 1]] if has else self.postings[:0]


class BM25:
    """Scores texts by BM25 in Lucene's form; a text's number is its place in the order of adding.

    score(i) = Σ_t log(1 + (n − n_t + ½) / (n_t + ½)) · f / (f + k1 (1 − b + b · l_i / mean l)), over the terms t of the
    query, where f is how often t is in text i, n_t in how many of the n texts it is, l_i how many terms text i has.

    Args:
        written: texts that were added before.
    """

    def __init__(self, written: Written | None = None) -> None:
        self._written = written or Written.nothing()
        self._count = len(self._written.lengths)
        self._lengths = self._written.lengths
        self._total = int(self._lengths.sum(dtype=np.int64))
        self._added: dict[str, array[int]] = {}
        """Of each term, by turns, the texts that have it and how often."""

    def __len__(self) -> int:
        return self._count

    def add(self, text: Collection[str]) -> None:
        """Add a text, as its terms."""
        self._lengths = with_room(self._lengths, self._count + 1, 1)
        self._lengths[self._count] = len(text)
        for term, count in Counter(text).items():
            self._added.setdefault(term, array("I")).extend((self._count, count))
        self._count += 1
        self._total += len(text)

    def having(self, term: str) -> Numbers:
        """The texts that have a term, in order."""
        return self._postings(term)[:, 0]

    def scores(self, query: Collection[str], most: int | None = None) -> tuple[Numbers, Scores]:
        """The texts that have a term of the query, in order, and the score of each; a term counts once, however often
        it is there.

        Args:
            most: about how many texts, those with the rarest terms, for which alone the commoner terms count then
                (`Continue` of Moffat and Zobel 1996); None for all.
        """
        every = sorted((self._postings(term) for term in dict.fromkeys(query)), key=len)
        every = [postings for postings in every if len(postings)]
        if not every:
            return np.empty(0, np.uint32), np.empty(0)
        ends = np.cumsum([len(postings) for postings in every])
        rare = len(every) if most is None else max(1, int(np.searchsorted(ends, most, side="right")))
        having = np.concatenate([postings[:, 0] for postings in every[:rare]])
        numbers, places = np.unique(having, return_inverse=True)
        weighed = [self._weighed(postings, len(postings)) for postings in every[:rare]]
        scores: Scores = np.bincount(places, np.concatenate(weighed), len(numbers)).astype(float)
        for postings in every[rare:]:
            at = np.minimum(np.searchsorted(postings[:, 0], numbers), len(postings) - 1)
            has = postings[at, 0] == numbers
            scores[has] += self._weighed(postings[at[has]], len(postings))
        return numbers, scores

    def written(self) -> Written:
        """All texts, to be written."""
        old = self._written
        every = {hashed(term): self._postings(term) for term in self._added}
        for at, term in enumerate(old.terms.tolist()):
            every.setdefault(term, old.postings[old.starts[at] : old.starts[at + 1]])
        terms = sorted(every)
        starts = np.cumsum([0, *(len(every[term]) for term in terms)])
        postings = np.concatenate([old.postings[:0], *(every[term] for term in terms)])
        return Written(np.array(terms, np.uint64), starts, postings, self._lengths[: self._count])

    def _postings(self, term: str) -> Postings:
        before = self._written.of(hashed(term)) if len(self._written.terms) else self._written.postings
        if term not in self._added:
            return before
        added = np.array(self._added[term], np.uint32).reshape(-1, 2)
        return np.concatenate([before, added]) if len(before) else added

    def _weighed(self, postings: Postings, having: int) -> Scores:
        """What a term that so many texts have counts for some of them."""
        lengths = self._lengths[postings[:, 0], 0]
        return weighed(postings[:, 1], lengths, self._total / len(self), having, len(self))


def weighed(counts: NDArray[np.integer], lengths: NDArray[np.integer], mean: float, having: int, texts: int) -> Scores:
    """What a term counts for some texts by BM25.

    Args:
        counts: how often each has it. `lengths`: how many terms each has; `mean`: how many on average.
        having: how many of all `texts` have it.
    """
    weight = math.log(1 + (texts - having + 0.5) / (having + 0.5))
    scores: Scores = weight * counts / (counts + K1 * (1 - B + B * lengths / mean))
    return scores


def hashed(term: str) -> int:
    """A number that stands for a term, and for no other that is likely to be met."""
    return int.from_bytes(blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
