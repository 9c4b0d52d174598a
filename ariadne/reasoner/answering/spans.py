"""What stands in a sentence that may answer a question: names, nouns, times, numbers, each with what it may be.

Noun phrases are runs of words between verbs, prepositions and the other small words of English; times, numbers, titles
and colours are known by their form. Nothing is understood: a span may be no answer to anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from ariadne.plurals import singular
from ariadne.reasoner.answering.patterns import COLOURS, Kind, codes, known_by_form
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
_NAMED = frozenset(("called", "named"))
_NAMING = frozenset("name date called named".split())
_OUTER = frozenset("former retired own new old late ex".split())
_BESIDE = frozenset("under behind beside by opposite above below near outside between".split())
_DAYS = frozenset(day[:3] for day in DAYS)
_FEASTS = frozenset("christmas easter midsummer whitsun ramadan diwali noon midnight".split())
_NTH = frozenset("first second third fourth last".split())
_QUANTITIES = COUNTS.union(("one", "hundred", "thousand", "half", "dozen", "couple"))
_OF_PLACE = frozenset(
    "in at on under behind inside into to near above below next from beside by onto opposite outside across along"
    " around between over".split()
)
_SMALL = r"(?: (?:of|the|in|and|at|on|for|a|von|van|de|la|le))*"
_TITLE = re.compile(rf"(?<![\w'])[A-Z][\w'’-]*(?:{_SMALL} [A-Z0-9][\w'’-]*)+")
_BEFORE = re.compile(r"(\w+)\s+(?:the |an? )?$")


def words_of(sentence: str) -> list[Word]:
    """The words and marks of a sentence."""
    return [Word(match[0], match.start(), match.end()) for match in _WORD.finditer(sentence)]


def spans(sentence: str) -> list[Span]:
    """The spans of a sentence, each once, with all that it may be."""
    found: dict[tuple[int, int], Span] = {}
    words = words_of(sentence)
    for preposition, whole in _phrases(words):
        naming = next((at for at, word in enumerate(whole[:-1]) if word.lower not in _NAMING), len(whole) - 1)
        phrase = whole[naming:]
        start, end = phrase[0].start, phrase[-1].end
        kinds = _kinds(phrase, preposition, is_first=start == words[0].start)
        found.setdefault((start, end), Span(sentence[start:end], start, end, kinds, preposition))
    for match in _TITLE.finditer(sentence):
        if match.span() not in found and re.search(r" [a-z]", match[0]):
            preposition = _preposition(sentence, match.start())
            is_place = preposition in ("in", "at", "on", "to", "from")
            kinds = Kind.NAME | (Kind.PLACE if is_place else NOTHING)
            found[match.span()] = Span(match[0], *match.span(), kinds, preposition)
    for start, end, kind in known_by_form(sentence):
        plain = Span(sentence[start:end], start, end, preposition=_preposition(sentence, start))
        before = found.get((start, end), plain)
        found[start, end] = replace(before, kinds=before.kinds | kind)
    joined = [*codes(sentence)]
    return [span for span in found.values() if not any(_cuts(span, start, end) for start, end in joined)]


def _cuts(span: Span, start: int, end: int) -> bool:
    """Whether a span begins or ends within what is one word: `400` of `1,400`."""
    return start < span.start < end or start < span.end < end


def _preposition(sentence: str, start: int) -> str:
    before = _BEFORE.search(sentence[:start])
    return before[1].lower() if before and before[1].lower() in PREPOSITIONS else ""


def noun_phrases(words: Sequence[Word]) -> Iterator[tuple[str, Sequence[Word]]]:
    """The longest noun phrases, each with the preposition before it; an empty one, if there is none."""
    for at, first, last in _runs(words):
        yield (words[at].lower if at >= 0 else ""), words[first : last + 1]


def _phrases(words: Sequence[Word]) -> Iterator[tuple[str, Sequence[Word]]]:
    """Noun phrases with the prepositions before them: each by itself, its parts, and with what it is `of`, where it is,
    or what `and` joins to it."""
    runs = list(_runs(words))
    for (at, first, last), (_, after, end) in zip(runs, [*runs[1:], (-1, 0, 0)], strict=False):
        preposition = words[at].lower if at >= 0 else ""
        phrase = words[first : last + 1]
        yield preposition, phrase
        for part in _parts(phrase):
            yield preposition, part
        between = [word.lower for word in words[last + 1 : after] if word.lower not in DETERMINERS]
        with_next = words[first : end + 1]
        is_beside = len(between) == 1 and between[0] in _BESIDE and not any(word.is_capital for word in with_next)
        if between in (["of"], ["and"], ["&"]) or is_beside:
            yield preposition, with_next
        is_by_name = preposition == "by" and phrase[0].is_capital
        if (preposition in _BESIDE and not is_by_name) or (preposition == "to" and words[at - 1].lower == "next"):
            yield "in", words[at - (preposition == "to") : last + 1]


def _parts(phrase: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """Parts of a noun phrase that are phrases themselves: who owns it, what they own, names, and what stands after a
    gerund or a word for what it was."""
    for at, word in enumerate(phrase):
        if word.is_owner:
            yield [*phrase[:at], Word(word.text[:-2], word.start, word.end - 2)]
            if at + 1 < len(phrase):
                yield phrase[at + 1 :]
    first = phrase[0].lower
    if len(phrase) > 1 and (first in _OUTER or (first.endswith("ing") and form(first))):
        yield phrase[1:]
    for is_name, group in groupby(phrase, key=lambda word: word.is_capital):
        name = list(group)
        if not is_name or any(word.is_owner for word in name):
            continue
        if len(name) < len(phrase):
            yield name
        # `Librarian Gwen Abara`, `Tue Bhavna`.
        if len(name) > 1 and (is_person(name[0].lower) or name[0].lower[:3] in _DAYS):
            yield name[1:]


def _runs(words: Sequence[Word]) -> Iterator[tuple[int, int, int]]:
    """The longest noun phrases, as the places of the preposition before (-1 if there is none) and of the first and the
    last word."""
    preposition, first = -1, -1
    for at, word in enumerate([*words, Word(".", 0, 0)]):
        lower = word.lower
        is_within = word.text[0].isalnum() or word.text[0] in "£$€"
        is_name = word.is_capital and at > 0
        is_preposition = lower in PREPOSITIONS | {"next", "till"} and not is_name
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
            or is_verb(words, at)
        )
        if not is_break:
            first = at if first < 0 else first
            continue
        if first >= 0:
            yield preposition, first, at - 1
            first = -1
        if is_preposition:
            preposition = at
        elif lower not in DETERMINERS | CONJUNCTIONS | _ADVERBS:
            preposition = -1


def is_verb(words: Sequence[Word], at: int) -> bool:
    """Whether the word there is a verb of a clause, as far as its neighbours tell."""
    word, lower = words[at], words[at].lower
    if lower in AUXILIARY | BE | HAVE:
        return True
    forms = form(lower)
    if not forms or (word.is_capital and at):
        return False
    before = words[at - 1] if at else Word("", 0, 0)
    said = before.lower
    if lower in _NAMED and said.endswith("'s"):
        return True  # `mum's called Joan`
    if said in DETERMINERS | _QUANTITIES or said[:1].isdigit() or (before.text and before.is_owner):
        return False
    if not lexicon().meanings(lower):
        return True
    if said in PREPOSITIONS and said != "to":
        return False
    may_follow = (
        not at
        or before.is_capital
        or (is_relation(said) and Form.PLAIN not in forms)
        or said in _PRONOUNS | AUXILIARY | _ADVERBS | RELATIVES | {"to", ",", "and"}
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
    timed = [
        singular(word) in TIMES | _FEASTS | {"day"} for word in lower if not word[0].isdigit() and word not in _NTH
    ]
    if timed and all(timed):
        if any(singular(word) in DAYS for word in lower):
            return kinds | Kind.DAY
        is_dated = any(word[0].isdigit() for word in lower)
        is_month = not set(MONTHS).isdisjoint(lower)
        return kinds | ((Kind.DATE if is_dated else Kind.MONTH) if is_month else Kind.MOMENT)
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
