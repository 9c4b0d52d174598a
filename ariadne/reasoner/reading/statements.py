"""Plain statements: sentences that say one thing of one other, whichever of the two they name first.

`The capital of France is Paris`, `Paris is the capital of France` and `France's capital is Paris` say the same: France
has something, its capital, and that is Paris. What is said of a name stands around it, in a description: before it
(`the capital of`), after it (`'s capital`), or on both sides (`the school where … was educated`). A statement joins a
description to a value by a copula, or a name to a value by a verb with what goes with it (`plays the position of`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from ariadne.plurals import is_plural
from ariadne.reasoner.lexicon import lexicon, means
from ariadne.reasoner.reading.chat.people import is_being
from ariadne.reasoner.reading.descriptions import (
    FILLERS,
    INDEFINITE,
    described,
    is_clause,
    is_owned,
    value_of,
)
from ariadne.reasoner.reading.frames import unframed
from ariadne.reasoner.reading.names import (
    ARTICLES,
    KINDS,
    POSSESSIVE,
    TRAILING_KINDS,
    is_capital,
    is_lower,
    is_name_only,
    is_whole,
    name_end,
    name_of,
    plain_name,
    value_start,
    without_titles,
)
from ariadne.reasoner.reading.phrases import BREAKS, Words, given, verb_group
from ariadne.reasoner.reading.plain_order import in_plain_order
from ariadne.reasoner.reading.read import Fact
from ariadne.reasoner.reading.respects import COPULAS, LINKS
from ariadne.reasoner.reading.sentences import words_of
from ariadne.reasoner.reading.values import MAKING, QUALIFIED, is_aspect, is_concrete, is_dated, is_quality, valued
from ariadne.reasoner.reading.verbs import (
    AUXILIARY,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    HAVE,
    NEGATION,
    PARTICLES,
    PREPOSITIONS,
    RELATIVES,
    SUBORDINATORS,
    is_adverb,
    is_base,
    is_finite,
    is_gerund,
    is_participle,
    lemma,
    participle,
)
from ariadne.triplet import clean

MOST_WORDS = 40
_ROLES = frozenset("act function functions serve stand work".split())
"""Verbs of which `as` says all: who serves as director is the director."""
_PARTS = frozenset("part home".split())
_MADE = frozenset("brainchild creation handiwork invention product work".split())
_CALLING = frozenset("appoint call consider crown declare elect make name proclaim".split())
"""Verbs after whose object stands what it is said to be, or becomes."""
_MUTUAL = frozenset("engaged married related wed wedded".split())
_PAIRS = (["couple"], ["pair"], ["to", "each", "other"], ["to", "one", "another"])
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
    words = without_titles(_numbered(unframed(words_of(sentence))))
    if not NEGATION.isdisjoint(words) or (",", "so") in pairwise(words):
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
    if len(words) < 3 or words[0] in _OPENING or _has_aside(words):
        return None
    verbs = [at for at in range(1, len(words)) if is_finite(words, at) and not _goes_on(words[:at])]
    for at in reversed(verbs or _only_verb(words)):
        left = words[: at - (words[at - 1] == ",")]
        while len(left) > 1 and _is_aside(left[-1]):
            left = left[:-1]
        lower = next((to for to in range(at, len(words)) if is_capital(words[to])), len(words))
        verb, length, is_now = verb_group(words[at:lower])
        if is_gerund(words[at + length - 1]) and verb_group(words[at : at + 1])[0] in COPULAS and _is_state(left):
            verb, length = words[at], 1
        right = words[at + length :]
        if given(verb, right) != right:
            return None  # Who gives Dad a watch does two things.
        if right in ([], *_PAIRS) and "and" in left and verb.startswith("are "):
            verb, right = "are", [*verb.split()[1:], *right]
        if verb and left and right and (found := _identity(left, verb, right) or _relation(left, verb, right)):
            return replace(found, is_now=is_now or (left != words[:at] and words[at - 1] in ("now", "currently")))
    return None


def _has_aside(words: Words) -> bool:
    """Whether something is said of a name beside it, or several things are listed: `Ann, my sister, …`, `tea, and
    cake`."""
    after = [words[at + 1].lower() for at in range(1, len(words) - 1) if words[at] == ","]
    return len(after) > 1 and any(word in DETERMINERS or word == "and" or word.isdigit() for word in after)


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
    """The verb of a sentence that has no other word for one: what follows its subject.

    `Ward lines up as a receiver`, `The roots of judo lie in Japan`: a noun there would leave it without a verb.
    """
    start = int(words[0].lower() in ARTICLES)
    if is_plural(words[start]) and words[start + 1] == "of":
        return [at for at in range(start + 3, len(words) - 1) if is_base(words[at]) and words[at + 1] in PREPOSITIONS]
    at = name_end(words, start) if is_capital(words[start]) else 0
    owner = next((to for to, word in enumerate(words[:-3]) if word.endswith(POSSESSIVE)), 0)
    if owner and words[owner + 2].endswith("s") and words[owner + 3] in PREPOSITIONS:
        return [owner + 2]  # `Ann's fame rests on it.`
    if start and words[2] == "of" and len(words) > 4 and is_capital(words[3]):
        at = name_end(words, 3)  # `The fame of Ann rests on it.`
    if not 0 < at < len(words) - 1 or not words[at].isalpha():
        return []
    return [at] if words[at].endswith("s") or (is_base(words[at]) and words[at - 1].endswith("s")) else []


def _is_aside(word: str) -> bool:
    """Whether a word beside a phrase is none of it."""
    return is_adverb(word) and word not in PARTICLES


def _goes_on(words: Words) -> bool:
    """Whether a verb after these words goes on with a verb phrase that began before."""
    before = next((word for word in reversed(words) if not is_adverb(word)), "")
    return before in AUXILIARY


def becomes(verb: str) -> bool:
    """Whether a verb phrase tells what its subject is from then on: `became`, `was appointed`."""
    first, *others = verb.split()
    is_passive = first in BE and len(others) == 1
    return lemma(first) == "become" or (is_passive and others[0] in map(participle, _CALLING))


def _identity(left: Words, verb: str, right: Words) -> Statement | None:
    """A description and its value, joined by a copula."""
    if right[0] == "as" and lemma(verb.removeprefix("is ")) in _ROLES:
        verb, right = "is", [*([] if right[1:2] == ["the"] else ["the"]), *right[1:]]
    if right[:2] == ["the", "one"] and left[0].lower() == "the" and len(left) > 2 and left[-1] in KINDS:
        left, right = left[:-1], ["the", left[-1], *right[2:]]  # `The jazz genre is the one that Ann plays.`
    if right[:1] == ["the"] and right[1:2] != [] and right[1] in _MADE and right[2:4] == ["of", "the"]:
        at = next((at for at in range(5, len(right)) if is_capital(right[at])), 0)
        work, role = plain_name(left), " ".join(right[4:at])
        if work and role and at < 7 and means(right[at - 1], "person", most=2):
            return Statement(Fact(work, role, name_of(right[at:])))  # `Emma is the work of the author Austen.`
    # `a language that Ann speaks` says of Ann what it is; `a doctor that Ann knows` says what somebody is, too.
    is_kind = right[1:2] and right[1] in KINDS and is_clause(right)
    if becomes(verb):
        right = right[1:] if right[0] == "as" and len(right) > 1 else right
        right = right if right[0].lower() in DETERMINERS or is_owned(right) else ["the", *right]
    elif verb not in COPULAS:
        return None
    if (right[0].lower() in INDEFINITE and not is_kind) or _is_predicate(right):
        return None
    # `The Duke of Wessex is Ann's father`: of two descriptions the possessive says whose.
    # So does what has words of its own: `The United States of America` is a name.
    is_right = (is_owned(right), not is_name_only(right)) > (is_owned(left), not is_name_only(left))
    sides = ((right, left), (left, right)) if is_right else ((left, right), (right, left))
    for description, value in sides:
        if (parts := described(description)) and (name := value_of(value)):
            anchor, relation = parts
            is_said = relation and not is_made(relation) and not _is_property(relation, value)
            if anchor != name and is_said and not is_dated(relation, anchor):
                return Statement(Fact(anchor, relation, name))
    return None


def _is_property(relation: str, value: Words) -> bool:
    """Whether a value says how somebody's own is, and not who or what: `nice` of a boss, but not `red` of a colour."""
    return is_quality(value) and relation.rsplit(maxsplit=1)[-1] not in QUALIFIED


