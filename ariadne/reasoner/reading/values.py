"""Values: where the value of a verb begins and ends in what follows it, and what stands beside it."""

from __future__ import annotations

import re

from ariadne.plurals import is_plural
from ariadne.reasoner.lexicon import lexicon, means
from ariadne.reasoner.reading.chat.people import is_relation
from ariadne.reasoner.reading.chat.times import TIMES
from ariadne.reasoner.reading.descriptions import is_owned, without_ending
from ariadne.reasoner.reading.names import (
    ARTICLES,
    KINDS,
    POSSESSIVE,
    TRAILING_KINDS,
    WHOSE,
    is_capital,
    is_lower,
    is_name_only,
    name_end,
    value_start,
)
from ariadne.reasoner.reading.phrases import BREAKS, Words
from ariadne.reasoner.reading.verbs import (
    CONJUNCTIONS,
    DETERMINERS,
    GIVING,
    HAVE,
    MAKING_FOR,
    PREPOSITIONS,
    is_adverb,
    is_participle,
    lemma,
)

MAKING = frozenset(
    "author build compose create design develop direct found invent make paint perform produce record sing"
    " write".split()
)
_TIME = re.compile(r"[12]\d{3}|\d{1,2}:\d\d|\d{1,2}[ap]m|\d{4}-\d\d-\d\d")
_TIMES = TIMES.union(f"{word}s" for word in TIMES).union("am pm noon midnight tonight".split())
_OF_TIMES = re.compile(r"\d{1,2}(?:st|nd|rd|th)?|the|of|at|on|next|last|this|early|late|mid")
_MANNERS = frozenset(
    "charge condition debt demand danger doubt fashion fire form free full hurry love mood need order pain peace"
    " print sale shape stock tears time touch trouble turn use vain view".split()
)
_QUALITIES = frozenset(
    "bad beautiful big black blue bright brown busy cheap clean clever cold cool correct dark dead dirty dry easy"
    " empty fast fine friendly full funny good great green grey happy hard heavy high hot huge ill kind late light"
    " long loud low lovely new nice old open orange pink pretty purple quick quiet ready red rich sad safe short"
    " shut sick silver slow small smart soft strange strict strong sweet tall thin tired tiny ugly warm weak wet"
    " white wide wonderful wrong yellow young".split()
)
_OF_PEOPLES = ("an", "ese", "ch", "sh")
QUALIFIED = frozenset(
    "answer color colour condition flavor flavour gender health kind level material mode mood position preference"
    " priority quality setting shape size state status style taste temperature type weather".split()
)
"""Nouns whose values say how something is."""
_QUALITY_ENDINGS = tuple("able ful ible ish ive less ous".split())


def valued(verb: str, words: Words) -> tuple[Words, int, int, str]:
    """What follows a verb with its value in place, where that begins and ends, and a noun after it that says of what
    kind it is."""
    words, at = _parted(verb, words)
    words, kind = _without_kind(words, at)
    if lemma(verb) in MAKING and _is_title(words[at:]):
        return words, at, len(words), kind
    end = name_end(words, at)
    if at and words[at - 1] == "the":
        # `brought the Meditation movement into being`: nouns are of the name up to where more is said.
        until = next((to for to in range(end, len(words)) if words[to] in PREPOSITIONS), end)
        end = until if until - end < 3 and not any(map(_is_no_noun, words[end:until])) else end
    is_quality = not is_capital(words[end - 1]) and not lexicon().meanings(words[end - 1])
    if lemma(verb) == "make" and at < end - 1 and is_quality:
        end -= 1  # `made Ann famous`
    return words, at, end, kind


