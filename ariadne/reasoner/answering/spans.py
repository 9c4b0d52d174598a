"""What stands in a sentence that may answer a question: names, nouns, times, numbers, each with what it may be.

Noun phrases are runs of words between verbs, prepositions and the other small words of English; times, numbers, titles
and colours are known by their form. Nothing is understood: a span may be no answer to anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Flag, auto

from ariadne.plurals import singular
from ariadne.reasoner.lexicon import lexicon, means
from ariadne.reasoner.reading.chat.inflection import Form, form
from ariadne.reasoner.reading.chat.nouns import COUNTS
from ariadne.reasoner.reading.chat.people import is_person, is_relation
from ariadne.reasoner.reading.chat.times import DAYS, MONTHS, TIMES
from ariadne.reasoner.reading.phrases import is_personal
from ariadne.reasoner.reading.verbs import (
    AUXILIARY,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    HAVE,
    PREPOSITIONS,
    RELATIVES,
    SUBORDINATORS,
    is_adverb,
)


class Kind(Flag):
    """What a span may be."""

    NAME = auto()
    PERSON = auto()
    """A name that is plainly somebody's."""
    SOMEBODY = auto()
    """A name that may be somebody's."""
    ROLE = auto()
    """A noun for people."""
    PLACE = auto()
    """What stands after a preposition of place."""
    NUMBER = auto()
    DATE = auto()
    DAY = auto()
    MONTH = auto()
    YEAR = auto()
    CLOCK = auto()
    MOMENT = auto()
    """Another word for a time: `next week`."""
    OFTEN = auto()
    COLOUR = auto()


WHEN = Kind.DATE | Kind.DAY | Kind.MONTH | Kind.YEAR | Kind.CLOCK
NOTHING = Kind(0)


@dataclass(frozen=True)
class Span:
    """A part of a sentence.

    Attributes:
        start, end: where in the sentence, in characters.
        preposition: the one before it, if there is any.
    """

    text: str
    start: int
    end: int
    kinds: Kind = NOTHING
    preposition: str = ""


@dataclass(frozen=True)
class Word:
    """A word of a sentence, or a mark, and where it stands."""

    text: str
    start: int
    end: int

    @property
    def lower(self) -> str:
        return self.text.lower().replace("’", "'")

    @property
    def is_capital(self) -> bool:
        return self.text[0].isupper()

    @property
    def is_owner(self) -> bool:
        return self.lower.endswith("'s")


_WORD = re.compile(
    r"[\w.+-]+@[\w.-]+\w|(?:Mrs?|Ms|Dr|St|Prof|Sr|Jr)\.(?=\s)|[£$€]?\d+(?:[.,:]\d+)*\w*"
    r"|[^\W\d_](?:[\w’'.-]*\w)?|[^\w\s]"
)
_PRONOUNS = frozenset(
    "i you he she it we they me him her us them this that these those there here who what which someone somebody"
    " something nothing nobody everybody everyone one ones mine ours yours hers theirs".split()
)
_ADVERBS = frozenset(
    "now then still too also again once just only even already instead later soon yet ever never not no longer away"
    " back out off up down over together anyway perhaps maybe therefore however almost quite very rather so as well far"
    " ago".split()
)
_NAMING = frozenset("name date called named".split())
_HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_COUNTS = "|".join(sorted((*COUNTS, "one", "hundred", "thousand"), key=len, reverse=True))
_QUANTITIES = COUNTS.union(("one", "hundred", "thousand", "half", "dozen", "couple"))
_OF_PLACE = frozenset(
    "in at on under behind inside into to near above below next from beside by onto opposite outside across along"
    " around between over".split()
)
COLOURS = (
    "red blue green yellow black white grey gray brown orange purple pink beige turquoise silver gold cream maroon navy"
    " violet crimson teal"
).split()
_COLOUR = "|".join(COLOURS)

