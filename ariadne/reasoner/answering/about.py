"""Of whom and of what a part of a sentence tells: of what a question asks about, or of another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ariadne.plurals import singular
from ariadne.reasoner.answering.spans import Span, Word, is_verb, noun_phrases, words_of
from ariadne.reasoner.reading.chat.people import is_relation
from ariadne.reasoner.reading.verbs import BE, HAVE

_MARK = re.compile(r"[,;:–—.!?]")
_JOINS = frozenset("and but so because since while when who which".split())
_OF_WHOM = frozenset("me us him her them i we he she they you".split())
OF_NO_KIND = frozenset(
    "new old current present former next last first second other same whole own usual regular main now latest"
    " official".split()
)
"""Adjectives that tell no thing from another: `Ann's new dentist` is Ann's dentist."""


@dataclass(frozen=True)
class About:
    """What a question asks about.

    Attributes:
        words: its words. `things`: those of each of its noun phrases that tell what thing it is.
    """

    words: frozenset[str]
    things: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, question: str) -> About:
        """What a question asks about, by its words."""
        words = words_of(question)
        things = (_thing(phrase) for _, phrase in noun_phrases(words))
        return cls(frozenset(map(_plain, words)), tuple(filter(None, things)))

    def somebody_else(self, sentence: str, span: Span) -> bool:
        """Whether the clause of a span tells of somebody whom the question does not name as what they are to another:
        of `my sister`, where Sam is asked about. What they do to those asked about, or to what is, is of these."""
        clause = _clause(words_of(sentence), span)
        phrases = [phrase for preposition, phrase in noun_phrases(clause) if not preposition]
        if not phrases or phrases[0][0].start <= span.start < phrases[0][-1].end:
            return False
        subject = phrases[0]
        if any(self._is_foreign_owner(word) for word in subject[:-1]):
            return True
        is_named = any(_plain(word) in self.words for word in subject if word is subject[-1] or not word.is_owner)
        if is_named or not is_relation(_plain(subject[-1])):
            return False
        rest = [word for word in clause if word.start >= subject[-1].end and not span.start <= word.start < span.end]
        after = next((at for at, word in enumerate(rest) if word.lower not in BE | HAVE and word.lower != "'s"), 0) + 1
        return self.words.isdisjoint(map(_plain, rest[after:])) and _OF_WHOM.isdisjoint(word.lower for word in rest)

    def _is_foreign_owner(self, word: Word) -> bool:
        return word.is_owner and _plain(word) not in self.words and (word.is_capital or is_relation(_plain(word)))

    def relation(self, sentence: str, span: Span) -> Literal["same", "other", ""]:
        """Whether the clause of a span tells of the very thing that the question asks about, or of another of a like
        name: of the garage code, where it asks for the alarm code, or of the late fee, where it asks for the fee."""
        clause = _clause(words_of(sentence), span)
        phrases = [phrase for _, phrase in noun_phrases(clause)]
        told = [_thing(each) for each in phrases if each[-1].end <= span.start or span.end <= each[0].start]
        like = [(thing, each) for thing in self.things for each in told if thing & each]
        if any(thing == each for thing, each in like):
            return "same"
        return "other" if any(each - thing for thing, each in like) else ""


def _thing(phrase: Sequence[Word]) -> frozenset[str]:
    """The words of a noun phrase that tell what thing it is, without whose it is; of `my sister Rita` the name."""
    owned = max((at + 1 for at, word in enumerate(phrase[:-1]) if word.is_owner), default=0)
    if owned < len(phrase) - 1 and is_relation(_plain(phrase[owned])) and phrase[owned + 1].is_capital:
        owned += 1
    return frozenset(map(_plain, phrase[owned:])) - OF_NO_KIND


def _clause(words: Sequence[Word], span: Span) -> Sequence[Word]:
    """The words up to the marks and conjunctions nearest to a span; an `and` before any verb joins no clauses."""
    start, clause = 0, list[Word]()
    for at, word in enumerate(words):
        is_break = bool(_MARK.fullmatch(word.text)) or word.lower in _JOINS
        if word.lower == "and" and not any(is_verb(words, place) for place in range(start, at)):
            is_break = False
        if not is_break:
            clause.append(word)
            continue
        if word.start >= span.end:
            break
        start, clause = at + 1, []
    return clause


def _plain(word: Word) -> str:
    return singular(word.lower.removesuffix("'s"))
