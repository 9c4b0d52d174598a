"""Parts of English clauses, as lists of words: the verb phrase, objects, and what stands beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ariadne.plurals import is_plural
from ariadne.reasoner.lexicon import lexicon, means
from ariadne.reasoner.reading.chat.people import given_name, is_relation
from ariadne.reasoner.reading.chat.times import TIMES
from ariadne.reasoner.reading.verbs import (
    AUXILIARY,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    DO,
    GIVING,
    HAVE,
    MAKING_FOR,
    MODAL,
    NEGATION,
    PARTICLES,
    PERSONS,
    PREPOSITIONS,
    RELATIVES,
    SUBORDINATORS,
    is_adverb,
    is_base,
    is_finite,
    is_gerund,
    is_participle,
    lemma,
)

Words = list[str]
Phrase = tuple[str, list[Words]]
"""A preposition, empty for an object, and what it governs: several where they are listed."""

BREAKS = frozenset((",", ";", ":", "–", "—", "-", "(", ")"))
_PLACES = frozenset("in at near from".split())
_KINDS = frozenset(
    "city town village river island mountain film movie novel book album song band series magazine newspaper company"
    " team club university airport airline poet".split()
)
# How words for people end.
_PEOPLE = tuple("alist nist rist tist cist ian woman sman writer singer leader minister ctor professor player".split())
_TITLES = frozenset("Mr Mrs Ms Miss Dr Prof Sir Lady Lord".split())
_NUMBERS = frozenset("two three four five six seven eight nine ten".split())


def noun_of(words: Words) -> Words:
    """What an object adds to the relation of what follows it: its noun, if it is long."""
    return [word for word in (words if len(words) < 5 else words[-1:]) if word.lower() not in DETERMINERS]


def nouns(items: Sequence[Words]) -> Sequence[Words]:
    """A list's items; of `an old and beautiful city`, which looks like a list, the noun alone."""
    first, last = (items[0], items[-1]) if items else ([], [])
    opens = len(first) == 2 and first[0].lower() in DETERMINERS
    is_one = opens and len(last) > 1 and last[0].islower() and last[0] not in DETERMINERS | _NUMBERS
    return [last] if is_one else items


def may_be_somebody(words: Words) -> bool:
    """Whether `he` or `she` may mean this: a proper name, or a noun for people."""
    first, last = words[0], words[-1]
    if is_personal(words):
        return True
    is_thing = first.lower() == "the" or (len(words) > 1 and (is_plural(last) or bool(lexicon().meanings(last))))
    is_name = last[0].isupper() and not is_thing and (len(words) > 1 or not lexicon().meanings(last))
    return is_name or means(last, "person", most=2)


def is_personal(words: Words) -> bool:
    """Whether a name says that it is somebody's: `Mrs. Lee`, `Ann Lee`."""
    return words[0].rstrip(".") in _TITLES or given_name(words[0])


def role_end(words: Words) -> int:
    """Where a name begins that stands after what its bearer is: `the poet John Keats`; 0 if it stands alone."""
    at = len(words)
    while at and words[at - 1][0].isupper():
        at -= 1
    if not 0 < at < len(words) or any(word in PREPOSITIONS for word in words):
        return 0
    role = words[at - 1].lower()
    return at if role in _KINDS or is_relation(role) or role.endswith(_PEOPLE) or means(role, "person", most=2) else 0


def trimmed(words: Words) -> Words:
    """Without breaks and conjunctions at either end."""
    while words and (words[0] in BREAKS or words[0].lower() in CONJUNCTIONS):
        words = words[1:]
    while words and (words[-1] in BREAKS or words[-1] in CONJUNCTIONS):
        words = words[:-1]
    return words


def first_verb(words: Words, start: int) -> int | None:
    """Where the first verb of a clause stands."""
    return next((at for at in range(start, len(words)) if is_finite(words, at)), None)


def opening_of(words: Words) -> int | None:
    """Where what opens a sentence ends: `In 2020, she …`, `In 2020 she …`, `When he came, she …`."""
    verb = first_verb(words, 0)
    if "," in words and (verb is None or words.index(",") < verb or words[0].lower() in SUBORDINATORS):
        return words.index(",")
    dated = [at for at, word in enumerate(words[: verb or 0]) if re.search(r"\d", word)]
    if not dated and words[0].lower() in ("on", "in") and (verb or 0) > 2 and words[1].lower() in TIMES:
        dated = [1]
    return dated[-1] + 1 if dated and verb and dated[-1] + 1 < verb else None


def parted(words: Words, verb: int) -> tuple[Words, Words, Words]:
    """A subject, what stands beside it, and the clause's rest from its verb on."""
    relative = next((at for at in range(1, verb) if words[at] in RELATIVES), None)
    comma = words.index(",") if "," in words[:verb] else None
    if comma is not None and "and" not in words[comma:verb]:
        closing = next((at for at in range(comma + 1, len(words)) if words[at] == ","), None)
        if closing is not None and first_verb(words, closing + 1) is not None:
            return words[:comma], words[comma + 1 : closing], words[closing + 1 :]
        tail = words[comma + 1 : verb]
        if words[0].lower() not in PREPOSITIONS and not is_adverb(words[0].lower()) and len(tail) < 3:
            return [*words[:comma], *tail], [], words[verb:]
        return [], [], words[comma + 1 :]
    start = relative if relative is not None else verb
    after = words[verb + 1] if verb + 1 < len(words) else ""
    plain = after == "by" or words[verb - 1].islower()
    if relative is not None or (is_participle(words[verb]) and after in PREPOSITIONS and plain):
        _, length, _ = verb_group(words[verb:])
        main = first_verb(words, verb + length)
        between = words[verb:main]
        apart = BREAKS | CONJUNCTIONS | SUBORDINATORS - PREPOSITIONS | RELATIVES
        if main is not None and apart.isdisjoint(between[start == relative :]):
            return words[:start], words[start:main], words[main:]
        if relative is not None:
            return words[:start], words[start:], []
    return words[:verb], [], words[verb:]