_DAY = rf"(?:{'|'.join(f'{day.capitalize()}s?' for day in DAYS)})"
_MONTH = rf"(?:{'|'.join(map(str.capitalize, MONTHS))})"
_NTH = r"\d{1,2}(?:st|nd|rd|th)?"
_OF_FORM = (
    (Kind.DATE, rf"(?:{_DAY},? )?(?:the )?{_NTH}(?: of)? {_MONTH}(?:,? \d{{4}})?|{_MONTH} {_NTH}(?:,? \d{{4}})?\b"),
    (Kind.DAY, rf"{_DAY}(?: (?:morning|afternoon|evening|night)s?)?\b"),
    (Kind.MONTH, rf"(?:(?:the )?(?:end|start|beginning|middle) of |early |late |mid-)?{_MONTH}(?: \d{{4}})?\b"),
    (Kind.YEAR, r"\b(?:1\d|20)\d\d\b"),
    (
        Kind.CLOCK,
        r"\b(?:\d{1,2}[:.]\d\d(?: ?[ap]\.?m\b\.?)?|\d{1,2} ?[ap]\.?m\b\.?|noon|midnight"
        rf"|(?:{_HOURS}|\d{{1,2}}) o'clock)",
    ),
    # `at six`, but not `at six pounds`.
    (
        Kind.CLOCK,
        r"(?:(?<=\bat )|(?<=\buntil )|(?<=\btill )|(?<=\bfrom )|(?<=\bto )|(?<=\bby ))"
        rf"(?:half past |quarter past |quarter to )?(?:\d{{1,2}}|{_HOURS})"
        r"(?= (?:and|in|on|to|until|from|now|every|because|so|instead|sharp|these)\b|[.,;!]|$)",
    ),
    (Kind.OFTEN, rf"\b(?:every|each|twice|once)(?: (?!(?:{'|'.join(sorted(PREPOSITIONS))}|and|or)\b)[\w-]+){{1,3}}"),
    (Kind.COLOUR, rf"\b(?:{_COLOUR})\b(?:(?:,| and| with) (?:{_COLOUR})\b)?"),
    (
        Kind.NUMBER,
        rf"(?:(?<![\w.])[£$€]?\d+(?:[.,]\d+)*(?: ?%)?|\b(?:{_COUNTS})"
        rf"(?:-(?:{_COUNTS}))?(?: hundred| thousand)?)\b(?: (?!(?:{'|'.join(sorted(PREPOSITIONS))}|and|or"
        r"|but|is|was|are|were|a|an|the|so|now|who|which|that|instead|it|he|she|they|we|you|i)\b)[a-z]+)?",
    ),
)
_FORMS = tuple((kind, re.compile(pattern)) for kind, pattern in _OF_FORM)
_SMALL = r"(?: (?:of|the|in|and|at|on|for|a|to|von|van|de|la|le))*"
_TITLE = re.compile(rf"(?<![\w'])[A-Z][\w'’-]*(?:{_SMALL} [A-Z0-9][\w'’-]*)+")
_BEFORE = re.compile(r"(\w+)\s+(?:the |an? )?$")


def words_of(sentence: str) -> list[Word]:
    """The words and marks of a sentence."""
    return [Word(match[0], match.start(), match.end()) for match in _WORD.finditer(sentence)]


def spans(sentence: str) -> list[Span]:
    """The spans of a sentence, each once, with all that it may be."""
    found: dict[tuple[int, int], Span] = {}
    words = words_of(sentence)
    for preposition, first, last in _phrases(words):
        phrase = words[first : last + 1]
        while len(phrase) > 1 and phrase[0].lower in _NAMING:
            phrase = phrase[1:]
        start, end = phrase[0].start, phrase[-1].end
        kinds = _kinds(phrase, preposition, is_first=phrase[0] is words[0])
        found[start, end] = Span(sentence[start:end], start, end, kinds, preposition)
    for match in _TITLE.finditer(sentence):
        if match.span() not in found and re.search(r" [a-z]", match[0]):
            preposition = _preposition(sentence, match.start())
            is_place = preposition in ("in", "at", "on", "to", "from")
            kinds = Kind.NAME | (Kind.PLACE if is_place else NOTHING)
            found[match.span()] = Span(match[0], *match.span(), kinds, preposition)
    for kind, pattern in _FORMS:
        for match in pattern.finditer(sentence):
            plain = Span(match[0], *match.span(), preposition=_preposition(sentence, match.start()))
            before = found.get(match.span(), plain)
            found[match.span()] = replace(before, kinds=before.kinds | kind)
    return list(found.values())


def _preposition(sentence: str, start: int) -> str:
    before = _BEFORE.search(sentence[:start])
    return before[1].lower() if before and before[1].lower() in PREPOSITIONS else ""


