"""Descriptions: noun phrases that say something of a name, such as `the capital of France` and `Ann's husband`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ariadne.reasoner.reading.names import (
    ARTICLES,
    KINDS,
    POSSESSIVE,
    WHOSE,
    is_capital,
    is_lower,
    is_lower_but_article,
    is_whole,
    name_end,
    name_of,
    opens_with_noun,
    plain_name,
    value_start,
)
from ariadne.reasoner.reading.phrases import BREAKS, Words
from ariadne.reasoner.reading.verbs import (
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    RELATIVES,
    is_adverb,
    is_base,
    is_finite,
    is_gerund,
    is_participle,
)
from ariadne.triplet import clean

INDEFINITE = frozenset("a an some one another any many several no".split())
FILLERS = DETERMINERS | WHOSE | {"current", "currently", "new"}
"""Words of a description that say nothing."""
_LONG = 4
_OF_PLACES = frozenset("army cabinet economy embassy government navy parliament senate state".split())
"""What a place has that is named after it: `the head of the Peru government`."""
_LIFE = frozenset("birth burial career childhood death education life marriage residence work youth".split())
_CLAUSES = RELATIVES | {"what"}
ANYBODY = frozenset("we you one people everybody everyone".split())
"""Who does what anybody does."""


def described(words: Words) -> tuple[str, str] | None:
    """A name within a description, and the rest of the description."""
    if not words or ";" in words:
        return None
    start, end = _anchor(words)
    if start >= end or words[0] in PREPOSITIONS:
        return None
    before, named, after = list(words[:start]), list(words[start:end]), list(words[end:])
    if not is_whole(named):
        return None
    has_verb = any(is_finite(words, at) for at in range(end, len(words)))
    is_long = len(before) > 2 and before[-2] in PREPOSITIONS and _OF_PLACES.isdisjoint(after[:1])
    is_of_noun = before and (before[-1] not in DETERMINERS or is_long)
    # `the place of Ann's death`, `the head of Peru's government`
    is_own = named[-1].endswith(POSSESSIVE) and after[:1] != [] and after[0] in _LIFE | _OF_PLACES
    if is_of_noun and after and not has_verb and not is_clause(before) and not is_own:
        # `the author of Earthsea cycle`, `the sport of the Peru football team`: the noun is of the name.
        named, after = [*named, *after], []
    is_owned = named[-1].endswith(POSSESSIVE)
    if is_owned:
        named[-1] = without_ending(named[-1])
    elif not before:
        return None
    if has_verb and not CONJUNCTIONS.isdisjoint([*before, *after]):
        return None  # Two clauses, not one that says more of the name.
    if not is_owned and not has_verb and not is_clause(before) and PREPOSITIONS.isdisjoint(before):
        # `the poet Keats` is Keats, and nothing that he has; `my sister Hanna` says more than one thing.
        return (name_of(named), "") if before[0].lower() in ARTICLES else None
    if not is_clause(before) and any(
        is_finite(before, at) and not _qualifies(before, at) for at in range(1, len(before))
    ):
        return None
    if not is_lower(after) and not is_owned:
        return None
    said = _telling([*before, *after])
    while said and said[-1] == "of":
        said = said[:-1]
    if said[:2] == ["name", "of"]:
        said = said[2:]
    name = name_of(named)
    return (name, clean(" ".join(said))) if name and any(word not in PREPOSITIONS for word in said) else None


def _telling(words: Words) -> Words:
    """The words of a description that say something; of `the present mayor` the mayor, but not of `the present from
    Ann`."""
    said = [word for word in words if word.lower() not in FILLERS and word not in BREAKS]
    is_now = said[:1] == ["present"] and len(said) > 1 and said[1] not in PREPOSITIONS
    return said[1:] if is_now else said


def _qualifies(words: Words, at: int) -> bool:
    """Whether a participle says of what kind a noun is: `the language spoken in`, `the officially used language`."""
    if not is_participle(words[at]) or at + 1 == len(words):
        return False
    is_attribute = words[at - 1] in DETERMINERS or (
        at > 1 and is_adverb(words[at - 1]) and words[at - 2].lower() == "the"
    )
    return words[at + 1] in PREPOSITIONS or is_attribute


def told_of(what: Words, wholes: Sequence[Words]) -> Iterator[tuple[Words, Words]]:
    """What is said of each name that an `of` governs: in `the capital of Peru and largest city of the country`, another
    description follows the first name."""
    for whole in wholes:
        at = whole.index("of") if "of" in whole else None
        what = what if at is None else ["the", *whole[:at]]
        yield what, whole if at is None else whole[at + 1 :]


def is_owned(words: Words) -> bool:
    """Whether a name owns what follows: `Ann's father`."""
    return any(is_capital(word) and word.endswith(POSSESSIVE) for word in words[:-1]) and not is_capital(words[-1])


def without_ending(word: str) -> str:
    """A possessive without its ending."""
    return word.rstrip("'’") if word[-1] in "'’" else word[:-2]


def _anchor(words: Words) -> tuple[int, int]:
    """Where the name stands that a description is about."""
    opened = int(opens_with_noun(words))
    capitals = [at for at in range(opened, len(words)) if is_capital(words[at])]
    owners = [at for at, word in enumerate(words[:-1]) if word.endswith(POSSESSIVE) and without_ending(word)]
    owner = next((at for at in reversed(owners) if at in capitals and is_lower(words[at + 1 :])), None)
    owner = owner if owner is not None else next((at for at in owners if at in capitals), None)
    if owner is None and owners and plain_name([*words[: owners[0]], without_ending(words[owners[0]])]):
        return 0, owners[0] + 1
    if not capitals and is_clause(words):
        # `where sumo was invented`
        opening = max(at for at, word in enumerate(words) if word in _CLAUSES) + 1
        if words[opening : opening + 1] != [] and words[opening] in ANYBODY:
            # `the sport in which you find the goalkeeper`
            start = next((at for at in range(opening + 2, len(words)) if words[at] in ARTICLES), 0)
            return (start, len(words)) if start else (0, 0)
        verb = next((at for at in range(opening + 1, len(words)) if is_finite(words, at)), 0)
        while verb > opening + 1 and is_adverb(words[verb - 1]):
            verb -= 1
        return (opening, verb) if verb else (0, 0)
    if not capitals:
        of = next((at for at in reversed(range(1, len(words) - 1)) if _governs(words, at)), None)
        return (of + 1, len(words)) if of and words[0] in DETERMINERS else (0, 0)
    is_title = owner is not None and not is_lower(words[owner + 1 :]) and len(words) - owner > 3
    if owner is not None and not is_title and is_lower_but_article(words[: capitals[0]]) and capitals[0] < 2:
        return capitals[0], owner + 1
    start, end = capitals[0], capitals[-1] + 1
    if is_clause(words[:start]):
        # `the sport with which the Greece national football team is associated`
        verb = next((at for at in range(end, len(words)) if is_finite(words, at)), end)
        while verb > end and is_adverb(words[verb - 1]):
            verb -= 1
        end = verb if verb - end < _LONG and PREPOSITIONS.isdisjoint(words[end:verb]) else end
    if start and words[start - 1].lower() in ARTICLES and words[start - 1][0].isupper():
        start -= 1
    if start <= 1 and words[0].lower() == "the":
        # `The Prime Minister of Sweden`: of a title the last `of` tells whose it is.
        of = next((at for at in reversed(range(start, end)) if words[at] == "of"), None)
        return (of + 1, end) if of and of + 1 < end else (0, 0)
    opening = next((at + 1 for at in reversed(range(start)) if words[at] in PREPOSITIONS), start)
    is_named = not (words[opening] in DETERMINERS or is_gerund(words[opening]) or is_base(words[opening]))
    if opening < start and not RELATIVES & set(words[:start]) and is_named:
        start = opening
    return start, end


def _governs(words: Words, at: int) -> bool:
    """Whether a word says of what all before it is: `the head of`, `the sport connected with`."""
    return words[at] == "of" or (words[at] in PREPOSITIONS and at > 1 and is_participle(words[at - 1]))


def is_clause(words: Words) -> bool:
    """Whether a relative clause is open at the end of these words."""
    return not _CLAUSES.isdisjoint(words)


def value_of(words: Words) -> str:
    """A value by itself: a name, or a noun without an article."""
    if words[0].lower() == "being" and words[1:2] and words[1] in ARTICLES:
        words = words[1:]  # `Being a baker is Ann's trade.`
    start = value_start(words)
    said = words[:start]
    if (
        is_owned(words)
        or any(word.lower() not in FILLERS | KINDS | {"of", "that"} for word in said)
        or name_end(words, start) < len(words)
        or not is_whole(words[start:])
    ):
        return ""
    if words[start].lower() in INDEFINITE:
        return ""
    return name_of(words[start:])
