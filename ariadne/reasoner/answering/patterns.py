"""Parts of a sentence that are known by their form: times, numbers, colours, and what is quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Flag, auto

from ariadne.reasoner.reading.chat.nouns import COUNTS
from ariadne.reasoner.reading.chat.times import DAYS, MONTHS
from ariadne.reasoner.reading.verbs import PREPOSITIONS


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
COLOURS = (
    "red blue green yellow black white grey gray brown orange purple pink beige turquoise silver gold cream maroon navy"
    " violet crimson teal amber lilac mustard chestnut ivory khaki magenta scarlet bronze copper indigo lavender mauve"
    " olive peach rust sand tan charcoal burgundy ginger blonde emerald"
).split()

_COLOUR = "|".join(COLOURS)
_HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_COUNTS = "|".join(sorted((*COUNTS, "one", "hundred", "thousand"), key=len, reverse=True))
_PREPOSITIONS = "|".join(sorted(PREPOSITIONS))
_NOT_COUNTED = (
    rf"(?!(?:{_PREPOSITIONS}|and|or|but|is|was|are|were|a|an|the|so|now|who|which|that|instead|it|he|she|they"
    r"|we|you|i|has|have|had|will|all|each|every|then|\w+ing)\b)"
)
_DAY = (
    rf"(?:(?:{'|'.join(day.capitalize() for day in DAYS)}|{'|'.join(DAYS)})s?"
    r"|Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun)\b"
)
_SHORT = "|".join([*(month[:3].capitalize() for month in MONTHS if len(month) > 3), "Sept"])
_MONTH = rf"(?:{'|'.join(map(str.capitalize, MONTHS))}|{_SHORT})\b"
_ANY_MONTH = rf"(?i:{'|'.join(MONTHS)}|{_SHORT})\b"
_NTH = r"\d{1,2}(?:st|nd|rd|th)?"
_DIGITS = r"(?:\d{1,3}(?: \d{3})+|\d+(?:[.,]\d+)*)"
_AFTER_TIME_WORDS = "|".join(rf"(?<=\b{word} )" for word in ("at", "until", "till", "from", "to", "by"))

_JOINED = re.compile(r"[£$€]?/?\w+(?:[.,:/]\w+)+|(?<!\w)[A-Z\d]+(?:-[A-Z\d]+)+(?!\w)")

_PATTERNS = (
    (
        Kind.DATE,
        rf"(?:{_DAY},? )?(?:the )?(?:{_NTH} ?(?:-|–|to) ?)?\b{_NTH}(?: of)? {_ANY_MONTH}(?:,? \d{{4}}\b)?"
        rf"|\b{_MONTH} {_NTH}\b(?:,? \d{{4}}\b)?|\b\d{{1,2}}/\d{{1,2}}(?:/\d{{2,4}})?\b",
    ),
    (Kind.DAY, rf"\b{_DAY}(?: (?:morning|afternoon|evening|night)s?\b)?"),
    (Kind.DAY, rf"\b(?:first|second|third|fourth|last|every|each) {_DAY}"),
    (Kind.DAY, rf"\b{_DAY}(?:(?:, |/| and | AND | & | or |-| to ){_DAY})+"),
    (Kind.MONTH, rf"(?:(?:the )?(?:end|start|beginning|middle) of |early |late |mid-)?\b{_MONTH}(?: \d{{4}}\b)?"),
    (Kind.YEAR, r"\b(?:1\d|20)\d\d\b"),
    (
        Kind.CLOCK,
        r"\b(?:\d{1,2}[:.]\d\d(?: ?[ap]\.?m\b\.?)?|\d{1,2} ?[ap]\.?m\b\.?|noon|midnight"
        rf"|(?:{_HOURS}|\d{{1,2}}) o'clock|(?:half|quarter|ten|twenty|five) (?:past|to) (?:{_HOURS}|\d{{1,2}}))",
    ),
    # `at six`, but not `at six pounds`.
    (
        Kind.CLOCK,
        rf"(?:{_AFTER_TIME_WORDS})(?:\d{{1,2}}|{_HOURS})"
        r"(?= (?:and|in|on|to|until|from|now|every|because|so|instead|sharp|these)\b|[.,;!]|$)",
    ),
    (Kind.OFTEN, rf"\b(?:every|each|twice|once)(?: (?!(?:{_PREPOSITIONS}|and|or)\b)[\w-]+){{1,3}}"),
    (Kind.OFTEN, r"\b(?:hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually)\b"),
    (
        Kind.OFTEN,
        rf"\b(?:\d+|{_COUNTS}|once|twice)(?: [a-z]+){{0,2}} (?:an?|per|each|every)"
        r" (?:hour|day|night|week|month|year)\b",
    ),
    (Kind.COLOUR, rf"\b(?:{_COLOUR})\b(?:(?:,| and| with|-and-) (?:{_COLOUR})\b)*"),
    (
        Kind.NUMBER,
        rf"(?<![\w.,/])[£$€]?{_DIGITS}(?: ?%|(?:k|[mM]|bn)?\b(?: {_NOT_COUNTED}[a-z]+\b)?)"
        rf"|\b(?:(?:{_COUNTS})(?:(?:-| and |(?<=hundred) |(?<=thousand) )(?:{_COUNTS}))?(?: and a half)?"
        rf"(?: hundred| thousand)?)\b(?: {_NOT_COUNTED}[a-z]+\b)?",
    ),
    (Kind.NUMBER, rf"(?<![\w.,/]){_DIGITS}(?:/| ?x ?){_DIGITS}(?![\w/])|(?<![\w./-])[A-Za-z]{{0,3}}[/-]?\d+[/\w+-]*"),
)
_KNOWN = tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)
_QUOTED = re.compile(r"[“\"]([^“”\"]{2,60})[”\"]|(?<!\w)['‘](\w(?:[^'’]|['’](?=\w)){1,60})['’](?!\w)")


def known_by_form(sentence: str) -> Iterator[tuple[int, int, Kind]]:
    """Where parts that are known by their form start and end, in characters, and what each is."""
    for kind, pattern in _KNOWN:
        for match in pattern.finditer(sentence):
            yield *match.span(), kind
    for start, end in codes(sentence):
        yield start, end, Kind.NUMBER if any(map(str.isdigit, sentence[start:end])) else Kind.NAME
    for match in _QUOTED.finditer(sentence):
        yield *match.span(match.lastindex or 0), Kind.NAME


def codes(sentence: str) -> Iterator[tuple[int, int]]:
    """Where words start and end that are one with the marks in them: `1,400`, `19:40`, `DE-7712-X`, `logs/app/new`."""
    for match in _JOINED.finditer(sentence):
        word = match[0]
        is_number = all(any(map(str.isdigit, part)) for part in re.split(r"[.,:/-]", word)[:2])
        is_written = any(map(str.isdigit, word)) and any(map(str.isalpha, word))
        if word.count("/") > 1 or (is_written if "-" in word else is_number):
            yield match.span()
