"""Plainer wordings of a relation, by habits of English: the same in other forms, without the words that say nothing.

A verb that only joins a noun to its value says nothing (`the chair is occupied by`), nor does one whose value is named
by a noun after it (`is run by its director, Ann`); an office is its holder's (`presidency`, `post of judge`), and who
does a thing is told by its verb, by a noun for the doer, or by one for what is done (`was founded by`, `founder`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ariadne.plurals import singular
from ariadne.reasoner.reading.names import KINDS
from ariadne.reasoner.reading.respects import JOINING
from ariadne.reasoner.reading.verbs import (
    AUXILIARY,
    BE,
    DEEDS,
    HAVE,
    PREPOSITIONS,
    RELATIVES,
    is_base,
    is_finite,
    is_participle,
    lemma,
    participle,
    verb_of,
)

_BETWEEN = PREPOSITIONS | AUXILIARY | BE | RELATIVES | {"you", "one", "part"}
OFFICES = frozenset("job office position post role title".split())
_HOLDERS = (("ency", "ent"), ("ancy", "ant"), ("aincy", "ain"), ("ship", ""))
_LISTING = frozenset("carry count list number".split())
_SORTS = frozenset("kind sort form style".split())
_HAPPENING = frozenset("come happen occur take".split())
_OWING = frozenset("owe owes owed credit credited due responsibility responsible".split())
_DEALING = frozenset(("give", "make"))
_DOERS = ("er", "or")


def plainer(relation: str) -> Iterator[str]:
    """Plainer wordings of a relation, each of the same value; none of one that is plain."""
    words = relation.split()
    if not words:
        return
    if len(words) > 2 and words[0] in OFFICES and words[1] == "of":
        words = words[2:]
        yield " ".join(words)
    if does := _does(words):
        yield does
    if words[0] in _SORTS and words[1:2] == ["of"]:
        yield " ".join(["type", *words[1:]])
    if happened := _happened(words):
        yield " ".join(happened)
        if deed := verb_of(happened[-2], DEEDS):
            yield f"was {participle(deed)} {happened[-1]}"
    if noun := _noun(words) or _named(words):
        yield " ".join(noun)
        if words[-1] == "by" and (deed := verb_of(noun[-1], DEEDS)):
            yield f"was {participle(deed)} by"  # `performance was given by`
        words = noun
    if held := holder(words[-1]):
        yield " ".join([*words[:-1], held])
    if doing := _doing(words):
        yield f"was {participle(doing)} by"


def core(relation: str) -> str:
    """The noun of a relation whose other words only join it to its value, or say of what kind that is: `nationality` of
    `country of nationality` and of `holds nationality of`, `seat of government` of `government has seat in`."""
    words = relation.split()
    silent = _BETWEEN | HAVE | KINDS | OFFICES | JOINING | _LISTING | {"person"}
    said = [each for word in words if silent.isdisjoint((word, lemma(word), each := singular(word)))]
    if not 0 < len(said) < min(len(words), 3) or is_base(said[0]) or any(map(is_participle, said)):
        return ""
    is_had = len(said) == 2 and not HAVE.isdisjoint(words) and words[0] not in HAVE
    return " of ".join(reversed(said) if is_had else said)


def _noun(words: list[str]) -> list[str]:
    """A noun without what joins it to its value: `chair` of `chair is occupied by`, `faith` of `faith that follows`,
    `artist` of `artist behind`."""
    end = len(words)
    while end and (words[end - 1] in _BETWEEN or lemma(words[end - 1]) in JOINING | _DEALING):
        end -= 1
    apart = (PREPOSITIONS - {"of"}) | AUXILIARY | BE
    is_noun = 0 < end < len(words) and apart.isdisjoint(words[:end])
    has_verb = _is_verb(words) or any(is_finite(words, at) for at in range(1, end))
    return words[:end] if is_noun and not has_verb else []


def _does(words: list[str]) -> str:
    """What is told of as a noun, as a verb: `speak` of `is speaker of` and of `language spoken by`; of `serves as chair
    by` the noun."""
    if len(words) == 3 and words[0] in BE and words[-1] == "of":
        return verb_of(words[1], _DOERS)
    if words[-1] != "by" or len(words) < 3:
        return ""
    if "as" in words[1:-2]:
        return " ".join(words[words.index("as") + 1 : -1])
    is_passive = len(words) == 3 and words[0] not in BE | HAVE and is_participle(words[1])
    return lemma(words[1]) if is_passive else ""


def _happened(words: list[str]) -> list[str]:
    """What happens, without that it does: `death in` of `death occurred in`, `birth in` of `birth took place in`,
    `foundation in` of `had foundation in`."""
    if words[0] in HAVE and len(words) == 3 and words[-1] in PREPOSITIONS and verb_of(words[1], DEEDS):
        return words[1:]
    at = next((at for at in range(1, len(words) - 1) if lemma(words[at]) in _HAPPENING), 0)
    is_whole = at and words[-1] in PREPOSITIONS and words[at + 1 : -1] in ([], ["place"], ["about"])
    return [*words[:at], words[-1]] if is_whole else []


def _named(words: list[str]) -> list[str]:
    """The noun that names the value of a verb: `ceo` of `is run by ceo`."""
    at = next((at for at in reversed(range(len(words))) if words[at] in PREPOSITIONS), 0)
    is_named = 0 < at < len(words) - 1 and words[at] not in ("among", "of", "into", "to") and _is_verb(words)
    return words[at + 1 :] if is_named else []


def _is_verb(words: list[str]) -> bool:
    return words[0] in AUXILIARY | BE or is_finite(["it", *words], 1) or lemma(words[0]) != words[0]


def holder(noun: str) -> str:
    """Who holds an office, of the office's noun: `president` of `presidency`."""
    return next((noun.removesuffix(end) + own for end, own in _HOLDERS if noun.endswith(end) and len(noun) > 7), "")


def _doing(words: list[str]) -> str:
    """What the value does to what is told of, as a verb."""
    if len(words) == 1:
        return verb_of(words[0], _DOERS)
    if words[-1] == "by" and (is_participle(words[-2]) or (words[0] in BE and lemma(words[-2]) != words[-2])):
        return lemma(words[-2]) if len(words) < 4 else ""
    is_owed = (words[-1] in ("to", "with") or words[:2] == ["responsible", "for"]) and not _OWING.isdisjoint(words)
    is_under = words[-1] == "of" and "under" in words[:2]
    deeds = (verb_of(singular(word), DEEDS) for word in words if word not in PREPOSITIONS)
    is_work = words[-2:] == ["work", "of"] or words[-3:] == ["in", "hands", "of"]
    return next(filter(None, deeds), "") if is_under or is_owed or is_work or words[-1] == "by" else ""
