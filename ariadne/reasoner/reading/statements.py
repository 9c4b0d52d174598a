"""Plain statements: sentences that say one thing of one other, whichever of the two they name first.

`The capital of France is Paris`, `Paris is the capital of France` and `France's capital is Paris` say the same: France
has something, its capital, and that is Paris. What is said of a name stands around it, in a description: before it
(`the capital of`), after it (`'s capital`), or on both sides (`the school where … was educated`). A statement joins a
description to a value by a copula, or a name to a value by a verb with what goes with it (`plays the position of`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ariadne.reasoner.reading.names import (
    ARTICLES,
    KINDS,
    POSSESSIVE,
    WHOSE,
    is_capital,
    is_lower,
    is_lower_but_article,
    name_end,
    name_of,
    plain_name,
    value_start,
)
from ariadne.reasoner.reading.phrases import BREAKS, Words, verb_group
from ariadne.reasoner.reading.plain_order import COPULAS, in_plain_order
from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.reading.sentences import words_of
from ariadne.reasoner.reading.verbs import (
    AUXILIARY,
    CONJUNCTIONS,
    DETERMINERS,
    HAVE,
    NEGATION,
    PARTICLES,
    PREPOSITIONS,
    RELATIVES,
    SUBORDINATORS,
    is_adverb,
    is_finite,
    is_participle,
)
from ariadne.triplet import clean

MOST_WORDS = 40
_ROLES = frozenset(f"{verb} as" for verb in "serves serve served acts act acted works worked functions stands".split())
_CLAUSES = RELATIVES | {"what"}
_INDEFINITE = frozenset("a an some one another any many several no".split())
_FILLERS = DETERMINERS | WHOSE | {"current", "currently"}
_PARTS = frozenset("part home".split())
_SAYING_WHAT = ("as", "among")
"""What begins a phrase that says what the value is to the subject."""
_SINGULAR = frozenset("is was has does".split())
_OPENING = (SUBORDINATORS | PREPOSITIONS | CONJUNCTIONS | {"there"}) - {"as"}


@dataclass(frozen=True)
class Statement:
    """What a sentence states.

    Attributes:
        is_now: whether it says that this is so now.
    """

    fact: Fact
    is_now: bool = False


def stated(sentence: str) -> Statement | None:
    """What a sentence states, if that is one thing of one other."""
    words = _numbered(words_of(sentence))
    if not NEGATION.isdisjoint(words):
        return None
    while words and _is_aside(words[-1]) and not words[-1].endswith("ly"):
        words = words[:-1]
    if not 3 <= len(words) <= MOST_WORDS:
        return None
    plain = in_plain_order(words)
    said = _said(plain.words)
    return replace(said, is_now=True) if said and plain.is_now else said


def _said(words: Words) -> Statement | None:
    """What a sentence in its plain order states."""
    if len(words) < 3 or words[0] in _OPENING:
        return None
    verbs = [at for at in range(1, len(words)) if is_finite(words, at) and not _goes_on(words[:at])]
    for at in reversed(verbs or _only_verb(words)):
        left = words[: at - (words[at - 1] == ",")]
        while len(left) > 1 and _is_aside(left[-1]):
            left = left[:-1]
        lower = next((to for to in range(at, len(words)) if is_capital(words[to])), len(words))
        verb, length, is_now = verb_group(words[at:lower])
        right = words[at + length :]
        if verb and left and right and (found := _identity(left, verb, right) or _relation(left, verb, right)):
            return replace(found, is_now=is_now or (left != words[:at] and words[at - 1] in ("now", "currently")))
    return None


def _numbered(words: Words) -> Words:
    """With a noun and its number as one word: `the bus 12`."""
    found: list[str] = []
    for at, word in enumerate(words):
        is_of_noun = word.isdecimal() and len(found) > 1 and found[-2].lower() in DETERMINERS
        if is_of_noun and is_lower(found[-1]) and found[-1] not in KINDS and words[at + 1 : at + 2] != ["of"]:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def _only_verb(words: Words) -> list[int]:
    """The verb of a sentence that has no other word for one: what follows the name that it begins with.

    `Ward lines up as a receiver`: a noun there would leave the sentence without a verb.
    """
    at = name_end(words, 0) if is_capital(words[0]) else 0
    return [at] if 0 < at < len(words) - 1 and words[at].endswith("s") and words[at].isalpha() else []


def _is_aside(word: str) -> bool:
    """Whether a word beside a phrase is none of it."""
    return is_adverb(word) and word not in PARTICLES


def _goes_on(words: Words) -> bool:
    """Whether a verb after these words goes on with a verb phrase that began before."""
    before = next((word for word in reversed(words) if not is_adverb(word)), "")
    return before in AUXILIARY


def _identity(left: Words, verb: str, right: Words) -> Statement | None:
    """A description and its value, joined by a copula."""
    if right[0] == "as" and f"{verb} as" in _ROLES:
        verb, right = "is", [*([] if right[1:2] == ["the"] else ["the"]), *right[1:]]
    # `a language that Ann speaks` says of Ann what it is; `a doctor that Ann knows` says what somebody is, too.
    is_kind = right[1:2] and right[1] in KINDS and _is_clause(right)
    if verb not in COPULAS or (right[0].lower() in _INDEFINITE and not is_kind) or _is_predicate(right):
        return None
    for described, value in ((left, right), (right, left)):
        if (parts := _described(described)) and (name := _value(value)):
            anchor, relation = parts
            if anchor != name and relation:
                return Statement(Fact(anchor, relation, name))
    return None


def _relation(left: Words, verb: str, right: Words) -> Statement | None:
    """A name, a verb with what goes with it, and a value."""
    whose = ""
    if not CONJUNCTIONS.isdisjoint(left) and not (verb.split(maxsplit=1)[0] in _SINGULAR or verb.endswith("s")):
        return None
    if name := plain_name(left):
        subject = name
    elif (parts := _described(left)) and not any(is_finite(left, at) for at in range(1, len(left))):
        subject, whose = parts
    else:
        return None
    if verb in COPULAS and _is_class(right):
        return Statement(Fact(subject, clean(f"{whose} {verb}"), name_of(right)))
    if verb in COPULAS and not _is_predicate(right) and not _is_role(right):
        return None
    at = value_start(right)
    end = name_end(right, at)
    if end < len(right) and not is_lower(right[end:]):
        return None
    value = name_of(right[at:end])
    said = [word for word in [*right[:at], *right[end:]] if word.lower() not in _FILLERS]
    if not value or value == subject or not is_lower(said) or not _joins(verb, right[:at], right[end:]):
        return None
    relation = clean(" ".join(filter(None, [whose, verb, *said])))
    return Statement(Fact(subject, relation, value))


def _joins(verb: str, before: Words, after: Words) -> bool:
    """Whether the words around a value go with the verb, and are no clause or list of their own."""
    apart = RELATIVES | BREAKS | CONJUNCTIONS | SUBORDINATORS - PREPOSITIONS
    joined = [*before, *after]
    # What follows `has` is a noun, whatever it looks like.
    first = int(verb in HAVE)
    if not apart.isdisjoint(joined) or any(is_finite(["", *joined], at + 1) for at in range(first, len(joined))):
        return False
    return not after or after[0] in _SAYING_WHAT


def _is_predicate(words: Words) -> bool:
    """Whether this goes on with a verb or a quality, and names nothing: `married to`, `famous for`."""
    first = words[0]
    if first in DETERMINERS or is_capital(first):
        return False
    lower = next((at for at, word in enumerate(words) if is_capital(word)), len(words))
    after = words[1] if len(words) > 1 else ""
    if first in _PARTS or is_participle(first) or after in PREPOSITIONS - {"of"}:
        return True
    return any(
        is_participle(words[at]) and words[at + 1] in PREPOSITIONS for at in range(1, min(lower, len(words) - 1))
    )


def _is_role(words: Words) -> bool:
    """Whether this says what somebody is to another: `a citizen of France`."""
    capital = next((at for at, word in enumerate(words) if is_capital(word)), 0)
    before = [word for word in words[:capital] if word not in DETERMINERS]
    return words[0].lower() in ("a", "an", "one") and len(before) > 1 and before[-1] in PREPOSITIONS


def _is_class(words: Words) -> bool:
    """Whether this says of what kind something is, by a name in it: `a United States citizen`."""
    end = max((at for at, word in enumerate(words) if is_capital(word)), default=0)
    noun = words[end + 1 :]
    return (
        words[0].lower() in ("a", "an")
        and 0 < len(noun) < 3
        and is_capital(words[1])
        and name_end(words[1:], 0) >= end
        and not any(is_participle(word) or word in PREPOSITIONS or word in BREAKS for word in noun)
    )


def _described(words: Words) -> tuple[str, str] | None:
    """A name within a description, and the rest of the description."""
    if not words or ";" in words:
        return None
    start, end = _anchor(words)
    if start >= end:
        return None
    before, named, after = list(words[:start]), list(words[start:end]), list(words[end:])
    has_verb = any(is_finite(words, at) for at in range(end, len(words)))
    if before and before[-1] not in DETERMINERS and after and not has_verb and not _is_clause(before):
        # `the author of Earthsea cycle`: without an article the noun is of the name.
        named, after = [*named, *after], []
    is_owned = named[-1].endswith(POSSESSIVE)
    if is_owned:
        named[-1] = _owner(named[-1])
    elif not before:
        return None
    if has_verb and not CONJUNCTIONS.isdisjoint([*before, *after]):
        return None  # Two clauses, not one that says more of the name.
    if not is_owned and not has_verb and not _is_clause(before) and PREPOSITIONS.isdisjoint(before):
        # `the poet Keats` is Keats, and nothing that he has; `my sister Hanna` says more than one thing.
        return (name_of(named), "") if before[0].lower() in ARTICLES else None
    if not _is_clause(before) and any(
        is_finite(before, at)
        and not (is_participle(before[at]) and before[at + 1 : at + 2] and before[at + 1] in PREPOSITIONS)
        for at in range(1, len(before))
    ):
        return None
    if not is_lower(after) and not is_owned:
        return None
    said = [word for word in [*before, *after] if word.lower() not in _FILLERS and word not in BREAKS]
    while said and said[-1] == "of":
        said = said[:-1]
    if said[:2] == ["name", "of"]:
        said = said[2:]
    name = name_of(named)
    return (name, clean(" ".join(said))) if name and any(word not in PREPOSITIONS for word in said) else None


def _owner(word: str) -> str:
    """A possessive without its ending."""
    return word.rstrip("'’") if word[-1] in "'’" else word[:-2]


def _anchor(words: Words) -> tuple[int, int]:
    """Where the name stands that a description is about."""
    capitals = [at for at, word in enumerate(words) if is_capital(word)]
    owners = [at for at, word in enumerate(words[:-1]) if word.endswith(POSSESSIVE) and _owner(word)]
    owner = next((at for at in owners if at in capitals), None)
    if owner is None and owners and plain_name([*words[: owners[0]], _owner(words[owners[0]])]):
        return 0, owners[0] + 1
    if not capitals and _is_clause(words):
        # `where sumo was invented`
        opening = max(at for at, word in enumerate(words) if word in _CLAUSES) + 1
        verb = next((at for at in range(opening + 1, len(words)) if is_finite(words, at)), 0)
        return (opening, verb) if verb else (0, 0)
    if not capitals:
        of = next((at for at in reversed(range(1, len(words) - 1)) if words[at] == "of"), None)
        return (of + 1, len(words)) if of and words[0] in DETERMINERS else (0, 0)
    is_title = owner is not None and not is_lower(words[owner + 1 :]) and len(words) - owner > 3
    if owner is not None and not is_title and is_lower_but_article(words[: capitals[0]]) and capitals[0] < 2:
        return capitals[0], owner + 1
    start, end = capitals[0], capitals[-1] + 1
    if start and words[start - 1].lower() in ARTICLES and words[start - 1][0].isupper():
        start -= 1
    if start <= 1 and words[0].lower() == "the":
        # `The Prime Minister of Sweden`: of a title the last `of` tells whose it is.
        of = next((at for at in reversed(range(start, end)) if words[at] == "of"), None)
        return (of + 1, end) if of and of + 1 < end else (0, 0)
    opening = next((at + 1 for at in reversed(range(start)) if words[at] in PREPOSITIONS), start)
    if opening < start and not RELATIVES & set(words[:start]) and words[opening] not in DETERMINERS:
        start = opening
    return start, end


def _is_clause(words: Words) -> bool:
    """Whether a relative clause is open at the end of these words."""
    return not _CLAUSES.isdisjoint(words)


def _value(words: Words) -> str:
    """A value by itself: a name, or a noun without an article."""
    start = value_start(words)
    said = words[:start]
    if any(word.lower() not in _FILLERS | KINDS | {"of", "that"} for word in said) or name_end(words, start) < len(
        words
    ):
        return ""
    if words[start].lower() in _INDEFINITE:
        return ""
    return name_of(words[start:])
