"""A sentence in its plain order: what stands first for emphasis goes where it belongs, or is left out.

`It was Knox who founded it` is `Knox founded it`, `In Peru, the capital is Lima` is `the capital of Peru is Lima`, and
an adverb that opens a sentence is left out, as one within it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ariadne.plurals import is_plural, singular
from ariadne.reasoner.lexicon import lexicon, means
from ariadne.reasoner.reading.chat.times import TIMES
from ariadne.reasoner.reading.descriptions import ANYBODY
from ariadne.reasoner.reading.names import POSSESSIVE, WHOSE, is_capital, is_lower, is_name_only
from ariadne.reasoner.reading.phrases import Words, verb_group
from ariadne.reasoner.reading.respects import COPULAS, LINKS, closing, in_respect
from ariadne.reasoner.reading.verbs import (
    AUXILIARY,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    HAVE,
    PARTICLES,
    PREPOSITIONS,
    RELATIVES,
    SUBORDINATORS,
    TIME_NOUNS,
    is_adverb,
    is_base,
    is_finite,
    is_gerund,
    lemma,
    participle,
)

NOW = frozenset("now currently presently present moment today nowadays".split())
_ADJECTIVES = tuple("al ar ate ed ent ic ing ive ous".split())
"""How adjectives end of which adverbs are made: `formally` is one, and `Emily` and `Italy` are none."""
_SHORT = 6
# Who is not named does what anybody does: `the team uses Ann as a keeper`.
_PUBLIC = [
    each.split()
    for each in ("people", "everybody", "everyone", "the public", "the world", "most people", "many people")
]
_STANDING = frozenset("stand sit lie rank reign".split())
_CALLED = (",", "named", "called")
_LONG = 3
_TO_BE = ["to", "be"]
_TO_DO_WITH = ["to", "do", "with"]
_WHO_DOES = frozenset("i we you he she they".split())
_ANYONE = frozenset("one person man woman".split())
_MOST = frozenset("best most least".split())
_FROM_NOW = (("from", "now", "on"), ("as", "of", "now"), ("as", "of", "today"), ("from", "today", "on"))
_SEEN = frozenset("found heard met seen".split())
_SERVING = frozenset("serving acting".split())
"""Verbs of which `as` says all: who is serving as director is the director."""


@dataclass(frozen=True)
class Plain:
    """A sentence in its plain order.

    Attributes:
        is_now: whether it said that it is so now, in words that were left out.
    """

    words: Words
    is_now: bool = False


def in_plain_order(words: Words) -> Plain:
    """A sentence in its plain order."""
    for put in _IN_ORDER:
        words = put(words)
    words, is_now = timeless(words)
    cut = _opening(words)
    return Plain(words[cut:], is_now=is_now or (cut > 1 and words[cut - 2].lower() in NOW | {"days"}))


def _found(words: Words) -> Words:
    """`It is to be found there` as `It is found there`."""
    at = next((at for at in range(1, len(words) - 3) if words[at] in COPULAS and words[at + 1 : at + 3] == _TO_BE), 0)
    return [*words[: at + 1], *words[at + 3 :]] if at and words[at + 3] in _SEEN else words


def _concerned(words: Words) -> Words:
    """`Judo has to do with Japan` as `Judo is linked to Japan`."""
    at = next((at for at in range(1, len(words) - 4) if words[at] in HAVE and words[at + 1 : at + 4] == _TO_DO_WITH), 0)
    copula = {"has": "is", "have": "are"}.get(words[at], "was")
    return [*words[:at], copula, "linked", "to", *words[at + 4 :]] if at else words


def _included(words: Words) -> Words:
    """`The citizens of Peru include Ann and Bo` as `Ann and Bo is a citizen of Peru`."""
    at = next((at for at in range(4, len(words) - 1) if words[at] in ("include", "included")), 0)
    start = int(words[0].lower() == "the")
    noun = words[start].lower()
    if not at or words[start + 1] != "of" or not is_plural(noun) or not is_name_only(words[at + 1 :]):
        return words
    verb = "is" if words[at] == "include" else "was"
    return [*words[at + 1 :], verb, "a", singular(noun), *words[start + 1 : at]]


def told_outright(words: Words) -> Words:
    """`The restaurant I like best is the Ritz` as `I like the Ritz`."""
    at = next((at for at in range(2, min(5, len(words) - 3)) if words[at].lower() in _WHO_DOES), 0)
    head = words[: at - (words[at - 1] in RELATIVES)] if at else []
    if len(head) < 2 or head[0].lower() not in DETERMINERS or not is_lower(head[1:]):
        return words
    verb = at + 1 + verb_group(words[at + 1 :])[1]
    end = verb + (words[verb : verb + 1] in _one(_MOST))
    is_told = at + 1 < verb and words[end : end + 1] in _one(COPULAS) and is_name_only(words[end + 1 : end + 2])
    return [*words[at:verb], *words[end + 1 :]] if is_told else words


def _meant(words: Words) -> Words:
    """`Bo is the person to whom Ann is married` and `The sport of judo is the one to which Ann is tied` as `Ann is
    married to Bo` and `Ann is tied to the sport of judo`."""
    at = next((at for at in range(1, len(words) - 6) if words[at] in COPULAS and words[at + 1] == "the"), 0)
    anyone, preposition, relative = words[at + 2 : at + 5] if at else ("", "", "")
    if anyone not in _ANYONE or preposition not in PREPOSITIONS or relative not in ("whom", "which"):
        return words
    return [*words[at + 5 :], preposition, *words[: at - (words[at - 1] == ",")]]


def _joined(words: Words) -> Words:
    """`There is a link between Ann and judo` as `Ann is linked to judo`, where the noun says only that there is one."""
    if [word.lower() for word in words[:1]] != ["there"] or words[1:2] == [] or words[1] not in COPULAS:
        return words
    between = words.index("between") if "between" in words else 0
    joint = words.index("and", between) if between and "and" in words[between:] else 0
    if not joint or words[between - 1] not in LINKS or between > 4:
        return words
    return [*words[between + 1 : joint], words[1], "linked", "to", *words[joint + 1 :]]


def timeless(words: Words) -> tuple[Words, bool]:
    """A sentence without what says within it or at its end that it is so now, and whether it says so: `at present`."""
    words, is_now = _without_moment(words)
    if len(words) < 3 or is_now:
        return words, is_now
    for at in range(2, len(words)):
        start = at - 1 - (words[at - 1] in DETERMINERS)
        if words[at] in NOW and words[start] in ("at", "of", "in") and start:
            return [*words[: start - (words[start - 1] == "," and at + 1 == len(words))], *words[at + 1 :]], True
    if words[-1].lower() in NOW:
        return words[: -1 - (words[-2] in (",", *DETERMINERS))], True
    return words, False


def _without_moment(words: Words) -> tuple[Words, bool]:
    """A sentence without what says at its end how long ago it was, from when on it is so, or that it is so most of all:
    `yesterday`, `last week`, `a year ago`, `from now on`, `best`; and whether it is so from now on."""
    *_, third, second, last = ["", "", "", *map(str.lower, words)]
    length = 1 if last == "yesterday" or last in _MOST else 0
    length = 2 if second == "last" and last in TIMES else length
    length = 3 if last == "ago" and {second, singular(second)} & TIME_NOUNS else length
    is_now = (third, second, last) in _FROM_NOW
    length = 3 if is_now else length
    before = words[len(words) - length - 1] if length and len(words) > length + 2 else ""
    is_apart = bool(before) and before not in BE | PREPOSITIONS | DETERMINERS and not before.endswith(POSSESSIVE)
    return (words[:-length], is_now) if is_apart else (words, False)


def _uncleft(words: Words) -> Words:
    """`It was Knox who founded it` as `Knox founded it`, `It is jazz that Ann plays by trade` as `Ann plays jazz by
    trade`, `It was in Rome that he died` as `he died in Rome`, and `It is Knox you hear on it` as `On it you hear
    Knox`."""
    comma = words.index(",") if "," in words else 0
    start = comma + 1 if comma and words[comma + 1 : comma + 2] == ["it"] and is_lower(words[1:comma]) else 0
    opening, words = words[:start], words[start:]
    if words[0].lower() != "it" or words[1:2] == [] or words[1] not in COPULAS:
        return [*opening, *words]
    relative = next((at for at, word in enumerate(words) if word in ("who", "whom", "that", "which")), 0)
    named, clause = words[2 : relative - (words[relative - 1] == ",")], words[relative + 1 :]
    if relative > 2 and clause and _may_be_meant(named):
        if is_lower(named) and PREPOSITIONS.isdisjoint(named):
            named = [" ".join(named)]
        if named[-1] in PREPOSITIONS:  # `It is the church to which Ann holds.`
            named = [named[-1], *named[:-1]]
        if clause[0] in ANYBODY and named[0] in PREPOSITIONS:
            clause = _done(clause[1:]) or clause
        return [*opening, *_with(named, clause)]
    anybody = next((at for at, word in enumerate(words) if word in ANYBODY), 0)
    if anybody > 2 and is_name_only(words[2:anybody]) and words[anybody + 2 : anybody + 3] in _one(PREPOSITIONS):
        return _undergone(words[2:anybody], words[anybody + 1], words[anybody + 2 :]) or words
    return [*opening, *words]


def _may_be_meant(words: Words) -> bool:
    """Whether words name what a cleft is about, and say not of what kind or how something is: `It is true that …`."""
    if words[0] in ("a", "an"):
        return False
    return not is_lower(words) or words[0] in PREPOSITIONS or bool(lexicon().meanings(words[-1]))


def _with(named: Words, clause: Words) -> Words:
    """A clause with what a cleft took out of it: its subject, what a preposition governs, or its object."""
    verb = next((at for at in range(1, len(clause)) if is_finite(clause, at)), 0)
    if is_finite(["who", *(word for word in clause if not is_adverb(word))], 1) or not verb:
        return [*clause, *named] if named[0] in PREPOSITIONS else [*named, *clause]
    end = verb + verb_group(clause[verb:])[1]
    if named[0] in PREPOSITIONS:
        end = closing(clause) or len(clause)
    return [*clause[:end], *named, *clause[end:]]


def _impersonal(words: Words) -> Words:
    """What anybody does, as what is done: `To Knox we owe the origin of it` as `The origin of it is owed to Knox`.

    That `we` are nobody in particular shows where what is done is one name's own, and something with another.
    """
    anybody = next((at for at, word in enumerate(words) if word in ANYBODY), 0)
    phrase, done = words[:anybody], words[anybody + 2 :]
    if nobody := _nobody(words):
        return _done(words[nobody:]) or words
    is_told = anybody > 1 and words[0].lower() in PREPOSITIONS and "of" in [*phrase[2:], *done] and "," not in words
    if not is_told or is_lower(phrase[1:]) or is_lower(done):
        return words
    return _undergone(done, words[anybody + 1], [phrase[0].lower(), *phrase[1:]]) or words


def _nobody(words: Words) -> int:
    """How many words at the beginning name nobody: `the public`, and `the team` that uses Ann as a keeper."""
    lower = [word.lower() for word in words]
    is_unnamed = lower[0] == "the" and is_lower(words[1:3]) and any(map(is_capital, words[3:4]))
    if is_unnamed and "as" in words[4:] and WHOSE.isdisjoint(words):
        return 2
    return next((len(each) for each in _PUBLIC if lower[: len(each)] == each), 0)


def _done(words: Words) -> Words:
    """What somebody does to something, as done to that: `came up with cricket` as `cricket is come up with`, and `knows
    Ann for her songs` as `Ann is known for her songs`; empty if these words do nothing to anything."""
    verb = next((at for at, word in enumerate(words[:-1]) if not is_adverb(word)), 0)
    who = "they" if words and words[verb] == lemma(words[verb]) else "it"
    if len(words) < 2 or not is_finite([who, *words[verb:]], 1):
        return []
    at = verb + 1
    while at < len(words) - 1 and (words[at] in PREPOSITIONS or words[at] in PARTICLES):
        at += 1
    apart = PREPOSITIONS | SUBORDINATORS
    end = next((to for to in range(at, len(words)) if words[to] in apart or is_adverb(words[to])), len(words))
    return [*words[at:end], "is", participle(lemma(words[verb])), *words[verb + 1 : at], *words[end:]]


def _undergone(done: Words, verb: str, phrase: Words) -> Words:
    """What is done to something, as said of that: `Knox is owed to it`; who has something to do, has it to be done."""
    if verb == "have" and done[-2] == "to" and is_base(done[-1]):
        return [*done[:-2], "is", *done[-2:], *phrase]
    return [*done, "is", participle(verb), *phrase] if is_base(verb) and verb != "have" and "to" not in done else []


def _uninverted(words: Words) -> Words:
    """`Leading Peru is Ann` and `At the head of Peru there now stands Ann` as `Ann is leading Peru` and `Ann stands at
    the head of Peru`."""
    end = next((at for at in reversed(range(1, len(words))) if not is_name_only(words[at:])), 0)
    verb = end if end > 1 and (words[end] in COPULAS or lemma(words[end]) in _STANDING) else 0
    first = words[0].lower()
    if not verb or not (is_gerund(first) or first in PREPOSITIONS) or any(map(str.isdigit, words)):
        return words
    cut = verb
    while words[cut - 1] in ("there", ",") or is_adverb(words[cut - 1]):
        cut -= 1
    if "," in words[:cut] or is_lower(words[:cut]) or any(is_finite(words, at) for at in range(1, cut)):
        return words
    is_role = first in _SERVING and words[1] == "as"
    said = ["the", *words[2:cut]] if is_role else [first, *words[1:cut]]
    return [*words[verb + 1 :], words[verb], *said]


def _related(words: Words) -> Words:
    """With the relative pronoun that was left out: `the music that Ann plays is jazz` for `the music Ann plays is
    jazz`."""
    copula = next((at for at, word in enumerate(words) if word in COPULAS), len(words))
    opens = [0, copula + 1]
    for at in range(2, len(words) - 1):
        start = max((each for each in opens if each < at), default=0)
        head = words[start:at]
        is_head = head[0] == "the" and is_lower(head) and _is_noun(head[-1]) and RELATIVES.isdisjoint(head)
        is_anybodys = words[at] in ANYBODY and words[at + 2 : at + 3] in _one(PREPOSITIONS)
        if is_head and is_anybodys and copula < len(words) and is_name_only(words[at + 3 : copula]):
            return [*words[:at], "that", *words[at:]]  # `The music you hear from Ann is jazz.`
        if not is_head or not is_capital(words[at]):
            continue
        end = next((to for to in range(at, len(words)) if not is_capital(words[to])), len(words))
        after = end + verb_group(words[end:])[1] if end < len(words) and is_finite(words[: end + 1], end) else 0
        after += words[after : after + 1] in _one(PREPOSITIONS)
        if after and (after == len(words) if start else words[after : after + 1] in _one(COPULAS)):
            return [*words[:at], "that", *words[at:]]
    return words


def _is_noun(word: str) -> bool:
    """Whether a noun may be a thing of which a name does something, and is not the name's own: `the poet Keats`."""
    closed = PREPOSITIONS | DETERMINERS | CONJUNCTIONS | AUXILIARY
    return word not in closed and not is_adverb(word) and not means(word, "person", most=2)