def is_made(relation: str) -> bool:
    """Whether a description says who made what it is of, who may have made more: `the work of Ann`, `a film by Ann`."""
    *said, last = relation.split()
    if last != "by":
        return relation in _MADE
    return not said or not is_participle(said[-1]) or lemma(said[-1]) in MAKING


def _relation(left: Words, verb: str, right: Words) -> Statement | None:
    """A name, a verb with what goes with it, and a value."""
    whose = ""
    if not CONJUNCTIONS.isdisjoint(left) and not (verb.split(maxsplit=1)[0] in _SINGULAR or verb.endswith("s")):
        return _mutual(left, verb, right)
    if left[0].lower() == "the" and is_lower(left[1:]) and len(left) > 2 and left[-1] in TRAILING_KINDS:
        subject, whose = " ".join(left[1:-1]), left[-1]  # `The goalkeeper role is filled by Ann.`
    elif name := plain_name(left):
        subject = name
    elif (parts := described(left)) and not any(is_finite(left, at) for at in range(1, len(left))):
        subject, whose = parts
        if whose in KINDS and verb not in COPULAS and is_lower(left) and DETERMINERS.isdisjoint(left[1:]):
            whose = ""  # `The sport of judo originated in Japan` tells of judo.
    else:
        return None
    if verb not in COPULAS and is_being(whose.partition(" of ")[0].rpartition(" ")[2]):
        return None  # `Ann's sister lives in Leeds` tells of the sister.
    if whose and verb in COPULAS and _is_property(whose, right):
        return None
    if verb in COPULAS and _is_class(right):
        return Statement(Fact(subject, clean(f"{whose} {verb}"), name_of(right)))
    if verb in COPULAS and not (_is_predicate(right) or _is_role(right) or _is_where(right, whose)):
        return None
    right, at, end, kind = valued(verb, right)
    if not is_whole(right[at:end]) or (end < len(right) and not is_lower(right[end:])):
        return None
    value = name_of(right[at:end])
    said = [word for word in [*right[:at], *right[end:]] if word.lower() not in FILLERS]
    if not value or value == subject or not is_lower(said) or not _joins(verb, right[:at], right[end:]):
        return None
    relation = clean(" ".join(filter(None, [whose, verb, *said, kind])))
    return Statement(Fact(subject, relation, value))


