"""BM25 (Robertson and Zaragoza 2009), in Python and by SQLite's FTS5."""

from __future__ import annotations

import math
import re
import sqlite3
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from ariadne.caches import cached
from ariadne.plurals import singular

Scores = NDArray[np.float64]

MOST = 2**62
SCORED = 2**14
"""Texts that are scored in the first attempt."""
TOKENIZED = "tokenize='porter unicode61 remove_diacritics 2'"

K1, B = 1.5, 0.75

_WORDS = re.compile(r"[^\W_]+")
_SILENT = frozenset(
    "a about after an and are as at be been before but by did do does for from had has have he her his how if in into "
    "is it its no not of on or s she such t that the their then there these they this to was were what when where "
    "which who whom whose why will with you your".split()
)
_VOWELS = frozenset("aeiouy")


def terms(text: str) -> list[str]:
    """The words of a text without accents, endings and function words."""
    return [stem(word) for word in _words(text)]


def _words(text: str) -> list[str]:
    """The words of a text without accents and function words."""
    plain = text if text.isascii() else _without_accents(text)
    return [word for word in _WORDS.findall(plain.casefold()) if word not in _SILENT]


def _without_accents(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


@cached(2**16)
def stem(word: str) -> str:
    """A word without its English ending: plurals, -ed, -ing, a final e; y becomes i (cities, city).

    Roughly the first step of Porter's stemmer (1980).
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


class WordIndex:
    """An FTS5 index of texts in memory, made at its first use."""

    @cached_property
    def _database(self) -> sqlite3.Connection:
        database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        database.execute(f"CREATE VIRTUAL TABLE said USING fts5(text, content='', {TOKENIZED})")
        return database

    def add(self, number: int, text: str) -> None:
        """Add a text under a number."""
        self._database.execute("INSERT INTO said(rowid, text) VALUES (?, ?)", (number, text))

    def best(self, query: str, most: int) -> list[int]:
        """The numbers of the texts with words of a query, as `best` ranks them."""
        return best(lambda asked, values: self._database.execute(asked, values).fetchall(), query, most)


Ask = Callable[[str, tuple[object, ...]], list[tuple[int, ...]]]
"""Runs a statement with values, and returns its rows."""


def best(ask: Ask, query: str, most: int, first: int = 0, end: int = MOST) -> list[int]:
    """The numbers of the texts with words of a query, by BM25, the best first; of equals the later.

    Among very many texts, only those with the rarest words are scored, if they are enough (`Quit` of Moffat and Zobel
    1996): scoring all texts with `house` takes long and adds little.

    Args:
        ask: runs statements on a database with an FTS5 table `said`. `first`, `end`: the range of its rows.
    """
    words = [f'"{word}"' for word in dict.fromkeys(_words(query))]
    limits = (first, end)
    of_scope = "said MATCH ? AND rowid >= ? AND rowid < ?"

    def found(asked: Sequence[str]) -> list[int]:
        ranked = f"SELECT rowid FROM said WHERE {of_scope} ORDER BY bm25(said), rowid DESC LIMIT ?"
        return [number for (number,) in ask(ranked, (" OR ".join(asked), *limits, most))] if asked else []

    counted = {word: ask(f"SELECT count(*) FROM said WHERE {of_scope}", (word, *limits))[0][0] for word in words}
    rarest = sorted(words, key=counted.__getitem__)
    sums = [*accumulate(counted[word] for word in rarest)]
    few = found(rarest[: max(1, bisect_right(sums, SCORED))])
    return few if len(few) >= most or not sums or sums[-1] <= SCORED else found(words)


def weighed(counts: NDArray[np.integer], lengths: NDArray[np.integer], mean: float, having: int, texts: int) -> Scores:
    """The BM25 score of a term for some texts.

    Args:
        counts: of the term in each text. `lengths`: the terms of each text; `mean`: their average over all texts.
        having: how many of all `texts` have the term.
    """
    weight = math.log(1 + (texts - having + 0.5) / (having + 0.5))
    scores: Scores = weight * counts / (counts + K1 * (1 - B + B * lengths / mean))
    return scores
