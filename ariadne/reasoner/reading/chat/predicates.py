"""The verb of a clause: what it says, when, whether it denies that, and what follows it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ariadne.reasoner.reading.chat.inflection import Form, base, form
from ariadne.reasoner.reading.chat.words import NO_LONGER, is_adverb
from ariadne.reasoner.reading.verbs import PREPOSITIONS, third

Words = list[str]

_BE = {"am": "is", "is": "is", "are": "is", "'s": "is", "was": "was", "were": "was"}
_HAVE = frozenset("have has had".split())
_DO = frozenset("do does did".split())
_PARTICLES = frozenset("up out off away back down over rid".split())
# Verbs of which nothing is said to be done to somebody, so that `'s lived` is `has lived`.
_OWN = frozenset("live work go come arrive travel retire sleep graduate grow become be volunteer".split())
# Participles that tell how somebody is, after `he's`.
_STATES = frozenset(
    "called named married engaged divorced based born retired known interested obsessed addicted separated".split()
)
# What people can or cannot do that says something of them.
_ABILITIES = frozenset("stand eat have drink tolerate take use swim drive speak wear play read sing cook ride".split())
# What a past form is too: one that is said with `I` in the present, too.
_PRESENT = frozenset("read cost".split())


@dataclass(frozen=True)
class Predicate:
    """A verb phrase.

    Attributes:
        verb: the plain form of its main verb; `be` where that is all.
        words: the verb phrase as it is said of somebody else: `I have lived` is `has lived`; of several, `plural`.
        is_past: whether it was. `is_denied`: whether it is not so. `is_future`: whether it is going to be.
        is_going_on: whether it is just being done: `is eating`.
        is_passive: whether it is done to the subject, or how that is: `was diagnosed`.
        is_lasting: whether it is said to be so now or again, or no more.
        rest: what follows.
    """

    verb: str
    words: str
    plural: str
    rest: Words
    is_past: bool = False
    is_denied: bool = False
    is_future: bool = False
    is_going_on: bool = False
    is_passive: bool = False
    is_lasting: bool = False


def predicate(words: Words, is_singular_other: bool) -> Predicate | None:
    """The verb phrase with which words begin; None if it is none that tells how things are.

    Args:
        is_singular_other: whether the subject is a third person, so that `read` and `put` are past.
    """
    is_lasting = not {"anymore", "again", "now", NO_LONGER}.isdisjoint(word.lower() for word in words)
    words = [word for word in words if word.lower() not in ("anymore", "again")]
    said, rest, is_denied, is_never = _shed(words)
    if not said:
        return None
    first = said.lower()
    if first in ("can", "will"):
        return _modal(first, rest, is_denied, is_lasting)
    if first == "'s":
        following = next((word for word in rest if not is_adverb(word)), "")
        first = _meant(following, rest[rest.index(following) + 1 :] if following else [])
    if first in _BE:
        return _being(_BE[first], first, rest, is_denied or is_never, is_never, is_lasting)
    if first in _HAVE:
        return _having(first, rest, is_denied, is_never, is_lasting)
    if first in _DO and (rest and (is_denied or form(rest[0]) & Form.PLAIN)):
        main, rest = rest[0], _after_adverbs(rest[1:])
        if first == "did" or not form(main) & Form.PLAIN:
            return None
        verb = base(main)
        own, many = ("does not", "do not") if is_denied else (third(verb), verb)
        tail, rest = _extended(rest)
        middle = f" {verb}" if is_denied else ""
        return Predicate(
            verb, f"{own}{middle}{tail}", f"{many}{middle}{tail}", rest, is_denied=is_denied, is_lasting=is_lasting
        )
    return _plain(first, rest, is_denied, is_never, is_lasting, is_singular_other)


def _plain(
    first: str, rest: Words, is_denied: bool, is_never: bool, is_lasting: bool, is_singular_other: bool
) -> Predicate | None:
    kind = form(first)
    if not kind & (Form.PLAIN | Form.THIRD | Form.PAST):
        return None
    verb = base(first)
    if first == "used":
        if len(rest) < 2 or rest[0] != "to" or (not form(rest[1]) & Form.PLAIN and rest[1] != "be"):
            return None
        tail, after = _extended(rest[2:])
        said = f"used to {rest[1]}{tail}"
        return Predicate(base(rest[1]), said, said, after, is_past=True)
    after = _after_adverbs(rest)
    if verb == "get" and not is_denied and after and _is_state(after[0]):
        tail, left = _extended(after[1:])
        said = f"{first} {after[0]}{tail}"
        return Predicate(base(after[0]), said, said, left, first == "got", is_passive=True, is_lasting=is_lasting)
    is_past = bool(kind & Form.PAST) and (not kind & Form.PLAIN or is_singular_other or first not in _PRESENT)
    tail, after = _extended(rest)
    if is_denied:
        return Predicate(verb, f"does not {verb}{tail}", f"do not {verb}{tail}", after, is_denied=True, is_lasting=True)
    never = "never " if is_never else ""
    own, many = (first, first) if is_past else (third(verb), verb)
    return Predicate(
        verb, f"{never}{own}{tail}", f"{never}{many}{tail}", after, is_past, is_never, is_lasting=is_lasting or is_never
    )


def _modal(first: str, rest: Words, is_denied: bool, is_lasting: bool) -> Predicate | None:
    rest = _after_adverbs(rest)
    if not rest or not (form(rest[0]) & Form.PLAIN or rest[0] == "be"):
        return None
    verb = base(rest[0])
    tail, after = _extended(rest[1:])
    if first == "will" and rest[0] == "be" and not is_denied and (passive := _passive("will be", "will be", rest[1:])):
        return replace(passive, is_future=True)
    if first == "will":
        return None if is_denied else Predicate(verb, f"will {verb}{tail}", f"will {verb}{tail}", after, is_future=True)
    if verb not in _ABILITIES:
        return None
    said = f"{'cannot' if is_denied else 'can'} {verb}{tail}"
    return Predicate(verb, said, said, after, is_denied=is_denied, is_lasting=is_lasting)


def _being(now: str, said: str, rest: Words, is_denied: bool, is_never: bool, is_lasting: bool) -> Predicate | None:
    is_past = now == "was"
    denial = " never" if is_never else " not" if is_denied else ""
    own, many = f"{now}{denial}", f"{'were' if is_past else 'are'}{denial}"
    main = rest[0] if rest else ""
    if main == "going" and rest[1:2] == ["to"] and rest[2:] and form(rest[2]) & Form.PLAIN:
        tail, after = _extended(rest[3:])
        verb = base(rest[2])
        said = f" going to {verb}{tail}"
        return None if denial else Predicate(verb, own + said, many + said, after, is_past, is_future=True)
    if main.islower() and form(main) & Form.GERUND:
        tail, after = _extended(rest[1:])
        if main == "getting" and after and _is_state(after[0]):
            said = f" getting {after[0]}"
            return (
                None
                if denial
                else Predicate(
                    base(after[0]), own + said, many + said, after[1:], is_past, is_passive=True, is_lasting=True
                )
            )
        return Predicate(
            base(main), f"{own} {main}{tail}", f"{many} {main}{tail}", after, is_past, bool(denial),
            is_going_on=True, is_lasting=is_lasting,
        )  # fmt: skip
    if passive := _passive(own, many, rest):
        return replace(passive, is_past=is_past, is_denied=bool(denial), is_lasting=is_lasting)
    return Predicate("be", own, many, rest, is_past, bool(denial), is_lasting=is_lasting)


def _having(first: str, rest: Words, is_denied: bool, is_never: bool, is_lasting: bool) -> Predicate | None:
    main = rest[0] if rest else ""
    if main == "to":
        return None
    own, many = ("had", "had") if first == "had" else ("has", "have")
    if main == "got":
        rest = rest[1:]
        return None if is_denied or rest[:1] == ["to"] else Predicate("have", own, many, rest, first == "had")
    denial = " never" if is_never else " not" if is_denied else ""
    if main == "been":
        after = rest[1:]
        if after and form(after[0]) & Form.GERUND:
            tail, left = _extended(after[1:])
            said = f"{denial} been {after[0]}{tail}"
            return (
                None
                if denial == " not"
                else Predicate(base(after[0]), own + said, many + said, left, True, is_never, is_lasting=True)
            )
        if denial != " not" and (passive := _passive(f"{own}{denial} been", f"{many}{denial} been", after)):
            return replace(passive, is_past=True, is_denied=is_never, is_lasting=True)
        return (
            None
            if denial == " not"
            else Predicate("be", f"{own}{denial} been", f"{many}{denial} been", after, True, is_never, is_lasting=True)
        )
    if form(main) & Form.PARTICIPLE:
        tail, after = _extended(rest[1:])
        said = f"{denial} {main}{tail}"
        return (
            None
            if denial == " not"
            else Predicate(base(main), own + said, many + said, after, True, is_never, is_lasting=True)
        )
    if is_denied:
        return Predicate("have", "does not have", "do not have", rest, is_denied=True, is_lasting=is_lasting)
    never = "never " if is_never else ""
    return Predicate("have", never + own, never + many, rest, first == "had", is_never, is_lasting=is_lasting)


def _passive(own: str, many: str, rest: Words) -> Predicate | None:
    """What is done to the subject: a participle, its particle, and what a preposition begins, or nothing."""
    rest = _after_adverbs(rest)
    main = rest[0] if rest else ""
    if not main.islower() or not (form(main) & Form.PARTICIPLE or main == "born"):
        return None
    after = rest[1:]
    tail = ""
    if after and after[0].lower() in _PARTICLES and (not after[1:] or after[1].lower() in PREPOSITIONS):
        tail, after = f" {after[0].lower()}", after[1:]
    if main not in ("called", "named") and after and after[0].lower() not in PREPOSITIONS | {"to", ","}:
        return None
    return Predicate(base(main), f"{own} {main}{tail}", f"{many} {main}{tail}", after, is_passive=True)


def _meant(following: str, after: Words) -> str:
    """Whether `'s` is `is` or `has`, by what follows; empty where it may be either."""
    if following in ("got", "been"):
        return "has"
    if not form(following) & Form.PARTICIPLE or following in _STATES:
        return "is"
    after = after[after[:1] != [] and after[0].lower() in _PARTICLES :]
    is_passive = not after or (after[0].lower() in PREPOSITIONS and after[0].lower() not in ("to", "into", "from"))
    return "" if is_passive and base(following) not in _OWN else "has"


def _is_state(word: str) -> bool:
    """Whether a word is a participle and nothing else."""
    return bool(form(word) & Form.PARTICIPLE) and not form(word) & Form.PLAIN


def _extended(rest: Words) -> tuple[str, Words]:
    """What still belongs to a verb: a particle, a gerund with an object, an infinitive with one."""
    tail = ""
    if rest and rest[0].lower() in _PARTICLES:
        tail, rest = f" {rest[0].lower()}", rest[1:]
    rest = _after_adverbs(rest)
    if len(rest) > 1 and form(rest[0]) & Form.GERUND and rest[1] not in (*PREPOSITIONS, "and", "or", ","):
        tail, rest = f"{tail} {rest[0]}", rest[1:]
    elif len(rest) > 2 and rest[0] == "to" and form(rest[1]) & Form.PLAIN:
        tail, rest = f"{tail} to {rest[1]}", rest[2:]
    return tail, rest


def _shed(words: Words) -> tuple[str, Words, bool, bool]:
    """The first word of a verb phrase and the rest without what denies it and adverbs: denied, never."""
    found: Words = []
    is_denied = is_never = False
    at = 0
    while at < len(words):
        word = words[at].lower()
        if word in ("not", NO_LONGER):
            is_denied = True
        elif word == "never":
            is_never = True
        elif word in ("last", "first") and form(" ".join(words[at + 1 : at + 2])) & Form.PAST:
            pass
        elif not is_adverb(words[at]):
            if found:
                break
            found.append(words[at])
        at += 1
    return (found[0] if found else ""), words[at:], is_denied, is_never


def _after_adverbs(words: Words) -> Words:
    while words and is_adverb(words[0]):
        words = words[1:]
    return words
