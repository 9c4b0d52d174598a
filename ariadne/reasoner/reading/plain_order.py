"""A sentence in its plain order: what stands first for emphasis goes where it belongs, or is left out.

`It was Knox who founded it` is `Knox founded it`, `In Peru, the capital is Lima` is `the capital of Peru is Lima`, and
an adverb that opens a sentence is left out, as one within it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from ariadne.reasoner.reading.names import is_lower, is_name_only
from ariadne.reasoner.reading.phrases import Words
from ariadne.reasoner.reading.verbs import PREPOSITIONS, is_finite

COPULAS = frozenset("is are was were remains".split())
NOW = frozenset("now currently presently present moment today nowadays".split())
_ADJECTIVES = tuple("al ar ate ed ent ic ing ive ous".split())
"""How adjectives end of which adverbs are made: `formally` is one, and `Emily` and `Italy` are none."""
_SHORT = 6


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
    words = _unfronted(_uncleft(words))
    cut = _opening(words)
    return Plain(words[cut:], is_now=cut > 1 and words[cut - 2].lower() in NOW)


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
    """Where the sentence begins after an adverb, or after what says that it is so now; other phrases are facts of
    their own, and left to who reads clauses."""
    comma = words.index(",") if "," in words else 0
    first = words[0].lower()
    is_manner = comma == 1 and len(first) > _SHORT and first.removesuffix("ly").endswith(_ADJECTIVES)
    is_now = 0 < comma < 4 and words[comma - 1].lower() in NOW
    return comma + 1 if (is_manner and first.endswith("ly")) or is_now else 0
