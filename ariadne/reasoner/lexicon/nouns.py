"""Nouns, their meanings, and the is-a hierarchy over them, extracted from WordNet 3.0 by `tools/make_lexicon.py`.

A meaning is a number; a word has several, the most frequent first. `bulb` names the first, `bulb.2` the second, in
WordNet's order.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources

from ariadne.caches import cached
from ariadne.plurals import singulars

_JOINTS = re.compile(r"[ .'-]")


class Lexicon:
    """Words, their meanings, and what each meaning is a kind of."""

    def __init__(self, text: str) -> None:
        """Parse the lexicon's text: see `tools/make_lexicon.py`."""
        meanings, _, words = text.partition("\n\n")
        self._meanings = meanings.split("\n")
        self._words: dict[str, str] = {}
        for line in words.splitlines():
            word, _, self._words[word] = line.partition("\t")

    def meanings(self, word: str, most: int | None = None) -> list[int]:
        """Return the meanings of a word or its singular, most frequent first; empty if the lexicon lacks it.

        The word's parts may be separate, joined or hyphenated.

        Args:
            most: the number of WordNet's first meanings to consider; the lexicon may lack the first, as for `life`.
        """
        return [meaning for meaning, rank in self._ranks(word).items() if most is None or rank <= most]

    def _ranks(self, word: str) -> dict[int, int]:
        """The meanings of a word with their ranks."""
        word = _JOINTS.sub("", word.lower())
        for form in (word, *singulars(word)):
            if senses := self._words.get(form):
                pairs = (sense.split(":") for sense in senses.split(" "))
                return {int(meaning): int(rank) for rank, meaning in pairs}
        return {}

    def meaning(self, reference: str) -> int:
        """Return the meaning of `word` or `word.2`.

        Raises:
            KeyError: the lexicon does not have it.
        """
        word, _, wanted = reference.partition(".")
        for meaning, rank in self._ranks(word).items():
            if not wanted or rank == int(wanted):
                return meaning
        raise KeyError(reference)

    def chain(self, meaning: int) -> Iterator[int]:
        """Yield a meaning and everything it is a kind of, nearest first."""
        found = {meaning: None}
        level = [meaning]
        while level:
            yield from level
            level = list(dict.fromkeys(kind for each in level for kind in self._kinds(each) if kind not in found))
            found.update(dict.fromkeys(level))

    def gloss(self, meaning: int) -> str:
        """The short gloss of an artifact or a substance; empty for others."""
        return self._meanings[meaning].partition("\t")[2]

    def _kinds(self, meaning: int) -> list[int]:
        kinds = self._meanings[meaning].partition("\t")[0]
        return [] if kinds == "-" else [int(kind) for kind in kinds.split(" ")]


@cache
def lexicon() -> Lexicon:
    """The lexicon that ships with Ariadne, read once."""
    data = resources.files("ariadne.reasoner.lexicon").joinpath("nouns.txt.xz").read_bytes()
    return Lexicon(lzma.decompress(data).decode())


def is_a(meaning: int, *nouns: str) -> bool:
    """Whether a meaning is a kind of one of these nouns."""
    return not _meanings(nouns).isdisjoint(lexicon().chain(meaning))


def means(word: str, *nouns: str, most: int | None = 1) -> bool:
    """Whether one of a word's first meanings is a kind of one of these nouns."""
    return any(is_a(meaning, *nouns) for meaning in lexicon().meanings(word, most))


@cached(None)
def _meanings(nouns: tuple[str, ...]) -> frozenset[int]:
    return frozenset(lexicon().meaning(noun) for noun in nouns)
