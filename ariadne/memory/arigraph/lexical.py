"""Words that texts have in common: BM25 (Robertson and Zaragoza 2009) over texts that come one by one."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Set
from functools import lru_cache

from ariadne.plurals import singular

K1, B = 1.5, 0.75

_WORDS = re.compile(r"[^\W_]+")
_SILENT = frozenset(
    "a about after an and are as at be been before but by did do does for from had has have he her his how if in into "
    "is it its no not of on or s she such t that the their then there these they this to was were what when where "
    "which who whom whose why will with you your".split()
)
_VOWELS = frozenset("aeiouy")
_NONE: Mapping[int, int] = {}


def terms(text: str) -> list[str]:
    """The words of a text in the form in which they are compared: no accents, no endings, no function words."""
    plain = text if text.isascii() else _without_accents(text)
    return [stem(word) for word in _WORDS.findall(plain.casefold()) if word not in _SILENT]


def _without_accents(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


@lru_cache(maxsize=2**16)
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


class BM25:
    """Scores texts by BM25 in Lucene's form; a text's number is its place in the order of adding.

    score(i) = Σ_t log(1 + (n − n_t + ½) / (n_t + ½)) · f / (f + k1 (1 − b + b · l_i / mean l)), over the terms t of the
    query, where f is how often t is in text i, n_t in how many of the n texts it is, l_i how many terms text i has.
    """

    def __init__(self) -> None:
        self._lengths: list[int] = []
        self._total = 0
        self._postings: dict[str, dict[int, int]] = {}

    def __len__(self) -> int:
        return len(self._lengths)

    def add(self, text: Collection[str]) -> None:
        """Add a text, as its terms."""
        number = len(self)
        self._lengths.append(len(text))
        self._total += len(text)
        for term, count in Counter(text).items():
            self._postings.setdefault(term, {})[number] = count

    def having(self, term: str) -> Set[int]:
        """The texts that have a term."""
        return self._postings.get(term, _NONE).keys()

    def scores(self, query: Collection[str]) -> dict[int, float]:
        """The score of each text that has a term of the query; a term counts once, however often it is there."""
        mean = self._total / max(len(self), 1)
        found: dict[int, float] = {}
        for term in dict.fromkeys(query):
            postings = self._postings.get(term, {})
            weight = math.log(1 + (len(self) - len(postings) + 0.5) / (len(postings) + 0.5))
            for number, count in postings.items():
                long = K1 * (1 - B + B * self._lengths[number] / mean)
                found[number] = found.get(number, 0.0) + weight * count / (count + long)
        return found