def listed(words: Words) -> list[Words]:
    """The parts of a list: `A, B and C`."""
    parts: list[Words] = [[]]
    for word in words:
        if word in CONJUNCTIONS or word in BREAKS:
            parts.append([])
        else:
            parts[-1].append(word)
    return [part for part in parts if part]


def verb_group(words: Words) -> tuple[str, int, bool]:
    """A verb phrase without its adverbs but with its particle, how many words it takes, and whether it says `now`."""
    kept: Words = []
    at, last, is_now = 0, "", False
    while at < len(words):
        word = words[at].lower()
        if word in PARTICLES and last and last not in AUXILIARY | BE:
            kept.append(word)
        elif is_adverb(word):
            is_now = is_now or word in ("now", "currently")
            if word in NEGATION:
                kept.append(word)
        elif (
            not last
            or (last in BE and (is_participle(word) or is_gerund(word) or word in BE))
            or (last in HAVE and (is_participle(word) or word in BE))
            or (last in MODAL | DO and word.islower() and word not in PREPOSITIONS | DETERMINERS)
        ):
            kept.append(word)
            last = word
        elif word == "to" and at + 1 < len(words) and is_base(words[at + 1]):
            at, last = at + 1, words[at + 1]
            kept += [word, last]
        else:
            break
        at += 1
    return " ".join(kept), at, is_now


def given(verb: str, words: Words) -> Words:
    """What follows a verb with the thing before who gets it: `a watch to Dad` for the `Dad a watch` that one gives."""
    did = lemma(verb.rpartition(" ")[2])
    # Who makes somebody a legend gives them none.
    at = next((at for at in range(1, len(words)) if words[at] in DETERMINERS), 0) if did in GIVING - {"make"} else 0
    recipient = words[:at]
    is_named = all(word[0].isupper() for word in recipient) or (recipient[:-1] == [] and recipient[0] in PERSONS)
    is_somebody = len(recipient) == 2 and recipient[0].lower() in DETERMINERS and means(recipient[1], "person", most=2)
    if not at or not (is_named or is_somebody):
        return words
    end = next((to for to in range(at, len(words)) if _is_apart(words[to])), len(words))
    return [*words[at:end], "for" if did in MAKING_FOR else "to", *recipient, *words[end:]]


def _is_apart(word: str) -> bool:
    """Whether a word is none of a noun phrase."""
    return word in PREPOSITIONS | BREAKS | CONJUNCTIONS | RELATIVES | SUBORDINATORS


def phrases_of(words: Words, is_be: bool) -> tuple[list[Phrase], Words, Words]:
    """Objects and prepositional phrases up to where another clause begins; the last name; the rest."""
    phrases: list[Phrase] = [("", [[]])]
    at = 0
    while at < len(words):
        word = words[at]
        preposition, items = phrases[-1]
        is_within = word == "than" or (word == "of" and items[-1] and (preposition or not is_be))
        is_span = word == "to" and preposition == "from" and re.search(r"\d", words[at - 1])
        if word in RELATIVES or word in SUBORDINATORS - PREPOSITIONS or word in (";", ":"):
            break
        if word in CONJUNCTIONS or word in BREAKS:
            if _ends(words[at:], preposition):
                break
            items.append([])
        elif items[-1] and (is_participle(word) or is_gerund(word)) and _modifies(words, at):
            break
        elif word in PREPOSITIONS and not is_within and not is_span:
            phrases.append((word, [[]]))
        else:
            items[-1].append(word)
        at += 1
    said = [(preposition, [item for item in items if item]) for preposition, items in phrases]
    said = [(preposition, items) for preposition, items in said if items]
    return said, said[-1][1][-1] if said else [], words[at:]


def _ends(words: Words, preposition: str) -> bool:
    """Whether what follows a comma or an `and` is no further item of a list."""
    rest = trimmed(words)
    if not rest:
        return False
    verb = first_verb(["and", *rest], 1)
    if verb and (PREPOSITIONS | BREAKS | CONJUNCTIONS).isdisjoint(rest[: verb - 1]):
        return True
    if words[0] in CONJUNCTIONS:
        return False
    is_place = preposition in _PLACES and rest[0][0].isupper()
    is_listed = is_place or not CONJUNCTIONS.isdisjoint(rest)
    return rest[0].lower() in RELATIVES or is_participle(rest[0]) or is_gerund(rest[0]) or not is_listed


def _modifies(words: Words, at: int) -> bool:
    """Whether a participle begins a clause of the noun before it: `a series aired on …`."""
    after = words[at + 1] if at + 1 < len(words) else ""
    if words[at - 1].lower() in DETERMINERS | PREPOSITIONS:
        return False
    return after in PREPOSITIONS or (is_gerund(words[at]) and (after in DETERMINERS or after[:1].isupper()))
