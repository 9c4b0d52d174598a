"""Noun phrases: whether every word has its place in one, so that no part of another phrase is taken for one of it."""

from __future__ import annotations

from itertools import groupby

from ariadne.reasoner.lexicon import lexicon
from ariadne.reasoner.reading.chat.inflection import Form, form, is_known
from ariadne.reasoner.reading.chat.words import is_adverb
from ariadne.reasoner.reading.verbs import AUXILIARY, CONJUNCTIONS, DETERMINERS, NEGATION, PREPOSITIONS, RELATIVES

Words = list[str]

# What stands for a whole noun phrase.
_PRONOUNS = frozenset(
    "i you he she it we they me him her us them myself himself herself itself themselves yourself ourselves mine yours"
    " hers ours theirs one".split()
)
_NAMING = frozenset(("called", "named"))
_BEFORE = frozenset("all both half".split())
# What stands at neither side of a noun, but for `the only girl` and `the back door`.
_APART = frozenset(
    "not never nor even as so such then there here today tonight tomorrow yesterday twice once thrice ago yet ever"
    " instead anymore apart ahead away together else too also though although than because if unless while when where"
    " why how but please thanks yes no ok okay up off out rather".split()
)
_LAST = frozenset(("there", "here", "instead", "too", ","))
_ONLY = frozenset(("only", "very", "same", "whole", "entire"))
ROUGHLY = frozenset("about around over under near".split())
"""What stands before an amount."""
_PARTICLES = frozenset("back down over around round about again alone abroad online".split())
COUNTS = frozenset(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen"
    " nineteen twenty thirty forty fifty sixty seventy eighty ninety".split()
)
# What stands before a number that is not the first word, and what is said of a thing after it: `painted the hall grey`.
_ORDINAL = frozenset("first last next other past same only".split())
_COLOURS = frozenset("black white grey gray red green blue yellow orange pink purple brown".split())
_UNITS = frozenset("second minute hour day night week weekend fortnight month quarter year kilo head person".split())


def is_noun_phrase(words: Words) -> bool:
    """Whether words are one noun phrase, with names and phrases that say more of it, and nothing is left over."""
    words = without_adverbs(words)
    if len(words) > 1 and words[0].lower() in ROUGHLY and is_number(words[1]):
        words = words[1:]
    parts = [[*part] for is_joint, part in groupby(words, _is_joint) if not is_joint]
    return bool(parts) and not _is_joint(words[0]) and not _is_joint(words[-1]) and all(map(_is_simple, parts))


def without_adverbs(words: Words) -> Words:
    """Words without adverbs and commas at their ends."""
    while len(words) > 1 and is_adverb(words[0]):
        words = words[1:]
    while len(words) > 1 and (is_adverb(words[-1]) or words[-1].lower() in _LAST):
        words = words[:-1]
    return words


def is_number(word: str) -> bool:
    """Whether a word is an amount in digits."""
    return word.lstrip("$€£")[:1].isdigit()


def is_count(word: str) -> bool:
    """Whether a word is a number, in digits or a small one in letters."""
    return word[:1].isdigit() or word.lower() in COUNTS


def _is_joint(word: str) -> bool:
    return word.lower() in PREPOSITIONS | _NAMING | {","}


def _is_simple(words: Words) -> bool:
    """Whether words are a noun with what may stand before it."""
    lower = [word.lower() for word in words]
    if len(words) == 1 and lower[0] in _PRONOUNS:
        return True
    lower = _without_rate(lower)
    words = words[: len(lower)]
    start = sum(1 for _ in _determiners(lower))
    if start == len(words):
        return start > 0 and lower[-1] not in DETERMINERS
    return all(_may_be_within(words, at, start) for at in range(start, len(words)))


def _without_rate(words: Words) -> Words:
    """An amount without how often: `20 miles a week`."""
    is_rate = len(words) > 2 and words[-2] in ("a", "an", "per", "each", "every") and words[-1] in _UNITS
    return words[:-2] if is_rate else words


def _determiners(words: Words) -> Words:
    """The words with which a noun phrase begins before anything that says what it is of."""
    at = int(words[:1] != [] and words[0] in _BEFORE)
    if words[at : at + 1] and words[at] in DETERMINERS:
        at += 1
        while at < len(words) and words[at] in _ONLY:
            at += 1
    return words[:at]


def _may_be_within(words: Words, at: int, start: int) -> bool:
    """Whether the word there may be a noun of this phrase, or stand before one."""
    word = words[at]
    lower = word.lower()
    is_last = at == len(words) - 1
    if lower in DETERMINERS | AUXILIARY | NEGATION | CONJUNCTIONS | RELATIVES | _APART or lower in _PRONOUNS - {"one"}:
        return False
    if is_last and (lower in _PARTICLES or (lower == "home" and at and not start)):
        return False
    before = words[at - 1].lower() if at > start else ""
    if is_count(word) and before.isalpha() and words[at - 1].islower() and not is_last and before not in _ORDINAL:
        return False
    if not word.islower():
        return True
    if is_last and lower in _COLOURS and before and lexicon().meanings(before):
        return False
    kind = form(word)
    is_noun = bool(lexicon().meanings(word))
    if is_adverb(word):
        return not is_last
    if kind & Form.PAST and not kind & (Form.PARTICIPLE | Form.PLAIN) and not is_noun:
        return False
    if kind & Form.PARTICIPLE and is_last and at > start and not is_noun and not kind & Form.PLAIN:
        return False
    if kind & Form.GERUND and at > start and is_known(word) and not is_noun and not is_last:
        return False
    # `a swamp and eats frogs`: a verb with its object, not a noun.
    is_verb = kind & Form.THIRD and not kind & Form.PLAIN and is_known(word)
    return not (is_verb and at == start and start == 0 and not is_last)