def _joins(verb: str, before: Words, after: Words) -> bool:
    """Whether the words around a value go with the verb, and are no clause or list of their own."""
    apart = RELATIVES | BREAKS | CONJUNCTIONS | SUBORDINATORS - PREPOSITIONS
    joined = [*before, *after]
    # What follows `has` is a noun, whatever it looks like.
    first = int(verb in HAVE)
    if not joined:
        return True
    if not apart.isdisjoint(joined) or any(is_finite(["", *joined], at + 1) for at in range(first, len(joined))):
        return False
    is_result = after[:1] == ["into"] and (len(after) == 2 or after[2:3] == ["as"])
    is_result = is_result or (lemma(verb) == "make" and len(after) == 1 and not lexicon().meanings(after[0]))
    # `made Ann a legend`, but not `made Ann a cake`.
    is_kind = lemma(verb) != "make" or (lexicon().meanings(joined[-1]) and not means(joined[-1], "object"))
    is_called = after[:1] in (["a"], ["an"]) and lemma(verb) in _CALLING and is_kind
    is_had = verb in HAVE and after[:1] != [] and after[0] in PREPOSITIONS
    return bool(not after or after[0] in _SAYING_WHAT or is_result or is_called or is_had)


def _mutual(left: Words, verb: str, right: Words) -> Statement | None:
    """What two are to each other: `Ann and Bob are married`, `Ann and Bob are an engaged couple`."""
    joint = left.index("and") if "and" in left else 0
    first, second = plain_name(left[:joint]), plain_name(left[joint + 1 :])
    state = next((word for word in right if word not in DETERMINERS), "")
    rest = right[right.index(state) + 1 :] if state else []
    if verb not in COPULAS or not first or not second or state not in _MUTUAL or rest not in ([], *_PAIRS):
        return None
    return Statement(Fact(first, f"is {state} to", second))


def _is_where(words: Words, whose: str) -> bool:
    """Whether this says by a preposition where, or under what, a name's own is, or itself by a noun of another name:
    `to Buddhism` of an allegiance, `under the direction of Ann`. Things and people are somewhere themselves."""
    if words[0] not in PREPOSITIONS or (is_lower(words) and not whose):
        return False
    if not whose:
        return words[-1] != "of" and "of" in words[2:]
    noun = whose.rsplit(maxsplit=1)[-1]
    return noun in LINKS or is_aspect(noun)


def _is_state(words: Words) -> bool:
    """Whether this describes what does nothing itself: Ann's position, but not her sister or car."""
    _, what = described(words) or ("", "")
    return bool(what) and not is_concrete(what.rsplit(maxsplit=1)[-1])


def _is_predicate(words: Words) -> bool:
    """Whether this goes on with a verb or a quality, and names nothing: `married to`, `famous for`."""
    first = words[0]
    if first in DETERMINERS or is_capital(first):
        return False
    if first == "among" and words[1:2] == ["the"] and len(words) > 4:
        return is_plural(words[2]) and words[3] in PREPOSITIONS
    lower = next((at for at, word in enumerate(words) if is_capital(word)), len(words))
    after = words[1] if len(words) > 1 else ""
    if first in _PARTS or is_participle(first) or after in PREPOSITIONS - {"of"}:
        return True
    return any(
        is_participle(words[at]) and words[at + 1] in PREPOSITIONS for at in range(1, min(lower, len(words) - 1))
    )


def _is_role(words: Words) -> bool:
    """Whether this says what somebody is to another: `a citizen of France`."""
    capital = 0 if is_lower(words) else value_start(words)
    before = [word for word in words[:capital] if word not in DETERMINERS]
    if words[0] == "the" and before[-1:] in (["of"], ["by"]):
        return is_made(" ".join(before[:-1] if before[-1] == "of" else before))
    is_of = not capital and "of" in words[2:-1] and not is_capital(words[-1])
    is_told = len(before) > 1 and before[-1] in PREPOSITIONS
    return words[0].lower() in ("a", "an", "one") and (is_told or is_of)


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
