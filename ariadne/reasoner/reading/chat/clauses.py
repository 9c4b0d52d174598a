"""Where a sentence of chat falls into clauses, and where a clause has its subject and its verb."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ariadne.plurals import is_plural
from ariadne.reasoner.lexicon import lexicon
from ariadne.reasoner.reading.chat.inflection import Form, form, is_known
from ariadne.reasoner.reading.chat.nouns import is_count
from ariadne.reasoner.reading.chat.people import given_name, is_relation
from ariadne.reasoner.reading.chat.times import opening
from ariadne.reasoner.reading.chat.words import is_adverb, is_frequency
from ariadne.reasoner.reading.verbs import AUXILIARY, DETERMINERS, MODAL, NEGATION, PREPOSITIONS

Words = list[str]

SUBJECTS = frozenset("i he she it we they you".split())
POSSESSIVES = frozenset("my your his her its our their".split())
_COPIES = frozenset("this that these those there".split())
_OBJECTS = frozenset("me him us them myself himself herself itself themselves yourself".split())
# What always ends a clause, and what may end one if another follows.
_ENDING = frozenset(
    "but so because although though while when whenever if unless which who whose where how why what whether".split()
)
_JOINING = frozenset("and or yet , : that since until after before as once".split())
# What a sentence may begin with whose first clause is as true as what follows.
_SUBORDINATING = frozenset("although though because".split())
_QUESTIONS = frozenset("what who whom whose which where when why how whats hows".split())
# What a request or a thank opens with, though it has no verb's plain form.
_REQUESTS = frozenset(
    "please lets let's thanks thank thx ty cheers sorry congrats congratulations hopefully maybe perhaps".split()
)
_FICTION = frozenset("novel story film movie book game show series dream play scene chapter episode".split())
# Words of which one makes a whole sentence a supposition, or turns what it says.
_TURNING = frozenset(
    "if unless wish hopefully maybe perhaps probably suppose imagine supposedly allegedly sure certain".split()
)
# Words of which one turns what its clause says.
_TURNING_CLAUSE = frozenset("almost nearly barely hardly scarcely rarely seldom neither nor".split())
# What hands over a text that others may have said, and what begins what is only supposed.
_HANDED = frozenset("this these following below text".split())
_SUPPOSING = frozenset("suppose imagine pretend assume hypothetically".split())


@dataclass(frozen=True)
class Clause:
    """A clause, or what else stands between two joints of a sentence.

    Attributes:
        words: all of it.
        joint: the word that joins it to what stands before it; empty for the first.
        subject: as it is said; empty where it is left out.
        predicate: its verb and what follows; empty if there is no verb.
    """

    words: Words
    joint: str
    subject: Words
    predicate: Words


def is_statement(sentence: str, words: Words) -> bool:
    """Whether a sentence may state facts: it is no question, request, wish or supposition."""
    if not words or sentence.rstrip().endswith("?"):
        return False
    lower = [word.lower() for word in words]
    first, second = lower[0], lower[1] if len(lower) > 1 else ""
    if first in _QUESTIONS or first in _REQUESTS or not _TURNING.isdisjoint(lower):
        return False
    if hands_over(words):
        return False
    if first == "in" and not _FICTION.isdisjoint(lower[1:4]):
        return False
    is_asking = first in AUXILIARY | MODAL and (second in SUBJECTS | _COPIES | POSSESSIVES or second == "not")
    return not is_asking and not _is_order(words)


def hands_over(words: Words) -> bool:
    """Whether a sentence that states nothing says of what follows that it is a text to work on, or supposed."""
    lower = [word.lower() for word in words]
    if not lower:
        return False
    is_supposing = not _SUPPOSING.isdisjoint(lower[:2])
    before = lower[: lower.index(":")] if ":" in lower else []
    return is_supposing or not _HANDED.isdisjoint(before) or (len(before) == 1 and bool(form(before[0]) & Form.PLAIN))


def is_turned(clause: Clause) -> bool:
    """Whether a clause says that something is not so, or hardly, in a way that its verb does not show."""
    lower = [word.lower() for word in clause.words]
    words = [*lower[:1], *clause.words[1:]]
    start = words[: len(words) - len(clause.predicate) + 2]
    is_inverted = any(word in AUXILIARY and after.lower() in SUBJECTS for word, after in pairwise(start))
    is_denied = bool(lower) and lower[0] in ("not", "never", "no", "only", "neither", "nor")
    return is_inverted or is_denied or not _TURNING_CLAUSE.isdisjoint(lower)


def is_opening(words: Words) -> bool:
    """Whether words without a verb only say when, where or how what follows is so."""
    first = words[0].lower() if words else ""
    return not words or first in PREPOSITIONS or is_adverb(first) or opening(words) == len(words)


def auxiliaries_of(predicate: Words) -> Words:
    """The auxiliaries and what denies them with which a verb phrase begins, before its main verb."""
    found: Words = []
    for word, after in pairwise([*predicate, ""]):
        if word.lower() not in AUXILIARY | NEGATION | {"'s", "been", "be", "being"} or not after:
            break
        found.append(word.lower())
    return found


def clauses(words: Words) -> Iterator[Clause]:
    """The clauses of a sentence, in order."""
    start, joint = 0, ""
    if words and words[0].lower() in _SUBORDINATING:
        joint, words = words[0].lower(), words[1:]
    if words and form(words[0]) & Form.PAST and not form(words[0]) & Form.PLAIN:
        words = [words[0].lower(), *words[1:]]
    for at in range(1, len(words) + 1):
        if at < start:
            continue
        if at == len(words) or (not _is_open(words[start:at], words[at].lower()) and _ends(words, at)):
            yield _clause(joint, words[start:at])
            start = at
            joint = ""
            while start < len(words) and words[start].lower() in _ENDING | _JOINING:
                joint, start = words[start].lower(), start + 1


def verb_at(words: Words) -> int | None:
    """Where the verb stands of a clause that begins with its subject; None if none begins here."""
    if not words:
        return None
    if lead := _lead(words):
        at = verb_at(words[lead:])
        return None if at is None else at + lead
    first = words[0].lower()
    if first in SUBJECTS | _COPIES:
        at = _after_adverbs(words, 1)
        is_verb = at < len(words) and (words[at] == "'s" or _is_finite(words[at]))
        return at if is_verb else None
    is_object = first in _OBJECTS and [word.lower() for word in words[:2]] != ["me", "and"]
    if is_object or first in PREPOSITIONS | _ENDING or is_adverb(first) or _is_finite(first, strictly=True):
        return None
    for at in range(1, min(len(words), 10)):
        word = words[at].lower()
        if word in SUBJECTS and (word != "i" or words[at - 1].lower() != "and"):
            return None
        if word in _ENDING | _OBJECTS | {",", ":"} and not _is_apposition(words, at):
            return None
        if _is_verb_of(words, at):
            return at
    return None


def is_predicate(words: Words) -> bool:
    """Whether a verb phrase begins here, whose subject is left out."""
    at = _after_adverbs(words, 0)
    if at >= len(words):
        return False
    word = words[at].lower()
    if word in AUXILIARY:
        return True
    kind = form(word)
    if not words[at][0].islower() or not is_known(word) or not kind & ~Form.GERUND:
        return False
    after = words[at + 1].lower() if at + 1 < len(words) else ""
    if not lexicon().meanings(word) and kind & (Form.THIRD | Form.PAST | Form.PARTICIPLE):
        return bool(after)
    return (
        after in DETERMINERS | PREPOSITIONS | POSSESSIVES
        or is_count(after)
        or is_adverb(after)
        or (bool(after) and not lexicon().meanings(word))
    )


def _clause(joint: str, words: Words) -> Clause:
    at = verb_at(words)
    if at is None:
        return Clause(words, joint, [], words if is_predicate(words) else [])
    end = at
    while end > 1 and is_frequency(words[end - 1]):
        end -= 1
    return Clause(words, joint, words[:end], words[end:])


def _is_open(words: Words, joint: str) -> bool:
    """Whether words before a joint are no clause yet: a time that opens one, or the first of several subjects."""
    if opening(words) == len(words):
        return True
    if joint == "i":
        return words[0].lower() not in PREPOSITIONS and verb_at(words) is None
    return joint == "and" and verb_at(words) is None and not is_predicate(words)


def _lead(words: Words) -> int:
    """How many words a time takes that opens a clause, with its comma."""
    length = opening(words)
    while length < len(words) and is_adverb(words[length]) and words[length].lower() not in ("both", "all"):
        length += 1
    return length + (words[length : length + 1] == [","]) if length < len(words) else 0


def _ends(words: Words, at: int) -> bool:
    """Whether a clause ends before this word."""
    word, rest = words[at].lower(), words[at + 1 :]
    while rest and rest[0].lower() in _ENDING | _JOINING:
        if rest[0].lower() in _ENDING:
            return word in _ENDING | _JOINING
        rest = rest[1:]
    if word in _ENDING:
        # `so tired` is no new clause.
        return word != "so" or words[at - 1] == "," or verb_at(rest) is not None
    if word == "i" and words[at - 1].lower() not in _JOINING | {"me"} | AUXILIARY:
        # `I have a cat I love it`: people leave out stops.
        return verb_at(words[at:]) is not None
    if word not in _JOINING or not rest or _is_apposition(words, at):
        return False
    if verb_at(rest) is not None:
        return True
    return word in ("and", "or", ",", ":") and is_predicate(rest)


def _is_verb_of(words: Words, at: int) -> bool:
    """Whether the word there is the verb of the noun phrase before it."""
    word, before = words[at].lower(), words[at - 1].lower()
    while at > 1 and is_frequency(before):
        at -= 1
        before = words[at - 1].lower()
    if before in DETERMINERS | PREPOSITIONS | POSSESSIVES | NEGATION | {"and", "or"} or before.endswith("'s"):
        return False
    if word in AUXILIARY:
        return True
    if words[at + 1 : at + 2] and words[at + 1].lower() in AUXILIARY - {"did", "had"}:
        return False
    kind = form(word)
    if not word.islower() or kind & Form.GERUND:
        return False
    if kind & (Form.THIRD | Form.PAST):
        return True
    return bool(kind & Form.PLAIN) and (is_plural(before) or "and" in words[:at])


def _is_finite(word: str, strictly: bool = False) -> bool:
    if word.lower() in AUXILIARY:
        return True
    kind = form(word)
    wanted = (Form.THIRD | Form.PAST) if strictly else (Form.PLAIN | Form.THIRD | Form.PAST)
    return bool(kind & wanted) and not (strictly and lexicon().meanings(word))


def _is_apposition(words: Words, at: int) -> bool:
    """Whether the comma there belongs to a name beside a noun: `my boss, Dana, is …`."""
    if words[at] != ",":
        return False
    opening = next((place for place in range(at - 1, max(at - 5, 0), -1) if words[place] == ","), at)
    if opening != at and is_relation(words[opening - 1]):
        return all(map(_is_name, words[opening + 1 : at]))
    name = words[at + 1 : at + 5]
    return is_relation(words[at - 1]) and "," in name[1:] and all(map(_is_name, name[: name.index(",")]))


def _is_name(word: str) -> bool:
    return word[:1].isupper() or given_name(word)


def _is_order(words: Words) -> bool:
    """Whether a sentence begins with a verb in its plain form, as requests do."""
    at = _after_adverbs(words, opening(words))
    if words[at : at + 2] and words[at].lower() == "do":
        return True
    if at >= len(words) or not form(words[at]) & Form.PLAIN or given_name(words[at]):
        return False
    return verb_at(words[at:]) is None


def _after_adverbs(words: Words, at: int) -> int:
    while at < len(words) and is_frequency(words[at]):
        at += 1
    return at
