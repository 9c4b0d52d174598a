"""Nouns and the is-a hierarchy over their meanings, distilled from WordNet 3.0 by `tools/make_lexicon.py`.

A meaning is a number; a word has several, the most frequent first. `shoe` names WordNet's first sense of the word, and
`glass.2` its second, as dictionaries count them.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache
from importlib import resources

# English plurals, as endings and what stands in their place.
_PLURALS = (("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", ""), ("men", "man"))


class Lexicon:
    """Words, their meanings, and what each meaning is a kind of."""

    def __init__(self, text: str) -> None:
        """Read the lexicon's text: see `tools/make_lexicon.py`."""
        kinds, _, words = text.partition("\n\n")
        self._kinds = kinds.split("\n")
        self._words: dict[str, str] = dict(line.split("\t", 1) for line in words.split("\n") if line)  # type: ignore[misc]

    def meanings(self, word: str) -> list[tuple[int, int]]:
        """(rank, meaning) of a word: its singular where it is a plural. Empty if the lexicon lacks it."""
        for form in _singulars(word):
            if senses := self._words.get(form):
                pairs = (sense.split(":") for sense in senses.split(" "))
                return [(int(rank), int(meaning)) for rank, meaning in pairs]
        return []

    def meaning(self, reference: str) -> int:
        """The meaning of `word` or `word.2`.

        Raises:
            KeyError: the lexicon does not have it.
        """
        word, _, rank = reference.replace("_", " ").partition(".")
        for found, meaning in self.meanings(word):
            if not rank or found == int(rank):
                return meaning
        raise KeyError(reference)

    def chain(self, meaning: int) -> Iterator[tuple[int, int]]:
        """(distance, meaning) of a meaning and all that it is a kind of, nearest first."""
        seen = {meaning}
        level, distance = [meaning], 0
        while level:
            yield from ((distance, each) for each in level)
            above = dict.fromkeys(kind for each in level for kind in self._above(each) if kind not in seen)
            seen.update(above)
            level, distance = list(above), distance + 1

    def _above(self, meaning: int) -> list[int]:
        line = self._kinds[meaning]
        return [] if line == "-" else [int(kind) for kind in line.split(" ")]


@cache
def lexicon() -> Lexicon:
    """The lexicon that ships with Ariadne, read once."""
    data = resources.files("ariadne.models.rules.lexicon").joinpath("nouns.txt.gz").read_bytes()
    return Lexicon(gzip.decompress(data).decode())


def _singulars(word: str) -> Iterator[str]:
    """A word and what it may be the plural of."""
    yield word
    for plural, singular in _PLURALS:
        if word.endswith(plural) and len(word) > len(plural) + 2:
            yield word.removesuffix(plural) + singular
