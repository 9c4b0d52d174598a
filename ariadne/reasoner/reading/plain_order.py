"""A sentence in its plain order: what stands first for emphasis goes where it belongs, or is left out.

`It was Knox who founded it` is `Knox founded it`, `In Peru, the capital is Lima` is `the capital of Peru is Lima`, and
an adverb that opens a sentence is left out, as one within it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ariadne.reasoner.reading.names import ARTICLES, is_lower, is_name_only
from ariadne.reasoner.reading.phrases import BREAKS, Words
from ariadne.reasoner.reading.verbs import (
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    RELATIVES,
    is_adverb,
    is_base,
    is_finite,
    is_gerund,
    participle,
)

COPULAS = frozenset("is are was were remains".split())
NOW = frozenset("now currently presently present moment today nowadays".split())
_ADJECTIVES = tuple("al ar ate ed ent ic ing ive ous".split())
"""How adjectives end of which adverbs are made: `formally` is one, and `Emily` and `Italy` are none."""
_SHORT = 6
_ANYBODY = frozenset("we you one people".split())
_PRONOUNS = frozenset("i you he she it we they this that these those there".split())
_RESPECTS = [
    opening.split()
    for opening in "when it comes to|in terms of|in matters of|in the matter of|in point of|in respect of|in regard to"
    "|with regard to|with respect to|with reference to|as regards|as for|as to|regarding|concerning|on the subject of"
    "|on the topic of|on the question of|on the matter of".split("|")
]
"""What opens a phrase that names the respect in which something is told."""
_ASPECTS = frozenset(
    "birth blood citizenship confession conviction creed descent education faith marriage name nationality nature"
    " occupation office origin profession rank religion title trade training vocation".split()
)
"""Nouns that say after `by` in which respect somebody is something."""
_TIMES = frozenset("age beginning day end evening hour middle moment month morning night start time week year".split())
_POINTS = frozenset("terms matters respects regards affairs".split())
_SERVING = frozenset("serving acting".split())
"""Verbs of which `as` says all: who is serving as director is the director."""


@dataclass(frozen=True)
class Plain:
    """A sentence in its plain order.

    Attributes:
        is_now: whether it opened with the words that it is so now.
    """

    words: Words
    is_now: bool = False


def in_plain_order(words: Words) -> Plain:
    """A sentence in its plain order."""
    words, was_closed = _closed(_uninverted(_impersonal(_in_respect(_unfronted(_uncleft(words))))))
    cut = _opening(words)
    return Plain(words[cut:], is_now=was_closed or (cut > 1 and words[cut - 2].lower() in NOW))


def _closed(words: Words) -> tuple[Words, bool]:
    """A sentence without what says at its end that it is so now, and whether it says so: `… at present`."""
    if words[-1].lower() not in NOW:
        return words, False
    end = len(words) - 1
    while end and (words[end - 1] in DETERMINERS or words[end - 1] in PREPOSITIONS or words[end - 1] == ","):
        end -= 1
    return words[:end], True


def _uncleft(words: Words) -> Words:
    """`It was Knox who founded it` as `Knox founded it`, `It was in Rome that he died` as `he died in Rome`, and `It is
    Knox you hear on it` as `On it you hear Knox`."""
    if words[0].lower() == "it" and words[1] in COPULAS:
        relative = next((at for at, word in enumerate(words) if word in ("who", "that", "which")), 0)
        if relative > 2:
            named, clause = words[2:relative], words[relative + 1 :]
            return [*clause, *named] if named[0] in PREPOSITIONS else [*named, *clause]
        anybody = next((at for at, word in enumerate(words) if word in _ANYBODY), 0)
        if anybody > 2 and is_name_only(words[2:anybody]) and words[anybody + 2 : anybody + 3] in _one(PREPOSITIONS):
            return _undergone(words[2:anybody], words[anybody + 1], words[anybody + 2 :]) or words
    return words


def _unfronted(words: Words) -> Words:
    """`In Japan, the official language is X` as `the official language of Japan is X`, and `In Japan, Abe holds the
    highest office` as `Abe holds the highest office in Japan`."""
    comma = words.index(",") if "," in words else 0
    verb = next((at for at in range(comma + 2, len(words)) if is_finite(words, at)), 0)
    if words[0] not in ("in", "of") or comma < 2 or not verb or not is_name_only(words[1:comma]):
        return words
    subject, said = words[comma + 1 : verb], words[verb:]
    if is_lower(subject) and (subject[0] == "the" or (said[0] in BE and DETERMINERS.isdisjoint(subject))):
        return [*subject, "of", *words[1:comma], *said]
    is_definite = said[1:2] == ["the"] and is_lower(said) and "," not in said
    return [*subject, *said, *words[:comma]] if is_definite and is_name_only(_unmodified(subject)) else words


def _unmodified(words: Words) -> Words:
    return [word for word in words if not is_adverb(word)]


def _in_respect(words: Words) -> Words:
    """`When it comes to style, Ann goes in for jazz` as `the style of Ann goes in for jazz`, and `By trade, Ann is a
    baker` as `the trade of Ann is baker`: what names the respect in which something is said tells of what it is the
    value."""
    comma = words.index(",") if "," in words else 0
    respect, is_loose = _respect([words[0].lower(), *words[1:comma]]) if is_lower(words[1:comma]) else ([], True)
    said = words[comma + 1 :]
    if not comma and (closing := _respect(words[-2:])[0]):
        respect, is_loose, said = closing, True, words[:-2]
    verb = next((at for at in range(1, len(said)) if is_finite(said, at)), 0)
    if not respect or not verb or said[0].lower() in _PRONOUNS:
        return words
    is_kind = said[verb] in COPULAS and said[verb + 1 : verb + 2] in _one(ARTICLES)
    if is_loose and not is_kind and said[verb : verb + 2] != ["is", "part"] and said[verb] != "belongs":
        return words
    if is_kind:
        kind = said[verb + 2 :]
        if not kind or not is_lower(kind) or not (PREPOSITIONS | RELATIVES | BREAKS | CONJUNCTIONS).isdisjoint(kind):
            return words
        said = [*said[: verb + 1], " ".join(kind)]
    return ["the", *respect, "of", *said]


def _respect(phrase: Words) -> tuple[Words, bool]:
    """What a phrase says the respect is in which something is told (`in terms of style`), and whether that is so only
    where it is told what something is: `by trade`, `in the world of jazz`."""
    for opening in _RESPECTS:
        if phrase[: len(opening)] == opening:
            noun = phrase[len(opening) :]
            return noun if 0 < len(noun) < 4 and DETERMINERS.isdisjoint(noun) else [], False
    if len(phrase) == 3 and phrase[0] == "in" and phrase[-1] in _POINTS:
        return phrase[1:2], False
    is_whole = phrase[1:2] == ["the"] and phrase[3:4] == ["of"] and phrase[0] in PREPOSITIONS and len(phrase) < 7
    if is_whole and _TIMES.isdisjoint(phrase):
        return [word for word in phrase if word not in DETERMINERS], True
    return [word for word in phrase[1:] if word in _ASPECTS and len(phrase) == 2 and phrase[0] == "by"], True


def _impersonal(words: Words) -> Words:
    """What anybody does, as what is done: `To Knox we owe the origin of it` as `The origin of it is owed to Knox`.

    That `we` are nobody in particular shows where what is done is one name's own, and something with another.
    """
    anybody = next((at for at, word in enumerate(words) if word in _ANYBODY), 0)
    phrase, done = words[:anybody], words[anybody + 2 :]
    is_told = anybody > 1 and words[0].lower() in PREPOSITIONS and "of" in [*phrase[2:], *done] and "," not in words
    if not is_told or is_lower(phrase[1:]) or is_lower(done):
        return words
    return _undergone(done, words[anybody + 1], [phrase[0].lower(), *phrase[1:]]) or words


def _undergone(done: Words, verb: str, phrase: Words) -> Words:
    """What is done to something, as said of that: `Knox is owed to it`; who has something to do, has it to be done."""
    if verb == "have" and done[-2] == "to" and is_base(done[-1]):
        return [*done[:-2], "is", *done[-2:], *phrase]
    return [*done, "is", participle(verb), *phrase] if is_base(verb) and verb != "have" and "to" not in done else []


def _uninverted(words: Words) -> Words:
    """`Leading Peru is Ann` and `At the head of Peru is Ann` as `Ann is leading Peru`, `Ann is at the head of Peru`."""
    copula = next((at for at in reversed(range(2, len(words) - 1)) if words[at] in COPULAS), 0)
    first = words[0].lower()
    if not copula or not (is_gerund(first) or first in PREPOSITIONS) or not is_name_only(words[copula + 1 :]):
        return words
    if "," in words[:copula] or is_lower(words[:copula]) or any(is_finite(words, at) for at in range(1, copula)):
        return words
    is_role = first in _SERVING and words[1] == "as"
    said = ["the", *words[2:copula]] if is_role else [first, *words[1:copula]]
    return [*words[copula + 1 :], words[copula], *said]


def _one(words: Iterable[str]) -> list[Words]:
    return [[word] for word in words]


def _opening(words: Words) -> int:
    """Where the sentence begins after an adverb, or after what says that it is so now; other phrases are facts of
    their own, and left to who reads clauses."""
    comma = words.index(",") if "," in words else 0
    first = words[0].lower()
    is_manner = comma == 1 and len(first) > _SHORT and first.removesuffix("ly").endswith(_ADJECTIVES)
    is_now = 0 < comma < 4 and words[comma - 1].lower() in NOW
    return comma + 1 if (is_manner and first.endswith("ly")) or is_now else 0