def _called(words: Words) -> Words:
    """`Peru has a capital, Lima` and `Ann has a son called Tom` as `the capital of Peru is Lima`."""
    has = next((at for at, word in enumerate(words) if word in HAVE), 0)
    end = next((at for at, word in enumerate(words) if at > has and word in _CALLED), 0)
    noun, name = words[has + 2 : end], words[end + 1 :]
    if not 0 < has < end - 2 or words[has + 1] not in ("a", "an") or not is_lower(noun) or len(noun) > _LONG:
        return words
    if not is_name_only(words[:has]) or not is_name_only(name) or not PREPOSITIONS.isdisjoint(noun):
        return words
    return ["the", *noun, "of", *words[:has], "is", *name]


def _one(words: Iterable[str]) -> list[Words]:
    return [[word] for word in words]


def _opening(words: Words) -> int:
    """Where the sentence begins after an adverb, or after what says that it is so now; other phrases are facts of
    their own, and left to who reads clauses."""
    comma = words.index(",") if "," in words else 0
    first = words[0].lower()
    is_manner = comma == 1 and len(first) > _SHORT and first.removesuffix("ly").endswith(_ADJECTIVES)
    is_now = 0 < comma < 4 and (words[comma - 1].lower() in NOW or " ".join(words[:comma]).lower() == "these days")
    return comma + 1 if (is_manner and first.endswith("ly")) or is_now else 0


_IN_ORDER = (
    *(_found, _concerned, _included, _joined, told_outright, _meant, _uncleft),
    *(in_respect, _impersonal, _uninverted, _related, _called),
)