def _parted(verb: str, words: Words) -> tuple[Words, int]:
    """What follows a verb, and where the value begins in it: after what the subject has that is named (`by its owner,
    Ann`), after who gets it (`gave the world sumo`), or at a name."""
    if is_owned(words) and name_end(words, 0) == len(words) and not is_concrete(words[-1]):
        # `leads Peru's government`: what is led is of the name.
        owner = next(at for at, word in enumerate(words) if is_capital(word) and word.endswith(POSSESSIVE))
        return [*words[owner + 1 :], "of", *words[:owner], without_ending(words[owner])], len(words) - owner
    comma = words.index(",") if words.count(",") == 1 else 0
    is_held = not (WHOSE | {"a", "an"}).isdisjoint(words[: comma - 1]) and is_lower(words[: comma - 1])
    is_held = is_held and (words[comma - 1].isupper() or is_lower(words[comma - 1 : comma]))
    if 1 < comma < len(words) - 1 and is_held and is_name_only(words[comma + 1 :]):
        return [*map(str.lower, words[:comma]), *words[comma + 1 :]], comma
    is_given = len(words) > 2 and lemma(verb) in GIVING - MAKING_FOR and words[0] == "the"
    if is_given and PREPOSITIONS.isdisjoint(words) and DETERMINERS.isdisjoint(words[2:]):
        return words, max(2, value_start(words))
    start = value_start(words)
    if (
        words[:1] in (["a"], ["an"])
        and verb.rsplit(maxsplit=1)[-1] not in HAVE
        and PREPOSITIONS.isdisjoint(words[:start])
    ):
        return words, min(1, start)  # `drives a red Toyota`, but `has a sister Ann`
    return words, start


def _without_kind(words: Words, at: int) -> tuple[Words, str]:
    """What follows a verb without the noun that says of what kind the value is, and that: `the English language`."""
    if not 1 < len(words) - at < 4 or words[at - 1] != "the" or words[-1] not in KINDS:
        return words, ""
    is_named = is_name_only(words[at:-1]) or words[-1] in TRAILING_KINDS
    return (words[:-1], words[-1]) if is_named else (words, "")


def _is_title(words: Words) -> bool:
    """Whether what somebody made is a title with small words in it: `Tales by Night`; where and for whom one makes
    something other words tell."""
    within = ARTICLES | {"of", "to", "by", "on"}
    return len(words) > 2 and is_capital(words[-1]) and all(is_capital(word) or word in within for word in words)


def _is_no_noun(word: str) -> bool:
    return word in DETERMINERS | CONJUNCTIONS | BREAKS or is_adverb(word) or is_participle(word)


def is_aspect(noun: str) -> bool:
    """Whether a noun is for what something has that is nothing by itself, or where it is: its color, its seat."""
    return not is_concrete(noun) or means(noun, "structure")


def is_time(value: str) -> bool:
    """Whether a value is a day, a date or a time of day, and nothing else."""
    words = value.replace(",", " ").split()
    times = [word in _TIMES or bool(_TIME.fullmatch(word)) for word in words]
    return any(times) and all(at or _OF_TIMES.fullmatch(word) for at, word in zip(times, words, strict=True))


def is_dated(description: str, name: str) -> bool:
    """Whether a description says when something was, and of what it is not: `team lead in` of May, but not `author` of
    1984."""
    return description.rsplit(maxsplit=1)[-1] in PREPOSITIONS and is_time(name)


def is_manner(value: str) -> bool:
    """Whether what stands after `in` or `on` is no place, but how something is: `in good condition`, `on sale`."""
    *before, noun = value.split()
    return noun in _MANNERS or (not before and _is_language(noun))


def _is_language(noun: str) -> bool:
    """Whether a noun means a language, first (`English`) or after a people (`German`), and no country in the plural."""
    may_be = means(noun, "language") or (noun.endswith(_OF_PEOPLES) and means(noun, "language", most=None))
    return may_be and not is_plural(noun)


def is_quality(words: Words) -> bool:
    """Whether a value says how something is, and not who or what: `nice`, `too high`, `52 years old`."""
    last = words[-1]
    return last in _QUALITIES or (last.endswith(_QUALITY_ENDINGS) and not lexicon().meanings(last) and last.islower())


def is_concrete(noun: str) -> bool:
    """Whether a noun may be for a thing or somebody, who may be put or go elsewhere."""
    is_somebody = is_relation(noun) or means(noun, "person", "organism", most=2)
    return is_somebody or not lexicon().meanings(noun) or means(noun, "object")
