"""What a question asks for, and how far a span is that."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from ariadne.plurals import singular
from ariadne.reasoner.answering.patterns import WHEN, Kind
from ariadne.reasoner.answering.spans import Span
from ariadne.reasoner.lexicon import means
from ariadne.reasoner.reading.chat.inflection import form
from ariadne.reasoner.reading.chat.people import is_relation
from ariadne.reasoner.reading.verbs import AUXILIARY, BE, DETERMINERS, PREPOSITIONS, SUBORDINATORS

AnswerType = Literal[
    "who", "where", "when", "day", "month", "year", "clock", "number", "often", "colour", "name", "trade", "thing"
]

_ASKING = re.compile(
    r"\b(?:(?P<preposition>on|in|at|to|from|for|with|by|of|under|through|during|until|near|behind)\s+)?"
    r"(?P<word>who|whom|whose|what|which|where|when|how)\b(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_PAST = frozenset("was were did had used ever before first originally previously former".split())
_HOW_MUCH = frozenset("much many old long far tall big high large strong heavy".split())
_TYPES: dict[str, AnswerType] = {
    "day": "day",
    **dict.fromkeys("weekday morning afternoon evening night".split(), "day"),
    "date": "when",
    "deadline": "when",
    "month": "month",
    "year": "year",
    "time": "clock",
    "hour": "clock",
    "colour": "colour",
    "color": "colour",
    "name": "name",
    "nickname": "name",
    "title": "name",
    **dict.fromkeys("profession job occupation trade living".split(), "trade"),
    **dict.fromkeys(
        "price fee rent cost salary rate dose size number age weight height budget amount capacity distance code pin"
        " extension limit target discount charge score temperature phone length width wage pay bill quota dosage"
        " sum fare toll rating score level grade speed mileage volume headcount percentage share total"
        " population height depth".split(),
        "number",
    ),
    **dict.fromkeys("town city village country shop road street hospital school company".split(), "where"),
}
_DIMENSIONS = {
    "length": frozenset(
        "mm cm m km metre metres meter meters kilometre kilometres kilometer kilometers mile miles inch"
        " inches ft foot feet yard yards".split()
    ),
    "mass": frozenset(
        "mg g kg gram grams kilo kilos pound pounds lb lbs stone tonne tonnes ton tons ounce ounces".split()
    ),
    "money": frozenset(
        "euro euros dollar dollars pound pounds quid bucks cent cents pence krona kroner francs yen".split()
    ),
    "data": frozenset("kb mb gb tb".split()),
    "time": frozenset("second seconds minute minutes hour hours day days week weeks month months year years".split()),
}
_MEASURED = {
    **dict.fromkeys("tall high far wide deep height width length distance".split(), "length"),
    **dict.fromkeys("heavy weigh weight".split(), "mass"),
    **dict.fromkeys("pay paid cost costs charge rent fee salary earn spend spent price expensive".split(), "money"),
    **dict.fromkeys("old age".split(), "time"),
}
"""Which dimension a word of a question asks for, and what units each has."""
_UNITS = frozenset("minute hour day night week fortnight month quarter year".split())
_OF_TIME = frozenset("after at before by on since until".split())
_KIND_OF = re.compile(r"(?:kind|sort|type|make|brand|breed|model|variety) of (?P<noun>[\w-]+)")
_OF_SUBJECT = re.compile(
    r"(?:is|are|was|were|'s)\s+(?:(?:the|her|his|its|their|my|our|your)\s+|[\w' -]+?'s\s+)(?P<noun>(?:[\w-]+ )*?[\w-]+)"
    rf"(?=\s+(?:{'|'.join(sorted(PREPOSITIONS | SUBORDINATORS))}|that|who|which|called|made)\b|$)"
)
_PRICED = re.compile(r"(?:does|do|did)\b.*\b(?:charge|ask|pay|cost|earn)\b")


@dataclass(frozen=True)
class Asked:
    """What a question asks for.

    Attributes:
        noun: of what kind, in the question's word: `colour` of `What colour is the van?`
        preposition: the one that the question begins with.
        start, end: where in the question the words for it stand, in characters; both 0 where it has none.
        dimension: of which a number is; empty where that is not said.
    """

    type: AnswerType
    noun: str = ""
    preposition: str = ""
    start: int = 0
    end: int = 0
    dimension: str = ""

    @classmethod
    def of(cls, question: str) -> Asked:
        """What a question asks for; a thing, where it has no word that asks."""
        words = re.findall(r"[a-z]+", question.lower())
        return replace(cls._of(question), dimension=next((_MEASURED[word] for word in words if word in _MEASURED), ""))

    @classmethod
    def _of(cls, question: str) -> Asked:
        # `When it comes to style, what …` asks for no time.
        match = _ASKING.search(question, question.rfind(",") + 1) or _ASKING.search(question)
        if match is None:
            return cls("thing")
        word, preposition, rest = match["word"].lower(), (match["preposition"] or "").lower(), match["rest"].lower()
        rest = rest.strip(" ?.")
        end = match.start("rest")
        if word == "how":
            first = rest.split(maxsplit=1)[0] if rest else ""
            answer_type: AnswerType = "number" if first in _HOW_MUCH else "often" if first == "often" else "thing"
            length = len(first) + 1 if answer_type != "thing" else 0
            return cls(answer_type, "", preposition, match.start(), end + length)
        if word in ("who", "whom", "whose"):
            return cls("who", "", preposition, match.start(), end)
        if word in ("where", "when"):
            return cls("where" if word == "where" else "when", "", preposition, match.start(), end)
        noun, length = _noun(rest)
        answer_type = _type(noun) if noun else "thing"
        return cls(answer_type, noun, preposition, match.start(), end + length)

    def fit(self, span: Span) -> float:
        """How far a span is what is asked for, from 0 to 1."""
        kinds = span.kinds
        match self.type:
            case "who":
                return _as_somebody(kinds)
            case "where":
                is_other = bool(kinds & (WHEN | Kind.MOMENT))
                # `room 12`, or just `12`, where a room is asked for.
                is_numbered = bool(self.noun and kinds & Kind.NUMBER)
                place = 1.0 if kinds & Kind.PLACE else 0.4 if kinds & Kind.NAME or is_numbered else 0.2
                return 0.0 if is_other and not is_numbered else 0.1 if kinds & Kind.PERSON else place
            case "when":
                sure = 1.0 if kinds & (Kind.DATE | Kind.CLOCK) else 0.8 if kinds & WHEN else 0.0
                # `by Whitsun`, and not `to Berlin`.
                is_feast = kinds & Kind.NAME and not kinds & Kind.PERSON and span.preposition in _OF_TIME
                return sure or (0.4 if kinds & Kind.MOMENT or is_feast else 0.0)
            case "day" | "month" | "year" | "clock":
                own = Kind[self.type.upper()]
                is_date = self.type in ("day", "month") and bool(kinds & Kind.DATE)
                return 1.0 if kinds & own else 0.7 if is_date else 0.3 if kinds & Kind.MOMENT else 0.0
            case "number":
                is_time = bool(kinds & (Kind.DATE | Kind.DAY | Kind.MONTH)) or kinds & Kind.CLOCK == Kind.CLOCK
                if self.excludes(span.text):
                    return 0.0
                return 1.0 if kinds & Kind.NUMBER and not is_time else 0.3 if kinds & Kind.DATE else 0.0
            case "often":
                is_duration = bool(kinds & Kind.NUMBER) and singular(span.text.split()[-1].lower()) in _UNITS
                return 1.0 if kinds & Kind.OFTEN else 0.5 if is_duration else 0.1
            case "colour":
                return 1.0 if kinds & Kind.COLOUR else 0.0
            case "name":
                return 1.0 if kinds & Kind.NAME else 0.2
            case "trade":
                is_other = bool(kinds & (WHEN | Kind.MOMENT | Kind.NUMBER | Kind.NAME | Kind.PERSON))
                return 0.0 if is_other else 1.0 if kinds & Kind.ROLE else 0.5
        is_time = bool(kinds & (WHEN | Kind.MOMENT)) and not kinds & Kind.NUMBER
        return 0.2 if is_time else 0.5 if kinds & Kind.PERSON else 0.6

    def excludes(self, value: str) -> bool:
        """Whether a value is in a unit of another dimension than is asked for: kilos, where it says `how tall`."""
        words = re.findall(r"[a-z]+", value.lower())
        told = {name for name, units in _DIMENSIONS.items() if not units.isdisjoint(words)}
        told |= {"money"} if re.search(r"[£$€]", value) else set()
        return bool(self.dimension and told) and self.dimension not in told

    def is_kind(self, span: Span) -> bool:
        """Whether a span is, by its own words, of the kind that the question names: `room 305` where a room is."""
        if not self.noun or self.type not in ("thing", "where", "who"):
            return False
        words = re.findall(r"[\w-]+", span.text.lower())
        return self.noun in words or (bool(words) and _means(words[-1], self.noun))


def asks_what_was(question: str) -> bool:
    """Whether a question asks for what was so, and not for what is."""
    return not _PAST.isdisjoint(re.findall(r"[^\W_]+", question.casefold()))


def _as_somebody(kinds: Kind) -> float:
    if kinds & WHEN:
        return 0.0
    if kinds & Kind.PERSON:
        return 1.0 if kinds & Kind.SOMEBODY else 0.9
    if kinds & (Kind.SOMEBODY | Kind.NAME):
        named = 0.8 if kinds & Kind.SOMEBODY else 0.6
        return named / 2 if kinds & Kind.PLACE else named
    return 0.5 if kinds & Kind.ROLE else 0.1


def _noun(rest: str) -> tuple[str, int]:
    """The noun of `which room …` or `what is the price of …`, and how many characters of the rest belong to `what`."""
    words = re.findall(r"[\w'-]+", rest)
    if not words:
        return "", 0
    if kind := _KIND_OF.match(rest):
        return kind["noun"], kind.end() + 1
    if words[0] not in BE | AUXILIARY | {"'s"}:
        ends = (at for at in range(1, len(words)) if _ends_noun(words[at]))
        noun = words[next(ends, len(words)) - 1]
        return noun, rest.find(noun) + len(noun) + 1
    if re.search(r"\b(?:called|named)$|\bnames? of\b", rest):
        return "name", 0
    if re.search(r"\bfor a living\b", rest):
        return "job", 0
    if _PRICED.match(rest):
        return "price", 0
    subject = _OF_SUBJECT.match(rest)
    return (subject["noun"].split()[-1], 0) if subject else ("", 0)


def _ends_noun(word: str) -> bool:
    return word in BE | AUXILIARY | PREPOSITIONS | DETERMINERS | {"i", "you", "we", "he", "she", "it", "they"} or bool(
        form(word)
    )


def _type(noun: str) -> AnswerType:
    if noun in _TYPES or noun.removesuffix("s") in _TYPES:
        return _TYPES.get(noun) or _TYPES[noun.removesuffix("s")]
    if (means(noun, "person") or is_relation(noun)) and not means(noun, "animal"):
        return "who"
    is_place = any(_means(noun, kind) for kind in ("location", "structure", "area", "room", "facility"))
    return "where" if is_place else "thing"


def _means(word: str, noun: str) -> bool:
    try:
        return means(word, noun)
    except KeyError:
        return False