def _phrases(words: Sequence[Word]) -> Iterator[tuple[str, int, int]]:
    """Noun phrases with the prepositions before them, as places of their first and last words: each by itself, with
    what it is `of`, without whose it is, and a name at its end."""
    plain = list(_runs(words))
    for (preposition, first, last), after in zip(plain, [*plain[1:], ("", 0, 0)], strict=False):
        yield preposition, first, last
        if after[0] == "of":
            yield preposition, first, after[2]
        if words[first].is_owner and last > first:
            yield preposition, first + 1, last
        name = next((at for at in range(first + 1, last + 1) if words[at].is_capital), first)
        if name > first and not words[first].is_capital:
            yield preposition, name, last


def _runs(words: Sequence[Word]) -> Iterator[tuple[str, int, int]]:
    preposition, first = "", -1
    for at, word in enumerate([*words, Word(".", 0, 0)]):
        lower = word.lower
        is_within = word.text[0].isalnum() or word.text[0] in "£$€"
        is_name = word.is_capital and at > 0
        is_preposition = lower in PREPOSITIONS | {"next"} and not is_name
        # `the back room`, but not `came back`.
        is_described = at > 0 and words[at - 1].lower in DETERMINERS
        is_break = (
            not is_within
            or is_preposition
            or lower in DETERMINERS
            or lower in _PRONOUNS | CONJUNCTIONS | SUBORDINATORS | RELATIVES
            or (lower in _ADVERBS and not is_described)
            or ("'" in lower and lower.split("'")[0] in _PRONOUNS)
            or (is_adverb(lower) and not word.is_capital and not is_described)
            or _is_verb(words, at)
        )
        if not is_break:
            first = at if first < 0 else first
            continue
        if first >= 0:
            yield preposition, first, at - 1
            first = -1
        if is_preposition:
            preposition = lower
        elif lower not in DETERMINERS | CONJUNCTIONS | _ADVERBS:
            preposition = ""


def _is_verb(words: Sequence[Word], at: int) -> bool:
    """Whether the word there is a verb of a clause, as far as its neighbours tell."""
    word, lower = words[at], words[at].lower
    if lower in AUXILIARY | BE | HAVE:
        return True
    forms = form(lower)
    if not forms or (word.is_capital and at):
        return False
    before = words[at - 1] if at else Word("", 0, 0)
    said = before.lower
    if said in DETERMINERS | _QUANTITIES or said[:1].isdigit() or (before.text and before.is_owner):
        return False
    if not lexicon().meanings(lower):
        return True
    if said in PREPOSITIONS and said != "to":
        return False
    may_follow = (
        not at or before.is_capital or said in _PRONOUNS | AUXILIARY | _ADVERBS | RELATIVES | {"to", ",", "and"}
    )
    after = words[at + 1].lower if at + 1 < len(words) else "."
    return may_follow or after in DETERMINERS or (after in PREPOSITIONS and Form.PLAIN not in forms)


def _kinds(phrase: Sequence[Word], preposition: str, is_first: bool) -> Kind:
    """What a noun phrase may be.

    Args:
        is_first: whether it opens its sentence.
    """
    lower = [word.lower for word in phrase]
    kinds = NOTHING
    if re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)", lower[-1]):
        kinds |= Kind.DATE
    timed = [singular(word) in TIMES | {"day"} for word in lower if not word[0].isdigit()]
    if timed and all(timed):
        is_day = any(singular(word) in DAYS for word in lower)
        return kinds | (Kind.DAY if is_day else Kind.DATE if not set(MONTHS).isdisjoint(lower) else Kind.MOMENT)
    is_owned = any(word.is_owner for word in phrase[:-1])
    capitals = [word for word in phrase if word.is_capital]
    if capitals and not is_owned:
        if not is_first or len(capitals) > 1 or not lexicon().meanings(lower[0]):
            kinds |= Kind.NAME
            if len(capitals) == len(phrase) < 4:
                kinds |= Kind.SOMEBODY
        if is_personal([word.text for word in phrase]) or is_relation(lower[0]):
            kinds |= Kind.PERSON
    if is_person(lower[-1]) or means(lower[-1], "person", most=2):
        kinds |= Kind.ROLE
    if preposition in _OF_PLACE:
        kinds |= Kind.PLACE
    if any(any(map(str.isdigit, word)) for word in lower) or lower[0] in _QUANTITIES:
        kinds |= Kind.NUMBER
    return kinds | (Kind.COLOUR if not set(COLOURS).isdisjoint(lower) else NOTHING)
