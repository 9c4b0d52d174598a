"""A sentence in its plain order: what stands apart for emphasis goes where it belongs, or is set aside.

`It was Knox who founded it` is `Knox founded it`, `In Peru, the capital is Lima` is `the capital of Peru is Lima`, and
of `Musically, Ann goes for jazz` the adverb says how the rest is meant.
"""

from __future__ import annotations

from dataclasses import dataclass

from ariadne.reasoner.reading.names import is_lower, is_name_only
from ariadne.reasoner.reading.phrases import Words
from ariadne.reasoner.reading.verbs import CONJUNCTIONS, PREPOSITIONS, is_adverb, is_finite

COPULAS = frozenset("is are was were remains".split())
NOW = frozenset("now currently presently present moment today nowadays".split())
_OPENING = frozenset("as at by for from in on to with".split())
"""Prepositions that open a sentence with how it is meant; others tell when."""
_ADJECTIVES = tuple("al ar ate ed ent ic ing ive ous".split())
"""How adjectives end of which adverbs are made: `formally` is one, and `Emily` and `Italy` are none."""
_LONGEST = 8


@dataclass(frozen=True)
class Plain:
    """A sentence without what was set aside.

    Attributes:
        aside: the words that were set aside, which say how the rest is meant. `is_now`: or that it is so now.
    """

    words: Words
    aside: tuple[str, ...] = ()
    is_now: bool = False


def in_plain_order(words: Words) -> Plain:
    """A sentence in its plain order."""
    words = _unfronted(_uncleft(words))
    cut = _opening(words)
    opening, words = words[:cut], words[cut:]
    start, end = _parenthesis(words)
    aside, words = [*opening, *words[start:end]], [*words[:start], *words[end:]]
    said = tuple(word.lower() for word in aside if word != ",")
    is_now = bool(said) and said[-1] in NOW
    return Plain(words, () if is_now else said, is_now)


def _uncleft(words: Words) -> Words:
    """`It was Knox who founded it` as `Knox founded it`, `It was in Rome that he died` as `he died in Rome`."""
    if words[0].lower() == "it" and words[1] in COPULAS:
        relative = next((at for at, word in enumerate(words) if word in ("who", "that", "which")), 0)
        if relative > 2:
            named, clause = words[2:relative], words[relative + 1 :]
            return [*clause, *named] if named[0] in PREPOSITIONS else [*named, *clause]
    return words


def _unfronted(words: Words) -> Words:
    """`In Japan, the official language is X` as `the official language of Japan is X`."""
    comma = words.index(",") if "," in words else 0
    verb = next((at for at in range(comma + 2, len(words)) if is_finite(words, at)), 0)
    is_told = words[0] in ("in", "of") and comma > 1 and verb and words[comma + 1 : comma + 2] == ["the"]
    if is_told and is_name_only(words[1:comma]) and is_lower(words[comma + 1 : verb]):
        return [*words[comma + 1 : verb], "of", *words[1:comma], *words[verb:]]
    return words


def _opening(words: Words) -> int:
    """Where the sentence begins after a phrase that opens it, names nothing and ends with a comma."""
    comma = words.index(",") if "," in words else 0
    if not 0 < comma < _LONGEST or not _names_nothing([words[0].lower(), *words[1:comma]]):
        return 0
    first = words[0].lower()
    is_manner = first.endswith("ly") and first[4:].removesuffix("ly").endswith(_ADJECTIVES)
    return comma + 1 if is_manner or first in _OPENING or words[comma - 1] in NOW else 0


def _parenthesis(words: Words) -> tuple[int, int]:
    """Where something stands between two commas that says more of what is before: `, that of mayor,`."""
    commas = [at for at, word in enumerate(words) if word == ","]
    if len(commas) == 2:
        start, end = commas
        inner = words[start + 1 : end]
        says_more = inner[:2] == ["that", "of"] or (inner[:1] and (inner[0] in _OPENING or is_adverb(inner[0])))
        if says_more and len(inner) < _LONGEST and _names_nothing(inner):
            return start, end + 1
    return 0, 0


def _names_nothing(words: Words) -> bool:
    """Whether there is no name among some words; an abbreviation in capitals is none."""
    return CONJUNCTIONS.isdisjoint(words) and all(
        word.islower() or (word.isupper() and word.isalpha()) for word in words
    )
